"""A page of the rule card: who has which card, and how things stand in words."""

from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.screens.fonts import cut
from firmware.screens.painter import paint
from firmware.screens.scene import Text
from firmware.table import Table, View, apply, default_game, started
from firmware.table.pages import InYaku
from firmware.table.yaku import entries
from firmware.texts import load as load_texts
from scorer import Card, CardsCaptured, Seat, TeyakuDeclared, load, shipped

TEXTS = load_texts("both")
GAMES = tuple(load(game) for game in shipped())
A, B, C = Seat
CHRYSANTHEMUM, MAPLE, PEONY = "chrysanthemum-blue-ribbon", "maple-blue-ribbon", "peony-blue-ribbon"
VIEWING = "chrysanthemum-sake-cup cherry-curtain"
BOAR_DEER = "clover-boar maple-deer peony-butterflies"
RIBBONS = "pine-poetry-ribbon plum-poetry-ribbon cherry-poetry-ribbon iris-ribbon clover-ribbon"


def opened(game, id_, *piles, line=0, players=3, teyaku=None, **options):
    """Open the page of a yaku; nothing on it is cut. Return its lines, and those that are scrolled off."""
    rules = load(game)
    draft = replace(default_game(rules, players), options=options)
    table = started(Table(GAMES), draft).applied_to(Table(GAMES))
    for seat, ids in (teyaku or {}).items():
        table = apply(table, TeyakuDeclared(seat, (ids,), ()))
    for seat, ids in zip(Seat, piles, strict=False):
        cards = tuple(map(Card.parse, ids.split()))
        table = apply(table, CardsCaptured(seat, cards)) if cards else table
    mode = InYaku(entries(table.match, InYaku()).index(id_), line)
    scene = scene_of(replace(table, view=View(mode=mode)), TEXTS)
    paint(scene, strict=True)
    for text in (item for item in scene.items if isinstance(item, Text)):
        assert text.width is None or cut(text.text, text.width, text.font, text.scale) == text.text
    lines = scene.lines()
    return lines[: len(lines) - len(scene.beyond)], list(scene.beyond)


def test_the_page_names_the_yaku_its_value_and_the_holder_of_each_card():
    assert opened("ino-shika-cho", "blue-ribbons", f"{PEONY} {CHRYSANTHEMUM}", "", MAPLE) == (
        [
            "青短 Blue Ribbons 100",
            "牡丹 blue ribbon A",
            "菊 blue ribbon A",
            "紅葉 blue ribbon C",
            "A 2 of 3, C has Maple",
        ],
        [],
    )


@pytest.mark.parametrize(
    ("id_", "piles", "state"),
    [
        pytest.param("blue-ribbons", (), "0 of 3", id="nobody has any"),
        pytest.param("blue-ribbons", (PEONY,), "A 1 of 3", id="one has one"),
        pytest.param("blue-ribbons", (f"{PEONY} {MAPLE}",), "A 2/3, Chrysan. free", id="one is free"),
        pytest.param("blue-ribbons", (f"{PEONY} {CHRYSANTHEMUM}",), "A 2 of 3, Maple free", id="shorter"),
        pytest.param(
            "blue-ribbons", ("", f"{PEONY} {MAPLE}", CHRYSANTHEMUM), "B 2/3, C has Chrysan.", id="taken"
        ),
        pytest.param("blue-ribbons", (PEONY, MAPLE), "A 1 of 3  B 1 of 3", id="two share, one is free"),
        pytest.param("blue-ribbons", (PEONY, MAPLE, CHRYSANTHEMUM), "A 1 B 1 C 1 of 3", id="three share"),
        pytest.param(
            "four-maples", ("maple-deer", "maple-chaff-1 maple-chaff-2"), "B 2 of 4  A 1 of 4", id="most"
        ),
        pytest.param("blue-ribbons", (f"{PEONY} {MAPLE} {CHRYSANTHEMUM}",), "A has it: +100", id="made"),
        pytest.param("flower-viewing", (VIEWING, "susuki-moon"), "A has it: +100", id="made, not silenced"),
        pytest.param(
            "flower-viewing", ("", f"{VIEWING} susuki-moon {BOAR_DEER}"), "B has it, in Gun", id="silenced"
        ),
    ],
)
def test_the_foot_says_how_things_stand(id_, piles, state):
    assert opened("ino-shika-cho", id_, *piles)[0][-1] == state


@pytest.mark.parametrize(
    ("piles", "state"),
    [
        pytest.param((f"{RIBBONS} {PEONY}",), "A 6 of 7", id="one more of several"),
        pytest.param((f"{RIBBONS} {PEONY}", MAPLE), "A 6 of 7  B 1 of 7", id="beside another player"),
        pytest.param((f"{RIBBONS} {PEONY} {MAPLE}", CHRYSANTHEMUM), "A has it: +600", id="made"),
    ],
)
def test_where_any_cards_will_do_numbers_are_enough(piles, state):
    lines, beyond = opened("roppyakken", "seven-ribbons", *piles)
    assert (lines[1], lines[-1], beyond[-1]) == ("any 7 of these:", state, "wins at the target")


def test_without_instant_wins_nothing_is_said_of_winning():
    assert opened("roppyakken", "four-brights", instant_wins=False)[1] == ["Paulown. phoenix -"]


def test_the_page_says_what_the_yaku_silences_and_what_silences_it():
    assert opened("ino-shika-cho", "gun")[1] == ["silences Flower V.", "silences Moon View"]
    assert opened("ino-shika-cho", "moon-viewing", line=2)[0][3] == "0 beside Gun"


@pytest.mark.parametrize(
    ("id_", "teyaku", "lines"),
    [
        pytest.param(
            "hand-three",
            {C: "hand-three", A: "hand-three"},
            ["手三 Hand Three 200", "three of one flower", "0 beside Dbl Hand 3", "Declared: A C"],
            id="declared",
        ),
        pytest.param(
            "double-hand-three",
            {A: "hand-three"},
            ["二手三 Dbl Hand 3 400", "three of 2 flowers", "silences Hand Three", "Nobody declared it"],
            id="of two flowers",
        ),
        pytest.param(
            "all-chaff",
            {},
            ["総ガス All Chaff 400", "every card worth 0", "Nobody declared it"],
            id="all chaff",
        ),
    ],
)
def test_a_lucky_hand_says_what_it_takes_and_who_declared_it(id_, teyaku, lines):
    assert opened("ino-shika-cho", id_, teyaku=teyaku) == (lines, [])


def test_the_list_says_who_declared_a_lucky_hand_and_ends_with_the_rule_file():
    _, beyond = opened("ino-shika-cho", "gun", line=None, teyaku={B: "hand-three"})
    assert beyond[-3:] == ["Dbl Hand 3 400 -", "Hand Three 200 B", "Rule file v1"]


def test_the_rule_file_has_pages_that_go_round():
    title = "猪鹿蝶 Ino-Shika v1"
    file = ["ino-shika-cho.toml", "Fuda Wiki,", "Ino-Shika-Chō", "(Roppyakken variant)"]
    rules = ["House rules (usual):", "Fuke limit 80 (60)"]
    first = ([title, *file, "A B: 1/2 OK: list"], ["House rules (usual):", "Fuke limit", "80 (60)"])
    second = ([title, *rules, "A B: 2/2 OK: list"], file)
    shown = [opened("ino-shika-cho", "rules", line=number, fuke_limit=80) for number in (-1, 0, 1, 2)]
    assert shown == [second, first, second, first]


def test_one_page_of_it_does_not_say_that_there_are_more():
    assert opened("mushi", "rules", players=2)[0] == [
        "虫 Mushi v1",
        "mushi.toml",
        "Fuda Wiki, Mushi",
        "House rules as usual",
        "OK: list",
    ]

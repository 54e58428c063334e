"""The yaku line of the running round: what takes turns in it, when, and how it reads."""

from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.screens.fonts import cut
from firmware.screens.painter import paint
from firmware.screens.scene import Text
from firmware.table import Choices, Tick, apply, wake_at
from firmware.table.choices import Defaults
from firmware.table.light import Idle
from firmware.table.yaku_line import turn_at, turns
from firmware.texts import load
from scorer import Card, CardsCaptured, Seat, TeyakuDeclared

TEXTS = load("both")
A, B, C = Seat
VIEWING = "chrysanthemum-sake-cup cherry-curtain"
BIG_THREE = "pine-crane plum-warbler cherry-curtain"
ALL_BRIGHTS = f"{BIG_THREE} susuki-moon willow-rain-man paulownia-phoenix"
INOSHIKACHO = "clover-boar maple-deer peony-butterflies"


def begun(sitting, piles=None, teyaku=None, *, one_short=True):
    """Give the players cards and lucky hands, at a time at which the first turn begins."""
    table = replace(sitting.table, defaults=Defaults(one_short=one_short))
    for seat, ids in (teyaku or {}).items():
        table = apply(table, TeyakuDeclared(Seat(seat), tuple(ids.split()), ()))
    for seat, ids in (piles or {}).items():
        table = apply(table, CardsCaptured(Seat(seat), tuple(map(Card.parse, ids.split()))))
    sitting.table = replace(table, view=replace(table.view, now_s=4800.0, touched_s=4800.0))
    sitting.now_s = 4800.0
    return sitting


def said(sitting, seat):
    """Return a player's turns, each in a word or two."""
    return [_word(turn) for turn in turns(sitting.table, Seat(seat))]


def _word(turn):
    cards = " ".join(card.id for card in turn.cards)
    name = turn.names.tiny if turn.names else turn.kind.value
    return f"{name} {turn.points}" + (f" by {cards}" if cards else "")


@pytest.mark.parametrize(
    ("piles", "teyaku", "turns"),
    [
        pytest.param({"B": "maple-deer"}, {}, ["nothing 0"], id="nothing"),
        pytest.param({"A": BIG_THREE}, {}, ["3Bright 25"], id="one yaku"),
        pytest.param(
            {"A": ALL_BRIGHTS}, {}, ["5Bright 30", "3Bright 25", "total 55"], id="two yaku and their sum"
        ),
    ],
)
def test_what_is_made_takes_turns(botan, piles, teyaku, turns):
    assert said(begun(botan, piles, teyaku), "A") == turns


def test_lucky_hands_stand_behind_the_yaku(ino):
    sitting = begun(ino, {"A": BIG_THREE}, {"A": "hand-three"}, one_short=False)
    assert said(sitting, "A") == ["Big 3 150", "Hand 3 200", "total 350"]


@pytest.mark.parametrize(
    ("piles", "options", "low"),
    [
        pytest.param({}, {}, "", id="before the first capture"),
        pytest.param({"A": "iris-bridge"}, {}, "A B C", id="after it"),
        pytest.param({"A": BIG_THREE, "B": "iris-bridge"}, {}, "B C", id="a yaku lifts over it"),
        pytest.param({"A": "iris-bridge"}, {"fuke": False}, "", id="switched off"),
    ],
)
def test_whom_fuke_threatens_bears_a_mark(sit, piles, options, low):
    sitting = begun(sit("ino-shika-cho", players=3, **options), piles)
    assert [str(seat) for seat in Seat if "fuke 60" in said(sitting, seat)] == low.split()


def test_a_yaku_and_fuke_take_turns_where_cards_alone_count(sit):
    sitting = sit("ino-shika-cho", players=3, fuke_counts="cards", fuke_limit=70)
    begun(sitting, {"A": VIEWING}, one_short=False)
    assert said(sitting, "A") == ["FlowerV 100", "fuke 70"]


@pytest.mark.parametrize(
    ("file", "chosen", "is_said"),
    [(False, None, False), (True, None, True), (True, False, False), (False, True, True)],
)
def test_what_is_one_card_short_is_said_where_the_file_or_a_choice_wants_it(botan, file, chosen, is_said):
    sitting = begun(botan, {"A": "pine-crane plum-warbler"}, one_short=file)
    sitting.table = replace(sitting.table, choices=Choices(one_short=chosen))
    assert ("3Bright 25 by cherry-curtain" in said(sitting, "A")) is is_said


def test_chances_stand_between_what_is_made_so_that_this_is_seen_every_other_time(ino):
    sitting = begun(
        ino, {"A": f"{BIG_THREE} clover-boar maple-deer chrysanthemum-sake-cup", "B": "iris-bridge"}
    )
    assert said(sitting, "A") == [
        "Big 3 150",
        "Boar-D. 300 by peony-butterflies",
        "FlowerV 100",
        "Gun 300 by susuki-moon",
        "total 250",
        "Boar-D. 300 by peony-butterflies",
    ]
    assert said(sitting, "B") == ["fuke 60"]


def test_a_card_that_another_player_took_is_no_chance(botan):
    assert said(begun(botan, {"A": "pine-crane plum-warbler", "B": "cherry-curtain"}), "A") == ["nothing 0"]


def test_before_the_first_capture_nothing_is_one_card_short(sit):
    sitting = begun(sit("ino-shika-cho", players=3), teyaku={"A": "hand-three"})
    assert [said(sitting, seat) for seat in "ABC"] == [["Hand 3 200"], ["nothing 0"], ["nothing 0"]]


@pytest.mark.parametrize(
    ("now_s", "place"), [(0.0, 0), (1.99, 0), (2.0, 1), (5.99, 2), (6.0, 0), (4800.0, 0), (4802.5, 1)]
)
def test_the_clock_alone_says_whose_turn_it_is(now_s, place):
    assert turn_at(("first", "second", "third"), now_s) == ("first", "second", "third")[place]


def ticks(sitting, seconds):
    """Return after how long ticks are wanted, in so many seconds."""
    since_s, asked = sitting.now_s, []
    while (due_s := wake_at(sitting.table)) is not None and due_s <= since_s + seconds:
        asked.append(due_s - since_s)
        sitting.give(Tick(due_s))
    return asked


TWO_YAKU = {"A": ALL_BRIGHTS}


def test_a_tick_is_wanted_for_each_turn(botan):
    sitting = begun(botan, TWO_YAKU)
    sitting.give(Tick(4800.5))
    assert ticks(sitting, 9.0) == [2.0, 4.0, 6.0, 8.0]


def test_no_tick_is_wanted_where_nothing_takes_turns(botan):
    assert ticks(begun(botan, {"A": BIG_THREE}), 60.0) == []


def test_ticks_go_on_while_the_display_is_dim_and_end_in_the_dark(botan):
    sitting = begun(botan, TWO_YAKU)
    sitting.table = replace(sitting.table, idle=Idle(3.0, 7.0))
    assert ticks(sitting, 60.0) == [2.0, 3.0, 4.0, 6.0, 7.0]
    assert scene_of(sitting.table, TEXTS).items == ()
    sitting.now_s = 4900.0
    sitting.press("A")
    assert wake_at(sitting.table) == 4902.0


@pytest.mark.parametrize("top", ["message", "question", "menu"])
def test_no_tick_is_wanted_while_something_else_is_shown(botan, top):
    sitting = begun(botan, TWO_YAKU)
    sitting.press("B")
    if top == "message":
        sitting.tap("iris-bridge")
        assert sitting.message is not None
        assert wake_at(sitting.table) == sitting.view.flash.until_s
        return
    sitting.tap("pine-crane") if top == "question" else sitting.hold("BACK", 1.0)
    assert (sitting.question, sitting["phase"]) in (("pine-crane", "playing"), (None, "menu"))
    assert wake_at(sitting.table) is None


def lines_of(sitting, turn=0, texts=TEXTS):
    """Draw the round at a turn: no pixel and no word of it is lost; return its lines, and those beyond."""
    view = replace(sitting.view, now_s=4800.0 + 2.0 * turn)
    scene = scene_of(replace(sitting.table, view=view), texts)
    paint(scene, strict=True)
    for text in (item for item in scene.items if isinstance(item, Text) and item.y > 40):
        assert text.width is None or cut(text.text, text.width, text.font, text.scale) == text.text
    lines = scene.lines()
    seen = len(lines) - len(scene.beyond)
    return lines[3:seen], list(scene.beyond)


@pytest.mark.parametrize(
    ("game", "piles", "rows"),
    [
        pytest.param("botan-cho", {"A": "iris-bridge"}, ["1枚 0枚"], id="nothing made"),
        pytest.param("botan-cho", {"A": BIG_THREE}, ["3枚 三光25 0枚"], id="a yaku with its value"),
        pytest.param(
            "botan-cho", TWO_YAKU, ["6枚 五光30 0枚", "6枚 三光25 0枚", "6枚 +55 0枚"], id="two in turn"
        ),
        pytest.param(
            "ino-shika-cho", {"A": INOSHIKACHO}, ["3枚 猪鹿蝶 0枚 ≦60"], id="a long name without its value"
        ),
        pytest.param(
            "ino-shika-cho",
            {"A": "pine-crane paulownia-phoenix susuki-moon", "B": "maple-deer plum-warbler iris-bridge"},
            ["3枚 松桐坊主 3枚"],
            id="the longest name",
        ),
        pytest.param(
            "ino-shika-cho",
            {
                "A": "pine-crane paulownia-phoenix susuki-moon iris-bridge iris-ribbon maple-deer"
                " plum-warbler susuki-geese cherry-chaff-1 clover-chaff-1"
            },
            ["10 松桐坊主 0枚 ≦60"],
            id="the longest name beside a number of two digits",
        ),
        pytest.param(
            "botan-cho",
            {"A": "pine-crane plum-warbler", "B": "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1"},
            ["2枚 3枚", "桜→三光25 藤→藤シマ"],
            id="one card short",
        ),
        pytest.param(
            "ino-shika-cho",
            {"A": "pine-crane paulownia-phoenix", "B": "clover-boar maple-deer plum-warbler"},
            ["2枚 3枚", "芒→松桐坊主 牡→猪鹿蝶"],
            id="one card short of a long name",
        ),
        pytest.param(
            "roppyakken",
            {
                "A": "pine-poetry-ribbon plum-poetry-ribbon cherry-poetry-ribbon wisteria-ribbon"
                " peony-blue-ribbon iris-ribbon"
            },
            ["6枚 小三100 0枚", "1→七短600 0枚", "6枚 小三100 0枚", "萩→草短 0枚"],
            id="any one of several",
        ),
    ],
)
def test_two_players_read_their_line(sit, game, piles, rows):
    sitting = begun(sit(game), piles)
    assert [lines_of(sitting, turn)[0] for turn in range(len(rows))] == [[row] for row in rows]


def test_three_players_read_the_flower_that_is_needed_and_what_for(ino):
    sitting = begun(ino, {"A": VIEWING, "B": INOSHIKACHO, "C": "pine-crane paulownia-phoenix"})
    assert lines_of(sitting)[0] == ["花見100 猪鹿蝶", "game 0 game 0 game 0"]
    assert lines_of(sitting, 1)[0] == ["need 芒 猪鹿蝶 need 芒", "鉄砲300 game 0 松桐坊主"]


def test_two_kanji_of_a_flower_are_shortened_to_the_first(ino):
    sitting = begun(ino, {"A": "clover-boar maple-deer plum-warbler"})
    assert lines_of(sitting, 1)[0] == ["need 牡 ≦60 ≦60", "猪鹿蝶 game 0 game 0"]


@pytest.mark.parametrize(
    ("language", "half", "third"),
    [
        pytest.param("en", "Curtain+25 Chaff+10", "Cherry +150 Wisteria +50", id="en"),
        pytest.param("ja", "桜→三光25 藤→藤シマ", "あと桜 あと藤", id="ja"),
        pytest.param("both", "桜→三光25 藤→藤シマ", "need 桜 need 藤", id="both"),
    ],
)
def test_each_language_says_what_is_one_card_short_as_it_has_room(sit, language, half, third):
    piles = {"A": "pine-crane plum-warbler", "B": "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1"}
    texts = load(language)
    assert lines_of(begun(sit("botan-cho"), piles), 1, texts)[0] == [half]
    assert lines_of(begun(sit("ino-shika-cho", players=3), piles), 1, texts)[0][0].startswith(third)


def test_what_stands_there_at_other_times_counts_as_beyond_the_screen(ino):
    sitting = begun(ino, {"A": VIEWING})
    assert lines_of(sitting)[1] == ["A 芒→鉄砲300"]
    assert lines_of(sitting, 1)[1] == ["A 花見100"]


def test_of_what_stands_there_at_other_times_nothing_is_said_twice(ino):
    sitting = begun(ino, {"A": f"{BIG_THREE} clover-boar maple-deer", "B": "wisteria-ribbon iris-ribbon"})
    assert lines_of(sitting)[1] == ["A 牡丹→猪鹿蝶300", "A 菊→花見100", "B 萩→草短100"]
    assert lines_of(sitting, 1)[1] == ["A 大三150", "A 菊→花見100", "B ≦60"]


def test_a_turn_in_which_nothing_is_made_is_not_said(botan):
    sitting = begun(botan, {"A": "pine-crane plum-warbler"})
    assert [lines_of(sitting, turn)[1] for turn in range(2)] == [["A 桜→三光25"], []]


def test_points_of_four_digits_and_a_limit_of_four_fit(sit):
    sitting = begun(
        sit("roppyakken", players=3, fuke=True, fuke_limit=1000, target=1_000_000), {"A": VIEWING}
    )
    assert lines_of(sitting, 2)[0] == ["≦1000 ≦1000 ≦1000", "game 0 game 0 game 0"]

"""What an account says of rules: by a house rule, by fuke, by the rule file."""

import pytest
from accounts import ended, read

from firmware.screens.layout import card_name
from firmware.texts import load as load_texts
from scorer import (
    Card,
    Pile,
    Seat,
    parse,
)

TEXTS = load_texts("both")
A, B, C = Seat


def pages_named(table, seat, title):
    return [lines for said, lines in read(table, seat) if said == title]


RIBBONS = (
    "pine-poetry-ribbon plum-poetry-ribbon cherry-poetry-ribbon iris-ribbon clover-ribbon peony-blue-ribbon"
)


def test_a_card_that_counts_by_a_house_rule_says_so():
    table = ended("roppyakken", piles={A: f"{RIBBONS} willow-ribbon"}, options={"willow_ribbon": True})
    lines = [pair for page in pages_named(table, A, "七短 7 Ribbons +600") for pair in page]
    assert [pair for pair in lines if pair[1]] == [("Willow ribbon", "by rule")]
    assert len(lines) == 7


def test_where_the_file_itself_counts_the_card_nothing_is_said():
    head = 'format = 1\nid = "ours"\nversion = 4\nextends = "roppyakken"\n'
    ours = parse(f"{head}[options.willow_ribbon]\ndefault = true\n")
    table = ended(ours, piles={A: f"{RIBBONS} willow-ribbon"})
    lines = [pair for page in pages_named(table, A, "七短 7 Ribbons +600") for pair in page]
    assert {right for _, right in lines} == {""}


BRIGHTS = "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"
NEVER = parse(
    'format = 1\nid = "never"\nversion = 1\nextends = "mushi"\n[options.five_brights]\ndefault = false\n'
)


def test_a_yaku_that_a_house_rule_switched_off_is_said():
    table = ended("mushi", piles={A: BRIGHTS}, options={"five_brights": False})
    lines = [left for page in pages_named(table, A, "五光 5 Brights +0") for left, _ in page]
    assert lines == ["House rule: off", *(card_name(card, TEXTS) for card in Pile.parse(BRIGHTS))]


@pytest.mark.parametrize(
    ("game", "pile", "options"),
    [
        pytest.param("mushi", BRIGHTS, {}, id="on"),
        pytest.param(
            "mushi", BRIGHTS.removeprefix("pine-crane"), {"five_brights": False}, id="one is not there"
        ),
        pytest.param(NEVER, BRIGHTS, {}, id="off, as the file says"),
    ],
)
def test_else_nothing_is_said_of_a_switch(game, pile, options):
    assert pages_named(ended(game, piles={A: pile}, options=options), A, "五光 5 Brights +0") == []


@pytest.mark.parametrize(
    ("piles", "options", "pages"),
    [
        pytest.param(
            (f"{RIBBONS} pine-crane", "maple-deer", "iris-bridge"),
            {},
            {A: "-180 B has 10: 60 or less C has 10: 60 or less Nobody scores"},
            id="two are low",
        ),
        pytest.param(
            ("maple-deer", "maple-chaff-1", "pine-crane plum-warbler"),
            {},
            {
                A: "-10 B has 0: 60 or less Nobody scores",
                B: None,
                C: "-100 B has 0: 60 or less Nobody scores",
            },
            id="the dealer too, who does not matter",
        ),
        pytest.param(
            ("maple-deer", "pine-crane plum-warbler cherry-curtain", "susuki-moon paulownia-phoenix"),
            {},
            {
                A: "-10 A has 10: 60 or less The dealer scores 0",
                B: "-150 A has 10: 60 or less Only yaku count",
            },
            id="the dealer alone",
        ),
        pytest.param(
            ("pine-crane plum-warbler", "chrysanthemum-sake-cup cherry-curtain", "susuki-moon maple-deer"),
            {"fuke_counts": "cards", "fuke_limit": 59},
            {},
            id="nobody is",
        ),
        pytest.param(
            ("pine-crane plum-warbler", "chrysanthemum-sake-cup cherry-curtain", "susuki-moon plum-chaff-1"),
            {"fuke_counts": "cards"},
            {B: "-160 B cards 60: ≦60 C cards 50: ≦60 Nobody scores"},
            id="where cards alone count",
        ),
    ],
)
def test_fuke_says_who_was_low_and_what_follows(piles, options, pages):
    table = ended("ino-shika-cho", 3, dict(zip(Seat, piles, strict=True)), options=options)
    found = {
        seat: " ".join([title.removeprefix("ふけ Fuke "), *(left for left, _ in lines)])
        for seat in Seat
        for title, lines in read(table, seat)
        if title.startswith("ふけ")
    }
    assert {seat: found.get(seat) for seat in pages} == pages
    assert bool(found) is bool(pages)


def test_any_player_may_have_been_low_where_the_rule_minds_the_dealer_too():
    piles = {A: "maple-deer", B: "pine-crane", C: "plum-warbler"}
    table = ended("roppyakken", 3, piles, options={"fuke": True})
    assert pages_named(table, B, "ふけ Fuke -50") == [(("A has 10: 30 or less", ""), ("Nobody scores", ""))]


@pytest.mark.parametrize(
    ("shown", "lines"),
    [
        pytest.param(
            "iris-bridge iris-ribbon iris-chaff-1", ["Iris bridge", "Iris ribbon", "Iris chaff"], id="shown"
        ),
        pytest.param("", ["unchecked"], id="by name"),
    ],
)
def test_a_lucky_hand_has_a_page_with_the_cards_that_were_shown(shown, lines):
    teyaku = {A: (("hand-three",), tuple(map(Card.parse, shown.split())))}
    table = ended("ino-shika-cho", 2, {A: "pine-crane", B: "plum-warbler"}, teyaku, {"fuke": False})
    (page,) = pages_named(table, A, "手三 Hand Three +200")
    assert [left for left, _ in page] == lines


CHAIN = parse("""
format = 1
id = "house-of-the-very-long-name"
version = 12
extends = "ino-shika-cho"
[names]
english = "House of a Long Name!"
[[yaku]]
id = "boar-deer-butterflies"
replaces = ["gun"]
""")


def test_what_replaced_a_yaku_may_be_replaced_itself():
    cards = "chrysanthemum-sake-cup cherry-curtain susuki-moon clover-boar maple-deer peony-butterflies"
    table = ended(CHAIN, 2, {A: cards, B: "pine-crane"}, options={"fuke": False})
    gun, _ = pages_named(table, A, "鉄砲 Gun +0")
    (viewing,) = pages_named(table, A, "花見 Flower V. +0")
    assert (gun[1], viewing[1]) == (("猪鹿蝶 Boar-Deer", "+300"), ("鉄砲 Gun", "+300"))


def last_pages(table):
    """Return the pages about the rule file: the title that they share, and all lines."""
    title = read(table, A)[-1][0]
    return title, [pair for page in pages_named(table, A, title) for pair in page]


def test_the_last_page_names_the_rule_file_its_source_and_the_house_rules_that_differ():
    options = {"fuke_counts": "cards", "fuke_limit": 80, "teyaku": False}
    title, lines = last_pages(ended("ino-shika-cho", piles={A: "pine-crane"}, options=options))
    assert title == "猪鹿蝶 Ino-Shika v1"
    assert [f"{left} {right}".strip() for left, right in lines] == [
        "ino-shika-cho.toml",
        "Fuda Wiki,",
        "Ino-Shika-Chō",
        "(Roppyakken variant)",
        "House rules (usual):",
        "Fuke limit 80 (60)",
        "Fuke counts",
        "cards (all)",
        "Lucky hands off (on)",
    ]


def test_a_file_of_the_players_own_says_so_and_what_it_extends():
    title, lines = last_pages(ended(CHAIN, piles={A: "pine-crane"}))
    assert title == "猪鹿蝶 Ino-Shika v12"
    assert [left for left, _ in lines] == [
        "house-of-the-very-lon",
        "g-name.toml",
        "your file",
        "extends ino-shika-cho",
        "House rules as usual",
    ]

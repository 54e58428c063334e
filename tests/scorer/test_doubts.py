"""What players should look at again before they believe a result."""

import pytest

from scorer import DoubtKind, Pile, Seat, find_doubts, load, parse

WISTERIA = "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1 wisteria-chaff-2"
WILLOW = "willow-rain-man willow-swallow willow-ribbon willow-lightning"


def found(game, *piles, **options):
    """Return kind, cards, seat and yaku of each doubt, as words."""
    rules = load(game)
    seats = dict(zip(Seat, map(Pile.parse, piles), strict=False))
    return [
        (doubt.kind.value, str(doubt.cards), str(doubt.seat or ""), doubt.yaku.id if doubt.yaku else "")
        for doubt in find_doubts(rules, rules.options(options), seats)
    ]


def split(game, suit_cards, count):
    """Lay so many cards of a suit into A's pile, and all other cards of the game into B's."""
    first = " ".join(suit_cards.split()[:count])
    return found(game, first, str(load(game).deck - Pile.parse(first)))


@pytest.mark.parametrize(
    ("game", "cards", "count", "is_odd"),
    [
        pytest.param("botan-cho", WISTERIA, 0, False, id="none and four"),
        pytest.param("botan-cho", WISTERIA, 1, True, id="one and three"),
        pytest.param("botan-cho", WISTERIA, 2, False, id="two and two"),
        pytest.param("botan-cho", WISTERIA, 3, True, id="three and one"),
        pytest.param("botan-cho", WILLOW, 1, True, id="willow in Botan-chō"),
        pytest.param("botan-cho", "peony-butterflies", 1, False, id="the wild card, alone of its suit"),
        pytest.param("mushi", WISTERIA, 3, True, id="Mushi"),
        pytest.param("mushi", WILLOW, 3, False, id="Mushi, but willow"),
        pytest.param("ino-shika-cho", WISTERIA, 1, False, id="a game where captures do not come in twos"),
        pytest.param("roppyakken", WISTERIA, 1, False, id="Roppyakken"),
    ],
)
def test_a_suit_split_one_and_three(game, cards, count, is_odd):
    whole = str(Pile.parse(cards))
    assert split(game, cards, count) == ([("split", whole, "", "")] if is_odd else [])


def test_a_suit_may_be_split_between_two_of_three():
    rules = parse(load("ino-shika-cho").text.replace("sum = 435", 'sum = 435\nsuits_in_twos = ["wisteria"]'))
    one = Pile.parse("wisteria-cuckoo")
    piles = {Seat.A: one, Seat.B: Pile(), Seat.C: rules.deck - one}
    assert [doubt.kind for doubt in find_doubts(rules, rules.options(), piles)] == [DoubtKind.SPLIT]


def test_every_split_suit_is_found_in_table_order():
    rules = load("botan-cho")
    one = "maple-deer pine-crane"
    assert [
        cards.split()[0] for _, cards, _, _ in found("botan-cho", one, str(rules.deck - Pile.parse(one)))
    ] == [
        "pine-crane",
        "maple-deer",
    ]


@pytest.mark.parametrize(
    ("pile", "other", "lacking"),
    [
        pytest.param(
            "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1", "", "wisteria-chaff-2", id="one chaff"
        ),
        pytest.param("wisteria-cuckoo wisteria-ribbon", "", "wisteria-chaff-1 wisteria-chaff-2", id="both"),
        pytest.param("wisteria-cuckoo wisteria-chaff-1 wisteria-chaff-2", "", None, id="a ribbon too"),
        pytest.param("wisteria-chaff-1 wisteria-chaff-2", "", None, id="all but the chaff"),
        pytest.param(
            "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1", "wisteria-chaff-2", None, id="not unseen"
        ),
        pytest.param("wisteria-cuckoo wisteria-ribbon", "wisteria-chaff-2", None, id="one of two not unseen"),
        pytest.param(WISTERIA, "", None, id="nothing"),
        pytest.param("", "", None, id="everything"),
        pytest.param(
            "iris-bridge iris-ribbon iris-chaff-1", "", None, id="chaff of a suit that makes no yaku"
        ),
    ],
)
def test_a_four_of_a_kind_that_lacks_only_chaff_that_nobody_has(pile, other, lacking):
    expected = [] if lacking is None else [("chaff", lacking, "B", "four-wisterias")]
    assert found("ino-shika-cho", other, pile) == expected


def test_the_lightning_is_chaff_of_the_four_rains():
    pile = "willow-rain-man willow-swallow willow-ribbon"
    assert found("ino-shika-cho", pile, "") == [("chaff", "willow-lightning", "A", "four-rains")]


OWN_RULES = """
format = 1
id = "own"
version = 1
extends = "ino-shika-cho"
{yaku}
[options.five_brights]
default = true
english = "Irises"
hint = "Whether four irises are a yaku."
"""
FOUR_IRISES = '["iris-bridge", "iris-ribbon", "iris-chaff-1", "iris-chaff-2"]'
OWN_YAKU = """
[[yaku]]
id = "own"
value = 10
kanji = "菖蒲"
romaji = "ayame"
english = "Irises"
short = "Irises"
tiny = "Irises"
option = "five_brights"
cards = {cards}
"""


@pytest.mark.parametrize(
    ("cards", "is_on", "is_found"),
    [
        pytest.param(FOUR_IRISES, True, True, id="on"),
        pytest.param(
            '["iris-bridge", "iris-ribbon", "iris-chaff-1", "iris-chaff-2"]', False, False, id="off"
        ),
        pytest.param('["iris-bridge", "iris-ribbon", "iris-chaff-2"]', True, False, id="three of a suit"),
        pytest.param(
            f"{FOUR_IRISES}\nany = 3",
            True,
            False,
            id="any three of a suit",
        ),
    ],
)
def test_a_four_of_a_kind_of_ones_own_rules_is_looked_for_where_it_counts(cards, is_on, is_found):
    rules = parse(OWN_RULES.replace("{yaku}", OWN_YAKU.replace("{cards}", cards)))
    pile = Pile.parse("iris-bridge iris-ribbon iris-chaff-1")
    doubts = find_doubts(rules, rules.options({"five_brights": is_on}), {Seat.A: pile, Seat.B: Pile()})
    assert bool(doubts) is is_found


def test_three_brights_are_no_four_of_a_kind():
    assert found("ino-shika-cho", "pine-crane plum-warbler", "") == []


@pytest.mark.parametrize(
    ("unseen", "cards"),
    [
        pytest.param(
            "maple-deer pine-crane paulownia-yellow", "pine-crane maple-deer paulownia-yellow", id="some"
        ),
        pytest.param("susuki-chaff-1 iris-chaff-1", None, id="chaff worth nothing"),
        pytest.param("", None, id="none"),
    ],
)
def test_with_three_players_cards_worth_points_that_nobody_has(unseen, cards):
    seen = load("ino-shika-cho").deck - Pile.parse(unseen)
    chaff = [row for row in found("ino-shika-cho", str(seen), "", "") if row[0] == DoubtKind.POINTS.value]
    assert chaff == ([] if cards is None else [("points", cards, "", "")])


def test_with_two_players_cards_stay_in_the_pile_and_nothing_is_said_of_points():
    assert found("ino-shika-cho", "pine-crane", "maple-deer") == []

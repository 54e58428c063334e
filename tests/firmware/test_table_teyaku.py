"""Lucky hands, shown by scanning."""

import pytest

from firmware.table.match_pages import LuckyHand
from scorer import Card, Seat, TeyakuDeclared

IRISES = ["iris-bridge", "iris-ribbon", "iris-chaff-1"]
MAPLES = ["maple-deer", "maple-chaff-1", "maple-chaff-2"]
OTHERS = ["pine-crane", "plum-warbler", "cherry-curtain", "susuki-moon"]
SEVEN_CHAFF = [
    *("pine-chaff-1", "pine-chaff-2", "plum-chaff-1", "plum-chaff-2"),
    *("cherry-chaff-1", "cherry-chaff-2", "willow-lightning"),
]


@pytest.fixture
def shown(ino):
    """Return a table of three where B's lucky hand is open."""
    ino.hold("B", 1.0)
    return ino


def test_holding_a_letter_before_the_first_capture_opens_that_players_hand(shown):
    assert (shown["phase"], str(shown.view.mode.seat), shown["active"]) == ("teyaku", "B", "A")


@pytest.mark.parametrize(
    ("cards", "ids"),
    [
        pytest.param(IRISES, ["hand-three"], id="three of one suit"),
        pytest.param([*IRISES, "pine-crane"], ["hand-three"], id="with a bystander"),
        pytest.param([*IRISES, *MAPLES], ["double-hand-three"], id="three and three"),
        pytest.param(SEVEN_CHAFF, ["all-chaff"], id="a whole hand of chaff"),
    ],
)
def test_ok_declares_what_the_cards_make_and_goes_back(shown, cards, ids):
    shown.tap(*cards)
    shown.press("OK")
    assert (shown["phase"], shown["teyaku"]) == ("playing", {"B": ids})
    assert shown.message == ("declared", " ".join(cards), "B", " ".join(ids))


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param([], id="none"),
        pytest.param(IRISES[:2], id="two of one suit"),
        pytest.param(SEVEN_CHAFF[:6], id="chaff, not the whole hand"),
    ],
)
def test_cards_that_make_nothing_are_not_declared(shown, cards):
    shown.tap(*cards)
    shown.press("OK")
    assert (shown["phase"], shown["teyaku"], shown["notice"]) == ("teyaku", {}, None)
    assert shown.message == ("refused", "", "", "no-hand")


def test_back_goes_back_without(shown):
    shown.tap(*IRISES)
    shown.press("BACK")
    assert (shown["phase"], shown["teyaku"], shown.facts) == ("playing", {}, [])


def test_the_active_player_afterwards_is_as_before(ino):
    ino.press("C")
    ino.hold("B", 1.0)
    ino.tap(*IRISES)
    ino.press("OK")
    assert ino["active"] == "C"


def test_shown_cards_are_not_captured(shown):
    shown.tap(*IRISES)
    shown.press("OK")
    assert (shown["piles"], len(shown["unaccounted"])) == ({"A": [], "B": [], "C": []}, 48)
    shown.tap("iris-bridge")
    assert shown["piles"]["A"] == ["iris-bridge"]


def test_a_new_declaration_replaces_the_old(shown):
    shown.tap(*IRISES)
    shown.press("OK")
    shown.hold("B", 1.0)
    shown.tap(*IRISES, *MAPLES)
    shown.press("OK")
    assert shown["teyaku"] == {"B": ["double-hand-three"]}


def test_declarations_stand_by_seat(shown):
    shown.tap(*IRISES)
    shown.press("OK")
    shown.hold("A", 1.0)
    shown.tap(*MAPLES)
    shown.press("OK")
    assert shown["teyaku"] == {"A": ["hand-three"], "B": ["hand-three"]}


def test_a_card_shown_by_another_player_is_refused(shown):
    shown.tap(*IRISES)
    shown.press("OK")
    shown.hold("C", 1.0)
    shown.tap("iris-bridge")
    assert shown.message == ("refused", "iris-bridge", "B", "shown-by-other")
    assert shown.view.mode.shown == ()


def test_more_cards_than_a_hand_are_refused(shown):
    shown.tap(*IRISES, *OTHERS, "willow-swallow")
    assert shown.message == ("refused", "willow-swallow", "", "too-many")
    assert len(shown.view.mode.shown) == 7


def test_a_hand_of_two_players_has_eight_cards(sit):
    sitting = sit("ino-shika-cho")
    sitting.hold("A", 1.0)
    sitting.tap(*IRISES, *OTHERS, "willow-swallow")
    assert (len(sitting.view.mode.shown), sitting.message) == (8, None)


def test_a_card_shown_twice_is_refused(shown):
    shown.tap("iris-bridge", "iris-bridge")
    assert (shown["notice"], shown.view.mode.shown[1:]) == ("already-yours", ())


def test_four_of_one_suit_make_nothing_but_perhaps_a_misdeal(shown):
    shown.tap(*IRISES, "iris-chaff-2")
    assert shown.screen.endswith("Four alike. Misdeal? Iris chaff Iris chaff BACK: cancel")
    shown.press("OK")
    assert (shown["phase"], shown["teyaku"], shown.message) == (
        "teyaku",
        {},
        ("refused", "", "", "four-alike"),
    )


@pytest.mark.parametrize("button", ["A", "B", "C"])
def test_letters_do_nothing_while_cards_are_shown(shown, button):
    shown.tap("iris-bridge")
    shown.press(button)
    assert (shown["phase"], shown["active"], shown.facts) == ("teyaku", "A", [])
    assert shown.view.mode == LuckyHand(Seat.B, (Card.IRIS_BRIDGE,))


@pytest.mark.parametrize(
    ("buttons", "declared"),
    [
        pytest.param("B", ["all-chaff"], id="B comes in at the first"),
        pytest.param("B B", ["hand-three"], id="B goes down"),
        pytest.param("B B B", ["double-hand-three"], id="to the last hand"),
        pytest.param("B B B A", ["hand-three"], id="A goes up"),
        pytest.param("B A A", ["double-hand-three"], id="and round over none to the last"),
        pytest.param("A A", ["double-hand-three"], id="A comes in at the end"),
        pytest.param("B C", ["all-chaff"], id="C does nothing"),
    ],
)
def test_with_no_card_shown_a_and_b_go_through_the_lucky_hands_and_ok_declares(shown, buttons, declared):
    shown.press(*buttons.split(), "OK")
    assert (shown["phase"], shown["teyaku"], shown["active"]) == ("playing", {"B": declared}, "A")
    assert shown.facts == [TeyakuDeclared(Seat.B, tuple(declared), ())]


def test_a_hand_declared_without_cards_is_marked_not_checked(shown):
    shown.press("B", "B")
    assert shown.screen == "B's lucky hand 2 of 4 Hand Three 手三 +200 OK: declare unchecked"
    shown.press("OK")
    assert shown.screen == "手三 Hand Three unchecked B +200"


def test_a_hand_declared_by_its_cards_is_not_marked(shown):
    shown.tap(*IRISES)
    shown.press("OK")
    assert shown.screen == "手三 Hand Three B +200"


def test_before_a_letter_the_screen_says_both_ways(shown):
    assert shown.screen == "B's lucky hand Tap what is shown or A B: by name BACK: cancel"


def test_none_takes_a_declaration_back_and_back_brings_it_again(shown):
    shown.tap(*IRISES)
    shown.press("OK")
    shown.hold("B", 1.0)
    shown.press("A")
    assert shown.screen == "B's lucky hand 4 of 4 none OK: declare"
    shown.press("OK")
    assert (shown["phase"], shown["teyaku"]) == ("playing", {})
    assert shown.screen == "B's lucky hand No lucky hand B"
    shown.press("BACK")
    assert shown["teyaku"] == {"B": ["hand-three"]}


def test_none_where_nothing_was_declared_is_no_change(shown):
    shown.press("A", "OK")
    assert (shown["phase"], shown.facts) == ("playing", [])


def test_a_card_shown_after_a_choice_counts_instead(shown):
    shown.press("B")
    shown.tap(*IRISES)
    shown.press("OK")
    assert shown["teyaku"] == {"B": ["hand-three"]}


def test_cards_of_a_declaration_taken_back_may_be_shown_by_another(shown):
    shown.tap(*IRISES)
    shown.press("OK")
    shown.hold("B", 1.0)
    shown.press("A", "OK")
    shown.hold("C", 1.0)
    shown.tap(*IRISES)
    shown.press("OK")
    assert shown["teyaku"] == {"C": ["hand-three"]}


def test_with_the_option_off_the_hold_says_so(sit):
    sitting = sit("ino-shika-cho", teyaku=False)
    sitting.down("A")
    sitting.wait(0.5)
    assert sitting.screen == "hold A No lucky hands here"
    sitting.wait(0.5)
    sitting.up("A")
    assert (sitting["phase"], sitting.message) == ("playing", ("refused", "", "", "no-lucky-hands"))


def test_after_the_first_capture_no_hand_is_opened(ino):
    ino.tap("pine-crane")
    ino.hold("B", 1.0)
    assert ino["phase"] == "playing"


def test_with_two_players_c_shows_no_hand(sit):
    sitting = sit("ino-shika-cho")
    sitting.hold("C", 1.5)
    assert (sitting["phase"], sitting["active"]) == ("playing", "A")


def test_a_declared_hand_counts_in_the_round(sit):
    sitting = sit("ino-shika-cho", fuke=False)
    sitting.hold("B", 1.0)
    sitting.tap(*IRISES)
    sitting.press("OK")
    sitting.tap("pine-crane")
    sitting.press("OK")
    assert sitting["standings"] == {"A": {"points": 50}, "B": {"points": 200}}

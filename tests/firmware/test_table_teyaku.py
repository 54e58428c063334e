"""Lucky hands, shown by scanning."""

import pytest

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
        pytest.param([*IRISES, "iris-chaff-2"], id="four of one suit, a misdeal"),
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


@pytest.mark.parametrize("button", ["A", "B", "C"])
def test_letters_do_nothing_while_a_hand_is_shown(shown, button):
    shown.press(button)
    assert (shown["phase"], shown["active"], shown.facts) == ("teyaku", "A", [])


def test_with_the_option_off_the_hold_says_so(sit):
    sitting = sit("ino-shika-cho", teyaku=False)
    sitting.hold("A", 1.0)
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

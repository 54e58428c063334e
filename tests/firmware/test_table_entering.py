"""Entering a card by hand: three presses, and then as if it had been tapped."""

import pytest

from scorer import Card


@pytest.fixture
def entering(botan):
    """Return a round of two players in which B is active and enters a card."""
    botan.press("B")
    botan.hold("BACK", 1.0)
    botan.choose("enter-card")
    return botan


def letters(card):
    """Return the presses for a card, worked out from its place in table order."""
    place = list(Card).index(card)
    return "ABC"[place // 16], ["A", "B", "C", "OK"][place % 16 // 4], ["A", "B", "C", "OK"][place % 4]


@pytest.mark.parametrize("card", Card, ids=str)
def test_three_presses_enter_any_card(entering, card):
    entering.press(*letters(card))
    assert entering["phase"] == "playing"
    if card in entering.table.match.ruleset.deck:
        assert entering["piles"] == {"A": [], "B": [card.id]}
    else:
        assert (entering["piles"]["B"], entering["notice"]) == ([], "not-in-game")


@pytest.mark.parametrize(
    ("presses", "pile"),
    [
        pytest.param("A A A", "pine-crane", id="the first suit"),
        pytest.param("A OK B", "wisteria-ribbon", id="4"),
        pytest.param("B A OK", "iris-chaff-2", id="5"),
        pytest.param("B OK A", "susuki-moon", id="8"),
        pytest.param("C A A", "chrysanthemum-sake-cup", id="9, with two players C works here"),
        pytest.param("C OK B", "paulownia-yellow", id="12"),
        pytest.param("OK A A A", "pine-crane", id="OK is no group"),
        pytest.param("B BACK A A A", "pine-crane", id="BACK from the suits"),
        pytest.param("A B BACK A A", "pine-crane", id="BACK from the cards"),
        pytest.param("A B BACK BACK C A A", "chrysanthemum-sake-cup", id="BACK twice"),
    ],
)
def test_buttons_stand_for_suits_and_cards(entering, presses, pile):
    entering.press(*presses.split())
    assert (entering["phase"], entering["piles"]["B"]) == ("playing", [pile])


def test_back_at_the_first_step_goes_back_to_the_menu(entering):
    entering.press("A", "A", "BACK", "BACK")
    assert (entering["phase"], entering["choice"]) == ("menu", None)
    entering.press("BACK")
    assert (entering["phase"], entering["choice"]) == ("menu", "enter-card")


def entered_or_tapped(sitting, card, *, by_hand):
    if not by_hand:
        sitting.tap(card.id)
    else:
        sitting.hold("BACK", 1.0)
        sitting.choose("enter-card")
        sitting.press(*letters(card))
    return {
        "said": (sitting["notice"], sitting.message, sitting.question),
        "piles": sitting["piles"],
        "active": sitting["active"],
        "last": sitting.facts[-1],
    }


@pytest.mark.parametrize(
    "card",
    [
        pytest.param(Card.IRIS_BRIDGE, id="captured"),
        pytest.param(Card.CHERRY_CURTAIN, id="makes a yaku"),
        pytest.param(Card.MAPLE_DEER, id="another player's: the question stands"),
        pytest.param(Card.PINE_CRANE, id="the player's own"),
        pytest.param(Card.CLOVER_BOAR, id="left out by the game"),
    ],
)
def test_a_card_entered_acts_as_if_it_had_been_tapped(sit, card):
    outcomes = []
    for by_hand in (True, False):
        sitting = sit("botan-cho")
        sitting.facts.clear()
        sitting.press("B")
        sitting.tap("maple-deer")
        sitting.press("A")
        sitting.tap("pine-crane", "plum-warbler")
        outcomes.append(entered_or_tapped(sitting, card, by_hand=by_hand))
    assert outcomes[0] == outcomes[1]


def test_a_question_that_an_entered_card_raised_is_answered_as_any(entering):
    entering.press("BACK", "BACK", "A")
    entering.tap("maple-deer")
    entering.press("B")
    entering.hold("BACK", 1.0)
    entering.choose("enter-card")
    entering.press(*letters(Card.MAPLE_DEER))
    assert entering["notice"] == "other-player"
    entering.press("OK")
    assert entering["piles"] == {"A": [], "B": ["maple-deer"]}


@pytest.mark.parametrize("button", ["A", "B", "C"])
def test_a_button_held_while_a_card_is_entered_is_one_press(entering, button):
    entering.hold(button, 3.0)
    assert (entering["phase"], entering.view.mode.suit) == ("menu", None)
    assert entering.view.mode.suits[0] is list(Card)["ABC".index(button) * 16].suit

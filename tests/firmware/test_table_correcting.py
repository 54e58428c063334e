"""A round that was scored is put right."""

import pytest

from firmware.table.correcting import opened_correcting
from firmware.table.match_pages import Correcting
from scorer import Card, CardsCaptured, CardsMoved, RoundCorrected, Seat, TeyakuDeclared


@pytest.fixture
def standings(sit):
    """Return the last page of round 2, in which A has the crane, as in round 1, and B the deer."""
    sitting = sit("ino-shika-cho", fuke=False)
    for _ in range(2):
        sitting.press("A")
        sitting.tap("pine-crane")
        sitting.press("B")
        sitting.tap("maple-deer", "iris-ribbon")
        sitting.press("OK", "OK", "OK")
    sitting.press("BACK")
    return sitting


@pytest.fixture
def rounds(standings):
    standings.hold("BACK", 1.0)
    return standings


@pytest.fixture
def opened(rounds):
    """Return round 1, open."""
    rounds.press("A", "OK")
    return rounds


def test_holding_back_on_the_last_page_opens_the_scored_rounds_at_the_last_one(standings):
    standings.down("BACK")
    standings.wait(0.3)
    assert standings.screen == "hold BACK correct a round"
    standings.wait(0.7)
    standings.up("BACK")
    assert (standings["phase"], standings["choice"]) == ("menu", "round-2")
    assert standings.screen == "Correct a round 1: A 50 B 15 2: A 50 B 15"


def test_on_the_other_pages_and_over_an_account_back_held_is_back(standings):
    standings.press("A")
    standings.hold("BACK", 1.5)
    assert (standings["phase"], standings.view.mode.account) == ("result", None)
    standings.press("BACK")
    standings.hold("BACK", 1.5)
    assert standings["phase"] == "playing"


@pytest.mark.parametrize(
    ("presses", "choice"),
    [
        pytest.param("A", "round-1", id="A goes up"),
        pytest.param("A A", "round-2", id="and round to the last"),
        pytest.param("A B", "round-2", id="B goes down"),
        pytest.param("B", "round-1", id="and round to the first"),
        pytest.param("C", "round-2", id="C does nothing"),
    ],
)
def test_a_and_b_choose_a_round(rounds, presses, choice):
    rounds.press(*presses.split())
    assert rounds["choice"] == choice


def test_a_held_goes_on_through_the_rounds(rounds):
    rounds.hold("A", 1.3)
    assert rounds["choice"] == "round-1"


def test_back_leaves_the_list_for_the_last_page(rounds):
    rounds.press("BACK")
    assert rounds.screen == "After round 2 to 600 A 100 B 30 OK round 3  A deals"


def test_ok_opens_a_round_and_shows_its_piles_and_scores(opened):
    assert opened.screen == "Round 1 A 1枚 50 B 2枚 15 Tap card/hold letter"


@pytest.mark.parametrize(
    ("card", "words"),
    [
        pytest.param("maple-deer", "Maple deer 紅葉 Round 1 B has it A: give it", id="in a pile"),
        pytest.param("pine-chaff-1", "Pine chaff 松 Round 1 in no pile A B: give it", id="in none"),
    ],
)
def test_a_card_tapped_names_whose_it_is(opened, card, words):
    before = opened.table.match
    opened.tap(card)
    assert (opened.screen, opened["notice"], opened.table.match) == (words, None, before)


def test_a_letter_gives_it_to_that_player_after_ok(opened):
    opened.tap("maple-deer")
    opened.press("A")
    assert opened.screen == "Round 1 Maple deer from B to A OK: yes  BACK: no"
    opened.press("OK")
    assert opened.facts[-1] == RoundCorrected(0, CardsMoved(Seat.A, (Card.MAPLE_DEER,)))
    assert opened.screen == "Maple deer 紅葉 Round 1 A has it B: give it"
    assert opened["standings"] == {"A": {"points": 110}, "B": {"points": 20}}


def test_a_card_that_was_not_seen_is_captured(opened):
    opened.tap("iris-bridge")
    opened.press("B")
    assert opened.screen == "Round 1 Iris bridge to B OK: yes  BACK: no"
    opened.press("OK")
    assert opened.facts[-1] == RoundCorrected(0, CardsCaptured(Seat.B, (Card.IRIS_BRIDGE,)))


def test_the_round_whose_result_is_shown_can_be_corrected_too(rounds):
    rounds.press("OK")
    rounds.tap("pine-crane")
    rounds.press("B", "OK")
    assert rounds["piles"] == {"A": [], "B": ["maple-deer", "iris-ribbon", "pine-crane"]}
    assert rounds["standings"] == {"A": {"points": 50}, "B": {"points": 80}}


@pytest.mark.parametrize(
    ("presses", "mode"),
    [
        pytest.param("A BACK", Correcting(0, is_open=True, card=Card.MAPLE_DEER), id="no"),
        pytest.param("A BACK BACK", Correcting(0, is_open=True), id="to the round"),
        pytest.param("A BACK BACK BACK", Correcting(0), id="to the list"),
    ],
)
def test_back_is_a_no_and_then_a_step_back(opened, presses, mode):
    before = opened.table.match
    opened.tap("maple-deer")
    opened.press(*presses.split())
    assert (opened.view.mode, opened.table.match) == (mode, before)


def test_another_card_tapped_is_a_no_and_is_named(opened):
    opened.tap("maple-deer")
    opened.press("A")
    opened.tap("pine-crane")
    assert opened.view.mode == Correcting(0, is_open=True, card=Card.PINE_CRANE)


def test_another_letter_is_another_player(opened):
    opened.tap("iris-bridge")
    opened.press("A", "B", "OK")
    assert opened.facts[-1] == RoundCorrected(0, CardsCaptured(Seat.B, (Card.IRIS_BRIDGE,)))


@pytest.mark.parametrize(
    ("taps", "presses", "words"),
    [
        pytest.param("", "A", "tap-first", id="a letter before a card"),
        pytest.param("", "OK", "tap-first", id="OK before a card"),
        pytest.param("maple-deer", "OK", "whose", id="OK before a letter"),
        pytest.param("maple-deer", "B", "already-yours", id="the owner's letter"),
        pytest.param("maple-deer", "C", "whose", id="nobody sits there"),
    ],
)
def test_what_cannot_be_is_said(opened, taps, presses, words):
    before = opened.table.match
    opened.tap(*taps.split())
    opened.press(*presses.split())
    assert (opened.message[3], opened.table.match) == (words, before)


def test_a_card_that_the_game_leaves_out_is_refused(end_round):
    sitting = end_round("B", rounds=1)
    sitting.press("OK")
    sitting.hold("BACK", 1.0)
    sitting.tap("pine-crane")
    assert sitting.message == ("refused", "pine-crane", "", "elsewhere")
    sitting.press("OK")
    sitting.tap("clover-boar")
    assert (sitting["notice"], sitting.view.mode) == ("not-in-game", Correcting(0, is_open=True))


def test_a_letter_held_goes_through_the_lucky_hands(opened):
    opened.down("B")
    opened.wait(0.5)
    assert opened.screen == "hold B B's lucky hand"
    opened.wait(0.5)
    opened.up("B")
    assert opened.screen == "B's lucky hand 1 of 4 All Chaff 総ガス +400 OK: declare unchecked"
    opened.press("B", "OK")
    assert opened.screen == "Round 1 B's lucky hand 手三 Hand Three OK: yes  BACK: no"
    opened.press("A", "OK")
    assert opened.facts[-1] == RoundCorrected(0, TeyakuDeclared(Seat.B, ("hand-three",), ()))
    assert opened.screen == "Round 1 A 1枚 50 B 2枚 手三 215 Tap card/hold letter"


def test_among_the_lucky_hands_a_letter_held_is_a_press(opened):
    opened.hold("A", 1.0)
    opened.hold("B", 1.5)
    assert opened.view.mode == Correcting(0, is_open=True, seat=Seat.A, choice=1)


def test_none_takes_a_lucky_hand_back(opened):
    opened.hold("B", 1.0)
    opened.press("B", "OK", "OK")
    opened.hold("B", 1.0)
    opened.press("B", "B", "B", "OK")
    assert opened.screen == "Round 1 B's lucky hand none OK: yes  BACK: no"
    opened.press("OK")
    assert opened["standings"]["B"] == {"points": 30}


def test_back_leaves_the_lucky_hands_step_by_step(opened):
    opened.hold("B", 1.0)
    opened.press("OK", "BACK")
    assert opened.view.mode == Correcting(0, is_open=True, seat=Seat.B, choice=0)
    opened.press("BACK")
    assert opened.view.mode == Correcting(0, is_open=True)


@pytest.mark.parametrize("game", ["botan-cho", "ino-shika-cho"])
def test_without_lucky_hands_a_letter_held_is_a_press(sit, game):
    sitting = sit(game, **({"teyaku": False} if game == "ino-shika-cho" else {}))
    sitting.tap(*sitting["unaccounted"])
    sitting.press("OK", "OK")
    sitting.hold("BACK", 1.0)
    sitting.press("OK")
    sitting.hold("B", 1.5)
    assert sitting.message[3] == "tap-first"


def test_where_no_round_is_scored_there_is_nothing_to_correct(ino):
    assert opened_correcting(ino.table).view.flash.words == ("no-round-yet",)


def test_while_a_round_runs_the_earlier_ones_can_be_corrected(standings):
    standings.press("OK")
    standings.tap("pine-crane")
    standings.table = opened_correcting(standings.table).applied_to(standings.table)
    assert standings["choice"] == "round-2"
    standings.press("OK")
    standings.tap("maple-deer")
    standings.press("A", "OK", "BACK", "BACK", "BACK")
    assert (standings["phase"], standings["piles"]["A"], standings["round"]) == ("playing", ["pine-crane"], 3)
    assert standings["standings"] == {"A": {"points": 110}, "B": {"points": 20}}


def test_back_held_over_the_piles_of_the_round_menu_opens_the_rounds_too(standings):
    standings.press("OK")
    standings.hold("BACK", 1.0)
    standings.choose("piles")
    standings.down("BACK")
    standings.wait(0.5)
    assert standings.screen == "hold BACK correct a round"
    standings.wait(0.5)
    standings.up("BACK")
    assert (standings["phase"], standings["choice"]) == ("menu", "round-2")


def test_over_the_piles_of_the_first_round_it_says_that_there_is_none(ino):
    ino.hold("BACK", 1.0)
    ino.choose("piles")
    ino.hold("BACK", 1.0)
    assert (ino["phase"], ino.message[3]) == ("menu", "no-round-yet")


def test_chips_are_settled_anew(end_round):
    sitting = end_round("B", rounds=3)
    sitting.press("OK")
    sitting.hold("BACK", 1.0)
    sitting.press("OK")
    sitting.tap("pine-crane")
    sitting.press("A", "OK")
    # B loses 20 points of the cards and both yaku of brights with the crane
    assert {seat: row["chips"] for seat, row in sitting["standings"].items()} == {"A": 60, "B": 300}


def test_a_correction_may_leave_something_to_look_at_again(end_round):
    sitting = end_round("B", rounds=3)
    sitting.press("OK")
    sitting.hold("BACK", 1.0)
    sitting.press("OK")
    sitting.tap("pine-crane")
    sitting.press("A", "OK", "BACK", "BACK", "BACK")
    assert sitting.screen.startswith("After round 1")
    sitting.press("BACK", "BACK")
    assert sitting.screen == "Look again? Pine 松 A 1 B 3 twos or four? BACK: tap OK: right"

"""A letter held after the first capture: the cards tapped last were mine."""

import pytest

from firmware.table import Table, View, resumed
from scorer import Card, CardsMoved, PlayerChosen, Seat

FIRST, SECOND = 0, 1


@pytest.fixture
def two_runs(ino):
    """Return a table of three where A tapped one card, and after a pause two."""
    ino.tap("pine-crane")
    ino.wait(6.0)
    ino.tap("iris-bridge", "iris-chaff-1")
    return ino


def test_the_cards_tapped_last_become_the_players_who_becomes_active(two_runs):
    two_runs.hold("B", 1.0)
    assert two_runs["piles"] == {"A": ["pine-crane"], "B": ["iris-bridge", "iris-chaff-1"], "C": []}
    assert (two_runs["active"], two_runs["phase"], two_runs["notice"]) == ("B", "playing", None)
    assert two_runs.message == ("moved", "iris-bridge iris-chaff-1", "B", "")


def test_held_again_the_run_before(two_runs):
    two_runs.hold("B", 1.0)
    two_runs.hold("B", 1.0)
    assert two_runs["piles"]["B"] == ["iris-bridge", "iris-chaff-1", "pine-crane"]


def test_it_is_one_change_for_back_and_the_active_player_stays(two_runs):
    two_runs.hold("B", 1.0)
    assert [type(fact) for fact in two_runs.facts[-2:]] == [CardsMoved, PlayerChosen]
    two_runs.press("BACK")
    assert two_runs["piles"] == {"A": ["pine-crane", "iris-bridge", "iris-chaff-1"], "B": [], "C": []}
    assert (two_runs["active"], two_runs.message[:3]) == (
        "B",
        ("taken-back", "iris-bridge iris-chaff-1", "B"),
    )


def test_who_is_active_already_is_not_chosen_once_more(two_runs):
    two_runs.press("B")
    two_runs.hold("B", 1.0)
    assert [type(fact) for fact in two_runs.facts[-2:]] == [PlayerChosen, CardsMoved]


@pytest.mark.parametrize(
    ("pause_s", "cards"),
    [
        pytest.param(4.5, ["pine-crane", "maple-deer"], id="five seconds from tap to tap"),
        pytest.param(4.6, ["maple-deer"], id="a little more"),
    ],
)
def test_a_run_ends_where_nobody_tapped_for_more_than_five_seconds(ino, pause_s, cards):
    ino.tap("pine-crane")
    ino.wait(pause_s)
    ino.tap("maple-deer")
    ino.hold("C", 1.0)
    assert ino["piles"]["C"] == cards


def test_how_long_ago_the_last_tap_was_does_not_matter(two_runs):
    two_runs.wait(600)
    two_runs.hold("B", 1.0)
    assert two_runs["piles"]["B"] == ["iris-bridge", "iris-chaff-1"]


def test_presses_between_taps_do_not_end_a_run(ino):
    ino.tap("pine-crane")
    ino.press("B")
    ino.tap("maple-deer")
    ino.hold("C", 1.0)
    assert ino["piles"] == {"A": [], "B": [], "C": ["pine-crane", "maple-deer"]}


def test_what_is_the_players_already_stays(ino):
    ino.press("B")
    ino.tap("pine-crane")
    ino.press("A")
    ino.tap("maple-deer", "iris-bridge")
    ino.hold("B", 1.0)
    assert ino["piles"]["B"] == ["pine-crane", "maple-deer", "iris-bridge"]
    assert ino.facts[-2] == CardsMoved(Seat.B, (Card.MAPLE_DEER, Card.IRIS_BRIDGE))


def test_cards_tapped_again_in_vain_belong_to_the_run(two_runs):
    two_runs.wait(6.0)
    two_runs.tap("pine-crane")
    assert two_runs["notice"] == "already-yours"
    two_runs.hold("B", 1.0)
    assert two_runs["piles"]["B"] == ["pine-crane"]


def test_a_card_asked_about_belongs_to_the_run_and_the_question_is_answered_with_no(two_runs):
    two_runs.press("C")
    two_runs.wait(6.0)
    two_runs.tap("pine-crane")
    assert two_runs.question == "pine-crane"
    two_runs.hold("B", 1.0)
    assert (two_runs["piles"]["B"], two_runs.question) == (["pine-crane"], None)


def test_a_card_that_back_refused_does_not_belong_to_the_run(two_runs):
    two_runs.press("B")
    two_runs.wait(6.0)
    two_runs.tap("pine-crane")
    two_runs.press("BACK")
    two_runs.hold("B", 1.0)
    assert two_runs["piles"]["B"] == ["iris-bridge", "iris-chaff-1"]


def test_a_card_taken_back_does_not_belong_to_the_run(two_runs):
    two_runs.press("BACK")
    two_runs.hold("B", 1.0)
    assert (two_runs["piles"]["B"], "iris-chaff-1" in two_runs["unaccounted"]) == (["iris-bridge"], True)


def test_another_player_may_take_the_same_run(two_runs):
    two_runs.hold("B", 1.0)
    two_runs.hold("C", 1.0)
    assert two_runs["piles"]["C"] == ["iris-bridge", "iris-chaff-1"]


def test_where_all_that_was_tapped_is_the_players_it_only_says_so(two_runs):
    two_runs.press("B")
    two_runs.hold("A", 1.0)
    assert two_runs.message == ("refused", "", "A", "all-yours")
    assert (two_runs["active"], two_runs["notice"]) == ("B", None)


def test_after_the_power_was_away_it_only_says_so(two_runs):
    two_runs.table = resumed(
        Table(
            two_runs.table.games, deck=two_runs.table.deck, match=two_runs.table.match, view=View(now_s=1e3)
        )
    )
    two_runs.now_s = 1e3
    two_runs.hold("B", 1.0)
    assert (two_runs["piles"]["B"], two_runs["active"]) == ([], "A")
    assert two_runs.message == ("refused", "", "B", "none-tapped")
    two_runs.tap("maple-deer")
    two_runs.hold("B", 1.0)
    assert two_runs["piles"]["B"] == ["maple-deer"]


def misdeal(sitting):
    sitting.hold("BACK", 1.0)
    sitting.choose("misdeal")
    sitting.press("OK")


def next_round(sitting):
    sitting.press("OK", "OK", "OK", "OK")
    assert sitting["round"] == 2


def round_before(sitting):
    next_round(sitting)
    sitting.tap("maple-deer")
    sitting.press("BACK", "BACK")
    assert (sitting["round"], sitting["phase"]) == (1, "result")


def another_match(sitting):
    sitting.hold("BACK", 1.0)
    sitting.choose("home")
    sitting.choose("new-game")
    sitting.press("OK", "OK")
    assert (sitting["phase"], sitting["round"]) == ("playing", 1)


@pytest.mark.parametrize("go_on", [misdeal, next_round, round_before, another_match])
def test_the_taps_of_another_round_do_not_count(two_runs, go_on):
    assert len(two_runs.view.taps) == 3
    go_on(two_runs)
    assert two_runs.view.taps == ()


def test_after_a_misdeal_a_hold_takes_only_what_was_tapped_since(ino):
    ino.tap("pine-crane", "maple-deer")
    ino.hold("BACK", 1.0)
    ino.choose("misdeal")
    ino.press("OK", "B")
    ino.tap("iris-bridge")
    ino.hold("C", 1.0)
    assert (ino["piles"]["C"], len(ino.view.taps)) == (["iris-bridge"], 1)


@pytest.mark.parametrize("button", ["C", "OK"])
def test_with_two_players_c_gives_nothing_and_neither_does_ok(sit, button):
    botan = sit("botan-cho")
    botan.tap("pine-crane")
    botan.hold(button, 1.5)
    assert (botan["piles"], botan["active"]) == ({"A": ["pine-crane"], "B": []}, "A")


def test_cards_tapped_while_leftovers_are_asked_for_belong_to_a_run(end_round):
    sitting = end_round("B", missing="iris-ribbon maple-deer")
    sitting.wait(6.0)
    sitting.tap("maple-deer")
    sitting.press("BACK")
    sitting.hold("A", 1.0)
    assert sitting["piles"]["A"] == ["maple-deer"]


def test_a_card_entered_by_hand_belongs_to_a_run(two_runs):
    two_runs.wait(6.0)
    two_runs.hold("BACK", 1.0)
    two_runs.choose("enter-card")
    two_runs.press("A", "A", "B")
    assert two_runs["piles"]["A"][-1] == "pine-poetry-ribbon"
    two_runs.hold("B", 1.0)
    assert two_runs["piles"]["B"] == ["pine-poetry-ribbon"]


def test_the_screen_says_what_the_hold_will_do_from_0_3_seconds_on(two_runs):
    two_runs.wait(4.0)
    two_runs.down("B")
    two_runs.wait(0.2)
    assert "tapped last" not in two_runs.screen
    two_runs.wait(0.1)
    assert two_runs.screen == "hold B 2 tapped last: B's Iris bridge Iris chaff"
    two_runs.up("B")
    assert (two_runs["piles"]["B"], two_runs["active"]) == ([], "B")


def test_one_card_is_said_in_the_singular_and_many_are_counted(ino):
    ino.tap("pine-crane")
    ino.down("B")
    ino.wait(0.5)
    assert ino.screen == "hold B tapped last: B's Pine crane"
    ino.up("B")
    ino.press("A")
    ino.tap("plum-warbler", "maple-deer", "iris-bridge")
    ino.down("B")
    ino.wait(0.5)
    assert ino.screen == "hold B 4 tapped last: B's Pine crane Plum warbler and 2 more"


def test_where_there_is_nothing_to_give_the_screen_says_so_before_the_hold_acts(two_runs):
    two_runs.down("A")
    two_runs.wait(0.5)
    assert two_runs.screen == "hold A No card to give A"


@pytest.fixture
def three(ino):
    """Return a table of three, where A and B have readers and C has none."""
    return ino.seat_readers(Seat.A, Seat.B)


def test_a_player_without_a_reader_takes_what_was_tapped_at_anothers(three):
    three.tap("pine-crane", "maple-deer", reader=FIRST)
    three.hold("C", 1.0)
    assert (three["piles"], three["active"]) == ({"A": [], "B": [], "C": ["pine-crane", "maple-deer"]}, "C")
    three.tap("iris-bridge", reader=FIRST)
    assert three["piles"]["A"] == ["iris-bridge"]


def test_what_another_player_tapped_meanwhile_at_the_other_reader_is_a_run_of_its_own(three):
    three.tap("pine-crane", reader=FIRST)
    three.tap("iris-bridge", reader=SECOND)
    three.tap("maple-deer", reader=FIRST)
    three.hold("C", 1.0)
    assert three["piles"] == {"A": [], "B": ["iris-bridge"], "C": ["pine-crane", "maple-deer"]}
    three.hold("C", 1.0)
    assert three["piles"]["C"] == ["pine-crane", "maple-deer", "iris-bridge"]


def test_readers_for_all_make_one_run(ino):
    ino.seat_readers(None, None)
    ino.tap("pine-crane", reader=FIRST)
    ino.tap("maple-deer", reader=SECOND)
    ino.hold("B", 1.0)
    assert ino["piles"]["B"] == ["pine-crane", "maple-deer"]

"""Word of the devices and the disk, and the start with an unfinished match."""

import pytest

from firmware.table import DisplayNews, ReaderNews, SaveNews, Table, View, resumed
from firmware.table.state import AtTable


def test_at_first_nothing_is_lost_and_nothing_is_over():
    view = View()
    assert (view.reader_faults, view.notice) == ({}, None)
    assert (view.is_unsaved, view.is_fault_seen, view.is_off) == (False, False, False)


@pytest.mark.parametrize(
    ("news", "lost", "back", "notice"),
    [
        pytest.param(ReaderNews, "no answer", None, "reader-lost", id="reader"),
        pytest.param(DisplayNews, "no answer", None, "display-lost", id="display"),
        pytest.param(SaveNews, True, False, "not-saved", id="disk"),
    ],
)
def test_a_loss_is_a_notice_until_it_is_back(botan, news, lost, back, notice):
    botan.tap("pine-crane")
    before = botan.table.match
    botan.give(news(lost, botan.now_s))
    assert (botan["notice"], botan["phase"]) == (notice, "playing")
    botan.give(news(back, botan.now_s))
    assert (botan["notice"], botan.table.match) == (None, before)


@pytest.mark.parametrize("news", [ReaderNews, DisplayNews])
def test_news_that_all_is_well_leaves_another_notice_alone(botan, news):
    botan.tap("pine-crane", "pine-crane")
    botan.give(news(None, botan.now_s))
    assert botan["notice"] == "already-yours"


def test_news_that_all_is_saved_leaves_another_notice_alone(botan):
    botan.press("OK")
    botan.give(SaveNews(False, botan.now_s))
    assert botan["notice"] == "no-card-yet"


def test_the_faults_are_remembered_as_long_as_they_last(botan):
    botan.give(ReaderNews("no reader", botan.now_s))
    botan.give(DisplayNews("no display", botan.now_s))
    botan.give(SaveNews(True, botan.now_s))
    botan.press("A")
    view = botan.view
    assert (view.reader_faults, view.is_unsaved) == ({0: "no reader"}, True)


def test_a_press_shows_the_table_again_until_the_reader_is_lost_anew(botan):
    botan.give(ReaderNews("no reader", botan.now_s))
    assert not botan.view.is_fault_seen
    botan.press("A")
    assert botan.view.is_fault_seen
    botan.give(ReaderNews("no reader", botan.now_s))
    assert not botan.view.is_fault_seen


def test_a_question_survives_the_loss_of_the_reader(botan):
    botan.tap("pine-crane")
    botan.press("B")
    botan.tap("pine-crane")
    botan.give(ReaderNews("no reader", botan.now_s))
    assert "OK: give it to B" in botan.screen
    botan.press("OK")
    assert botan["piles"] == {"A": [], "B": ["pine-crane"]}


@pytest.mark.parametrize("place", ["round menu", "home", "new game"])
def test_what_asks_once_more_is_seen_though_no_reader_is_left(botan, place):
    botan.hold("BACK", 1.0)
    botan.choose("end-match" if place == "round menu" else "home")
    if place != "round menu":
        botan.choose("same-again" if place == "home" else "new-game")
    if place == "new game":
        botan.press("OK")
    botan.give(ReaderNews("no reader", botan.now_s))
    assert "End the match? OK: yes" in botan.screen
    botan.press("BACK")
    assert (botan["game"], botan["phase"] == "setup") == ("botan-cho", place == "new game")


def test_a_correction_asks_in_sight_though_no_reader_is_left(end_round):
    sitting = end_round("A")
    sitting.press("OK")
    sitting.hold("BACK", 1.0)
    sitting.press("OK")
    sitting.tap("pine-crane")
    sitting.press("B")
    sitting.lose(0)
    assert "from A to B OK: yes" in sitting.screen


def test_a_button_that_is_down_when_the_reader_is_lost_does_what_it_was_meant_for(botan):
    botan.tap("pine-crane")
    botan.down("BACK")
    botan.give(ReaderNews("no reader", botan.now_s))
    botan.up("BACK")
    assert botan["piles"]["A"] == []


def test_with_the_reader_lost_a_held_button_does_what_the_screen_says_it_will(botan):
    botan.give(ReaderNews("no reader", botan.now_s))
    botan.down("BACK")
    botan.wait(0.5)
    assert "round menu" in botan.screen
    botan.wait(0.5)
    assert botan["phase"] == "menu"


def restarted(sitting):
    """Return the table after a power cut: the match lasts, the view is new."""
    kept = sitting.table
    sitting.table = resumed(Table(kept.games, kept.names, kept.deck, kept.match, View(now_s=sitting.now_s)))
    return sitting


def test_a_match_goes_on_and_says_what_was_taken_last(botan):
    botan.press("B")
    botan.tap("pine-crane", "maple-deer")
    restarted(botan)
    assert (botan["phase"], botan["active"], botan["piles"]["B"]) == (
        "playing",
        "B",
        ["pine-crane", "maple-deer"],
    )
    assert botan.message == ("resumed", "pine-crane maple-deer", "", "")


def test_the_last_two_cards_that_came_to_a_pile_are_named(botan):
    botan.tap("pine-crane", "maple-deer", "iris-bridge", "plum-warbler")
    botan.press("BACK", "B")
    botan.tap("pine-crane")
    botan.press("OK")
    assert restarted(botan).message == ("resumed", "iris-bridge pine-crane", "", "")


@pytest.mark.parametrize(
    ("button", "active", "cards"),
    [("B", "B", ["pine-crane"]), ("BACK", "A", []), ("OK", "A", ["pine-crane"])],
)
def test_the_first_press_after_the_start_acts_as_always(botan, button, active, cards):
    botan.tap("pine-crane")
    restarted(botan)
    botan.press(button)
    assert (botan["active"], botan["piles"]["A"]) == (active, cards)
    assert botan["phase"] == ("leftover" if button == "OK" else "playing")
    assert botan.message is None or botan.message[0] == "taken-back"


def test_the_message_stays_for_five_seconds(botan):
    botan.tap("pine-crane")
    restarted(botan)
    botan.wait(4.9)
    assert botan.message is not None
    botan.wait(0.1)
    assert botan.message is None


def test_the_first_tap_after_the_start_acts_as_always(botan):
    botan.tap("pine-crane")
    restarted(botan)
    botan.tap("maple-deer")
    assert (botan["piles"]["A"], botan.message) == (
        ["pine-crane", "maple-deer"],
        ("captured", "maple-deer", "A", ""),
    )


def test_a_declared_hand_was_no_card_taken(ino):
    ino.hold("B", 1.0)
    ino.tap("iris-bridge", "iris-ribbon", "iris-chaff-1")
    ino.press("OK")
    assert (restarted(ino).message, ino["teyaku"]) == (("resumed", "", "", ""), {"B": ["hand-three"]})


def test_a_match_in_which_nothing_has_happened_says_nothing(botan):
    restarted(botan)
    assert (botan["phase"], botan.message) == ("playing", None)


def test_without_a_match_the_start_is_at_home(home):
    assert restarted(home)["phase"] == "home"


def test_what_is_lost_are_menus_shown_cards_and_a_standing_question(botan):
    botan.tap("pine-crane")
    botan.press("B")
    botan.tap("pine-crane")
    botan.hold("BACK", 1.0)
    assert (restarted(botan)["phase"], botan.question) == ("playing", None)


@pytest.mark.parametrize(
    ("missing", "presses", "phase"),
    [
        pytest.param("iris-ribbon", [], "leftover", id="cards are asked for"),
        pytest.param("", ["OK"], "result", id="the result, from its first page"),
        pytest.param("", ["OK", "OK"], "finished", id="the end"),
    ],
)
def test_the_phase_survives(end_round, missing, presses, phase):
    sitting = end_round("B", missing=missing, rounds=1)
    sitting.press(*presses)
    assert (restarted(sitting)["phase"], sitting.view.mode) == (phase, AtTable())

"""What is heard of a round and a match: their ends, ways back, holds, and what is lost."""

from dataclasses import replace

import pytest

from firmware.table import DisplayNews, ReaderNews, ReadersReady, SaveNews
from firmware.table.pages import InMenu
from firmware.table.round_menu import ENTRIES
from scorer import Card

CHAFF, BRIGHT = "pine-chaff-1", "pine-crane"


def test_the_end_of_a_round_is_heard_and_so_is_going_back(listen, end_round):
    sitting = end_round()
    ears = listen(sitting)
    sitting.press("BACK")
    assert ears.heard() == ["TAKEN_BACK"]
    sitting.press("OK")
    assert ears.heard() == ["ROUND_END"]
    sitting.press("OK", "OK")
    assert ears.heard() == []
    assert (sitting["phase"], sitting["round"]) == ("playing", 2)
    sitting.press("BACK")
    assert ears.heard() == ["TAKEN_BACK"]


def test_missing_cards_are_a_question_and_the_last_one_given_ends_the_round(listen, end_round):
    sitting = end_round(missing="pine-chaff-1 plum-chaff-1")
    ears = listen(sitting)
    sitting.press("BACK", "OK")
    assert ears.heard() == ["TAKEN_BACK", "QUESTION"]
    sitting.press("A", "A")
    assert (sitting["phase"], ears.heard()) == ("result", ["CHAFF", "ROUND_END"])


def test_the_end_of_the_match_is_heard_and_so_is_taking_it_back(listen, end_round):
    sitting = end_round(rounds=1)
    ears = listen(sitting)
    sitting.press("OK", "OK")
    assert (sitting["phase"], ears.heard()) == ("finished", ["MATCH_END"])
    sitting.press("BACK")
    assert ears.heard() == ["TAKEN_BACK"]
    sitting.press("OK", "OK")
    assert (sitting["phase"], ears.heard()) == ("home", ["MATCH_END"])


def test_a_misdeal_is_heard(botan, ears):
    botan.tap(CHAFF)
    botan.hold("BACK", 1.0)
    ears.heard()
    botan.wait(0.5)
    botan.press("OK", "OK")
    assert (botan.message[0], ears.heard()) == ("misdeal", ["TAKEN_BACK"])


def test_a_hold_is_heard_when_it_has_acted_and_not_when_it_is_let_go(botan, ears):
    botan.down("BACK")
    botan.wait(0.75)
    assert ears.heard() == []
    botan.wait(0.5)
    assert ears.heard() == ["HELD"]
    botan.wait(3.0)
    botan.up("BACK")
    assert ears.heard() == []


def test_these_were_mine_is_heard_as_a_hold(botan, ears):
    botan.tap(BRIGHT)
    ears.heard()
    botan.hold("B", 1.25)
    assert (botan["piles"]["B"], ears.heard()) == ([BRIGHT], ["HELD"])


def test_holding_a_letter_through_a_list_is_silent(botan, ears):
    botan.table = replace(botan.table, view=replace(botan.view, mode=InMenu()))
    botan.hold("B", 2.0)
    assert (botan["choice"] != ENTRIES[0], ears.heard()) == (True, [])


@pytest.mark.parametrize("button", ["A", "B", "C", "OK", "BACK"])
def test_buttons_that_do_what_they_always_do_are_silent(botan, ears, button):
    botan.table = replace(botan.table, view=replace(botan.view, mode=InMenu(ENTRIES.index("piles"))))
    botan.press(button)
    assert ears.heard() == []


def test_choosing_a_player_is_silent(listen, ino):
    ears = listen(ino)
    ino.press("A", "B", "C")
    assert ears.heard() == []


LOSSES = {
    "the reader": (ReaderNews, "no answer", None),
    "the display": (DisplayNews, "no answer", None),
    "the disk": (SaveNews, True, False),
}


@pytest.mark.parametrize("loss", LOSSES)
def test_a_loss_is_heard_once_and_that_all_is_well_is_not(botan, ears, loss):
    news, lost, back = LOSSES[loss]
    botan.give(news(lost, botan.now_s))
    assert ears.heard() == ["LOST"]
    botan.wait(1.0)
    botan.give(news(lost, botan.now_s))
    botan.give(news(back, botan.now_s))
    assert ears.heard() == []
    botan.wait(1.0)
    botan.give(news(lost, botan.now_s))
    assert ears.heard() == ["LOST"]


def test_each_of_two_readers_is_heard_when_it_is_lost(botan, ears):
    botan.seat_readers("A", "B")
    botan.lose(1)
    botan.wait(1.0)
    botan.lose(0)
    assert ears.heard() == ["LOST", "LOST"]


def test_a_loss_is_heard_over_the_capture_that_was_not_saved(botan, ears, uid_of):
    botan.tag(uid_of(Card.PINE_CRANE))
    botan.give(SaveNews(True, botan.now_s))
    assert ears.heard() == ["BRIGHT", "LOST"]


def test_readers_that_look_for_tags_are_heard(listen, home):
    ears = listen(home)
    home.give(ReadersReady(home.now_s))
    assert ears.heard() == ["READY"]

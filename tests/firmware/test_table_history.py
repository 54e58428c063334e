"""The last matches on the display: read when the page is opened, newest first."""

from firmware.table import HistoryRead
from firmware.table.pages import PlayedMatch
from scorer import Seat

A, B = Seat.A, Seat.B
MATCHES = (
    PlayedMatch(7, "botan-cho", ((A, 252), (B, 109)), A),
    PlayedMatch(4, "ino-shika-cho", ((A, 0), (B, 0)), None),
)


def open_history(home):
    home.choose("history")
    return home


def test_the_page_waits_until_the_matches_are_read(home):
    open_history(home)
    assert (home["phase"], home["choice"]) == ("menu", None)
    home.give(HistoryRead(MATCHES, home.now_s))
    assert home["choice"] == "match-7"


def test_a_goes_up_b_goes_down_and_back_goes_home_to_the_entry(home):
    open_history(home).give(HistoryRead(MATCHES, home.now_s))
    home.press("B")
    assert home["choice"] == "match-4"
    home.press("A")
    assert home["choice"] == "match-7"
    home.press("OK")
    assert home["choice"] == "match-7"
    home.press("BACK")
    assert (home["phase"], home["choice"]) == ("home", "history")


def test_matches_that_are_read_when_the_page_is_left_already_change_nothing(home):
    open_history(home).press("BACK")
    before = home.view.mode
    home.give(HistoryRead(MATCHES, home.now_s))
    assert home.view.mode == before


def test_without_matches_the_letters_do_nothing(home):
    open_history(home).give(HistoryRead((), home.now_s))
    home.press("B", "A")
    assert home["choice"] is None

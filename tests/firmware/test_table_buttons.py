"""When a button acts: let go, held, held for long."""

import pytest

from firmware.table import ReaderNews, Tick, wake_at
from hardware import Button, ButtonEdge


def test_a_button_acts_when_it_is_let_go(botan):
    botan.down("B")
    botan.wait(0.9)
    assert botan["active"] == "A"
    botan.up("B")
    assert botan["active"] == "B"


@pytest.mark.parametrize(
    ("seconds", "phase"),
    [
        pytest.param(0.998, "playing", id="let go just before a second"),
        pytest.param(1.0, "menu", id="held for a second"),
        pytest.param(30.0, "menu", id="held for long"),
    ],
)
def test_back_held_for_a_second_opens_the_menu(botan, seconds, phase):
    botan.hold("BACK", seconds)
    assert botan["phase"] == phase


def test_at_a_second_a_hold_acts_and_letting_go_then_does_nothing(botan):
    botan.tap("pine-crane")
    botan.down("BACK")
    botan.wait(1.0)
    assert botan["phase"] == "menu"
    botan.up("BACK")
    assert (botan["phase"], botan["piles"]["A"]) == ("menu", ["pine-crane"])


def test_a_hold_acts_once(ino):
    ino.down("A")
    ino.wait(1.0)
    ino.press("BACK")
    ino.wait(5.0)
    assert ino["phase"] == "playing"


@pytest.mark.parametrize("button", ["A", "B"])
def test_where_no_hold_is_defined_a_long_press_is_a_press(botan, button):
    botan.hold(button, 8.0)
    assert (botan["phase"], botan["active"]) == ("playing", button)


@pytest.mark.parametrize(("button", "phase"), [("BACK", "home"), ("C", "setup")])
def test_a_long_press_in_a_list_is_a_press_where_nothing_repeats(home, button, phase):
    home.press("OK")
    home.hold(button, 2.0)
    assert home["phase"] == phase


def test_a_hold_acts_by_what_it_means_when_a_second_is_over(ino):
    ino.down("B")
    ino.wait(0.5)
    ino.tap("pine-crane")
    ino.wait(2.0)
    assert (ino["phase"], ino["active"], ino["piles"]["B"]) == ("playing", "B", ["pine-crane"])


def test_a_hold_begun_in_another_phase_is_a_press(botan):
    botan.tap("pine-crane")
    botan.down("B")
    botan.press("OK")
    botan.wait(2.0)
    assert (botan["phase"], len(botan["unaccounted"])) == ("leftover", 40)
    botan.up("B")
    assert (botan["phase"], len(botan["unaccounted"])) == ("leftover", 40)


def test_a_hold_does_nothing_where_its_phase_was_left_and_came_back(botan):
    botan.tap("pine-crane")
    botan.down("B")
    botan.press("OK", "BACK")
    botan.wait(2.0)
    assert (botan["phase"], botan["piles"]["A"]) == ("playing", ["pine-crane"])


def _to(sitting, phase):
    {
        "home": lambda: (sitting.hold("BACK", 1.5), sitting.choose("home")),
        "setup": lambda: (sitting.hold("BACK", 1.5), sitting.choose("home"), sitting.choose("new-game")),
        "enrol": lambda: (sitting.hold("BACK", 1.5), sitting.choose("home"), sitting.choose("deck")),
        "playing": lambda: None,
        "teyaku": lambda: sitting.hold("B", 1.5),
        "result": lambda: (sitting.tap("pine-crane"), sitting.press("OK")),
        "finished": lambda: (sitting.tap("pine-crane"), sitting.press("OK", "OK", "OK")),
        "menu": lambda: sitting.hold("BACK", 1.5),
    }[phase]()
    assert sitting["phase"] == phase


PHASES = ["home", "setup", "enrol", "playing", "teyaku", "result", "finished", "menu"]


@pytest.mark.parametrize("phase", PHASES)
def test_ok_held_for_three_seconds_ends_the_program_in_any_phase(sit, phase):
    sitting = sit("ino-shika-cho", target=50, fuke=False)
    _to(sitting, phase)
    sitting.down("OK")
    sitting.wait(2.99)
    assert not sitting.view.is_off
    sitting.wait(0.01)
    assert sitting.view.is_off


def test_ok_held_for_three_seconds_ends_the_program_while_cards_are_asked_for(end_round):
    sitting = end_round(missing="iris-ribbon")
    sitting.hold("OK", 3.0)
    assert (sitting["phase"], sitting.view.is_off) == ("leftover", True)


@pytest.mark.parametrize(
    ("seconds", "phase"),
    [
        pytest.param(0.99, "result", id="before a second it is a press"),
        pytest.param(1.0, "playing", id="from a second on it does nothing"),
        pytest.param(2.99, "playing", id="up to three"),
    ],
)
def test_letting_ok_go_stops_the_countdown_and_does_nothing(sit, seconds, phase):
    sitting = sit("ino-shika-cho")
    sitting.tap("pine-crane")
    sitting.hold("OK", seconds)
    sitting.wait(5.0)
    assert (sitting["phase"], sitting.view.is_off) == (phase, False)


@pytest.mark.parametrize("button", ["A", "BACK"])
def test_another_button_held_too_does_not_keep_the_program_on(sit, button):
    sitting = sit("ino-shika-cho")
    sitting.down("OK")
    sitting.wait(2.0)
    sitting.down(button)
    sitting.wait(1.0)
    assert sitting.view.is_off


@pytest.mark.parametrize(
    "late",
    [
        pytest.param(lambda at_s: ButtonEdge(Button.BACK, False, at_s), id="letting go"),
        pytest.param(lambda at_s: ReaderNews("lost", at_s), id="news"),
    ],
)
def test_a_hold_that_is_due_acts_also_if_something_else_comes_before_the_tick(botan, late):
    botan.down("BACK")
    botan.give(late(botan.now_s + 1.25))
    assert botan["phase"] == "menu"


def test_a_card_read_at_the_moment_a_hold_is_due_falls_under_what_the_hold_opened(botan):
    botan.down("BACK")
    botan.now_s += 1.0
    botan.tap("pine-crane")
    assert (botan["phase"], botan["piles"]["A"]) == ("menu", [])


def test_a_hold_that_acts_leaves_the_other_buttons_down(botan):
    botan.down("B")
    botan.down("BACK")
    botan.wait(1.0)
    assert (botan["phase"], botan["choice"]) == ("menu", "misdeal")
    botan.up("B")
    assert botan["choice"] == "put-back"


def test_letting_go_of_a_button_that_was_down_at_the_start_does_nothing(botan):
    botan.up("B")
    assert botan["active"] == "A"


def test_with_two_players_c_chooses_nobody(botan):
    botan.press("B", "C")
    assert botan["active"] == "B"


@pytest.mark.parametrize(
    ("button", "after_s"),
    [
        pytest.param("BACK", [0.3, 0.475, 0.65, 0.825, 1.0, 10.0], id="BACK"),
        pytest.param("OK", [0.3, 0.475, 0.65, 0.825, 1.0, 2.0, 3.0, 10.0], id="OK counts down"),
    ],
)
def test_a_button_that_is_down_asks_for_ticks_until_it_acts(home, button, after_s):
    began_s = home.now_s
    home.down(button)
    asked = []
    while (due_s := wake_at(home.table)) is not None:
        asked.append(round(due_s - began_s, 6))
        home.give(Tick(due_s))
    assert asked == after_s


def test_a_table_at_rest_asks_for_no_tick(botan):
    assert wake_at(botan.table) is None

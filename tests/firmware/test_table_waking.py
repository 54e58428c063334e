"""A display that nobody is at dims and goes dark; what a press does that wakes it."""

from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.table import SaveNews, Tick, resumed, wake_at
from firmware.table.light import Idle, Light
from firmware.texts import load

DIM_S, DARK_S = 120.0, 600.0
DIM, DARK = pytest.param(DIM_S, id="dim"), pytest.param(DARK_S, id="dark")
TEXTS = load("both")


def left_alone(sitting, seconds=0.0, idle=None):
    """Give the display its times, from now on, and let nobody come for so long."""
    view = replace(sitting.view, touched_s=sitting.now_s, now_s=sitting.now_s)
    sitting.table = replace(sitting.table, idle=idle or Idle(DIM_S, DARK_S), view=view)
    sitting.wait(seconds)
    return sitting


def light(sitting):
    return sitting.table.light.value


def scene(sitting):
    return scene_of(sitting.table, TEXTS)


@pytest.mark.parametrize(
    ("idle", "lights"),
    [
        pytest.param(Idle(120, 600), "lit dim dim dark", id="dim, then dark"),
        pytest.param(Idle(0, 600), "lit lit lit dark", id="dark alone"),
        pytest.param(Idle(120, 0), "lit dim dim dim", id="dim alone"),
        pytest.param(Idle(0, 0), "lit lit lit lit", id="never"),
        pytest.param(Idle(600, 120), "lit dark dark dark", id="dark first"),
    ],
)
def test_a_display_that_nobody_is_at_dims_and_then_goes_dark(botan, idle, lights):
    left_alone(botan, idle=idle)
    seen = []
    for seconds in (119.75, 0.25, 479.75, 0.25):
        botan.wait(seconds)
        seen.append(light(botan))
    assert seen == lights.split()


def asked_ticks(sitting, most=99):
    """Give every tick that is asked for, and return when each was, from now."""
    since_s, asked = sitting.now_s, []
    while (due_s := wake_at(sitting.table)) is not None and len(asked) < most:
        asked.append(due_s - since_s)
        sitting.give(Tick(due_s))
    return asked


def test_ticks_are_asked_for_when_the_light_changes_and_a_dim_picture_moves_and_then_no_more(botan):
    left_alone(botan)
    assert asked_ticks(botan) == [DIM_S, 180, 240, 300, 360, 420, 480, 540, DARK_S]


@pytest.mark.parametrize("since_s", [0.1, 64.3, 1e6 / 3, 7e7 / 9])
def test_the_moves_go_on_to_the_last_bit_of_any_time(botan, since_s):
    botan.now_s = since_s
    left_alone(botan, idle=Idle(0.7, 0))
    assert len(asked_ticks(botan)) == 99


def test_a_display_that_never_dims_asks_for_no_moves(botan):
    left_alone(botan, idle=Idle(0, DARK_S))
    assert asked_ticks(botan) == [DARK_S]


def shifts(sitting, count):
    """Return where the picture stands, a minute apart."""
    seen = []
    for _ in range(count):
        seen.append(sitting.table.shift_px)
        sitting.wait(60.0)
    return seen


def test_a_dim_picture_takes_another_place_each_minute_never_more_than_a_pixel_away(botan):
    left_alone(botan, idle=Idle(DIM_S, 0))
    assert shifts(botan, 2) == [(0, 0), (0, 0)]
    first, second = shifts(botan, 9), shifts(botan, 9)
    assert first == second
    assert set(first) == {(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1)}
    assert first[0] == (0, 0)


def test_a_button_that_is_stuck_does_not_keep_it_lit(botan):
    left_alone(botan, idle=Idle(1, 20))
    botan.down("C")
    botan.wait(9.5)
    assert (light(botan), botan.table.shift_px) == ("lit", (0, 0))
    botan.wait(1.0)
    assert light(botan) == "dim"
    botan.wait(20.0)
    assert light(botan) == "dark"


@pytest.mark.parametrize("waker", ["a button", "a card"])
def test_it_is_back_in_its_place_when_it_is_lit(botan, waker):
    left_alone(botan, DIM_S + 60.0)
    assert botan.table.shift_px != (0, 0)
    WAKERS[waker](botan)
    assert botan.table.shift_px == (0, 0)
    botan.wait(60.0)
    assert botan.table.shift_px == (0, 0)


def test_a_dim_display_shows_what_it_showed_and_a_dark_one_nothing(botan):
    before = scene(left_alone(botan))
    botan.wait(DIM_S)
    assert scene(botan) == before
    botan.wait(DARK_S - DIM_S)
    assert scene(botan).items == ()


WAKERS = {
    "a button": lambda sitting: sitting.down("BACK"),
    "a card": lambda sitting: sitting.tap("pine-crane"),
    "an unknown tag": lambda sitting: sitting.tag(bytes(7)),
    "a reader lost": lambda sitting: sitting.lose(0),
    "an event that is not saved": lambda sitting: sitting.give(SaveNews(True, sitting.now_s)),
}


@pytest.mark.parametrize("seconds", [DIM, DARK])
@pytest.mark.parametrize("waker", WAKERS)
def test_it_is_lit_by(botan, waker, seconds):
    left_alone(botan, seconds)
    WAKERS[waker](botan)
    assert light(botan) == "lit"


@pytest.mark.parametrize("seconds", [DIM, DARK])
@pytest.mark.parametrize(
    "given",
    [
        pytest.param(lambda sitting: sitting.lose(0, None), id="a reader that is back"),
        pytest.param(lambda sitting: sitting.check(bytes(7)), id="how a tag reads"),
        pytest.param(lambda sitting: sitting.give(Tick(sitting.now_s)), id="the clock"),
        pytest.param(lambda sitting: sitting.give(SaveNews(False, sitting.now_s)), id="all is saved"),
    ],
)
def test_it_is_not_lit_by(botan, given, seconds):
    left_alone(botan, seconds)
    before = botan.table.light
    given(botan)
    assert botan.table.light is before


def test_after_a_press_the_time_begins_anew(botan):
    left_alone(botan, 100.0)
    botan.press("B")
    botan.wait(DIM_S - 1.0)
    assert light(botan) == "lit"
    botan.wait(1.0)
    assert light(botan) == "dim"


@pytest.mark.parametrize("seconds", [DIM, DARK])
def test_ok_only_wakes_it(botan, seconds):
    botan.tap("pine-crane")
    left_alone(botan, seconds)
    botan.press("OK")
    assert (light(botan), botan["phase"]) == ("lit", "playing")
    botan.press("OK")
    assert botan["phase"] == "leftover"


@pytest.mark.parametrize("seconds", [DIM, DARK])
def test_back_only_wakes_it(botan, seconds):
    botan.tap("pine-crane")
    left_alone(botan, seconds)
    botan.press("BACK")
    assert (light(botan), botan["piles"]["A"]) == ("lit", ["pine-crane"])
    botan.press("BACK")
    assert botan["piles"]["A"] == []


@pytest.mark.parametrize("seconds", [DIM, DARK])
def test_back_held_only_wakes_it_too(botan, seconds):
    left_alone(botan, seconds)
    botan.down("BACK")
    botan.wait(2.0)
    botan.give(Tick(botan.now_s))
    assert not scene(botan).says("hold BACK")
    botan.up("BACK")
    assert (light(botan), botan["phase"]) == ("lit", "playing")
    botan.hold("BACK", 1.0)
    assert botan["phase"] == "menu"


@pytest.mark.parametrize("seconds", [DIM, DARK])
@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_a_letter_also_chooses_its_player(ino, letter, seconds):
    ino.press("B" if letter == "A" else "A")
    left_alone(ino, seconds)
    ino.press(letter)
    assert (light(ino), ino["active"]) == ("lit", letter)


def test_with_two_players_c_only_wakes_it(botan):
    left_alone(botan, DARK_S)
    botan.press("C")
    assert (light(botan), botan["active"]) == ("lit", "A")


@pytest.mark.parametrize("seconds", [DIM, DARK])
def test_a_letter_held_chooses_and_does_no_more(ino, seconds):
    ino.tap("pine-crane")
    left_alone(ino, seconds)
    ino.hold("B", 1.5)
    assert (ino["phase"], ino["active"], ino["piles"]["A"]) == ("playing", "B", ["pine-crane"])
    ino.hold("B", 1.5)
    assert ino["piles"]["B"] == ["pine-crane"]


@pytest.mark.parametrize("seconds", [DIM, DARK])
def test_a_card_tapped_counts(botan, seconds):
    left_alone(botan, seconds)
    botan.tap("pine-crane")
    assert (light(botan), botan["piles"]["A"]) == ("lit", ["pine-crane"])


@pytest.mark.parametrize("button", ["A", "B", "C", "OK", "BACK"])
def test_in_a_list_every_button_only_wakes_it(home, button):
    left_alone(home, DARK_S)
    home.hold(button, 2.0)
    assert (light(home), home["phase"], home["choice"]) == ("lit", "home", "new-game")


@pytest.mark.parametrize("button", ["A", "B"])
def test_while_a_card_is_missing_a_letter_gives_it_to_nobody_unseen(end_round, button):
    sitting = left_alone(end_round(missing="iris-ribbon"), DARK_S)
    sitting.press(button)
    assert (sitting["phase"], sitting["unaccounted"]) == ("leftover", ["iris-ribbon"])
    sitting.press(button)
    assert sitting["unaccounted"] == []


@pytest.mark.parametrize("seconds", [DIM, DARK])
def test_ok_held_for_three_seconds_ends_the_program_also_from_the_dark(botan, seconds):
    left_alone(botan, seconds)
    botan.down("OK")
    botan.wait(0.5)
    assert scene(botan).says("hold OK power off")
    botan.wait(1.0)
    assert scene(botan).says("Power off in 2")
    botan.wait(1.5)
    assert botan.view.is_off


def test_it_stays_lit_while_a_button_is_down(botan):
    left_alone(botan, idle=Idle(1, 2))
    botan.down("OK")
    botan.wait(2.75)
    assert (light(botan), scene(botan).says("Power off in 1")) == ("lit", True)
    botan.up("OK")
    assert light(botan) == "lit"
    botan.wait(1.0)
    assert light(botan) == "dim"


def test_a_second_button_on_the_lit_display_acts(botan):
    left_alone(botan, DARK_S)
    botan.down("OK")
    botan.press("B")
    botan.up("OK")
    assert (botan["active"], botan["phase"]) == ("B", "playing")


def test_a_question_outlives_the_dark(botan):
    botan.tap("pine-crane")
    botan.press("B")
    botan.tap("pine-crane")
    left_alone(botan, DARK_S)
    botan.press("OK")
    assert botan.question == "pine-crane"
    botan.press("OK")
    assert botan["piles"]["B"] == ["pine-crane"]


@pytest.mark.parametrize("button", ["OK", "B"])
def test_a_lost_reader_is_lit_and_dims_too(botan, button):
    left_alone(botan, DARK_S)
    botan.lose(0)
    assert scene(botan).says("No reader")
    botan.wait(DIM_S)
    assert light(botan) == "dim"
    botan.press(button)
    assert light(botan) == "lit"


def test_after_a_power_cut_it_is_lit(botan):
    botan.tap("pine-crane")
    left_alone(botan, DARK_S)
    began = resumed(replace(botan.table, view=replace(botan.view, touched_s=botan.now_s, now_s=botan.now_s)))
    assert began.light is Light.LIT

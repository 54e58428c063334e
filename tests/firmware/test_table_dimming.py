"""A display that nobody is at dims and then goes dark."""

import pytest
from idle_times import DARK_S, DIM_S, left_alone, light, scene

from firmware.table import Tick, wake_at
from firmware.table.light import Idle


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


def test_a_dim_display_shows_what_it_showed_and_a_dark_one_nothing(botan):
    before = scene(left_alone(botan))
    botan.wait(DIM_S)
    assert scene(botan) == before
    botan.wait(DARK_S - DIM_S)
    assert scene(botan).items == ()


def test_after_a_press_the_time_begins_anew(botan):
    left_alone(botan, 100.0)
    botan.press("B")
    botan.wait(DIM_S - 1.0)
    assert light(botan) == "lit"
    botan.wait(1.0)
    assert light(botan) == "dim"


def test_it_stays_lit_while_a_button_is_down(botan):
    left_alone(botan, idle=Idle(1, 2))
    botan.down("OK")
    botan.wait(2.75)
    assert (light(botan), scene(botan).says("Power off in 1")) == ("lit", True)
    botan.up("OK")
    assert light(botan) == "lit"
    botan.wait(1.0)
    assert light(botan) == "dim"


@pytest.mark.parametrize("button", ["OK", "B"])
def test_a_lost_reader_is_lit_and_dims_too(botan, button):
    left_alone(botan, DARK_S)
    botan.lose(0)
    assert scene(botan).says("No reader")
    botan.wait(DIM_S)
    assert light(botan) == "dim"
    botan.press(button)
    assert light(botan) == "lit"

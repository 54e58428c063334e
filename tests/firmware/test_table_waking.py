"""What wakes a display that is dim or dark, and what the press does that wakes it."""

from dataclasses import replace

import pytest
from idle_times import DARK, DARK_S, DIM, DIM_S, left_alone, light, scene

from firmware.table import SaveNews, Tick, resumed
from firmware.table.light import Light


@pytest.mark.parametrize("waker", ["a button", "a card"])
def test_it_is_back_in_its_place_when_it_is_lit(botan, waker):
    left_alone(botan, DIM_S + 60.0)
    assert botan.table.shift_px != (0, 0)
    WAKERS[waker](botan)
    assert botan.table.shift_px == (0, 0)
    botan.wait(60.0)
    assert botan.table.shift_px == (0, 0)


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


def test_after_a_power_cut_it_is_lit(botan):
    botan.tap("pine-crane")
    left_alone(botan, DARK_S)
    began = resumed(replace(botan.table, view=replace(botan.view, touched_s=botan.now_s, now_s=botan.now_s)))
    assert began.light is Light.LIT

"""What a button that is held will do, on the screen from 0.3 s on."""

import pytest


def held(sitting, button, seconds):
    """Return what the screen says while a button is down."""
    sitting.down(button)
    sitting.wait(seconds)
    return sitting.screen


@pytest.mark.parametrize(
    ("button", "words"),
    [
        pytest.param("OK", "hold OK power off", id="OK"),
        pytest.param("BACK", "hold BACK round menu", id="BACK"),
        pytest.param("B", "hold B B's lucky hand", id="a letter before the first capture"),
    ],
)
@pytest.mark.parametrize(("seconds", "is_said"), [(0.28125, False), (0.3125, True), (0.96875, True)])
def test_from_0_3_s_on_the_screen_says_what_the_hold_will_do(ino, button, words, seconds, is_said):
    assert (words in held(ino, button, seconds)) is is_said


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.96875, "hold OK"), (1.0, "Power off in 2"), (2.0, "Power off in 1"), (2.96875, "Power off in 1")],
)
def test_ok_held_counts_down_from_1_s(ino, seconds, words):
    assert words in held(ino, "OK", seconds)


@pytest.mark.parametrize("place", ["home", "deck", "lost reader"])
def test_ok_held_says_so_on_every_screen(home, place):
    if place == "deck":
        home.choose("deck")
    elif place == "lost reader":
        home.lose(0)
    assert "Power off in 2" in held(home, "OK", 1.0)


@pytest.mark.parametrize("button", ["A", "B", "C", "BACK"])
def test_where_no_hold_is_defined_the_screen_says_nothing_of_one(home, button):
    assert "hold" not in held(home, button, 0.5)

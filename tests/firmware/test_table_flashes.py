"""When the display is light for dark, and that it is so in a silent box too."""

from dataclasses import replace

import pytest

from firmware.table import wake_at
from firmware.table.choices import Choices, Defaults
from firmware.table.sounds import is_inverted
from scorer import Card

CHAFF, BRIGHT = "pine-chaff-1", "pine-crane"
UNKNOWN = bytes.fromhex("04ffffffffffff")


def test_the_display_is_light_for_dark_for_a_moment_after_a_refusal(botan):
    assert not is_inverted(botan.table)
    botan.tag(UNKNOWN)
    began_s = botan.now_s
    assert (is_inverted(botan.table), wake_at(botan.table)) == (True, began_s + 0.15)
    botan.wait(0.125)
    assert is_inverted(botan.table)
    botan.wait(0.0625)
    assert not is_inverted(botan.table)
    assert botan.message is not None


def test_a_press_in_the_flash_does_not_end_it_and_another_refusal_flashes_again(botan):
    botan.tag(UNKNOWN)
    botan.wait(0.0625)
    botan.down("A")
    assert is_inverted(botan.table)
    botan.up("A")
    botan.wait(1.0)
    assert not is_inverted(botan.table)
    botan.tag(UNKNOWN)
    assert is_inverted(botan.table)


@pytest.mark.parametrize("tap", [BRIGHT, CHAFF])
def test_nothing_but_a_refusal_flashes(botan, uid_of, tap):
    botan.tag(uid_of(Card.parse(tap)))
    assert not is_inverted(botan.table)
    botan.press("B")
    botan.tag(uid_of(Card.parse(tap)))
    assert (botan["notice"], is_inverted(botan.table)) == ("other-player", False)


@pytest.mark.parametrize(
    ("by_default", "chosen", "is_heard"),
    [
        pytest.param(True, None, True, id="as usual"),
        pytest.param(False, None, False, id="off in the settings"),
        pytest.param(True, False, False, id="turned off on the box"),
        pytest.param(False, True, True, id="turned on on the box, whatever the settings say"),
    ],
)
def test_a_silent_box_is_not_heard_and_flashes_all_the_same(listen, botan, by_default, chosen, is_heard):
    botan.table = replace(
        botan.table, defaults=Defaults(has_sound=by_default), choices=Choices(has_sound=chosen)
    )
    ears = listen(botan)
    botan.tap(CHAFF)
    botan.tag(UNKNOWN)
    assert ears.heard() == (["CHAFF", "REFUSED"] if is_heard else [])
    assert is_inverted(botan.table)

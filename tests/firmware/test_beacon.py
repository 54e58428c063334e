"""Where no display says it, the board's light and the buzzer count: 2 no display, 3 no reader."""

from itertools import pairwise

import pytest

from firmware.beacon import BEEP_EVERY_S
from firmware.table.choices import Defaults
from hardware import DeviceSettings


def blinks(evening):
    """Return how often the light blinked at a time: a longer darkness parts the counts."""
    lit = evening.world.machine.led.lit
    counts = [1] if lit else []
    for (_, before_s), (after_s, _) in pairwise(lit):
        if after_s - before_s > 0.5:
            counts.append(0)
        counts[-1] += 1
    return counts


def beeps(evening):
    """Return how many of the beacon's slow tones were heard."""
    return sum(0.2 < one.for_s < 0.3 for one in evening.world.piezo.heard)


def test_with_the_display_gone_the_light_counts_two_again_and_again(evening):
    evening.play("unplug display", "wait 12")
    assert blinks(evening)[:2] == [2, 2]
    assert evening.world.machine.led.is_taken


def test_with_the_reader_gone_too_it_counts_two_and_three(evening):
    evening.play("unplug reader", "unplug display", "wait 16")
    assert blinks(evening)[:4] == [2, 3, 2, 3]


def test_a_reader_that_is_gone_alone_is_said_by_the_display(evening):
    evening.play("unplug reader", "wait 10")
    assert blinks(evening) == []
    assert not evening.world.machine.led.is_taken


def test_it_stops_when_the_display_is_back_and_the_light_is_the_board_s_again(evening):
    evening.play("unplug display", "wait 6", "plug display", "wait 1")
    before = len(evening.world.machine.led.lit)
    evening.play("wait 20")
    assert len(evening.world.machine.led.lit) == before
    assert not evening.world.machine.led.is_taken


def test_a_display_that_is_back_at_once_is_not_counted(evening):
    evening.play("unplug display", "wait 1", "plug display", "wait 8")
    assert blinks(evening) == []


def test_the_buzzer_counts_as_well_but_seldom(evening):
    evening.play("unplug display", f"wait {BEEP_EVERY_S}")
    assert beeps(evening) == 2
    evening.play(f"wait {BEEP_EVERY_S}")
    assert beeps(evening) == 4


def test_a_box_that_is_to_be_silent_only_blinks(make_evening):
    evening = make_evening(defaults=Defaults(has_sound=False))
    evening.play("unplug display", f"wait {BEEP_EVERY_S}")
    assert beeps(evening) == 0
    assert blinks(evening)[0] == 2


@pytest.mark.parametrize("lost", ["display", "reader"])
def test_a_box_that_starts_so_counts_so(make_evening, lost):
    evening = make_evening(devices=DeviceSettings())
    evening.play("unplug display", f"unplug {lost}", "power-cut", "wait 12")
    assert blinks(evening)[0] == 2
    assert blinks(evening)[1] == (3 if lost == "reader" else 2)


def test_the_light_is_given_back_at_the_end(evening):
    evening.play("unplug display", "wait 6")
    evening.player.end()
    assert not evening.world.machine.led.is_taken

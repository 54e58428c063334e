"""The whole simulated box on the machine's own clock, as a browser's table drives it."""

from collections.abc import Callable
from pathlib import Path

from firmware.box import build
from firmware.config import Config
from firmware.script import make_tags
from firmware.simulation import Simulation, Tags
from firmware.table import NewGame
from hardware import Button, Clock, DeviceSettings, SystemClock
from hardware.simulated import World
from scorer import Card, Seat

WITHIN_S = 20.0
"""Nothing takes a tenth of it, but on a busy machine."""

LOOK_S = 0.005
PRESS_S = 0.03


def comes_true(is_so: Callable[[], bool], clock: Clock) -> bool:
    until_s = clock.now_s() + WITHIN_S
    while not is_so() and clock.now_s() < until_s:
        clock.sleep(LOOK_S)
    return is_so()


def test_in_real_time_a_press_acts_and_a_card_on_the_tray_is_captured_and_seen(tmp_path: Path) -> None:
    Simulation(Config(), tmp_path, Tags()).begin(NewGame("ino-shika-cho", 2, 100, Seat.A))
    clock = SystemClock()
    world = World(clock, DeviceSettings())
    box = build(Config(), tmp_path, clock, world.machine)
    loop = clock.start("loop", box.run)
    try:
        assert comes_true(lambda: any(world.panel.picture().getdata()), clock)
        assert comes_true(lambda: not box.table.view.is_starting, clock)  # a press before that is spent
        before = world.panel.picture().tobytes()
        world.push(Button.B)
        clock.sleep(PRESS_S)
        world.let_go(Button.B)
        assert comes_true(lambda: box.table.running.round.active is Seat.B, clock)
        world.put_down([make_tags("7", 1)[Card.PINE_CRANE]])
        assert comes_true(lambda: box.table.running.round.piles[Seat.B] == (Card.PINE_CRANE,), clock)
        assert comes_true(lambda: world.panel.picture().tobytes() != before, clock)
    finally:
        box.stop()
        has_ended = loop.join(WITHIN_S)
    assert has_ended
    assert not world.panel.is_on

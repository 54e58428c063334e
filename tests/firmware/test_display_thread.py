"""The display's thread: it draws the last state only, keeps nobody waiting, and survives every fault."""

import errno
import logging
import os
import re
import threading
from dataclasses import replace
from itertools import pairwise

import pytest

import firmware.display_watch
from firmware.screens import scene_of
from firmware.screens.painter import paint
from firmware.screens.scene import Text
from firmware.texts import load
from hardware import Button, DeviceSettings, DisplaySettings, PanelDriver, VirtualClock, open_devices
from hardware.oled_pages import Addressing, changed_windows, pack
from hardware.simulated import World
from hardware.simulated.oled_panel import Glitch
from scorer import Seat

ERRORS = [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT, errno.ENXIO]
WHOLE_BYTES = {PanelDriver.SSD1306: 1034, PanelDriver.SSD1309: 1034, PanelDriver.SH1106: 1080}
TEXTS = load("en")


def is_shown(evening):
    """Return whether the panel is lit and shows the present state."""
    panel = evening.world.panel
    return panel.is_on and panel.picture().tobytes() == paint(evening.appliance.scene).tobytes()


@pytest.fixture
def told(caplog):
    """Return a function that gives what the loop and the driver have logged since it was last asked."""
    loggers = ("firmware.display_watch", "hardware.oled")  # others may be at any level, after other tests
    for logger in loggers:
        caplog.set_level(logging.INFO, logger)

    def take():
        records = [record for record in caplog.records if record.name in loggers]
        messages = [(record.levelname, record.getMessage()) for record in records]
        caplog.clear()
        return messages

    return take


def switch_player(evening):
    """Light the other player's half."""
    evening.play("press A" if evening.appliance.table.running.round.active is Seat.B else "press B")


def lose_power(evening):
    """Take the panel's power for a moment, and wait until the table is shown again."""
    evening.world.set_display_plugged(False)
    evening.world.set_display_plugged(True)
    evening.clock.sleep(0.7)


def messages(evening, update, glitch=None):
    """Return what an update sends and asks, from the last change of the picture on, as the trace has it."""
    switch_player(evening)  # so that the next question to the panel is 0.2 s away
    del evening.transfers[:]
    evening.world.panel.glitch = glitch
    update(evening)
    return [row for row in evening.transfers if row["bus"] == "i2c-1"]


def count_of(evening, update):
    """Return how many messages an update takes, until the last that is no question."""
    sent = [place for place, row in enumerate(messages(evening, update), 1) if row["out"]]
    return sent[-1]


def fault_and_mending(evening, told, update, error, index):
    """Let one message fail; return whether the panel is right a second later, and what was logged."""
    failed = messages(evening, update, Glitch(error, index))[index]
    evening.clock.sleep(failed["t"] + 1.0 - evening.clock.now_s())
    is_shown_again, log = is_shown(evening), told()
    return is_shown_again, [level for level, _ in log], [words for _, words in log]


@pytest.mark.parametrize(
    ("driver", "error"),
    [
        *[pytest.param(PanelDriver.SSD1306, error, id=errno.errorcode[error]) for error in ERRORS],
        pytest.param(PanelDriver.SH1106, errno.EIO, id="SH1106"),
    ],
)
def test_whatever_message_of_an_update_fails_the_present_state_is_shown_within_a_second(
    make_evening, told, driver, error
):
    evening = make_evening(devices=DeviceSettings(display=DisplaySettings(driver=driver)))
    evening.play("tap pine-crane", "wait 4")
    count = count_of(evening, switch_player)
    told()
    outcomes = [fault_and_mending(evening, told, switch_player, error, index) for index in range(count)]
    fault = f"the display stopped answering: [Errno {error}] {os.strerror(error)}"
    assert count >= {PanelDriver.SSD1306: 2, PanelDriver.SH1106: 10}[driver]
    assert outcomes == [(True, ["WARNING", "INFO"], [fault, "the display is back"])] * count
    evening.play('check piles {"A": ["pine-crane"], "B": []}', "check notice null")


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
def test_whatever_message_of_setting_up_anew_fails_the_present_state_is_shown_within_a_second(
    evening, told, error
):
    evening.play("tap pine-crane", "wait 4")
    count = count_of(evening, lose_power)
    told()
    outcomes = [fault_and_mending(evening, told, lose_power, error, index) for index in range(count)]
    assert count >= 12
    assert [(is_right, levels) for is_right, levels, _ in outcomes] == [(True, ["WARNING", "INFO"])] * count
    words = [log for _, _, log in outcomes]
    assert words[0] == ["no display at address 0x3C: check its wires", "the display is back"]
    assert words[1:] == [["the display lost its power for a moment", "the display is back"]] * (count - 1)
    evening.play('check piles {"A": ["pine-crane"], "B": []}', "check notice null")


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
def test_a_box_starts_and_plays_while_its_display_fails_and_then_shows_the_score(evening, told, error):
    evening.world.panel.fails_with = error
    evening.play("tap pine-crane", "press B", "wait 3", 'check piles.A ["pine-crane"]')
    assert not evening.world.panel.is_on
    evening.world.panel.fails_with = None
    evening.clock.sleep(1.0)
    assert is_shown(evening)
    lost = ("WARNING", "no display at address 0x3C: check its wires")
    assert told() == [lost, ("INFO", "the display is back")]


def test_a_display_that_lost_its_power_is_mended_also_while_a_held_button_goes_through_a_list(evening):
    evening.play("hold BACK 1.2", 'until choice "home" press B', "press OK")
    evening.play('until choice "deck" press B', "press OK", 'check phase "enrol"')
    evening.world.push(Button.B)
    evening.clock.sleep(2.0)
    evening.world.panel.power_cycle()
    evening.clock.sleep(1.0)
    assert evening.world.panel.is_on
    evening.world.let_go(Button.B)
    evening.clock.sleep(0.1)
    assert is_shown(evening)


def test_a_display_that_is_plugged_in_after_the_start_shows_the_score(evening):
    evening.world.set_display_plugged(False)
    evening.play("tap pine-crane", "wait 4", "plug display", "wait 1")
    assert is_shown(evening)
    assert evening.appliance.scene.says("50")


def test_an_idle_display_is_asked_and_sent_nothing(evening):
    evening.play("tap pine-crane", "wait 4")
    del evening.transfers[:]
    evening.play("wait 10")
    asked = [row["out"] for row in evening.transfers if row["bus"] == "i2c-1"]
    assert len(asked) > 40
    assert set(asked) == {""}


@pytest.fixture
def painted(monkeypatch):
    """Every picture that is painted from now on: in which thread, and the scene."""
    painted = []

    def note(scene):
        painted.append((threading.current_thread().name, scene))
        return paint(scene)

    monkeypatch.setattr(firmware.display_watch, "paint", note)
    return painted


@pytest.fixture
def slow_wire(monkeypatch):
    """Let a whole frame take nearly a second."""
    monkeypatch.setattr("hardware.simulated.raspberry_pi._I2C_HZ", 10_000)


@pytest.mark.usefixtures("slow_wire")
def test_a_burst_of_events_draws_the_last_state_only_and_keeps_nobody_waiting(evening, painted):
    evening.play("wait 2")
    switch_player(evening)
    painted.clear()
    del evening.transfers[:]
    chosen = []
    for letter in "ABABABAB":
        evening.world.push(Button(letter))
        evening.clock.sleep(0.03)
        evening.world.let_go(Button(letter))
        evening.clock.sleep(0.03)
        chosen.append(evening.appliance.table.running.round.active.value)
    ended_s = evening.clock.now_s()
    evening.clock.sleep(3.0)
    assert "".join(chosen) == "ABABABAB"
    assert len(painted) <= 2
    assert (painted[-1][1], is_shown(evening)) == (evening.appliance.scene, True)
    looks = [row["t"] for row in evening.transfers if row["bus"] == "spi0.0" and row["t"] < ended_s]
    assert max(later - sooner for sooner, later in pairwise(looks)) < 0.06


def test_pictures_are_painted_in_the_display_s_thread_alone(evening, painted):
    evening.play("tap pine-crane", "press B", "hold BACK 1.2", "press B")
    assert len(painted) > 5
    assert {thread for thread, _ in painted} == {"display"}


def after_the_message(sitting, card):
    """Return what the round's screen shows once a captured card is no more told of."""
    sitting.tap(card)
    sitting.wait(5.0)
    return paint(scene_of(sitting.table, TEXTS))


@pytest.mark.parametrize("driver", PanelDriver, ids=lambda driver: driver.value)
@pytest.mark.parametrize("rotation", [0, 180])
@pytest.mark.parametrize(("game", "players"), [("botan-cho", 2), ("ino-shika-cho", 2), ("ino-shika-cho", 3)])
def test_other_numbers_on_the_round_s_screen_cost_a_fifth_of_a_frame_at_most(
    sit, driver, rotation, game, players
):
    sitting = sit(game, players=players)
    settings = DeviceSettings(display=DisplaySettings(driver=driver, rotation=rotation))
    rows, clock = [], VirtualClock()
    world = World(clock, settings, trace=rows.append)
    display = open_devices(settings, clock, world.machine, rows.append).display
    display.open()
    display.show(after_the_message(sitting, "wisteria-cuckoo"))
    rows.clear()
    display.show(after_the_message(sitting, "iris-bridge"))
    sent = sum(1 + len(row["out"]) // 2 for row in rows)
    assert 0 < sent <= 0.2 * WHOLE_BYTES[driver]


def with_number(scene, item, number):
    """Return a scene in which another number stands in the place of one."""
    changed = replace(item, text=item.text.replace(re.search(r"\d+", item.text)[0], str(number), 1))
    return replace(scene, items=tuple(changed if one is item else one for one in scene.items))


@pytest.mark.parametrize(("game", "players"), [("botan-cho", 2), ("ino-shika-cho", 3)])
def test_any_one_number_of_three_digits_costs_a_fifth_of_a_frame_at_most(sit, game, players):
    sitting = sit(game, players=players)
    sitting.tap("wisteria-cuckoo")
    sitting.wait(5.0)
    scene = scene_of(sitting.table, TEXTS)
    numbers = [item for item in scene.items if isinstance(item, Text) and re.search(r"\d", item.text)]
    for item in numbers:
        steps = ((0, 1), (9, 10), (88, 99), (97, 107), (99, 100), (100, 250), (208, 999), (999, 0))
        for before, after in steps:
            old, new = (pack(paint(with_number(scene, item, number)), 0) for number in (before, after))
            addressing = Addressing(overhead_bytes=10, spans_pages=True)  # as the SSD1306 is addressed
            windows = changed_windows(old, new, addressing)
            sent = sum(addressing.overhead_bytes + len(window.cut(new)) for window in windows)
            assert 0 < sent <= 0.2 * WHOLE_BYTES[PanelDriver.SSD1306], (item.text, before, after)
    assert len(numbers) > players

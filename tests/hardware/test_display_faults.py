"""Whatever message to the display fails, however much of it arrives: opening the display mends it."""

import errno
import itertools
import random

import pytest
from PIL import Image, ImageDraw

from hardware.errors import DisplayLost
from hardware.settings import PanelDriver
from hardware.simulated.oled_panel import Glitch

ERRORS = [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT, errno.ENXIO]
BEFORE = Image.frombytes("1", (128, 64), random.Random(1).randbytes(1024))
AFTER = BEFORE.copy()
for box in [(3, 5, 20, 12), (90, 5, 99, 40), (60, 56, 61, 63)]:
    ImageDraw.Draw(AFTER).rectangle(box, fill=255)


def show_a_part(screen):
    screen.display.show(AFTER, is_dim=True, is_inverted=True)


def set_up_and_show(screen):
    screen.display.open()
    screen.display.show(AFTER)


UPDATES = [pytest.param(show_a_part, id="a part"), pytest.param(set_up_and_show, id="set up and whole")]
FAULTS = [
    *[pytest.param(PanelDriver.SSD1306, error, 0, id=errno.errorcode[error]) for error in ERRORS],
    pytest.param(PanelDriver.SH1106, errno.EIO, 0, id="SH1106"),
    pytest.param(PanelDriver.SSD1306, errno.EIO, 2, id="one byte of it arrives"),
    pytest.param(PanelDriver.SSD1306, errno.EIO, 4, id="three bytes of it arrive"),
    pytest.param(PanelDriver.SSD1306, errno.ETIMEDOUT, 9999, id="all of it arrives"),
]


def prepared(make_screen, driver):
    screen = make_screen(driver)
    screen.display.open()
    screen.display.show(BEFORE)
    screen.messages.clear()
    return screen


def outcome(screen, update, glitch):
    """Let one message fail; return what that is called, and whether opening mends it."""
    screen.panel.glitch = glitch
    try:
        update(screen)
    except DisplayLost:
        told = "lost"
    else:
        told = "nothing"
    screen.display.open()
    screen.display.show(BEFORE)
    return told, screen.panel.contrast > 1, screen.seen() == BEFORE.tobytes()


@pytest.mark.parametrize("update", UPDATES)
@pytest.mark.parametrize(("driver", "error", "arriving"), FAULTS)
def test_a_fault_at_any_message_is_told_and_mended(make_screen, driver, error, arriving, update):
    screen = prepared(make_screen, driver)
    update(screen)
    count = len(screen.messages)
    screen = prepared(make_screen, driver)
    outcomes = [outcome(screen, update, Glitch(error, index, arriving)) for index in range(count)]
    assert count >= 8
    assert outcomes == [("lost", True, True)] * count


@pytest.mark.parametrize("error", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("index", range(8))
def test_a_picture_whose_sending_failed_is_not_taken_as_shown(screen, error, index):
    screen.display.show(BEFORE)
    screen.panel.glitch = Glitch(error, index)
    with pytest.raises(DisplayLost, match="the display stopped answering"):
        show_a_part(screen)
    screen.display.show(BEFORE)
    assert (screen.panel.contrast > 1, screen.seen()) == (True, BEFORE.tobytes())


@pytest.mark.parametrize("error", [*ERRORS, errno.ENOENT, errno.EACCES], ids=errno.errorcode.get)
def test_a_display_that_failed_while_it_was_set_up_is_not_open(make_screen, error):
    screen = make_screen()
    screen.panel.glitch = Glitch(error, after=3)
    with pytest.raises(DisplayLost, match="the display does not answer"):
        screen.display.open()
    with pytest.raises(DisplayLost, match="the display is not open"):
        screen.display.show(BEFORE)
    screen.display.open()
    screen.display.show(BEFORE)
    assert screen.seen() == BEFORE.tobytes()


@pytest.mark.parametrize("driver", PanelDriver, ids=lambda driver: driver.value)
def test_a_display_that_lost_its_power_for_a_moment_says_so(make_screen, driver):
    screen = make_screen(driver)
    screen.display.open()
    screen.display.show(BEFORE)
    screen.display.check()
    screen.panel.power_cycle()
    with pytest.raises(DisplayLost, match="the display lost its power for a moment"):
        screen.display.check()
    screen.display.open()
    screen.display.show(AFTER)
    assert (screen.panel.is_on, screen.seen()) == (True, AFTER.tobytes())


def test_a_module_that_always_says_off_is_believed_to_be_there(screen, monkeypatch):
    monkeypatch.setattr(type(screen.panel), "status", 0x43)
    screen.display.open()
    screen.display.check()
    screen.display.show(BEFORE)
    assert screen.seen() == BEFORE.tobytes()


def end(screen, glitch=None):
    """Close a display that shows a picture; return whether it is dark then, and blank were it lit."""
    screen.display.open()
    screen.display.show(BEFORE)
    screen.messages.clear()
    screen.panel.glitch = glitch
    screen.display.close()
    is_dark = not screen.panel.is_on
    screen.panel.receive(b"\x00\xe3\xe3\xaf")
    return is_dark, screen.panel.picture().getbbox() is None


@pytest.mark.parametrize(("driver", "error", "arriving"), FAULTS)
def test_a_panel_is_dark_and_blank_at_the_end_whatever_message_of_it_fails(
    make_screen, driver, error, arriving
):
    screen = make_screen(driver)
    end(screen)
    count = len(screen.messages)
    outcomes = [end(make_screen(driver), Glitch(error, index, arriving)) for index in range(count)]
    assert count >= 4
    assert outcomes == [(True, True)] * count


def lose_power_at(panel, index):
    """Take a panel's power for a moment before one of the messages that come now."""
    messages, usual = itertools.count(), panel.next_fault

    def next_fault():
        if next(messages) == index:
            panel.power_cycle()
        return usual()

    panel.next_fault = next_fault


def says_so(screen):
    try:
        screen.display.check()
    except DisplayLost:
        return True
    return False


@pytest.mark.parametrize("driver", PanelDriver, ids=lambda driver: driver.value)
def test_a_panel_that_loses_its_power_while_it_is_set_up_is_right_or_says_so(make_screen, driver):
    screen = make_screen(driver)
    set_up_and_show(screen)
    outcomes = []
    for index in range(len(screen.messages) + 1):
        again = make_screen(driver)
        lose_power_at(again.panel, index)
        set_up_and_show(again)
        is_right = again.panel.is_on and again.seen() == AFTER.tobytes()
        outcomes.append(is_right or says_so(again))
    assert len(outcomes) >= 9
    assert all(outcomes)

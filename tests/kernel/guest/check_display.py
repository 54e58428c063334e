"""The display's driver on the kernel's i2c-stub: what a panel would show that got what the kernel traced."""

import errno

import pytest

from firmware.screens.border import border
from firmware.screens.painter import paint
from firmware.texts import Language, load
from hardware import DisplayLost, DisplaySettings, PanelDriver, RaspberryPi, SystemClock
from hardware.oled import LumaDisplay
from hardware.oled_probe import probe_display

NOBODY_THERE = 0x3D
BUS_OF_NOBODY = 0  # an emulated ICH9 with no display on it


def make_display(**settings):
    settings = DisplaySettings(**settings)
    return LumaDisplay(settings, RaspberryPi(SystemClock()).open_i2c), settings


@pytest.fixture(scope="module")
def pictures():
    """Two screens that differ in a few places."""
    return [paint(border(load(language))) for language in (Language.ENGLISH, Language.JAPANESE)]


@pytest.mark.usefixtures("block_bus")
@pytest.mark.parametrize("driver", PanelDriver)
def test_every_pixel_arrives_and_later_only_those_that_changed(wire, pictures, driver):
    display, settings = make_display(driver=driver)
    display.open()
    sent = []
    for picture in (*pictures, pictures[0]):
        before = sum(map(len, wire.messages(settings)))
        display.show(picture)
        sent.append(sum(map(len, wire.messages(settings))) - before)
        assert wire.panel(settings).picture().tobytes() == picture.tobytes()
    assert sent[0] >= 1024
    assert all(0 < few < 800 for few in sent[1:])
    display.close()
    assert not wire.panel(settings).is_on


@pytest.mark.usefixtures("block_bus")
def test_dim_and_inverted_pictures_arrive(wire, pictures):
    display, settings = make_display()
    display.open()
    display.show(pictures[0], is_dim=True, is_inverted=True)
    panel = wire.panel(settings)
    assert panel.contrast == 1
    assert panel.picture().tobytes() == bytes(byte ^ 0xFF for byte in pictures[0].tobytes())
    display.show(pictures[0])
    assert wire.panel(settings).picture().tobytes() == pictures[0].tobytes()
    display.close()


@pytest.mark.usefixtures("block_bus")
@pytest.mark.parametrize(
    ("bus", "address", "error", "words"),
    [
        (1, NOBODY_THERE, errno.ENODEV, r", but one at 0x3C: set address = 0x3C under \[display\]"),
        (BUS_OF_NOBODY, 0x3C, errno.ENXIO, ": check its wires"),
    ],
    ids=["i2c-stub", "i2c-i801"],
)
def test_a_panel_that_is_not_there_is_told_with_what_to_do(bus, address, error, words):
    display, _ = make_display(bus=bus, address=address)
    with pytest.raises(DisplayLost, match=f"^no display at address 0x{address:X}{words}$") as told:
        display.open()
    assert told.value.__cause__.errno == error


@pytest.mark.usefixtures("block_bus")
def test_one_at_the_other_address_is_found():
    probe = probe_display(DisplaySettings(address=NOBODY_THERE), RaspberryPi(SystemClock()).open_i2c)
    assert probe.elsewhere == 0x3C


def test_a_missing_bus_is_told_with_what_to_do():
    display, _ = make_display(bus=7)
    with pytest.raises(DisplayLost, match=r"^/dev/i2c-7 is missing: is I2C on\? See Check$"):
        display.open()


def test_a_bus_that_is_closed_to_the_user_is_told_with_what_to_do(as_nobody):
    display, _ = make_display()
    with (
        as_nobody(),
        pytest.raises(DisplayLost, match=r"^/dev/i2c-1 is closed to this user: add it to group i2c$"),
    ):
        display.open()


def test_a_bus_that_takes_no_whole_messages_is_told_in_the_kernels_words():
    display, _ = make_display()
    with pytest.raises(DisplayLost, match=r"does not answer: .*Operation not supported"):
        display.open()

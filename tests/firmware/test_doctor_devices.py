"""The doctor tries the devices, with somebody who helps: one fault at a time, in a line with its cure.

Where a fault is one that people met elsewhere, its id names the public thread.
"""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from loose_chip import LooseChip

from firmware.doctor.reader import judge_readers
from hardware import SECOND_READER, Button, DisplaySettings, PanelDriver, ReaderSettings
from hardware.chip_probe import ChipFault, ChipProbe, ChipSign
from hardware.header import GPIO_PINS
from hardware.simulated import Ntag

UNDER = "sudo nano /etc/scorekeeper.toml, and under the line [{}] (add it if need be) set {}"
OFF = "with the Pi off (sudo poweroff) push in, at both ends,"


def unplug(clinic, level):
    clinic.world.chips[0].miso_level = level
    clinic.world.set_reader_plugged(False)


def set_display(clinic, **settings):
    display = replace(DisplaySettings(), **settings)
    clinic.config = replace(clinic.config, devices=replace(clinic.config.devices, display=display))


def move_display(clinic):
    panels = clinic.world.board.panels
    panels[1, 0x3D] = panels.pop((1, 0x3C))


def shift(clinic, **settings):
    set_display(clinic, **settings)
    clinic.no.add("frame")


def take_pin(clinic):
    """Let somebody else have button C's pin, as a second copy has it."""
    pin = clinic.world.machine.pin_factory.pin(26)
    usual = pin._set_pull

    def refuse(_pull):
        pin._set_pull = usual
        raise OSError("'GPIO busy'")

    pin._set_pull = refuse


def hold_down(clinic, button):
    """Let a button's pin be at ground, whatever pulls it up."""
    pin = clinic.world.machine.pin_factory.pin(clinic.config.devices.button_pins[button])
    pin._set_pull = lambda _pull: pin.drive_low()


def weaken(rate, **gains):
    """Let the sticker's answers arrive badly, at every gain but those."""

    def plant(clinic):
        chip = clinic.world.chips[0]
        chip.bit_error_rate_at = {step: gains.get(f"g{step}", rate) for step in range(8)}

    return plant


FAULTS = {
    "bitexperts 3215: no sticker": (
        lambda c: c.tags.clear(),
        "no card is read on the reader → lay one flat on it, away from metal and the Pi, and run this "
        "again; if one lay there try a second; if that is not read either, push in the reader's wires",
    ),
    "electronics.stackexchange.com/questions/519993: two stickers": (
        lambda c: c.tags.append(Ntag(bytes.fromhex("045b77cae26180"))),
        "2 stickers lie on the reader, and disturb each other → lift all but one card",
    ),
    "nabaztag2018/hardware 4: a weak sticker": (
        weaken(0.02),
        "times of 20 → try another sticker or place, one card at a time, away from metal and the Pi",
    ),
    "eternalfrustration: a sticker that wants another gain": (
        weaken(0.02, g6=0.0),
        f"times of 20 → {UNDER.format('reader', 'gain = 43')}, where it was read well",
    ),
    "miguelbalboa/rfid 428: nothing on the bus": (
        lambda c: unplug(c, 0x00),
        f"the reader says nothing at all (MISO stays low) → {OFF} the reader's 3.3 V (pin 17), RST (pin "
        "22), SDA (pin 24), MISO (pin 21), SCK (pin 23), MOSI (pin 19), GND (pin 20)",
    ),
    "miguelbalboa/rfid 284: a floating bus": (
        lambda c: unplug(c, 0xFF),
        f"the reader says nothing at all (MISO stays high) → {OFF} the reader's GND (pin 20), SDA (pin "
        "24), MISO (pin 21), SCK (pin 23), MOSI (pin 19), 3.3 V (pin 17)",
    ),
    "miguelbalboa/rfid 482: a clone": (
        lambda c: c.put_chip(version=0x12),
        "hint  reader   the reader's chip is a copy (version 0x12, not NXP's), and may miss some stickers "
        "→ try",
    ),
    "miguelbalboa/rfid 247: a loose wire": (
        lambda c: c.put_chip(LooseChip),
        f"answers were wrong: a wire is loose → {OFF} the reader's SDA (pin 24), SCK (pin 23), MOSI (pin "
        "19), MISO (pin 21)",
    ),
    "RST is off": (lambda c: c.put_chip(reset_pin=None), f"{OFF} the reader's RST (pin 22)"),
    "the display is off": (
        lambda c: c.world.set_display_plugged(False),
        f"no display at address 0x3C, nor at 0x3D → {OFF} the display's SDA (pin 3), SCL (pin 5), VCC (pin "
        "1), GND (pin 9); see that SDA and SCL are not swapped",
    ),
    "the display has the other address": (
        move_display,
        "no display at 0x3C, but one at 0x3D → " + UNDER.format("display", "address = 0x3D"),
    ),
    "rm-hull/luma.oled 376: a picture that is shifted": (
        lambda c: shift(c, driver=PanelDriver.SSD1306),
        "the frame does not touch all four edges of the display, its picture is shifted → "
        + UNDER.format("display", 'driver = "sh1106"'),
    ),
    "ThingPulse/esp8266-oled-ssd1306 416: an SH1106 without hidden columns": (
        lambda c: shift(c, driver=PanelDriver.SH1106),
        "is shifted → " + UNDER.format("display", "offset = 0") + ", then run this again and look",
    ),
    "espressif/esp-iot-solution 53: neither offset": (
        lambda c: shift(c, driver=PanelDriver.SH1106, column_offset=0),
        "is shifted → " + UNDER.format("display", 'driver = "ssd1306"'),
    ),
    "gpiozero 1057: a busy pin": (
        take_pin,
        "GPIO 26 (button C) is in use by something else: 'GPIO busy' → sudo systemctl stop scorekeeper, "
        "and run this again; if still so: sudo nano /boot/firmware/config.txt, put # before the "
        "line that begins with dtoverlay= and names GPIO 26; sudo reboot",
    ),
    "a button that is stuck": (
        lambda c: hold_down(c, Button.BACK),
        "button BACK is down on GPIO 6 (pin 31), though nobody should press it → let it go; with the Pi off",
    ),
    "a button that is dead": (
        lambda c: c.fingers.remove(Button.B),
        f"button B was not felt → {OFF} its wires, one to GPIO 19 (pin 35), one to GND (any of the pins "
        "30, 34, 39); of a button's four legs use two that lie diagonally",
    ),
    "a silent buzzer": (
        lambda c: c.no.add("buzzer"),
        f"the buzzer was not heard → {OFF} its + to GPIO 12 (pin 32), its - to GND (pin 34); still "
        "silent? Then it may be one that beeps by itself: " + UNDER.format("buzzer", 'kind = "active"'),
    ),
}


@pytest.mark.parametrize("planted", FAULTS)
def test_the_words_about_a_device_are_one_line_with_the_cure(clinic, planted):
    plant, words = FAULTS[planted]
    plant(clinic)
    (told,) = clinic.complaints()
    assert words in told


@pytest.mark.parametrize(
    ("node", "bus", "device"),
    [("dev/spidev0.0", "spi", "reader"), ("dev/i2c-1", "i2c", "display")],
    ids=["SPI", "I2C"],
)
def test_a_device_whose_bus_is_missing_has_no_other_cure_and_the_others_are_tried(clinic, node, bus, device):
    clinic.remove(node)
    of_bus, of_device = clinic.complaints()
    assert of_bus.split()[1] == bus
    assert of_device == (
        f"fault {device:8} the {device} could not be tried, since /{node} is missing → first do what is "
        f"said under {bus}"
    )


LOST = {
    "/dev/spidev0.0 is closed to this user: add it to group spi": "→ first do what is said under spi",
    "the package mfrc522 is missing: pip install it": "→ first do what is said under packages",
    "GPIO 25 for the reader's RST cannot be had, is it in use? 'GPIO busy'": "systemctl stop scorekeeper",
    "the SPI bus failed (x): check the reader's wires": f"→ {OFF} each wire of the reader",
    "the reader is too hot: take the power off": "the reader is too hot → take the power off",
}


@pytest.mark.parametrize("why", LOST)
def test_a_reader_that_cannot_be_had_is_told_with_what_to_do_first(why):
    lost = ChipProbe(None, "nothing", (ChipFault(ChipSign.LOST, why),))
    (told,) = judge_readers([lost], [ReaderSettings()])
    assert LOST[why] in str(told)


def test_the_program_that_has_a_button_s_pin_is_named(clinic, monkeypatch):
    """gpiozero 1151: GPIO busy, and nobody knows who is at it."""
    asked = []
    other = SimpleNamespace(pid=4711, command="python3 blink.py")
    monkeypatch.setattr("firmware.doctor.examine.holders_of", lambda nodes: asked.append(nodes) or (other,))
    take_pin(clinic)
    (told,) = clinic.complaints()
    assert "GPIO 26 (button C) is in use by process 4711, python3 blink.py → sudo kill 4711, which" in told
    assert asked == [("/dev/gpiochip0",)]


def test_where_all_pins_are_busy_somebody_else_has_them(clinic):
    class Busy:
        def pin(self, *_names):
            raise OSError("'GPIO busy'")

        reserve_pins = release_pins = pin

    clinic.world.machine.pin_factory = Busy()
    (told,) = (line for line in clinic.complaints() if " buttons " in line)
    assert (
        "no pin of a button can be had ('GPIO busy') → sudo systemctl stop scorekeeper, and run this" in told
    )


def test_where_no_pin_can_be_had_the_buttons_are_one_line(clinic):
    class Nothing:
        def pin(self, *_names):
            raise OSError("no pins")

        reserve_pins = release_pins = pin

    clinic.world.machine.pin_factory = Nothing()
    told = [line for line in clinic.complaints() if " buttons " in line]
    assert len(told) == 1
    assert told[0].endswith("→ first do what is said under gpio, pins and folder")


def test_header_pins_are_those_of_every_pi():
    pins = {
        2: 3,
        3: 5,
        7: 26,
        8: 24,
        9: 21,
        10: 19,
        11: 23,
        13: 33,
        19: 35,
        26: 37,
        5: 29,
        6: 31,
        12: 32,
        25: 22,
        23: 16,
    }
    assert {gpio: GPIO_PINS[gpio] for gpio in pins} == pins
    assert len(set(GPIO_PINS.values())) == len(GPIO_PINS)


def test_each_of_two_readers_is_told_with_its_own_pins():
    lost = ChipProbe(0, "nothing", (ChipFault(ChipSign.STUCK_LOW, "no answer", ("RST", "SDA")),))
    other_bus = ReaderSettings(bus=1)
    told = judge_readers([lost, lost, lost], [ReaderSettings(), SECOND_READER, other_bus])
    assert [one.said for one in told] == [f"reader {number}: no answer" for number in (1, 2, 3)]
    assert [one.cure for one in told] == [
        f"{OFF} the reader's RST (pin 22), SDA (pin 24)",
        f"{OFF} the reader's RST (pin 16), SDA (pin 26)",
        f"{OFF} the reader's RST, SDA",
    ]
    assert [dict(one.parts)["wires"] for one in told] == ["RST:22 SDA:24", "RST:16 SDA:26", "RST SDA"]

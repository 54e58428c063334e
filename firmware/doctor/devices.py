"""What reader, sticker, display, buttons and buzzer say when they are tried. Pure."""

from collections.abc import Collection, Sequence

from firmware.doctor.finding import Finding, Topic, fault, fine, hint
from hardware import (
    DEFAULT_BUTTON_PINS,
    Button,
    BuzzerKind,
    DeviceSettings,
    DisplaySettings,
    PanelDriver,
    ReaderSettings,
)
from hardware.oled_probe import DisplayProbe
from hardware.pin_probe import PinProbe
from hardware.rc522_probe import READS, ChipProbe, ChipSign, StickerProbe

__all__ = [
    "HEADER_PINS",
    "judge_border",
    "judge_buttons",
    "judge_buzzer",
    "judge_display",
    "judge_heard",
    "judge_pressed",
    "judge_readers",
    "judge_reads",
    "judge_sticker",
    "told_many",
    "told_reading",
    "untried",
]

HEADER_PINS = {
    4: 7, 5: 29, 6: 31, 12: 32, 13: 33, 14: 8, 15: 10, 16: 36, 17: 11, 18: 12, 19: 35, 20: 38,
    21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""The pin of the 40-pin header, by BCM number."""

_SELECT_PINS = {(0, 0): 24, (0, 1): 26}
_NOT_ABOUT_WIRES = (ChipSign.LOST, ChipSign.CLONE)
_GOOD_RATE = 0.9
_MOST_FAILED = 1
_SECOND_COPY = "stop a second copy, sudo systemctl stop scorekeeper, or the overlay in config.txt that has it"


def judge_readers(probes: Sequence[ChipProbe], readers: Sequence[ReaderSettings]) -> list[Finding]:
    """Say of each reader what it is and what is wrong with its wires, and on which pins these are."""
    found = []
    for number, (probe, reader) in enumerate(zip(probes, readers, strict=True), 1):
        name = f"reader {number}: " if len(probes) > 1 else ""
        if not probe.faults:
            said = f"{name}{probe.name}, version 0x{probe.version or 0:02X}, its wires are sound"
            found.append(fine(Topic.READER, said, f"{number}: {probe.name}"))
        for one in probe.faults:
            said, _, cure = one.words.partition(": ")
            make = hint if one.sign is ChipSign.CLONE else fault
            cure += "" if one.sign in _NOT_ABOUT_WIRES else _reader_pins(reader)
            code = f"reader-{one.sign.value}"
            found.append(make(Topic.READER, code, f"{name}{said}", cure, number=number))
    return found


def _reader_pins(reader: ReaderSettings) -> str:
    """Name the header's pins of a reader's wires, as far as they are the usual ones."""
    select = _SELECT_PINS.get((reader.bus, reader.device))
    reset = HEADER_PINS.get(reader.reset_gpio)
    return f" (pins: SDA {select}, SCK 23, MOSI 19, MISO 21, RST {reset}, 3.3 V 17, GND 20)" if select else ""


def judge_sticker(probe: StickerProbe, gain_db: int) -> Finding:
    """Say how well the sticker reads that lies on a reader, and at which gain it would do better."""
    if probe.uid is None:
        said = "no sticker lies on the reader, or it is not read"
        cure = "lay one card flat on it, away from metal and from the Pi, and run this again"
        return hint(Topic.STICKER, "sticker-none", said, cure)
    if probe.others:
        return told_many(probe.others + 1)
    rate = round(probe.rates[gain_db] * READS)
    if probe.rates[gain_db] >= _GOOD_RATE:
        return fine(Topic.STICKER, f"the sticker was read {rate} times of {READS}", f"{rate}/{READS}")
    said = f"the sticker was read only {rate} times of {READS}"
    best_db = max(probe.rates, key=lambda one: (probe.rates[one], -one))
    if probe.rates[best_db] >= _GOOD_RATE:
        cure = f"set gain = {best_db} under [reader] in the settings, where it was read well"
        return fault(Topic.STICKER, "sticker-gain", said, cure, reads=f"{rate}/{READS}", gain=best_db)
    return fault(Topic.STICKER, "sticker-weak", said, _WEAK_CURE, reads=f"{rate}/{READS}")


def told_many(count: int) -> Finding:
    """Say that more than one sticker lies there."""
    said = f"{count} stickers lie on the reader, and disturb each other"
    return hint(Topic.STICKER, "sticker-many", said, "lift all but one card, and try again")


def told_reading() -> Finding:
    """Say that a sticker lies there, and is being read."""
    return fine(Topic.STICKER, "a sticker is being read", "", "sticker-reading")


def untried(devices: DeviceSettings) -> list[Finding]:
    """Return what can be tried while the box goes on, with somebody's help."""
    has_buzzer = devices.buzzer.kind is not BuzzerKind.NONE
    return [
        fine(Topic.STICKER, "lay a card on the reader", "", "sticker-try"),
        fine(Topic.DISPLAY, "look at its frame", "", "display-try"),
        fine(Topic.BUTTONS, "press each", "", "buttons-try"),
        fine(Topic.BUZZER, "listen to it", "", "buzzer-try" if has_buzzer else "buzzer-none"),
    ]


def judge_reads(sound: int, of: int) -> Finding:
    """Say how well a sticker reads, by the few reads that the box itself makes of each."""
    if of - sound <= _MOST_FAILED:
        return fine(Topic.STICKER, f"the sticker was read {sound} times of {of}", f"{sound}/{of}")
    said = f"the sticker was read only {sound} times of {of}"
    return fault(Topic.STICKER, "sticker-weak", said, _WEAK_CURE, reads=f"{sound}/{of}")


_WEAK_CURE = "try another sticker or place, one card at a time, away from metal and the Pi (or with ferrite)"


def judge_display(probe: DisplayProbe, display: DisplaySettings) -> Finding:
    """Say whether the display answers."""
    if not probe.fault:
        return fine(Topic.DISPLAY, f"the display answers at 0x{display.address:02X}", display.driver.value)
    if probe.elsewhere is not None:
        found = f"0x{probe.elsewhere:02X}"
        said = f"no display at 0x{display.address:02X}, but one at {found}"
        return fault(
            Topic.DISPLAY,
            "display-address",
            said,
            f"set address = {found} under [display] in the settings",
            address=found,
        )
    said, _, cure = probe.fault.partition(": ")
    if "wires" in probe.fault or "answer" in probe.fault:
        cure = "push in SDA (pin 3), SCL (pin 5), VCC (pin 1) and GND (pin 9)"
    return fault(Topic.DISPLAY, "display-lost", said, cure)


def judge_border(*, is_whole: bool, display: DisplaySettings) -> Finding:
    """Say what to set where the frame does not touch all four sides of the panel."""
    if is_whole:
        return fine(Topic.DISPLAY, "the frame is whole on all four sides", display.driver.value)
    if display.driver is not PanelDriver.SH1106:
        setting = 'driver = "sh1106"'
    elif display.first_column:
        setting = "offset = 0"
    else:
        setting = 'driver = "ssd1306"'
    said = "the picture is shifted or torn at an edge"
    cure = f"set {setting} under [display] in the settings, and look again"
    return fault(Topic.DISPLAY, "border", said, cure, setting=setting.replace(" ", ""))


def judge_buttons(probes: Sequence[PinProbe]) -> list[Finding]:
    """Say which pins cannot be had, and which buttons are down though nobody presses."""
    refusals = {one.refused for one in probes}
    if len(refusals) == 1 and "" not in refusals:
        said = f"no pin of a button can be had ({refusals.pop()})"
        return [fault(Topic.BUTTONS, "button-none", said, "do what is said under pins and gpio")]
    found = []
    for one in probes:
        name, pin = one.button.value, _pin(one.pin)
        if one.refused:
            said = f"GPIO {one.pin} for button {name} cannot be had ({one.refused})"
            found.append(fault(Topic.BUTTONS, "button-busy", said, _SECOND_COPY, pin=one.pin, button=name))
        elif one.is_down:
            said = f"button {name} is down ({pin}), though nobody should press it"
            cure = f"let it go, or look for a short from {pin} to GND"
            parts = _pins_of(one.pin)
            found.append(fault(Topic.BUTTONS, "button-stuck", said, cure, button=name, **parts))
    return found or [fine(Topic.BUTTONS, "all five buttons are up, their pins are free", "")]


def judge_pressed(felt: Collection[Button], devices: DeviceSettings) -> list[Finding]:
    """Say which buttons were not felt when each was to be pressed."""
    found = []
    for button in DEFAULT_BUTTON_PINS:
        if button not in felt:
            pin = _pin(devices.button_pins[button])
            said = f"button {button.value} was not felt"
            cure = f"push in its wires, to {pin} and to GND (pins 30, 34, 39)"
            parts = _pins_of(devices.button_pins[button])
            found.append(fault(Topic.BUTTONS, "button-dead", said, cure, button=button.value, **parts))
    return found or [fine(Topic.BUTTONS, "each of the five buttons was felt", "A B C OK BACK")]


def judge_buzzer(refused: str, devices: DeviceSettings) -> Finding:
    """Say whether the buzzer's pin can be had."""
    buzzer = devices.buzzer
    if buzzer.kind is BuzzerKind.NONE:
        return fine(Topic.BUZZER, "the settings know of no buzzer", "", "buzzer-none")
    if refused:
        cure = f'{_SECOND_COPY}; or set kind = "none" under [buzzer]'
        return fault(Topic.BUZZER, "buzzer-busy", refused, cure, pin=buzzer.pin)
    return fine(Topic.BUZZER, f"the buzzer has {_pin(buzzer.pin)}", f"GPIO {buzzer.pin}")


def judge_heard(*, is_heard: bool, devices: DeviceSettings) -> Finding:
    """Say what to try where the buzzer was not heard."""
    buzzer = devices.buzzer
    if is_heard:
        return fine(Topic.BUZZER, "the buzzer was heard", f"GPIO {buzzer.pin}")
    other = BuzzerKind.ACTIVE if buzzer.kind is BuzzerKind.PASSIVE else BuzzerKind.PASSIVE
    said = "the buzzer was not heard"
    cure = f'push in its wires, {_pin(buzzer.pin)} and GND, then try kind = "{other.value}" under [buzzer]'
    return fault(Topic.BUZZER, "buzzer-silent", said, cure, pin=buzzer.pin, kind=other.value)


def _pins_of(gpio: int) -> dict[str, object]:
    return {"pin": gpio, "header": HEADER_PINS.get(gpio, "?")}


def _pin(gpio: int) -> str:
    """Name a pin as who wires it counts."""
    return f"GPIO {gpio}, pin {HEADER_PINS[gpio]}" if gpio in HEADER_PINS else f"GPIO {gpio}"

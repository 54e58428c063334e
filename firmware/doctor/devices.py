"""What reader, sticker, display, buttons and buzzer say when they are tried. Pure."""

from collections.abc import Collection, Sequence

from firmware.doctor.finding import Finding, Topic, fault, fine, hint, setting
from hardware import (
    DEFAULT_BUTTON_PINS,
    Button,
    BuzzerKind,
    DeviceSettings,
    DisplaySettings,
    PanelDriver,
    ReaderSettings,
)
from hardware.header import BUTTON_GROUNDS, BUZZER_GROUND, DISPLAY_WIRES, GPIO_PINS, READER_WIRES, SELECT_PINS
from hardware.holders import Holder
from hardware.oled import ADDRESSES
from hardware.oled_probe import DisplayProbe
from hardware.pin_probe import PinProbe
from hardware.rc522_probe import READS, ChipFault, ChipProbe, ChipSign, StickerProbe

__all__ = [
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

_FOUR_LEGS = "of a button's four legs use two that lie diagonally"
_OFF = "with the Pi off (sudo poweroff)"
_BOTH_ENDS = f"{_OFF} push in, at both ends,"
_CLONE_CURE = "try other stickers; if many are not read, another reader"
_GOOD_RATE = 0.9
_MOST_FAILED = 1


def judge_readers(probes: Sequence[ChipProbe], readers: Sequence[ReaderSettings]) -> list[Finding]:
    """Say of each reader what it is and what is wrong with its wires, and on which pins these are."""
    found = []
    for number, (probe, reader) in enumerate(zip(probes, readers, strict=True), 1):
        name = f"reader {number}: " if len(probes) > 1 else ""
        if not probe.faults:
            said = f"{name}{probe.name}, version 0x{probe.version or 0:02X}, its wires are sound"
            found.append(fine(Topic.READER, said, f"{number}: {probe.name}"))
        for one in probe.faults:
            said, cure = _told(one, reader)
            make = hint if one.sign is ChipSign.CLONE else fault
            code, pins = f"reader-{one.sign.value}", _reader_pins(one.wires, reader)
            wires = " ".join(f"{wire.replace(' ', '')}:{pin}".strip(":") for wire, pin in pins.items())
            found.append(make(Topic.READER, code, f"{name}{said}", cure, number=number, wires=wires))
    return found


def _told(one: ChipFault, reader: ReaderSettings) -> tuple[str, str]:
    """Say what is wrong with a reader, and what to do."""
    if one.sign is ChipSign.CLONE:
        return one.words, _CLONE_CURE
    if one.sign is not ChipSign.LOST:
        pins = _reader_pins(one.wires, reader)
        wires = ", ".join(f"{wire} (pin {pin})" if pin else wire for wire, pin in pins.items())
        return one.words, f"{_BOTH_ENDS} the reader's {wires}"
    said, _, cure = one.words.partition(": ")
    if said.startswith(reader.node) and cure:
        return _untried("reader", said, Topic.SPI)
    if "package" in said:
        return _untried("reader", said, Topic.PACKAGES)
    if "in use" in said:
        return said, _of_busy_pin(f"GPIO {reader.reset_gpio}", ())
    return said, f"{_BOTH_ENDS} each wire of the reader" if "wires" in cure else cure


def _untried(device: str, why: str, first: Topic) -> tuple[str, str]:
    """Say once more, where a device cannot be tried, that something else has to be mended before."""
    return f"the {device} could not be tried, since {why}", f"first do what is said under {first.value}"


def _reader_pins(wires: Sequence[str], reader: ReaderSettings) -> dict[str, object]:
    """Name the header's pins of a reader's wires; of a bus that the wiring does not know, none."""
    if (reader.bus, reader.device) not in SELECT_PINS:
        return dict.fromkeys(wires, "")
    select = SELECT_PINS[reader.bus, reader.device]
    pins = {**READER_WIRES, "SDA": select, "RST": GPIO_PINS.get(reader.reset_gpio, "")}
    return {wire: pins[wire] for wire in wires}


def judge_sticker(probe: StickerProbe, gain_db: int) -> Finding:
    """Say how well the sticker reads that lies on a reader, and at which gain it would do better."""
    if probe.uid is None:
        said = "no card is read on the reader"
        cure = (
            "lay one flat on it, away from metal and the Pi, and run this again; if one lay there try a "
            "second;"
            " if that is not read either, push in the reader's wires, 3.3 V and GND first"
        )
        return hint(Topic.STICKER, "sticker-none", said, cure)
    if probe.others:
        return told_many(probe.others + 1)
    rate = round(probe.rates[gain_db] * READS)
    if probe.rates[gain_db] >= _GOOD_RATE:
        return fine(Topic.STICKER, f"the sticker was read {rate} times of {READS}", f"{rate}/{READS}")
    said = f"the sticker was read only {rate} times of {READS}"
    best_db = max(probe.rates, key=lambda one: (probe.rates[one], -one))
    if probe.rates[best_db] >= _GOOD_RATE:
        cure = f"{setting('reader', f'gain = {best_db}')}, where it was read well"
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
        cure = setting("display", f"address = {found}")
        return fault(Topic.DISPLAY, "display-address", said, cure, address=found)
    said, _, cure = probe.fault.partition(": ")
    if said.startswith(display.node):
        return fault(Topic.DISPLAY, "display-lost", *_untried("display", said, Topic.I2C))
    if "package" in said:
        return fault(Topic.DISPLAY, "display-lost", *_untried("display", said, Topic.PACKAGES))
    if "no display" in said:
        others = (f"0x{address:02X}" for address in ADDRESSES if address != display.address)
        said = f"{said}, nor at {', '.join(others)}"
    return fault(Topic.DISPLAY, "display-lost", said, _DISPLAY_CURE)


_DISPLAY_CURE = (
    f"{_BOTH_ENDS} the display's {', '.join(f'{wire} (pin {pin})' for wire, pin in DISPLAY_WIRES.items())};"
    " see that SDA and SCL are not swapped"
)


def judge_border(*, is_whole: bool, display: DisplaySettings) -> Finding:
    """Say what to set where the frame does not touch all four sides of the panel."""
    if is_whole:
        return fine(Topic.DISPLAY, "the frame is whole on all four sides", display.driver.value)
    if display.driver is not PanelDriver.SH1106:
        words = 'driver = "sh1106"'
    elif display.first_column:
        words = "offset = 0"
    else:
        words = 'driver = "ssd1306"'
    said = "the frame does not touch all four edges of the display, its picture is shifted"
    cure = f"{setting('display', words)}, then run this again and look"
    return fault(Topic.DISPLAY, "border", said, cure, setting=words.replace(" ", ""))


def judge_buttons(probes: Sequence[PinProbe], holders: Sequence[Holder] = ()) -> list[Finding]:
    """Say which pins cannot be had, and which buttons are down though nobody presses.

    Args:
        probes: of all pins.
        holders: other programs that are at the pins.
    """
    refusals = {one.refused for one in probes}
    if len(refusals) == 1 and "" not in refusals:
        why = refusals.pop()
        said = f"no pin of a button can be had ({why})"
        cure = "first do what is said under gpio, pins and folder"
        if "busy" in why:
            cure = _of_busy_pin("such a pin", holders)
        return [fault(Topic.BUTTONS, "button-none", said, cure)]
    found = []
    for one in probes:
        name, pin = one.button.value, _pin(one.pin)
        if one.refused:
            said = f"GPIO {one.pin} (button {name}) is in use by {_by(holders, one.refused)}"
            cure = _of_busy_pin(f"GPIO {one.pin}", holders)
            found.append(fault(Topic.BUTTONS, "button-busy", said, cure, pin=one.pin, button=name))
        elif one.is_down:
            said = f"button {name} is down on {pin}, though nobody should press it"
            cure = f"let it go; {_OFF} see that its wire to {pin} touches no other, nor GND; {_FOUR_LEGS}"
            parts = _pins_of(one.pin)
            found.append(fault(Topic.BUTTONS, "button-stuck", said, cure, button=name, **parts))
    return found or [fine(Topic.BUTTONS, "all five buttons are up, their pins are free", "")]


def judge_pressed(felt: Collection[Button], devices: DeviceSettings) -> list[Finding]:
    """Say which buttons were not felt when each was to be pressed."""
    grounds = ", ".join(str(pin) for pin in BUTTON_GROUNDS)
    found = []
    for button in DEFAULT_BUTTON_PINS:
        if button not in felt:
            pin = _pin(devices.button_pins[button])
            said = f"button {button.value} was not felt"
            cure = (
                f"{_BOTH_ENDS} its wires, one to {pin}, one to GND (any of the pins {grounds}); {_FOUR_LEGS}"
            )
            parts = _pins_of(devices.button_pins[button])
            found.append(fault(Topic.BUTTONS, "button-dead", said, cure, button=button.value, **parts))
    return found or [fine(Topic.BUTTONS, "each of the five buttons was felt", "A B C OK BACK")]


def judge_buzzer(refused: str, devices: DeviceSettings) -> Finding:
    """Say whether the buzzer's pin can be had."""
    buzzer = devices.buzzer
    if buzzer.kind is BuzzerKind.NONE:
        return fine(Topic.BUZZER, "the settings know of no buzzer", "", "buzzer-none")
    if refused:
        cure = _of_busy_pin(f"GPIO {buzzer.pin}", ())
        return fault(Topic.BUZZER, "buzzer-busy", refused, cure, pin=buzzer.pin)
    return fine(Topic.BUZZER, f"the buzzer has {_pin(buzzer.pin)}", f"GPIO {buzzer.pin}")


def judge_heard(*, is_heard: bool, devices: DeviceSettings) -> Finding:
    """Say what to try where the buzzer was not heard."""
    buzzer = devices.buzzer
    if is_heard:
        return fine(Topic.BUZZER, "the buzzer was heard", f"GPIO {buzzer.pin}")
    other = BuzzerKind.ACTIVE if buzzer.kind is BuzzerKind.PASSIVE else BuzzerKind.PASSIVE
    said = "the buzzer was not heard"
    trait = "beeps by itself" if other is BuzzerKind.ACTIVE else "only clicks"
    kind = setting("buzzer", f'kind = "{other.value}"')
    cure = (
        f"{_BOTH_ENDS} its + to {_pin(buzzer.pin)}, its - to GND (pin {BUZZER_GROUND}); still silent?"
        f" Then it may be one that {trait}: {kind}"
    )
    return fault(Topic.BUZZER, "buzzer-silent", said, cure, pin=buzzer.pin, kind=other.value)


def _pins_of(gpio: int) -> dict[str, object]:
    return {"pin": gpio, "header": GPIO_PINS.get(gpio, "?")}


def _pin(gpio: int) -> str:
    """Name a pin as who wires it counts."""
    return f"GPIO {gpio} (pin {GPIO_PINS[gpio]})" if gpio in GPIO_PINS else f"GPIO {gpio}"


def _by(holders: Sequence[Holder], why: str) -> str:
    return f"process {holders[0].pid}, {holders[0].command}" if holders else f"something else: {why}"


def _of_busy_pin(pin: str, holders: Sequence[Holder]) -> str:
    """Say how a pin becomes free."""
    if holders:
        return f"sudo kill {holders[0].pid}, which ends that program, and run this again"
    return (
        "sudo systemctl stop scorekeeper, and run this again; if still so: sudo nano"
        f" /boot/firmware/config.txt, put # before the line that begins with dtoverlay= and names {pin};"
        " sudo reboot"
    )

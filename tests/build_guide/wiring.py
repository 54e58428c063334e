"""The wiring, from the settings' defaults and the header's table: as wires, and as the guide's tables."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hardware import SECOND_READER, Button, DeviceSettings, ReaderSettings
from hardware.header import (
    BUTTON_GROUNDS,
    BUZZER_GROUND,
    DISPLAY_WIRES,
    GPIO_PINS,
    READER_WIRES,
    SELECT_PINS,
)

__all__ = ["CAPS", "GROUND", "Wire", "second_reader_table", "second_wires", "table", "wires"]

GROUND = "GND"
CAPS: Mapping[Button, str] = {Button.A: "red", Button.B: "blue", Button.C: "yellow"}
"""The colour of the caps that have one."""

_READER, _DISPLAY, _BUZZER = "reader", "display", "buzzer"
_SHOWN = {
    _READER: "RC522 reader",
    _DISPLAY: "OLED display, I2C",
    _BUZZER: "buzzer, if you like",
    "button": "button {}",
}
_OF_GPIO = {pin: gpio for gpio, pin in GPIO_PINS.items()}
_PRINTED = {"VCC": "VCC (3.3 V)"}
_COLOURS = {
    "3.3 V": "red",
    "VCC": "red",
    GROUND: "black",
    "SDA": "blue",
    "SCK": "orange",
    "SCL": "orange",
    "MOSI": "green",
    "MISO": "violet",
    "RST": "brown",
}


@dataclass(frozen=True, slots=True)
class Wire:
    """From a device to the header.

    Attributes:
        device: reader, display, buzzer, or the name of a button.
        end: what is printed beside the device's pin.
        pin: of the header.
        colour: in the drawing, by name.
    """

    device: str
    end: str
    pin: int
    colour: str

    @property
    def gpio(self) -> int | None:
        """The BCM number of the header's pin, None for 3.3 V and GND."""
        return _OF_GPIO.get(self.pin)


def wires(settings: DeviceSettings) -> tuple[Wire, ...]:
    """Return every wire of a box with one reader, device by device, by the header's pins."""
    return (
        *_by_pin(_reader_wires(settings.readers[0])),
        *_by_pin(Wire(_DISPLAY, end, pin, _COLOURS[end]) for end, pin in DISPLAY_WIRES.items()),
        *_by_pin(_button_wires(settings.button_pins)),
        Wire(_BUZZER, "+", GPIO_PINS[settings.buzzer.pin], "green"),
        Wire(_BUZZER, "-", BUZZER_GROUND, _COLOURS[GROUND]),
    )


def second_wires() -> tuple[Wire, ...]:
    """Return the wires of a second reader that the first does not share."""
    shared = READER_WIRES.keys()
    return _by_pin(wire for wire in _reader_wires(SECOND_READER) if wire.end not in shared)


def table(settings: DeviceSettings) -> str:
    """Return the wiring as a table of the guide."""
    rows = [_row(wire) for wire in wires(settings) if wire.device in (_READER, _DISPLAY)]
    buttons = [wire for wire in wires(settings) if wire.device not in _SHOWN]
    rows += [_row(wire) for wire in buttons if wire.end != GROUND]
    grounds = " or ".join(str(pin) for pin in BUTTON_GROUNDS)
    rows.append(f"| each button, its other side | | {GROUND} | {grounds} | {_COLOURS[GROUND]} |")
    rows += [_row(wire) for wire in wires(settings) if wire.device == _BUZZER]
    return "\n".join(["| device | its pin | GPIO | header pin | drawn |", "|---|---|---|---|---|", *rows])


def second_reader_table() -> str:
    """Return what a second reader is wired to as a table of the guide."""
    rows = [_row(wire, "second RC522") for wire in second_wires()]
    shared = ", ".join(READER_WIRES)
    rows.append(f"| second RC522 | {shared} | | as the first | |")
    return "\n".join(["| device | its pin | GPIO | header pin | drawn |", "|---|---|---|---|---|", *rows])


def _reader_wires(reader: ReaderSettings) -> Iterator[Wire]:
    own = {"SDA": SELECT_PINS[reader.bus, reader.device], "RST": GPIO_PINS[reader.reset_gpio]}
    for end, pin in {**own, **READER_WIRES}.items():
        yield Wire(_READER, end, pin, _COLOURS[end])


def _button_wires(pins: Mapping[Button, int]) -> Iterator[Wire]:
    """Yield a wire for each button, and one for the other sides of all."""
    for button, gpio in pins.items():
        yield Wire(button.value, "one side", GPIO_PINS[gpio], CAPS.get(button, "grey"))
    yield Wire("all", GROUND, BUTTON_GROUNDS[-1], _COLOURS[GROUND])


def _by_pin(found: Iterator[Wire]) -> tuple[Wire, ...]:
    return tuple(sorted(found, key=lambda wire: wire.pin))


def _row(wire: Wire, device: str = "") -> str:
    shown = device or _SHOWN.get(wire.device, f"button {wire.device}")
    place = f"GPIO {wire.gpio}" if wire.gpio is not None else GROUND if wire.pin in _GROUNDS else "3.3 V"
    return f"| {shown} | {_PRINTED.get(wire.end, wire.end)} | {place} | {wire.pin} | {wire.colour} |"


_GROUNDS = (6, 9, 14, 20, 25, 30, 34, 39)

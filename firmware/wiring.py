"""What the settings say of wires: pins, nodes and the readers' seats, and what cannot be together."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from firmware.setting_rules import Sections
from hardware import (
    DEFAULT_BUTTON_PINS,
    SECOND_READER,
    Button,
    BuzzerKind,
    BuzzerSettings,
    ReaderSettings,
)
from hardware.header import SELECT_PINS
from scorer import Seat

__all__ = [
    "APART",
    "NO_SEAT",
    "READERS",
    "button_pins",
    "buzzer",
    "reader_seats",
    "readers",
    "renamed",
]

READERS: Mapping[str, ReaderSettings] = {"reader": ReaderSettings(), "reader2": SECOND_READER}
"""The readers by their sections, as they are usually wired."""

NO_SEAT = "none"
"""Stands where a reader has no seat."""

_SEATS_OF_TWO = {"reader": Seat.A.value, "reader2": Seat.B.value}


def button_pins(given: Sections) -> dict[Button, int]:
    """Return the pin of each button."""
    chosen = given.get("buttons", {})
    return {button: chosen.get(button.value, pin) for button, pin in DEFAULT_BUTTON_PINS.items()}


def readers(given: Sections) -> dict[str, ReaderSettings]:
    """Return the readers by section; the first is always there."""
    found = {}
    for name, usual in READERS.items():
        section = dict(given.get(name, {}))
        section.pop("seat", None)
        names = {"reset": "reset_gpio", "speed": "speed_hz", "gain": "gain_db"}
        if name in given or name == "reader":
            found[name] = replace(usual, **renamed(section, **names))
    return found


def reader_seats(given: Sections) -> tuple[Seat | None, ...]:
    """Return whose captures each reader takes; one that is alone serves all, unless it is told not to."""
    usual = _SEATS_OF_TWO if "reader2" in given else {}
    chosen = [given.get(name, {}).get("seat", usual.get(name, NO_SEAT)) for name in readers(given)]
    return tuple(None if seat == NO_SEAT else Seat(seat) for seat in chosen)


def buzzer(given: Sections) -> BuzzerSettings:
    """Return the buzzer; one that the file does not speak of leaves its pin to whatever else is there."""
    section = given.get("buzzer", {})
    usual = BuzzerSettings()
    pin = section.get("pin", usual.pin)
    kind = BuzzerKind(section.get("kind", usual.kind.value))
    if not section and pin in _other_pins(given).values():
        kind = BuzzerKind.NONE
    return BuzzerSettings(pin, kind, section.get("trigger") == "low")


def renamed(section: Mapping[str, Any], **names: str) -> dict[str, Any]:
    """Return settings under the names that the device's values have."""
    return {names.get(key, key): value for key, value in section.items()}


def _pins_apart(given: Sections) -> tuple[list[str], Sections]:
    """Tell pins that are given to two things; then all pins are as by default."""
    pins, sounder = _other_pins(given), buzzer(given)
    if sounder.kind is not BuzzerKind.NONE:
        pins["pin under [buzzer]"] = sounder.pin
    owners: dict[int, str] = {}
    faults = []
    for name, pin in pins.items():
        if pin in owners:
            faults.append(f"{name} and {owners[pin]} are both on GPIO {pin}; give one another pin")
        owners.setdefault(pin, name)
    if not faults:
        return [], given
    usual = _without(_without(given, "reset", *READERS), "pin", "buzzer")
    return faults, {**usual, "buttons": {}}


def _other_pins(given: Sections) -> dict[str, int]:
    """Return the pins of all but the buzzer, by their keys in the file, as a fault names them."""
    pins = {f"{button.value} under [buttons]": pin for button, pin in button_pins(given).items()}
    pins.update({f"reset under [{name}]": reader.reset_gpio for name, reader in readers(given).items()})
    return pins


def _seats_apart(given: Sections) -> tuple[list[str], Sections]:
    """Tell one seat for both readers; then the seats are as by default."""
    seats = reader_seats(given)
    if len(seats) < 2 or seats[0] is None or seats[0] is not seats[1]:
        return [], given
    both = f'seat under [reader2] and seat under [reader] are both "{seats[0]}"'
    return [f'{both}; give one another seat, or "{NO_SEAT}"'], _without(given, "seat", *READERS)


def _nodes_apart(given: Sections) -> tuple[list[str], Sections]:
    """Tell two readers on one chip select; then the first is there alone, and serves all players."""
    nodes = [reader.node for reader in readers(given).values()]
    if len(set(nodes)) == len(nodes):
        return [], given
    first = readers(given)["reader"]
    told = f"[reader2] uses the same connection as [reader] ({first.node}), and is left out"
    only_one = "only one reader? Delete the line [reader2] and all under it up to the next [ ]"
    fault = f"{told}; {only_one}. Two? {_second_select(first)}"
    alone = {name: section for name, section in given.items() if name != "reader2"}
    return [fault], _without(alone, "seat", *READERS)


def _second_select(first: ReaderSettings) -> str:
    """Say where the second reader's chip select goes, when the first has this."""
    if (first.bus, first.device) not in SELECT_PINS:
        return "Wire the SDA of the second to another CE, and set its device under [reader2]"
    other = 1 - first.device
    return (
        f"Wire the SDA of the second to pin {SELECT_PINS[0, other]}, and set device = {other} under [reader2]"
    )


def _without(given: Sections, key: str, *sections: str) -> Sections:
    """Return the settings with one key of some sections left out."""
    return {
        name: {one: value for one, value in section.items() if name not in sections or one != key}
        for name, section in given.items()
    }


APART: tuple[Callable[[Sections], tuple[list[str], Sections]], ...] = (
    _pins_apart,
    _seats_apart,
    _nodes_apart,
)
"""Each tells what cannot be together, and returns the settings that hold all the same."""

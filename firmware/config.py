"""The settings file, which people write and the program never does: every fault told at once."""

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from firmware.errors import BadConfig
from firmware.table.choices import Defaults
from firmware.table.light import Idle
from firmware.texts import Language
from hardware import (
    DEFAULT_BUTTON_PINS,
    GAINS_DB,
    SECOND_READER,
    Button,
    DeviceSettings,
    DisplaySettings,
    PanelDriver,
    ReaderSettings,
)
from scorer import Seat

__all__ = ["Config", "FaultyConfig", "parse_config", "read_config"]

_MOST_NAME_LETTERS = 12
_READERS = {"reader": ReaderSettings(), "reader2": SECOND_READER}
_SEATS_OF_TWO = {"reader": Seat.A.value, "reader2": Seat.B.value}
_NO_SEAT = "none"
_IDLE = Idle(dim_after_s=120, dark_after_s=600)
_MOST_IDLE_S = 86_400
_USABLE_PINS = frozenset(range(2, 28))
_Sections = dict[str, dict[str, Any]]
_SPI_AND_I2C_PINS = {2: "I2C", 3: "I2C", 7: "SPI", 8: "SPI", 9: "SPI", 10: "SPI", 11: "SPI"}


@dataclass(frozen=True, slots=True)
class Config:
    """What the settings file says, and the defaults for what it leaves out.

    Attributes:
        names: of the players.
        devices: what is wired to the board.
        reader_seats: whose captures each reader takes; None: those of the active player.
        idle: when the display dims, and goes dark.
        defaults: what can be chosen on the box as well.
    """

    names: Mapping[Seat, str] = field(default_factory=lambda: MappingProxyType({}))
    devices: DeviceSettings = field(default_factory=DeviceSettings)
    reader_seats: tuple[Seat | None, ...] = (None,)
    idle: Idle = _IDLE
    defaults: Defaults = field(default_factory=Defaults)


class FaultyConfig(BadConfig):
    """Settings of which some cannot be followed.

    Attributes:
        usable: what the others say; a box may go on with it.
    """

    def __init__(self, source: str, faults: Sequence[str], usable: Config) -> None:
        self.usable = usable
        super().__init__(source, faults)


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a setting must be: a test, and its words."""

    allows: Callable[[Any], bool]
    words: str


def _whole(low: int, high: int) -> _Rule:
    return _Rule(
        lambda value: type(value) is int and low <= value <= high, f"a whole number, {low} to {high}"
    )


def _one_of(*values: object) -> _Rule:
    words = " or ".join(f'"{value}"' if isinstance(value, str) else str(value) for value in values)
    return _Rule(lambda value: any(type(value) is type(one) and value == one for one in values), words)


_NAME = _Rule(
    lambda value: (
        isinstance(value, str)
        and len(value) <= _MOST_NAME_LETTERS
        and value.isprintable()
        and value.strip() != ""
    ),
    f"a name in quotes, at most {_MOST_NAME_LETTERS} letters",
)
_PIN = _Rule(
    lambda value: type(value) is int and value in _USABLE_PINS - _SPI_AND_I2C_PINS.keys(),
    "the BCM number of a free pin, 4 to 27 without 7 to 11",
)

_SWITCH = _Rule(lambda value: isinstance(value, bool), "true or false")

_ADDRESS = _Rule(
    lambda value: type(value) is int and value in (0x3C, 0x3D),
    "0x3C or 0x3D (boards marked 78 and 7A mean these)",
)

_READER: Mapping[str, _Rule] = {
    "bus": _whole(0, 1),
    "device": _whole(0, 2),
    "reset": _PIN,
    "speed": _whole(100_000, 10_000_000),
    "gain": _one_of(*GAINS_DB),
    "seat": _one_of(*(seat.value for seat in Seat), _NO_SEAT),
}

_RULES: Mapping[str, Mapping[str, _Rule]] = {
    "players": {seat.value: _NAME for seat in Seat},
    "table": {"one_short": _SWITCH},
    **dict.fromkeys(_READERS, _READER),
    "display": {
        "bus": _whole(0, 22),
        "address": _ADDRESS,
        "driver": _one_of(*(driver.value for driver in PanelDriver)),
        "offset": _whole(0, 4),
        "rotation": _one_of(0, 180),
        "contrast": _whole(0, 255),
        "language": _one_of(*(language.value for language in Language)),
        "dim_after": _whole(0, _MOST_IDLE_S),
        "dark_after": _whole(0, _MOST_IDLE_S),
    },
    "buttons": {button.value: _PIN for button in Button},
}


def read_config(path: Path, readers: int | None = None) -> Config:
    """Read a settings file.

    Args:
        path: where it is.
        readers: as for `parse_config`.

    Raises:
        BadConfig: if there is no such file.
        FaultyConfig: if it has faults; it names all of them, and holds what is right.
    """
    try:
        text = path.read_text("utf-8-sig")  # some editors put a byte order mark before the text
    except FileNotFoundError as exc:
        raise BadConfig(str(path), ["there is no such file"]) from exc
    except OSError as exc:
        raise FaultyConfig(str(path), [f"cannot be read: {exc.strerror}"], Config()) from exc
    except UnicodeDecodeError as exc:
        raise FaultyConfig(str(path), ["save it as UTF-8, nothing of it is used"], Config()) from exc
    return parse_config(text, str(path), readers)


def parse_config(text: str, source: str, readers: int | None = None) -> Config:
    """Check settings and turn them into values.

    Args:
        text: TOML.
        source: the file's name, for messages.
        readers: 1 or 2, whatever the text says; None: as it says.

    Raises:
        FaultyConfig: if there is any fault; it names all of them, and holds what is right.
    """
    try:
        given = tomllib.loads(text)
    except (RecursionError, ValueError) as exc:  # also numbers and nesting beyond what tomllib takes
        raise FaultyConfig(source, [f"is no TOML, nothing of it is used: {exc}"], Config()) from exc
    if readers == 1:
        given.pop("reader2", None)
    elif readers == 2:
        given.setdefault("reader2", {})
    faults = [fault for name, section in given.items() for fault in _section_faults(name, section)]
    sound = _sound_part(given)
    for check in (_pins_apart, _seats_apart, _nodes_apart):
        more, sound = check(sound)
        faults += more
    if faults:
        raise FaultyConfig(source, faults, _to_config(sound))
    return _to_config(sound)


def _section_faults(name: str, section: object) -> list[str]:
    rules = _RULES.get(name)
    if rules is None:
        return [f"unknown section or key {name!r}; there are {', '.join(_RULES)}"]
    if not isinstance(section, dict):
        return [f"{name} must be a section: write [{name}] on a line of its own"]
    faults = []
    for key, value in section.items():
        if key not in rules:
            faults.append(f"{name}.{key} is no setting; there are {', '.join(rules)}")
        elif not rules[key].allows(value):
            given = hex(value) if key == "address" and type(value) is int else repr(value)
            faults.append(f"{name}.{key} must be {rules[key].words}, not {given}")
    return faults


def _sound_part(given: Mapping[str, Any]) -> _Sections:
    """Return the settings that have no fault by themselves."""
    return {
        name: {
            key: section[key] for key, rule in rules.items() if key in section and rule.allows(section[key])
        }
        for name, rules in _RULES.items()
        if isinstance(section := given.get(name), dict)
    }


def _pins_apart(given: _Sections) -> tuple[list[str], _Sections]:
    """Tell pins that are given to two things; then all pins are as by default."""
    pins = {f"buttons.{button.value}": pin for button, pin in _button_pins(given).items()}
    pins.update({f"{name}.reset": reader.reset_gpio for name, reader in _readers(given).items()})
    owners: dict[int, str] = {}
    faults = []
    for name, pin in pins.items():
        if pin in owners:
            faults.append(f"{name} and {owners[pin]} are both on GPIO {pin}; give one another pin")
        owners.setdefault(pin, name)
    return faults, {**_without(given, "reset"), "buttons": {}} if faults else given


def _seats_apart(given: _Sections) -> tuple[list[str], _Sections]:
    """Tell one seat for both readers; then the seats are as by default."""
    seats = _reader_seats(given)
    if len(seats) < 2 or seats[0] is None or seats[0] is not seats[1]:
        return [], given
    fault = f'reader2.seat and reader.seat are both "{seats[0]}"; give one another seat, or "{_NO_SEAT}"'
    return [fault], _without(given, "seat")


def _nodes_apart(given: _Sections) -> tuple[list[str], _Sections]:
    """Tell two readers on one chip select; then the first is there alone, and serves all players."""
    nodes = [reader.node for reader in _readers(given).values()]
    if len(set(nodes)) == len(nodes):
        return [], given
    wiring = f"reader2 and reader are both on {nodes[0]}, two readers on one CE"
    fault = f"{wiring}; wire the SDA of one to another CE and set its device; reader2 is left out"
    alone = {name: section for name, section in given.items() if name != "reader2"}
    return [fault], _without(alone, "seat")


def _without(given: _Sections, key: str) -> _Sections:
    """Return the settings with one key of the readers left out."""
    return {
        name: {one: value for one, value in section.items() if name not in _READERS or one != key}
        for name, section in given.items()
    }


def _button_pins(given: _Sections) -> dict[Button, int]:
    chosen = given.get("buttons", {})
    return {button: chosen.get(button.value, pin) for button, pin in DEFAULT_BUTTON_PINS.items()}


def _readers(given: _Sections) -> dict[str, ReaderSettings]:
    """Return the readers by section; the first is always there."""
    readers = {}
    for name, usual in _READERS.items():
        section = dict(given.get(name, {}))
        section.pop("seat", None)
        _rename(section, reset="reset_gpio", speed="speed_hz", gain="gain_db")
        if name in given or name == "reader":
            readers[name] = replace(usual, **section)
    return readers


def _reader_seats(given: _Sections) -> tuple[Seat | None, ...]:
    """Return whose captures each reader takes; one that is alone serves all, unless it is told not to."""
    usual = _SEATS_OF_TWO if "reader2" in given else {}
    chosen = [given.get(name, {}).get("seat", usual.get(name, _NO_SEAT)) for name in _readers(given)]
    return tuple(None if seat == _NO_SEAT else Seat(seat) for seat in chosen)


def _to_config(given: _Sections) -> Config:
    display = dict(given.get("display", {}))
    _rename(display, offset="column_offset")
    if "driver" in display:
        display["driver"] = PanelDriver(display["driver"])
    idle = Idle(display.pop("dim_after", _IDLE.dim_after_s), display.pop("dark_after", _IDLE.dark_after_s))
    one_short = given.get("table", {}).get("one_short", False)
    defaults = Defaults(Language(display.pop("language", Language.BOTH)), one_short)
    names = {Seat(letter): name for letter, name in given.get("players", {}).items()}
    readers = tuple(_readers(given).values())
    devices = DeviceSettings(readers, DisplaySettings(**display), _button_pins(given))
    return Config(MappingProxyType(names), devices, _reader_seats(given), idle, defaults)


def _rename(section: dict[str, Any], **names: str) -> None:
    """Give settings the names that the device's values have."""
    for short, long in names.items():
        if short in section:
            section[long] = section.pop(short)

"""The settings file, which people write and the program never does: every fault told at once."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from firmware.command_line import SETTINGS
from firmware.errors import BadConfig
from firmware.setting_rules import (
    MOST_BYTES,
    SWITCH,
    Rule,
    Rules,
    Sections,
    decoded,
    faults_of,
    one_of,
    sound_part,
    usually,
    whole,
)
from firmware.system_settings import SYSTEM_RULES, wifi_named
from firmware.table.choices import Defaults
from firmware.table.light import Idle
from firmware.texts import Language
from firmware.wiring import (
    APART,
    NO_SEAT,
    READERS,
    button_pins,
    buzzer,
    reader_seats,
    readers,
    renamed,
)
from hardware import (
    GAINS_DB,
    Button,
    BuzzerKind,
    DeviceSettings,
    DisplaySettings,
    PanelDriver,
    ReaderSettings,
)
from scorer import Seat

__all__ = ["RULES", "SECTIONS", "Config", "FaultyConfig", "parse_config", "read_config", "usable_config"]

_MOST_NAME_LETTERS = 12
_IDLE = Idle(dim_after_s=120, dark_after_s=600)
_MOST_IDLE_S = 86_400
_USABLE_PINS = frozenset(range(2, 28))
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
        has_page: whether browsers may look at the scoreboard.
        faults: what had to be left out of them, a sentence each.
    """

    names: Mapping[Seat, str] = field(default_factory=lambda: MappingProxyType({}))
    devices: DeviceSettings = field(default_factory=DeviceSettings)
    reader_seats: tuple[Seat | None, ...] = (None,)
    idle: Idle = _IDLE
    defaults: Defaults = field(default_factory=Defaults)
    has_page: bool = False
    faults: tuple[str, ...] = ()


class FaultyConfig(BadConfig):
    """Settings of which some cannot be followed.

    Attributes:
        usable: what the others say; a box may go on with it.
    """

    def __init__(self, source: str, faults: Sequence[str], usable: Config) -> None:
        self.usable = usable
        super().__init__(source, faults)


_NAME = Rule(
    lambda value: (
        isinstance(value, str)
        and len(value) <= _MOST_NAME_LETTERS
        and value.isprintable()
        and value.strip() != ""
    ),
    f"a name in quotes, 1 to {_MOST_NAME_LETTERS} letters",
)
_PIN = Rule(
    lambda value: type(value) is int and value in _USABLE_PINS - _SPI_AND_I2C_PINS.keys(),
    "the BCM number of a free pin, 4 to 27 without 7 to 11",
)

_ADDRESS = Rule(
    lambda value: type(value) is int and value in (0x3C, 0x3D),
    "0x3C or 0x3D (boards marked 78 and 7A mean these)",
)

_READER: Mapping[str, Rule] = {
    "bus": whole(0, 1),
    "device": whole(0, 2),
    "reset": _PIN,
    "speed": usually(whole(100_000, 10_000_000), ReaderSettings().speed_hz),
    "gain": usually(one_of(*GAINS_DB), ReaderSettings().gain_db),
    "seat": one_of(*(seat.value for seat in Seat), NO_SEAT),
}

RULES: Rules = {
    "players": {seat.value: _NAME for seat in Seat},
    "table": {"one_short": SWITCH},
    **dict.fromkeys(READERS, _READER),
    "display": {
        "bus": whole(0, 22),
        "address": _ADDRESS,
        "driver": one_of(*(driver.value for driver in PanelDriver)),
        "offset": whole(0, 4),
        "rotation": one_of(0, 180),
        "contrast": whole(0, 255),
        "language": one_of(*(language.value for language in Language)),
        "dim_after": whole(0, _MOST_IDLE_S),
        "dark_after": whole(0, _MOST_IDLE_S),
    },
    "buttons": {button.value: _PIN for button in Button},
    "buzzer": {
        "pin": _PIN,
        "kind": one_of(*(kind.value for kind in BuzzerKind)),
        "trigger": one_of("high", "low"),
        "sound": SWITCH,
    },
    "web": {"enabled": SWITCH},
    **SYSTEM_RULES,
}

SECTIONS = tuple(RULES)
"""The sections that a settings file may have."""


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
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = decoded(data)
    except FileNotFoundError as exc:
        raise BadConfig(str(path), ["there is no such file"]) from exc
    except OSError as exc:
        raise FaultyConfig(str(path), [f"cannot be read: {exc.strerror}"], Config()) from exc
    except UnicodeDecodeError as exc:
        raise FaultyConfig(str(path), ["save it as UTF-8, nothing of it is used"], Config()) from exc
    if len(data) > MOST_BYTES:
        raise FaultyConfig(str(path), ["is too large for settings, nothing of it is used"], Config())
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
        raise FaultyConfig(
            source, [f"is no TOML, nothing of it is used (texts stand in quotes): {exc}"], Config()
        ) from exc
    if readers == 1:
        given.pop("reader2", None)
    elif readers == 2:
        given.setdefault("reader2", {})
    faults, sound = faults_of(RULES, given), sound_part(RULES, given)
    for check in (*APART, wifi_named):
        more, sound = check(sound)
        faults += more
    if faults:
        raise FaultyConfig(source, faults, _to_config(sound))
    return _to_config(sound)


def usable_config(path: Path | None) -> Config:
    """Read the settings as far as they hold.

    Args:
        path: of the settings file; None: the usual one, which may be missing.

    Raises:
        BadConfig: if the file that is named is not there.
    """
    if path is None and not SETTINGS.exists():
        return Config()
    try:
        return read_config(path or SETTINGS)
    except FaultyConfig as exc:
        return replace(exc.usable, faults=tuple(str(exc).splitlines()))


def _to_config(given: Sections) -> Config:
    display = renamed(given.get("display", {}), offset="column_offset")
    if "driver" in display:
        display["driver"] = PanelDriver(display["driver"])
    idle = Idle(display.pop("dim_after", _IDLE.dim_after_s), display.pop("dark_after", _IDLE.dark_after_s))
    defaults = Defaults(
        language=Language(display.pop("language", Language.BOTH)),
        one_short=given.get("table", {}).get("one_short", False),
        has_sound=given.get("buzzer", {}).get("sound", True),
    )
    names = {Seat(letter): name for letter, name in given.get("players", {}).items()}
    all_readers = tuple(readers(given).values())
    devices = DeviceSettings(all_readers, DisplaySettings(**display), button_pins(given), buzzer(given))
    has_page = given.get("web", {}).get("enabled", False)
    return Config(MappingProxyType(names), devices, reader_seats(given), idle, defaults, has_page)

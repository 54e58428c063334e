"""What a doctor asks the machine itself: its nodes, user, power, clock, packages and unit. Touches no device.

Everything is read from files under a root folder, or from a program that is given little time, so that a
test can plant each fault.
"""

import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Protocol

from hardware.programs import Programs

__all__ = [
    "PACKAGES",
    "Host",
    "HostFacts",
    "LinuxHost",
    "Node",
    "Power",
    "Unit",
    "User",
]

PACKAGES = (
    "gpiozero",
    "luma.oled",
    "pillow",
    "smbus2",
    "spidev",
    "lgpio",
    "rpi-lgpio",
    "RPi.GPIO",
    "mfrc522",
    "mfrc522-python",
    "segno",
)
"""The packages of Python that drive devices, draw for them, or stand in the way of those that do."""

_IN_THE_WAY = ("RPi.GPIO", "rpi-lgpio", "mfrc522-python")
_UNIT, _SOCKET = "scorekeeper.service", "scorekeeper.socket"
_LAST_WORDS = ("journalctl", "--identifier=scorekeeper", "--lines=1", "--output=cat", "--no-pager")
_MOST_LETTERS = 100
_MODEL_TOO = "sys/firmware/devicetree/base/model"  # also where a unit hides all of /proc but processes
_LOW_NOW, _LOW_SINCE_START = 1 << 0, 1 << 16  # of get_throttled


class Node(Enum):
    """Whether a device file can be used."""

    USABLE = "usable"
    MISSING = "missing"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class User:
    """Who runs this.

    Attributes:
        groups: those in force for this process.
        listed: those that he was added to; they come into force when he logs in.
        known: all groups of the machine.
        is_root: nothing is closed to him.
    """

    groups: frozenset[str] = frozenset()
    listed: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    is_root: bool = False


@dataclass(frozen=True, slots=True)
class Power:
    """Whether the board gets enough of it, as far as it says so."""

    is_low: bool = False
    was_low: bool = False
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Unit:
    """What systemd says of the unit; empty where there is no systemd.

    Attributes:
        enabled: as `systemctl is-enabled` words it.
        active: as `systemctl is-active` words it.
        pid: of its process, 0 where there is none.
        last_words: the last line that a program that failed wrote, as much of it as a line bears.
    """

    enabled: str = ""
    active: str = ""
    pid: int = 0
    last_words: str = ""

    @property
    def has_devices(self) -> bool:
        """Whether the unit is at the devices, or will be in a moment."""
        return self.active in ("active", "activating", "reloading")


@dataclass(frozen=True, slots=True)
class HostFacts:
    """All that the machine says of itself.

    Attributes:
        model: of the board, None if it is no Raspberry Pi.
        kernel: its version.
        nodes: the device files that were asked for, and the GPIO chips.
        chips: the GPIO chips there are.
        buses: the I2C buses there are.
        boot_config: the firmware's settings, empty if they cannot be read.
        user: who runs this.
        packages: versions by name, of those that are installed.
        places: the folders of those that may stand in the way, by name.
        pip: what changes the packages of the venv that this runs in, empty outside of any.
        python: its version.
        lgpio_folder: where lgpio makes its pipe.
        is_lgpio_folder_writable: whether it can.
        power: whether there is enough.
        is_clock_synchronized: whether the time came from the network since the start.
        unit: the service.
        socket: what hands it the socket for browsers, as `systemctl is-enabled` words it.
    """

    model: str | None
    kernel: str
    nodes: Mapping[str, Node]
    chips: tuple[str, ...]
    buses: tuple[str, ...] = ()
    boot_config: str = ""
    user: User = field(default_factory=User)
    packages: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    pip: str = ""
    python: str = ""
    lgpio_folder: str = ""
    is_lgpio_folder_writable: bool = True
    power: Power = field(default_factory=Power)
    is_clock_synchronized: bool = True
    unit: Unit = field(default_factory=Unit)
    socket: str = ""


class Host(Protocol):
    """The machine that the program runs on, or a simulated one."""

    def look(self, nodes: Iterable[str]) -> HostFacts:
        """Return what the machine says of itself, and of these device files."""


class LinuxHost:
    """A machine that runs Linux.

    Args:
        root: stands for "/".
        programs: what else is asked.
    """

    def __init__(self, root: Path = Path("/"), programs: Programs | None = None) -> None:
        self._root = root
        self._programs = programs or Programs()
        self._silent: set[str] = set()

    def look(self, nodes: Iterable[str]) -> HostFacts:
        """Return what the machine says of itself, and of these device files."""
        self._silent.clear()
        chips = self._names("dev", "gpiochip*")
        versions = {name: self._programs.version_of(name) for name in PACKAGES}
        folder = self._programs.folder()
        return HostFacts(
            model=self._read("proc/device-tree/model") or self._read(_MODEL_TOO) or None,
            kernel=self._read("proc/sys/kernel/osrelease") or platform.release(),
            nodes={name: self._node(name) for name in (*nodes, *chips)},
            chips=chips,
            buses=self._names("dev", "i2c-*"),
            boot_config=self._read("boot/firmware/config.txt") or self._read("boot/config.txt"),
            user=self._user(),
            packages={name: version for name, version in versions.items() if version is not None},
            places={name: self._programs.place_of(name) for name in _IN_THE_WAY},
            pip=self._programs.own_pip(),
            python=platform.python_version(),
            lgpio_folder=str(folder),
            is_lgpio_folder_writable=self._programs.can_use(folder),
            power=self._power(),
            is_clock_synchronized=self._path("run/systemd/timesync/synchronized").exists(),
            unit=self._unit(),
            socket=self._ask("systemctl", "is-enabled", _SOCKET),
        )

    def _unit(self) -> Unit:
        pid = self._ask("systemctl", "show", "--property=MainPID", "--value", _UNIT)
        enabled, active = (self._ask("systemctl", verb, _UNIT) for verb in ("is-enabled", "is-active"))
        has_failed = active in ("failed", "activating")
        words = self._ask(*_LAST_WORDS).splitlines()[-1:] if has_failed else []
        return Unit(enabled, active, int(pid) if pid.isdigit() else 0, "".join(words)[:_MOST_LETTERS])

    def _node(self, name: str) -> Node:
        path = self._path(name)
        if not path.exists():
            return Node.MISSING
        return Node.USABLE if self._programs.can_use(path) else Node.FORBIDDEN

    def _names(self, folder: str, pattern: str) -> tuple[str, ...]:
        return tuple(sorted(f"/{folder}/{path.name}" for path in self._path(folder).glob(pattern)))

    def _user(self) -> User:
        """Read the groups of this process, and those that its user is in, from the file of groups."""
        numbers, is_root = self._programs.groups()
        name = self._programs.name()
        rows = [line.split(":") for line in self._read("etc/group").splitlines()]
        rows = [row for row in rows if len(row) == 4 and row[2].isdigit()]
        return User(
            groups=frozenset(row[0] for row in rows if int(row[2]) in numbers),
            listed=frozenset(row[0] for row in rows if name in row[3].split(",")),
            known=frozenset(row[0] for row in rows),
            is_root=is_root,
        )

    def _power(self) -> Power:
        """Read the kernel's alarm, and the firmware's bits, which also know what was since the start."""
        alarms = [
            self._read_path(path.parent / "in0_lcrit_alarm")
            for path in self._path("sys/class/hwmon").glob("*/name")
            if self._read_path(path) == "rpi_volt"
        ]
        bits = _throttled(self._read("sys/devices/platform/soc/soc:firmware/get_throttled"))
        if bits is None:
            bits = _throttled(self._ask("vcgencmd", "get_throttled").partition("=")[2])
        if bits is None and not alarms:
            return Power(is_known=False)
        return Power("1" in alarms or bool((bits or 0) & _LOW_NOW), bool((bits or 0) & _LOW_SINCE_START))

    def _ask(self, *command: str) -> str:
        """Ask a program; one that is silent once is not waited for again in the same look."""
        told = None if command[0] in self._silent else self._programs.run(command)
        if told is None:
            self._silent.add(command[0])
        return (told or "").strip()

    def _path(self, name: str) -> Path:
        return self._root / name.lstrip("/")

    def _read(self, name: str) -> str:
        return self._read_path(self._path(name))

    def _read_path(self, path: Path) -> str:
        try:
            return path.read_text("utf-8", errors="replace").strip("\0\n ")
        except OSError:
            return ""


def _throttled(text: str) -> int | None:
    """Read the firmware's bits, which are written in hexadecimal digits."""
    try:
        return int(text, 16)
    except ValueError:
        return None

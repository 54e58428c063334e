"""A box in which tests plant faults: the machine's files in a folder, its devices simulated at the wire."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from firmware.config import Config
from firmware.doctor.command import examined
from firmware.doctor.examine import Hands, facts_of, look_at_machine
from firmware.doctor.finding import Finding, Level
from firmware.doctor.patient import Patient
from hardware import Button, ReaderSettings, VirtualClock
from hardware.host import LinuxHost
from hardware.programs import Programs
from hardware.simulated import Ntag, World
from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make

STICKER = bytes.fromhex("04a3c6cae26180")
VENV = "/opt/scorekeeper/.venv"
PACKAGES = {
    "gpiozero": "2.0.1.post3",
    "luma.oled": "3.16.0",
    "segno": "1.6.6",
    "pillow": "13.0.0",
    "smbus2": "0.6.1",
    "spidev": "3.8",
    "lgpio": "0.2.2.0",
    "rpi-lgpio": "0.6",
    "mfrc522": "0.0.7",
}
GROUPS = {"spi": 989, "i2c": 988, "gpio": 986}


def complaints_of(findings: Iterable[Finding]) -> list[str]:
    return [str(one) for one in findings if one.level is not Level.FINE]


class Clinic:
    """A box that is well, until something is planted.

    Attributes:
        root: stands for "/".
        data: the data folder.
        config: the settings.
        packages: the versions that are installed.
        places: the folders of those that are not in the box's own venv.
        closed: the names of the nodes that this user may not use.
        groups: the numbers of the groups in force.
        says: what programs write, by their first words; of the socket unit by all of them.
        no: the questions that are answered with no, by a word in them.
        fingers: the buttons that somebody presses when asked.
        tags: what he lays on the reader when asked.
    """

    def __init__(self, folder: Path) -> None:
        self.root, self.data = folder / "root", folder / "data"
        self.data.mkdir()
        self.clock = VirtualClock()
        self.wall_time: str | None = "2026-11-30T18:00:00+00:00"
        self.config = Config()
        self.world = World(self.clock, self.config.devices)
        self.packages = dict(PACKAGES)
        self.places: dict[str, str] = {}
        self.closed: set[str] = set()
        self.groups = set(GROUPS.values())
        self.says: dict[str, str] = {}
        self.no: set[str] = set()
        self.fingers = list(Button)
        self.tags = [Ntag(STICKER)]
        for node in ("spidev0.0", "i2c-1", "gpiochip0"):
            self.write(f"dev/{node}", "")
        self.write("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
        self.write("proc/sys/kernel/osrelease", "6.12.47+rpt-rpi-v8\n")
        self.write("boot/firmware/config.txt", "dtparam=spi=on\ndtparam=i2c_arm=on\n")
        self.write("etc/group", "".join(f"{name}:x:{number}:mio\n" for name, number in GROUPS.items()))
        self.write("run/systemd/timesync/synchronized", "")
        self.write("sys/devices/platform/soc/soc:firmware/get_throttled", "0\n")
        self.write("sys/class/hwmon/hwmon0/name", "rpi_volt\n")
        self.write("sys/class/hwmon/hwmon0/in0_lcrit_alarm", "0\n")

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def remove(self, name: str) -> None:
        """Take a file away; a device file from its bus as well."""
        (self.root / name).unlink()
        self.world.board.missing_nodes.add(f"/{name}")

    def close(self, name: str) -> None:
        """Let a device file be closed to this user, who is in no group that may use it."""
        self.closed.add(name)
        self.world.board.forbidden_nodes.add(name)

    def leave(self, group: str, *, also_listed: bool = True) -> None:
        """Take the user out of a group; he may still be listed there, and not have logged in since."""
        self.groups.discard(GROUPS[group])
        if also_listed:
            text = (self.root / "etc/group").read_text()
            self.write(
                "etc/group", text.replace(f"{group}:x:{GROUPS[group]}:mio", f"{group}:x:{GROUPS[group]}:")
            )

    def put(self, package: str, folder: str) -> None:
        """Let a package lie in another folder than the box's own."""
        self.places[package] = folder

    def set_reader(self, **settings: Any) -> None:
        reader = replace(ReaderSettings(), **settings)
        self.config = replace(self.config, devices=replace(self.config.devices, readers=(reader,)))

    def put_chip(self, make: Callable[..., Rc522Chip] = Rc522Chip, **traits: Any) -> Rc522Chip:
        """Put another chip on the bus."""
        chip = make(self.clock, Rc522Make(**{"reset_pin": 25, **traits}), random.Random(3))
        self.world.board.chips[0, 0] = chip
        self.world.chips = (chip,)
        return chip

    def findings(self, *, is_alone: bool = False) -> tuple[Finding, ...]:
        """Look the box over, with somebody's help or without."""
        return examined(self._patient(), None if is_alone else Hands(self._answer, self._do))

    def complaints(self) -> list[str]:
        """Return the lines of all that is not as it should be."""
        return complaints_of(self.findings())

    def complaints_of_machine(self) -> list[str]:
        """Return the same, of all but the devices."""
        patient = self._patient()
        return complaints_of(look_at_machine(patient, facts_of(patient)))

    def _patient(self) -> Patient:
        programs = Programs(
            run=lambda command: self.says.get(
                " ".join(command if command[-1].endswith(".socket") else command[:2]), ""
            ),
            can_use=lambda path: f"/{path.relative_to(self.root)}" not in self.closed,
            version_of=self.packages.get,
            place_of=lambda name: self.places.get(name, f"{VENV}/lib/python3.13/site-packages"),
            own_pip=lambda: f"sudo {VENV}/bin/pip",
            groups=lambda: (frozenset(self.groups), False),
            name=lambda: "mio",
            folder=lambda: self.root / "run",
        )
        self.world.machine.host = LinuxHost(self.root, programs)
        self.clock.wall_time = lambda: self.wall_time  # type: ignore[method-assign]
        return Patient(self.config, self.data, self.clock, self.world.machine)

    def _answer(self, question: str) -> bool:
        return not any(word in question for word in self.no)

    def _do(self, deed: str) -> None:
        if "card" in deed:
            self.world.put_down(self.tags)
            self.clock.sleep(0.01)
        elif "press" in deed:
            self.clock.start("fingers", self._press)

    def _press(self) -> None:
        for button in self.fingers:
            self.clock.sleep(0.1)
            self.world.push(button)
            self.clock.sleep(0.1)
            self.world.let_go(button)

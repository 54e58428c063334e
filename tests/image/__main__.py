"""The image of the card, started in QEMU: `python tests/image [IMAGE] [--only PART ...] [--twice]`.

What `make image` has made is started as it is, on a card of its own each time; the image's file is only read.
tests/README.md, "The image, in an emulator", says what that shows and what only a Pi can show. Exits 1 if
something does not hold, and where something is missing only with --no-skip.
"""

import argparse
import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from board_checks import check_boards
from boot_time import check_boot_time
from card import BootFiles, boot_files, make_card, read_file, reflash
from machine import QEMU, Machine, Setup
from play_checks import check_play
from power import Told, check_power_cuts, matches, missing_from
from raspi import check_raspi
from report import Report
from settings_checks import check_faults, check_settings
from shell import Lost
from system_checks import asked_for_time, check_system, check_watchdog
from usb_i2c import I2cStick

from hardware.simulated.oled_panel import OledPanel

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "image"
_TOOLS = {
    QEMU: "qemu-system-arm",
    "mcopy": "mtools",
    "fdtput": "device-tree-compiler",
    "fdtoverlay": "device-tree-compiler",
    "ssh": "openssh-client",
}


class Missing(Exception):
    """Something that the checks need is not here; the message says what to do."""


@dataclass(slots=True)
class Evening:
    """What the parts share.

    Attributes:
        image: only read.
        folder: for everything that is made.
        boot: what starts the image.
        report: takes the lines.
        cuts: how often the power is cut.
        counts: see `Setup`.
    """

    image: Path
    folder: Path
    boot: BootFiles
    report: Report
    cuts: int
    counts: bool | None

    def setup(self, name: str) -> Setup:
        """Return a machine with a new card, and a display."""
        card = self.folder / f"{name}.card"
        make_card(self.image, card)
        return Setup(self.boot, card, I2cStick(OledPanel(chance=random.Random(1))), counts=self.counts)


def first_start(evening: Evening) -> None:
    """A new card, as somebody has flashed it who changed nothing."""
    traffic = evening.folder / "traffic"
    setup = replace(evening.setup("first"), capture=traffic)
    report = evening.report
    with Machine(setup, evening.folder / "first") as machine:
        state = machine.wait_for_start()
        report.check("the system starts", state == "running", state)
        check_play(machine, setup, evening.folder / "twin", report)
        check_system(machine, report)
        made = machine.shell.run("journalctl -o cat -u scorekeeper-data; findmnt -no SOURCE,SIZE /var/card")
        report.check(
            "the data partition is made at the first start", "makes it" in made and "/dev/" in made, made
        )
        machine.shell.run("systemctl start scorekeeper-report.service")
        check_watchdog(machine, report)
        machine.switch_off()
    report.check("it asks the network for the time", asked_for_time(traffic.read_bytes()), "")
    text = read_file(setup.card, "scorekeeper-report.txt").decode(errors="replace")
    report.check("the doctor's report lies beside the settings", "spi" in text, text.partition("\n")[0])
    setup.card.unlink()


def settings(evening: Evening) -> None:
    """The settings file, right and wrong."""
    setup = evening.setup("settings")
    check_settings(setup, evening.folder, evening.report)
    check_faults(setup, evening.folder, evening.report)
    setup.card.unlink()


def power(evening: Evening) -> None:
    """Power cuts in the middle of play; then a new image over the same card."""
    setup = evening.setup("power")
    told = check_power_cuts(setup, evening.folder, evening.report, evening.cuts)
    _look(evening, setup, "after the last cut all that was shown is there", told)
    reflash(evening.image, setup.card)
    _look(evening, setup, "a new image written over the card leaves the data alone", told)
    setup.card.unlink()


def _look(evening: Evening, setup: Setup, claim: str, told: Mapping[str, Told]) -> None:
    with Machine(setup, evening.folder / "look") as machine:
        machine.wait_for_start()
        gone = missing_from(matches(machine.shell), dict(told))
        said = machine.shell.run("journalctl -o cat -u scorekeeper-data | grep '^data'")
        phase = machine.shell.run("systemctl show -P StatusText scorekeeper")
        machine.switch_off()
    held = sum(one.size for one in told.values())
    evening.report.check(
        claim, told and not gone, "; ".join(gone) or f"{held} bytes in {len(told)} matches; {said}; {phase}"
    )
    shutil.rmtree(evening.folder / "look")


def times(evening: Evening) -> None:
    """What our service adds to the start."""
    setup = evening.setup("times")
    with Machine(setup, evening.folder / "warm") as machine:
        machine.wait_for_start()
        machine.switch_off()
    check_boot_time(setup, evening.folder, evening.report)
    setup.card.unlink()


def boards(evening: Evening) -> None:
    """The header of each board."""
    check_boards(evening.image, evening.folder, evening.report)


def raspi(evening: Evening) -> None:
    """QEMU's Raspberry Pi 3 B."""
    check_raspi(evening.image, evening.boot, evening.folder, evening.report)


def twice(evening: Evening) -> None:
    """The image put together once more, from the same Debian."""
    again = evening.folder / "again"
    again.mkdir()
    for pattern in ("root-*.tar", "lgpio-*", "wheels-*"):
        for kept in evening.image.parent.glob(pattern):
            (again / kept.name).symlink_to(kept)
    environment = {**os.environ, "OUT": str(again), "PYTHON": sys.executable}
    subprocess.run((ROOT / "systemd" / "image" / "build.sh",), check=True, env=environment)
    (other,) = again.glob("*.img")
    sums = _sum_of(evening.image), _sum_of(other)
    evening.report.check("both are the same to the byte", sums[0] == sums[1], " ".join(sums))


PARTS: Mapping[str, Callable[[Evening], None]] = {
    "boards": boards,
    "first-start": first_start,
    "settings": settings,
    "power": power,
    "times": times,
    "raspi": raspi,
}


def _find_image(named: Path | None) -> Path:
    missing = sorted({package for tool, package in _TOOLS.items() if shutil.which(tool) is None})
    if missing:
        raise Missing(f"sudo apt install --no-install-recommends {' '.join(missing)}")
    found = [named] if named else sorted(BUILD.glob("scorekeeper-*.img"))
    if not found or not found[-1].is_file():
        raise Missing(f"there is no image in {BUILD}: make image")
    return found[-1].resolve()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tests/image", description=__doc__.partition("\n")[0])
    parser.add_argument("image", nargs="?", type=Path, help="(default: the newest in build/image)")
    parser.add_argument("--cuts", type=int, default=10, help="how often the power is cut (default 10)")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument(
        "--count",
        action=argparse.BooleanOptionalAction,
        help="count the guest's time in instructions: slower, never late (default: if this computer is busy)",
    )
    parser.add_argument("--twice", action="store_true", help="also put the image together once more; minutes")
    parser.add_argument("--no-skip", action="store_true", help="fail where something is missing")
    return parser


def main(arguments: list[str]) -> int:
    """Run the parts that are asked for."""
    asked = _parser().parse_args(arguments)
    try:
        image = _find_image(asked.image)
    except Missing as exc:
        print(f"image tests {'cannot run' if asked.no_skip else 'skipped'}: {exc}")
        return 1 if asked.no_skip else 0
    report = Report(lambda line: print(line, flush=True))
    before = _sum_of(image)
    BUILD.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="test-", dir=BUILD) as name:
        folder = Path(name)
        (folder / "boot").mkdir()
        boot = boot_files(image, folder / "boot")
        evening = Evening(image, folder, boot, report, asked.cuts, asked.count)
        for part in [*asked.only, *(["twice"] if asked.twice else [])]:
            _run(part, {**PARTS, "twice": twice}[part], evening)
    report.check("the image's file is what it was", _sum_of(image) == before, before)
    status = report.end()
    return 1 if asked.no_skip and report.skipped else status


def _run(name: str, part: Callable[[Evening], None], evening: Evening) -> None:
    """Run a part; a guest that is lost ends it, not the others."""
    evening.report.part((part.__doc__ or name).rstrip("."))
    try:
        part(evening)
    except (Lost, OSError, subprocess.SubprocessError) as exc:
        evening.report.check(f"{name} runs to its end", False, exc)


def _sum_of(image: Path) -> str:
    with image.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

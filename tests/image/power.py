"""Cuts the power in the middle of play, again and again, and looks for what had been shown."""

import base64
import json
import random
import shutil
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from machine import Machine, Setup
from report import Report
from shell import Lost, Shell

__all__ = ["DATA", "Told", "check_power_cuts", "missing_from", "play", "read_told"]

DATA = "/var/lib/scorekeeper"
_PLAY = Path(__file__).parent / "guest" / "play.py"
_HERE = "/run/image-test"
_PYTHON = "/opt/scorekeeper/.venv/bin/python"
_USER = "setpriv --reuid scorekeeper --regid scorekeeper --init-groups"
_TOLD = "told "
_LEAST, _MOST = 3, 60
_MOST_LATE_S = 0.5
"""When the power goes: after so many deeds, and so much later at most."""
_NEXT_WRITE_S = 20.0
"""Every second time it waits for the next write, at most so long: few moments of play fall into one."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the guest has told of a match: so much of its file is on the disk.

    Attributes:
        name: of the file.
        size: in bytes.
        sum: CRC-32 of so many bytes.
        piles: the cards in each player's pile, as the display has it.
    """

    name: str
    size: int
    sum: int
    piles: dict[str, list[str]]


def read_told(line: str) -> Told | None:
    """Read a line of the guest; None for one that tells nothing, or was cut off."""
    if not line.startswith(_TOLD):
        return None
    try:
        _, name, size, crc, piles = line.split(maxsplit=4)
        return Told(name, int(size), int(crc), json.loads(piles))
    except ValueError:
        return None


def missing_from(files: dict[str, bytes], told: dict[str, Told]) -> list[str]:
    """Return what was told and is not there any more, a few words each.

    Args:
        files: the files of the matches, as they were found.
        told: the last that was told of each.
    """
    found = []
    for name, last in told.items():
        content = files.get(name, b"")
        if len(content) < last.size:
            found.append(f"{name} has {len(content)} bytes of {last.size}")
        elif zlib.crc32(content[: last.size]) != last.sum:
            found.append(f"{name} was changed")
    return found


class _Enough(Exception):
    """The guest has played long enough."""


def play(shell: Shell, seed: int, told: dict[str, Told], deeds: int) -> None:
    """Play on simulated devices, until so many deeds were told.

    Args:
        shell: in the guest.
        seed: of the play.
        told: takes the last that was told of each match.
        deeds: how many.

    Raises:
        Lost: if the play ends by itself.
    """
    shell.run(f"mkdir -p {_HERE}; systemctl stop scorekeeper")
    shell.give(f"{_HERE}/play.py", _PLAY.read_text("utf-8"))
    heard: list[str] = []

    def hear(line: str) -> None:
        heard.append(line)
        now = read_told(line)
        if now is not None:
            told[now.name] = now
        if sum(one.startswith(_TOLD) for one in heard) >= deeds:
            raise _Enough

    with suppress(_Enough):
        shell.run(f"cd /run; exec {_USER} {_PYTHON} -B {_HERE}/play.py {DATA} {seed}", tell=hear)
        raise Lost(f"the play has ended by itself: {heard[-3:]}")


def matches(shell: Shell) -> dict[str, bytes]:
    """Return the files of all matches on the data partition."""
    listed = shell.run(f"cd {DATA}/matches && for f in *.jsonl; do echo $f $(base64 -w0 $f); done")
    pairs = [line.split() for line in listed.splitlines()]
    return {name: base64.b64decode(content) for name, content in (pair for pair in pairs if len(pair) == 2)}


def check_power_cuts(setup: Setup, folder: Path, report: Report, cuts: int) -> dict[str, Told]:
    """Play and pull the plug; return what was told of each match by the end.

    Args:
        setup: of the machine, with the card.
        folder: for its files.
        report: takes the lines.
        cuts: how many.
    """
    chance = random.Random(9)
    told: dict[str, Told] = {}
    for number in range(1, cuts + 1):
        _cut(replace(setup, capture=None), folder / f"cut-{number}", report, told, chance, number)
    return told


def _cut(
    setup: Setup, folder: Path, report: Report, told: dict[str, Told], chance: random.Random, number: int
) -> None:
    deeds = chance.randint(_LEAST, _MOST)
    with Machine(setup, folder) as machine:
        machine.wait_for_start()
        gone = missing_from(matches(machine.shell), told) if told else []
        words = machine.shell.run("journalctl -o cat -u scorekeeper-data | grep -v '^[SF]'")
        phase = machine.shell.run("systemctl show -P StatusText scorekeeper").split(";")[0]
        play(machine.shell, number, told, deeds)
        time.sleep(chance.uniform(0, _MOST_LATE_S))
        if number % 2 == 0:
            machine.wait_for_write(_NEXT_WRITE_S)
        lost = machine.lose_power(chance)
    report.check(
        f"start {number}: all that was shown before is there",
        not gone,
        "; ".join(gone) or f"{phase}; {words}; then {deeds} deeds and a cut, {lost} sectors not flushed",
    )
    shutil.rmtree(folder)

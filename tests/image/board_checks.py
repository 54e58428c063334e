"""Lays the card's own device tree overlay over the card's own tree of each board."""

import subprocess
import sys
from pathlib import Path

from card import read_file
from report import Report

sys.path.append(str(Path(__file__).parents[2] / "systemd" / "image"))
import boards

__all__ = ["check_boards"]

_OVERLAY = "scorekeeper.dtbo"
_FIRMWARE = ("start.elf", "start4.elf")
_NOTES = b"/system/linux,revision"
"""What the firmware adds to a tree: which Pi it is. Without that gpiozero and rpi-lgpio have no pins."""


def check_boards(image: Path, folder: Path, report: Report) -> None:
    """See that SPI, I2C and their numbers come out right for each board."""
    overlay = folder / _OVERLAY
    overlay.write_bytes(read_file(image, f"overlays/{_OVERLAY}"))
    asked = read_file(image, "config.txt").decode().splitlines()
    report.check("config.txt asks for the overlay", f"dtoverlay={overlay.stem}" in asked, "")
    notes = {name: _NOTES in read_file(image, name) for name in _FIRMWARE}
    report.check("the firmware notes in the tree which Pi it is", all(notes.values()), notes)
    for name, board in boards.BOARDS.items():
        tree = folder / f"{name}.dtb"
        tree.write_bytes(read_file(image, tree.name))
        try:
            faults = boards.faults_of_header(boards.with_overlay(tree, overlay))
        except subprocess.CalledProcessError as exc:
            faults = [f"fdtoverlay: {exc.stderr.decode()}"]
        found = "; ".join(faults) or "spidev0.0 and 0.1, i2c-1 at 400 kHz"
        report.check(f"{board}: SPI and I2C come out right", not faults, found)

"""`scorekeeper run`, the whole of it, on the kernel's pins and bus; there is no reader."""

import logging
import multiprocessing
import os
import sys
import time
from pathlib import Path

import pytest
from gpio_sim import PATIENCE_S, until

from firmware import cli
from firmware.box import build
from firmware.config import Config
from firmware.screens import scene_of
from firmware.screens.painter import paint
from firmware.table import ReaderNews, Table, decide
from firmware.texts import load
from hardware import Button, ButtonEdge, DisplaySettings, VirtualClock
from hardware.simulated import World

NO_READER = "/dev/spidev0.0 is missing: is SPI on? See Check"


class Box:
    """The command in a process of its own; forked, as another Python would take ten seconds to start.

    Attributes:
        log: what it says.
        expected: the table that it should have.
    """

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log"
        self._process = multiprocessing.get_context("fork").Process(target=self._run, args=(folder,))
        self._process.start()
        clock, config = VirtualClock(), Config()
        machine = World(clock, config.devices).machine
        self.expected: Table = build(config, folder / "twin", clock, machine).table
        self.give(ReaderNews(NO_READER, 0.0))

    def give(self, given):
        self.expected = decide(self.expected, given).applied_to(self.expected)

    def seen(self) -> bytes:
        """Return the picture that the expected table makes."""
        return paint(scene_of(self.expected, load(self.expected.language))).tobytes()

    def stop(self) -> tuple[float, int | None]:
        """Ask it to end as systemd does; return how long that took, and its exit status."""
        began_s = time.monotonic()
        self._process.terminate()
        self._process.join(PATIENCE_S)
        return time.monotonic() - began_s, self._process.exitcode

    def kill(self) -> None:
        self._process.kill()
        self._process.join()

    def _run(self, folder: Path) -> None:
        sys.stderr = self.log.open("w", buffering=1)
        logging.getLogger().handlers.clear()  # pytest's
        os._exit(cli.main(["run", "--data", str(folder / "data")]))


@pytest.fixture
def box(tmp_path):
    box = Box(tmp_path)
    yield box
    box.kill()


@pytest.mark.usefixtures("block_bus")
def test_the_box_shows_what_is_missing_takes_a_press_and_stops_in_time(chip, wire, box):
    panel = DisplaySettings()

    def shown():
        return wire.panel(panel).picture().tobytes() == box.seen()

    assert until(shown), box.log.read_text()
    assert NO_READER in box.log.read_text()
    first = box.seen()

    chip.press(Button.B)
    box.give(ButtonEdge(Button.B, True, 1.0))
    time.sleep(0.1)
    chip.release(Button.B)
    box.give(ButtonEdge(Button.B, False, 1.1))
    assert until(shown), box.log.read_text()
    assert box.seen() != first

    seconds, status = box.stop()
    assert status == 0, box.log.read_text()
    assert seconds < 2
    assert not wire.panel(panel).is_on

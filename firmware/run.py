"""The command `run`, and `deck enrol`: the box on this machine's devices, until somebody stops it."""

import argparse
import logging
import os
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from firmware.box import build
from firmware.command_line import BadUsage, TraceFile
from firmware.config import Config, usable_config
from firmware.health import Health, health_of
from firmware.owner import owned
from firmware.page import open_page
from firmware.poweroff import ask_power_off
from firmware.screens.fonts import load_font
from firmware.screens.scene import Font
from firmware.table import Phase, Table, faulty_settings_told, opened_enrolling, resumed
from hardware import Clock, RaspberryPi, SystemClock

__all__ = ["enrol", "run"]


def run(asked: argparse.Namespace, tell: Callable[[str], None]) -> None:
    """Run the box.

    Args:
        asked: the options of the command line.
        tell: takes each sentence that people should read.

    Raises:
        BadUsage: if the data folder or the trace cannot be used, or another box runs on that folder.
        BadConfig: if the settings file cannot be read; faults in it are told, and left out.
        ButtonsLost: if the button pins cannot be had.
        Broken: if the program itself failed.
    """
    _run(asked, tell, resumed, None)


def enrol(asked: argparse.Namespace, tell: Callable[[str], None]) -> None:
    """Run the box at its enrolling list, and end when that is left; raises what `run` raises."""
    _run(
        asked,
        tell,
        lambda table: opened_enrolling(table).applied_to(table),
        lambda table: table.phase is not Phase.ENROL or table.view.is_off,
    )


def _run(
    asked: argparse.Namespace,
    tell: Callable[[str], None],
    opening: Callable[[Table], Table],
    is_done: Callable[[Table], bool] | None,
) -> None:
    logging.getLogger().setLevel(logging.INFO)
    warnings.simplefilter("ignore")  # the libraries' warnings are for their developers
    clock = SystemClock()
    config = usable_config(asked.config)
    for fault in (*config.faults, *_unshown_names(config)):
        tell(fault)
    told = (lambda table: faulty_settings_told(opening(table))) if config.faults else opening
    with TraceFile(asked.trace) as trace, owned(asked.data):
        machine = RaspberryPi(clock, trace.write if asked.trace else None)
        health = health_of(os.environ)
        with open_page(clock, os.environ, is_wanted=config.has_page) as page:
            with _folder_named(asked.data):
                box = build(
                    config,
                    asked.data,
                    clock,
                    machine,
                    lambda table: replace(told(table), has_page=page.is_on),
                    is_done,
                )
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, lambda *_: box.stop())
            box.run(health, page.tell, page.addresses)
        if box.table.view.is_off:
            _switch_off(clock, health)


@contextmanager
def _folder_named(data: Path) -> Iterator[None]:
    """Say which folder it is that cannot be used."""
    try:
        yield
    except OSError as exc:
        raise BadUsage(f"the folder {data} cannot be used ({exc.strerror}); give one with --data") from exc


def _switch_off(clock: Clock, health: Health) -> None:
    """Switch the machine off too, where systemd started the box; only then it hears that this is the end."""
    if folder := os.environ.get("RUNTIME_DIRECTORY"):
        ask_power_off(Path(folder), clock)
    health.end()  # from here on it waits no longer than TimeoutStopSec


def _unshown_names(config: Config) -> list[str]:
    """Return a sentence for each name that the display cannot write."""
    letters = load_font(Font.SMALL).glyphs
    missing = {seat: [one for one in name if one not in letters] for seat, name in config.names.items()}
    return [
        f"players.{seat}: the display has no {' '.join(ones)}, and shows 〓 instead"
        for seat, ones in missing.items()
        if ones
    ]

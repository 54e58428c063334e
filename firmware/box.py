"""Puts a box together: settings, data folder, devices and table."""

import logging
from collections.abc import Callable
from pathlib import Path

from firmware.config import Config
from firmware.doctor.patient import Patient
from firmware.doctor.visit import Visits
from firmware.loop import Appliance
from firmware.rulebook import games
from firmware.store import Found, Store
from firmware.table import Table, View, resumed
from hardware import Clock, Machine, open_devices
from scorer import Ruleset

__all__ = ["build"]

logger = logging.getLogger(__name__)


def build(
    config: Config,
    data: Path,
    clock: Clock,
    machine: Machine,
    opening: Callable[[Table], Table] = resumed,
    is_done: Callable[[Table], bool] | None = None,
) -> Appliance:
    """Read what the data folder holds, and return the box, ready to run.

    Args:
        config: the settings.
        data: the data folder.
        clock: the box's time.
        machine: what its drivers are wired to.
        opening: makes the first table of what was found.
        is_done: see `Appliance`.

    Raises:
        OSError: if the data folder cannot be made or read.
    """
    store = Store(data, clock)
    found = store.open()
    rules, wrong = games(data)
    for warning in (*found.warnings, *wrong):
        logger.warning("%s", warning)
    return Appliance(
        clock,
        lambda report: open_devices(config.devices, clock, machine, report),
        store,
        opening(_table(config, rules, found, clock.now_s())),
        is_done,
        Visits(Patient(config, data, clock, machine)),
    )


def _table(config: Config, rules: tuple[Ruleset, ...], found: Found, now_s: float) -> Table:
    """Return the table as settings and data folder have it."""
    return Table(
        games=rules,
        names=config.names,
        deck=found.deck,
        match=found.match,
        view=View(now_s=now_s, touched_s=now_s, is_starting=True),
        reader_seats=config.reader_seats,
        readers=config.devices.readers,
        choices=found.choices,
        idle=config.idle,
        defaults=config.defaults,
    )

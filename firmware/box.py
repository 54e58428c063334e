"""Puts a box together: settings, data folder, devices and table."""

import logging
from collections.abc import Callable
from pathlib import Path

from firmware.config import Config
from firmware.loop import Appliance
from firmware.rulebook import games
from firmware.store import Store
from firmware.table import Table, View, resumed
from firmware.texts import load
from hardware import Clock, Machine, open_devices

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
    now_s = clock.now_s()
    view = View(now_s=now_s, touched_s=now_s)
    seats, choices = config.reader_seats, found.choices
    table = Table(
        rules, config.names, found.deck, found.match, view, seats, choices, config.idle, config.one_short
    )
    return Appliance(
        clock,
        lambda report: open_devices(config.devices, clock, machine, report),
        store,
        opening(table),
        load("en"),
        is_done,
    )

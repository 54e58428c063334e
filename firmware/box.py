"""Puts a box together: settings, data folder, devices and table."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from firmware.config import Config
from firmware.loop import Appliance
from firmware.store import Store
from firmware.table import Table, opened_enrolling, resumed
from firmware.texts import load
from hardware import Clock, Machine, open_devices
from scorer import Ruleset, shipped
from scorer import load as load_rules

__all__ = ["build", "shipped_rules"]


def shipped_rules() -> tuple[Ruleset, ...]:
    """Return the games that come with the program."""
    return tuple(load_rules(game) for game in shipped())


def build(
    config: Config,
    data: Path,
    clock: Clock,
    machine: Machine,
    warn: Callable[[str], None],
    *,
    enrolling: bool = False,
) -> Appliance:
    """Read what the data folder holds, and return the box, ready to run.

    Args:
        config: the settings.
        data: the data folder.
        clock: the box's time.
        machine: what its drivers are wired to.
        warn: takes each sentence that people should read.
        enrolling: begin at the enrolling list.

    Raises:
        OSError: if the data folder cannot be made or read.
    """
    store = Store(data, clock)
    found = store.open()
    for warning in found.warnings:
        warn(warning)
    table = resumed(Table(shipped_rules(), config.names, found.deck, found.match))
    if enrolling:
        table = opened_enrolling(table).applied_to(table)
    table = replace(table, view=replace(table.view, now_s=clock.now_s()))
    return Appliance(
        clock,
        lambda report: open_devices(config.devices, clock, machine, report),
        store,
        table,
        load("en"),
    )

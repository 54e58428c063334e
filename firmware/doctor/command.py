"""The command `doctor`: a line for each finding, with what to do."""

import argparse
import logging
import os
import warnings
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from firmware.command_line import SETTINGS
from firmware.config import usable_config
from firmware.doctor.bundle import LOG, report_text
from firmware.doctor.examine import Hands, facts_of, look_at_machine, try_devices
from firmware.doctor.finding import AGAIN, Finding, Level, in_order
from firmware.doctor.on_card import MARK, in_words_of_the_image
from firmware.doctor.patient import Patient
from firmware.doctor.place import judge_owner
from firmware.files import lock_folder
from firmware.output import output_file
from firmware.owner import holder
from firmware.wording import counted
from hardware import RaspberryPi, SystemClock
from hardware.holders import Holder, holders_of
from hardware.host import Unit
from hardware.programs import run_for_a_moment

__all__ = ["doctor", "examined"]

_YES = ("y", "yes")
_WHAT_NEXT = (
    "",
    "Do what stands after the arrows, from the top, one by one. Wires only with the Pi off: sudo poweroff.",
    f"Then look again: sudo systemctl stop scorekeeper; {AGAIN}. A hint may stay if all works.",
    "A setting: change the line that is there, or take the # away before it. In nano: Ctrl+O, Enter, Ctrl+X.",
    "At the end, and after every change of the settings: sudo systemctl restart scorekeeper",
)


def doctor(asked: argparse.Namespace, write: Callable[[str], None], ask: Callable[[str], str] | None) -> bool:
    """Look the box over, and say what was found.

    Args:
        asked: the options of the command line.
        write: takes each line.
        ask: asks somebody at the terminal; None where nobody is.

    Returns:
        Whether there is no fault.

    Raises:
        BadConfig: if there is no such settings file.
        BadUsage: if the report exists, or cannot be written.
    """
    logging.getLogger().setLevel(logging.CRITICAL)  # what a device complains of is a finding here
    warnings.simplefilter("ignore")
    clock = SystemClock()
    patient = Patient(usable_config(asked.config), asked.data, clock, RaspberryPi(clock))
    with _report_file(asked) as file:
        found = examined(patient, None if ask is None else _hands(ask))
        findings = [_of_file(one, asked.config or SETTINGS) for one in found]
        if is_on_card := MARK.exists():
            findings = [in_words_of_the_image(one) for one in findings]
        for one in findings:
            write(str(one))
        if file is not None:
            file.write(report_text(findings, asked.config or SETTINGS, run_for_a_moment(LOG)).encode())
    counts = Counter(one.level for one in findings)
    write(", ".join(counted(counts[level], level.value) for level in (Level.FAULT, Level.HINT)))
    if not is_on_card and (counts[Level.FAULT] or counts[Level.HINT]):
        for line in _WHAT_NEXT:
            write(line)
    return not counts[Level.FAULT]


def examined(patient: Patient, hands: Hands | None) -> tuple[Finding, ...]:
    """Look a box over, and try its devices unless somebody else has them; all in the order of the topics.

    Args:
        patient: the box.
        hands: as for `try_devices`.
    """
    facts = facts_of(patient)
    lock, box = _owner(patient.data, facts.unit)
    readers = [reader.node for reader in patient.config.devices.readers]
    owner = judge_owner(box, () if box else holders_of(readers))
    found = [owner, *look_at_machine(patient, facts)]
    if owner.level is Level.FINE:
        found += try_devices(patient, hands)
    if lock is not None:
        os.close(lock)
    return in_order(found)


def _owner(data: Path, unit: Unit) -> tuple[int | None, Holder | None]:
    """Hold the data folder lest a box starts meanwhile, or return the box that runs.

    The service may run on another folder, or on one that is closed to who asks.
    """
    if unit.has_devices:
        return None, Holder(unit.pid, "")
    try:
        lock = lock_folder(data)
    except OSError:
        return None, None
    if lock is None:
        return None, Holder(holder(data) or 0, "")
    return lock, None


def _of_file(one: Finding, settings: Path) -> Finding:
    """Name the settings file that is in use, where a finding names the usual one."""
    return replace(one, cure=one.cure.replace(str(SETTINGS), str(settings)))


def _report_file(asked: argparse.Namespace) -> AbstractContextManager[BinaryIO | None]:
    return nullcontext() if asked.report is None else output_file(asked.report, is_forced=asked.force)


def _hands(ask: Callable[[str], str]) -> Hands:
    def answer(question: str) -> str:
        try:
            return ask(question)
        except EOFError:  # nobody answers any more
            return ""

    def do(deed: str) -> None:
        answer(f"{deed} Enter when ready: ")

    return Hands(lambda question: answer(f"{question} y or n: ").strip().lower() in _YES, do)

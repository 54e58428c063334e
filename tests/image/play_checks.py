"""What players see and do: the first picture, a press, and what is missing."""

import time
from pathlib import Path

from machine import Machine, Setup
from report import Report
from twin import Twin

from firmware.config import Config
from hardware import DEFAULT_BUTTON_PINS, Button

__all__ = ["check_play", "press", "until_shown"]

_SHOWN_S = 60.0
_LOOK_S = 0.1
_DOWN_S = 0.25
_TOLD = "reader 1: "
_BY_HAND = (
    *(Button.B, Button.A, Button.OK, Button.OK),  # no reader, then; up; New game; Start
    *(Button.B, Button.B, Button.OK),  # down to: Enter a card
    *(Button.C, Button.A, Button.A),  # September to December; September; the red cup
)
_MENU_AFTER = 4
"""So many presses begin a match; BACK, held, then opens its menu."""


def check_play(machine: Machine, setup: Setup, folder: Path, report: Report) -> None:
    """Begin a match on a box without a reader, and enter a card by hand, with real presses and pictures."""
    twin = Twin(Config(), folder)
    report.check(
        "the display tells that the reader is missing",
        until_shown(machine, setup, twin),
        " / ".join(twin.lines()),
    )
    for number, button in enumerate(_BY_HAND):
        if number == _MENU_AFTER:
            _check_hold(machine, setup, twin, report)
        before = twin.picture()
        press(machine, button)
        twin.press(button)
        acts = until_shown(machine, setup, twin) and twin.picture() != before
        report.check(f"{button.value}, pressed from outside, acts", acts, " / ".join(twin.lines()))
    kept = machine.shell.run("tail -qn 1 /var/lib/scorekeeper/matches/*.jsonl")
    report.check("the card that was entered is in the journal", "chrysanthemum" in kept, kept)


def _check_hold(machine: Machine, setup: Setup, twin: Twin, report: Report) -> None:
    machine.pins.set(DEFAULT_BUTTON_PINS[Button.BACK], is_high=False)
    twin.hold(Button.BACK)
    acts = until_shown(machine, setup, twin)
    machine.pins.set(DEFAULT_BUTTON_PINS[Button.BACK], is_high=True)
    twin.let_go(Button.BACK)
    stays = until_shown(machine, setup, twin)
    report.check("BACK, held, acts", acts and stays, " / ".join(twin.lines()))


def press(machine: Machine, button: Button) -> None:
    """Press a button for a moment."""
    machine.pins.set(DEFAULT_BUTTON_PINS[button], is_high=False)
    time.sleep(_DOWN_S)
    machine.pins.set(DEFAULT_BUTTON_PINS[button], is_high=True)


def until_shown(machine: Machine, setup: Setup, twin: Twin) -> bool:
    """Wait until the display shows what it should; what the reader lacks is in the service's status."""
    until_s = time.monotonic() + _SHOWN_S
    while time.monotonic() < until_s:
        if not twin.table.view.reader_faults:
            status = machine.shell.run("systemctl show -P StatusText scorekeeper")
            if _TOLD in status:
                twin.lose_reader(status.partition(_TOLD)[2].split("; ")[0])
        if setup.stick is not None and setup.stick.picture() == twin.picture():
            return True
        time.sleep(_LOOK_S)
    return False

"""What players see and do: the first picture, a press, and what is missing."""

import time
from pathlib import Path

from machine import Machine, Setup
from report import Report
from twin import Twin

from firmware.config import Config
from hardware import DEFAULT_BUTTON_PINS, Button

__all__ = ["check_play", "press", "until_shown"]

_SHOWN_S = 30.0
_LOOK_S = 0.1
_DOWN_S = 0.15
_TOLD = "reader 1: "


def check_play(machine: Machine, setup: Setup, folder: Path, report: Report) -> None:
    """Look at the display, and press buttons, of a box without a reader."""
    twin = Twin(Config(), folder)
    report.check(
        "the display shows the home screen, and that the reader is missing",
        until_shown(machine, setup, twin),
        " / ".join(twin.lines()),
    )
    for button in (Button.B, Button.OK, Button.BACK, Button.A):
        before = twin.picture()
        press(machine, button)
        twin.press(button)
        report.check(
            f"button {button.value}, pressed from outside, acts",
            until_shown(machine, setup, twin) and twin.picture() != before,
            " / ".join(twin.lines()),
        )


def press(machine: Machine, button: Button) -> None:
    """Press a button for a moment."""
    pin = DEFAULT_BUTTON_PINS[button]
    machine.pins.set(pin, is_high=False)
    time.sleep(_DOWN_S)
    machine.pins.set(pin, is_high=True)


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

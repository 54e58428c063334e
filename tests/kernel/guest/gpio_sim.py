"""The kernel's simulated GPIO chip, with fingers on its pins."""

import time
from collections.abc import Callable
from pathlib import Path

from hardware import DEFAULT_BUTTON_PINS, Button

PINS = 54  # of a Raspberry Pi 3
PATIENCE_S = 60.0
"""Emulated processors are slow, and the host may be busy."""


class SimulatedChip:
    """gpio-sim's first chip. A finger pulls its pin down; without it the contact's other side pulls it up.

    Attributes:
        node: its device file.
    """

    def __init__(self) -> None:
        config = Path("/sys/kernel/config/gpio-sim/header")
        (config / "pins").mkdir(parents=True)
        (config / "pins/num_lines").write_text(f"{PINS}\n")
        (config / "pins/label").write_text("pinctrl-bcm2835\n")
        (config / "live").write_text("1\n")
        name = (config / "pins/chip_name").read_text().strip()
        self.node = f"/dev/{name}"
        self._lines = Path("/sys/devices/platform", (config / "dev_name").read_text().strip(), name)

    def press(self, button: Button) -> None:
        self._pull(button, "pull-down")

    def release(self, button: Button) -> None:
        self._pull(button, "pull-up")

    def level(self, pin: int) -> int:
        return int((self._lines / f"sim_gpio{pin}/value").read_text())

    def _pull(self, button: Button, pull: str) -> None:
        (self._lines / f"sim_gpio{DEFAULT_BUTTON_PINS[button]}/pull").write_text(pull)


def until(is_so: Callable[[], object], within_s: float = PATIENCE_S) -> bool:
    """Wait until something is so; return whether it was, in time."""
    end_s = time.monotonic() + within_s
    while not is_so():
        if time.monotonic() > end_s:
            return False
        time.sleep(0.02)
    return True

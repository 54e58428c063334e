"""How long the start takes, with our service and without, the same card side by side."""

import re
import statistics
import time
from dataclasses import replace
from pathlib import Path

from machine import Machine, Setup
from report import Report
from usb_i2c import I2cStick

from hardware.simulated.oled_panel import OledPanel

__all__ = ["Times", "check_boot_time", "read_times"]

_UNITS = ("scorekeeper.service", "scorekeeper-data.service", "scorekeeper-settings.service")
_WITHOUT = " ".join(
    f"systemd.mask={unit}"
    for unit in (
        *_UNITS,
        "scorekeeper-network.service",
        "scorekeeper-report.timer",
        "scorekeeper-report.path",
        "scorekeeper-poweroff.path",
        "scorekeeper.socket",
    )
)
_ASK = """
systemctl show -p UserspaceTimestampMonotonic -p FinishTimestampMonotonic
systemctl show -p ActiveEnterTimestampMonotonic -p ExecMainStartTimestampMonotonic scorekeeper
"""


class Times(dict[str, float]):
    """Moments of a start by systemd's names for them, in seconds after the kernel's own start."""

    @property
    def finished_s(self) -> float:
        """From the end of the kernel until all has started."""
        return self["FinishTimestampMonotonic"] - self["UserspaceTimestampMonotonic"]

    @property
    def ready_s(self) -> float:
        """From the end of the kernel until the box is ready."""
        return self["ActiveEnterTimestampMonotonic"] - self["UserspaceTimestampMonotonic"]


def read_times(said: str) -> Times:
    """Read what systemctl says, in microseconds."""
    return Times({name: int(value) / 1e6 for name, value in re.findall(r"^(\w+)=(\d+)$", said, re.MULTILINE)})


def check_boot_time(setup: Setup, folder: Path, report: Report, rounds: int = 2) -> None:
    """Start in turns with the service and without, and say what it adds."""
    ours: list[float] = []
    theirs: list[float] = []
    pictures: list[float] = []
    for number in range(rounds):
        stick = I2cStick(OledPanel())
        with Machine(replace(setup, stick=stick, counts=True), folder / f"with-{number}") as machine:
            machine.wait_for_start()
            times = read_times(machine.shell.run(_ASK))
            ours.append(times.ready_s)
            _wait_for(stick)
            pictures.append((stick.lit_at_s or 0.0) - machine.on_at_s)
            machine.switch_off()
        with Machine(replace(setup, options=_WITHOUT, counts=True), folder / f"without-{number}") as machine:
            machine.wait_for_start()
            theirs.append(read_times(machine.shell.run(_ASK)).finished_s)
            machine.switch_off()
    ready_s, bare_s = statistics.mean(ours), statistics.mean(theirs)
    said = f"ready {_each(ours)} s after the kernel's end; without it all is started after {_each(theirs)} s"
    report.check("the box is ready soon after the system is", ready_s < 2 * bare_s + 10, said)
    report.check("the first picture comes", all(pictures), f"{_each(pictures)} s after the power")


def _wait_for(stick: I2cStick) -> None:
    until_s = time.monotonic() + 30
    while stick.lit_at_s is None and time.monotonic() < until_s:
        time.sleep(0.2)


def _each(numbers: list[float]) -> str:
    return " and ".join(f"{number:.1f}" for number in numbers)

"""What a doctor asks the display: does it answer, and if not, does another address?

A probe opens the bus by itself, so nobody else may draw meanwhile.
"""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from hardware.errors import DisplayLost
from hardware.oled import I2cBus, LumaDisplay, other_address
from hardware.settings import DisplaySettings

__all__ = ["DisplayProbe", "probe_display"]


@dataclass(frozen=True, slots=True)
class DisplayProbe:
    """What was found out about a display.

    Attributes:
        fault: a sentence with what to do; empty if it was set up.
        elsewhere: another address at which something answers; None if nothing does.
    """

    fault: str = ""
    elsewhere: int | None = None


def probe_display(settings: DisplaySettings, open_bus: Callable[[int], I2cBus]) -> DisplayProbe:
    """Set the display up, and let go of it; where it does not answer, look at the other address."""
    display = LumaDisplay(settings, open_bus)
    try:
        display.open()
    except DisplayLost as exc:
        return DisplayProbe(str(exc), _elsewhere(settings, open_bus))
    finally:
        display.close()
    return DisplayProbe()


def _elsewhere(settings: DisplaySettings, open_bus: Callable[[int], I2cBus]) -> int | None:
    try:
        bus = open_bus(settings.bus)
    except OSError:
        return None
    found = other_address(bus, settings.address)
    with contextlib.suppress(OSError):
        bus.close()
    return found

"""What a doctor asks the display: does it answer, and if not, does another address?

A probe opens the bus by itself, so nobody else may draw meanwhile.
"""

import contextlib
from collections.abc import Callable
from dataclasses import dataclass

from hardware.errors import DisplayLost
from hardware.oled import I2cBus, LumaDisplay
from hardware.settings import DisplaySettings

__all__ = ["ADDRESSES", "DisplayProbe", "probe_display"]

ADDRESSES = (0x3C, 0x3D)
"""Those that displays have."""


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
    others = [address for address in ADDRESSES if address != settings.address]
    found = next((address for address in others if _answers(bus, address)), None)
    with contextlib.suppress(OSError):
        bus.close()
    return found


def _answers(bus: I2cBus, address: int) -> bool:
    try:
        bus.read_byte(address)
    except OSError:
        return False
    return True

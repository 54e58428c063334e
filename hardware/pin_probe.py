"""What a doctor asks the pins of the buttons: can each be had, and is it down while nobody presses?

A probe claims each pin by itself, so nobody else may hold it meanwhile.
"""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hardware.ports import Button

__all__ = ["PinProbe", "probe_buttons"]


@dataclass(frozen=True, slots=True)
class PinProbe:
    """What was found out about one button.

    Attributes:
        button: which.
        pin: BCM number.
        is_down: whether it is down now.
        refused: why the pin cannot be had; empty if it can.
    """

    button: Button
    pin: int
    is_down: bool = False
    refused: str = ""


def probe_buttons(pins: Mapping[Button, int], pin_factory: Any = None) -> tuple[PinProbe, ...]:
    """Claim each button's pin for a moment, and look at it."""
    return tuple(_probe(button, pin, pin_factory) for button, pin in pins.items())


def _probe(button: Button, pin: int, pin_factory: Any) -> PinProbe:
    from gpiozero import InputDevice

    try:
        device = InputDevice(pin, pull_up=True, pin_factory=pin_factory)
    except Exception as exc:  # lgpio.error and gpiozero's errors share no other parent
        return PinProbe(button, pin, refused=str(exc) or type(exc).__name__)
    try:
        return PinProbe(button, pin, bool(device.is_active))
    except Exception as exc:  # as above
        return PinProbe(button, pin, refused=str(exc) or type(exc).__name__)
    finally:
        with contextlib.suppress(Exception):  # a pin that broke is free as well
            device.close()

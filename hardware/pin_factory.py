"""Which of gpiozero's pin factories is in use, and why not the one that should be. Claims no pin."""

import warnings
from dataclasses import dataclass
from typing import Any

__all__ = ["PinFactory", "look_at_pin_factory"]


@dataclass(frozen=True, slots=True)
class PinFactory:
    """What gpiozero drives pins with.

    Attributes:
        name: of the factory's class; None if there is none.
        refused: why each better one could not be had, as `lgpio: No module named 'lgpio'`.
    """

    name: str | None
    refused: tuple[str, ...] = ()


def look_at_pin_factory(chosen: Any = None) -> PinFactory:
    """Let gpiozero find its factory, unless one was chosen, and hear what it says meanwhile."""
    from gpiozero import Device

    if chosen is not None:
        return PinFactory(type(chosen).__name__)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        try:
            Device.ensure_pin_factory()
        except Exception as exc:  # whatever a factory raises that is not meant for this board
            return PinFactory(None, (*_reasons(heard), str(exc)))
    return PinFactory(type(Device.pin_factory).__name__, _reasons(heard))


def _reasons(heard: list[warnings.WarningMessage]) -> tuple[str, ...]:
    """Make gpiozero's words a line each: what could not be had, and why."""
    return tuple(str(one.message).removeprefix("Falling back from ").replace("\n", " ") for one in heard)

"""What a doctor has to know of a box before he looks."""

from dataclasses import dataclass
from pathlib import Path

from firmware.config import Config
from hardware import Clock, Machine

__all__ = ["Patient"]


@dataclass(frozen=True, slots=True)
class Patient:
    """The box that is looked at.

    Attributes:
        config: its settings.
        data: its data folder.
        clock: for all waiting.
        machine: what its devices are wired to.
    """

    config: Config
    data: Path
    clock: Clock
    machine: Machine

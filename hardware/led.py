"""The board's own light, through the kernel's files; where they cannot be written it stays as it is."""

import contextlib
import logging
from pathlib import Path
from typing import Protocol

__all__ = ["BoardLed", "Led"]

logger = logging.getLogger(__name__)

_NAMES = ("ACT", "led0")
"""What kernels call the light, the newer name first."""


class Led(Protocol):
    """A light that can be on or off."""

    def take(self) -> None:
        """Take it over from whoever drives it. Never raises."""

    def set(self, is_on: bool) -> None:
        """Switch it. Never raises."""

    def give_back(self) -> None:
        """Let it show again what it showed before. Never raises."""


class BoardLed:
    """The green light of a Raspberry Pi.

    Args:
        root: stands for "/".
    """

    def __init__(self, root: Path = Path("/")) -> None:
        folders = [root / "sys/class/leds" / name for name in _NAMES]
        self._folder = next((folder for folder in folders if folder.is_dir()), None)
        self._trigger = ""

    def take(self) -> None:
        """Stop the kernel from driving it; what drove it is remembered."""
        if self._folder is None or self._trigger:
            return
        with contextlib.suppress(OSError):
            choices = (self._folder / "trigger").read_text("ascii", errors="replace")
            chosen = choices.partition("[")[2].partition("]")[0] or "none"
            if self._write("trigger", "none"):
                self._trigger = chosen

    def set(self, is_on: bool) -> None:
        """Switch it, if it was taken over."""
        if self._trigger:
            self._write("brightness", "1" if is_on else "0")

    def give_back(self) -> None:
        """Let the kernel drive it as before."""
        if self._trigger:
            self._write("trigger", self._trigger)
            self._trigger = ""

    def _write(self, name: str, word: str) -> bool:
        if self._folder is None:
            return False
        try:
            (self._folder / name).write_text(word, "ascii")
        except OSError as exc:
            logger.debug("the board's light stays as it is: %s", exc)
            return False
        return True

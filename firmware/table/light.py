"""How bright the display is: lit while people are at it, then dim, then dark, so that nothing burns in."""

from dataclasses import dataclass
from enum import Enum

__all__ = ["Idle", "Light"]

_SHIFT_EVERY_S = 60.0
"""How long a dim picture stands in one place."""

_SHIFTS_PX = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""Its places in turn, to the right and down from where it stands when it is lit."""


class Light(Enum):
    """How bright."""

    LIT = "lit"
    DIM = "dim"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Idle:
    """After how long without a press or a tap the display changes; 0 means never.

    Attributes:
        dim_after_s: until it is dimmed.
        dark_after_s: until it goes dark, from the same moment.
    """

    dim_after_s: float = 0.0
    dark_after_s: float = 0.0

    def light(self, since_s: float, now_s: float) -> Light:
        """Return how bright the display is, so long after the last press or tap."""
        if self.dark_after_s and now_s >= since_s + self.dark_after_s:
            return Light.DARK
        if self.dim_after_s and now_s >= since_s + self.dim_after_s:
            return Light.DIM
        return Light.LIT

    def shift_px(self, since_s: float, now_s: float) -> tuple[int, int]:
        """Return how far to the right and down of its place a dim picture stands: it moves about."""
        return _SHIFTS_PX[self._shifts(since_s, now_s) % len(_SHIFTS_PX)]

    def changes_s(self, since_s: float, now_s: float) -> tuple[float, ...]:
        """Return when the light changes, from the last press or tap on, and when a dim picture moves next."""
        changes = [since_s + after_s for after_s in (self.dim_after_s, self.dark_after_s) if after_s]
        if self.light(since_s, now_s) is Light.DIM:
            changes.append(self._shifted_s(since_s, self._shifts(since_s, now_s) + 1))
        return tuple(changes)

    def _shifts(self, since_s: float, now_s: float) -> int:
        """Return how often a dim picture has moved; the same sum as for the next time, to the last bit."""
        about = int((now_s - since_s - self.dim_after_s) // _SHIFT_EVERY_S)
        return about + 1 if self._shifted_s(since_s, about + 1) <= now_s else about

    def _shifted_s(self, since_s: float, shifts: int) -> float:
        return since_s + self.dim_after_s + shifts * _SHIFT_EVERY_S

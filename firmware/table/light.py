"""How bright the display is: lit while people are at it, then dim, then dark, so that nothing burns in."""

from dataclasses import dataclass
from enum import Enum

__all__ = ["Idle", "Light"]


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

    def changes_s(self, since_s: float) -> tuple[float, ...]:
        """Return when the light changes, from the last press or tap on."""
        return tuple(since_s + after_s for after_s in (self.dim_after_s, self.dark_after_s) if after_s)

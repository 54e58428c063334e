"""A simulated light on the board, and when it was lit."""

from hardware.clock import Clock

__all__ = ["SimulatedLed"]


class SimulatedLed:
    """A light that remembers.

    Attributes:
        lit: from when to when it was lit while it was taken over, oldest first.
        is_taken: whether somebody has taken it over.
    """

    def __init__(self, clock: Clock) -> None:
        self.lit: list[tuple[float, float]] = []
        self.is_taken = False
        self._clock = clock
        self._since_s: float | None = None

    def take(self) -> None:
        """Take it over."""
        self.is_taken = True

    def set(self, is_on: bool) -> None:
        """Switch it."""
        now_s = self._clock.now_s()
        if self._since_s is not None and not is_on:
            self.lit.append((self._since_s, now_s))
        if not is_on:
            self._since_s = None
        elif self._since_s is None:
            self._since_s = now_s

    def give_back(self) -> None:
        """Give it back."""
        self.set(False)
        self.is_taken = False

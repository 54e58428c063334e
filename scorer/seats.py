"""Who sits where."""

from enum import Enum

__all__ = ["Seat"]


class Seat(Enum):
    """A place at the table, in playing order (counterclockwise)."""

    A = "A"
    B = "B"
    C = "C"

    def __str__(self) -> str:
        """Return the letter, which reads back with `Seat(letter)`."""
        return self.value

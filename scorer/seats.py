"""Who sits where."""

from enum import Enum

__all__ = ["Seat"]


class Seat(Enum):
    """A place at the table, in playing order (counterclockwise)."""

    __hash__ = object.__hash__  # by identity, as members compare; Enum's own is ten times slower

    A = "A"
    B = "B"
    C = "C"

    def __str__(self) -> str:
        """Return the letter, which reads back with `Seat(letter)`."""
        return self.value

"""Who sits where."""

from enum import Enum

__all__ = ["Seat"]


class Seat(Enum):
    """A place at the table, in playing order (counterclockwise)."""

    __hash__ = object.__hash__  # by identity, as members compare; Enum's own is ten times slower

    letter: str

    def __new__(cls, letter: str) -> "Seat":
        """Make a seat whose value is its letter."""
        seat = object.__new__(cls)
        seat._value_ = seat.letter = letter
        return seat

    A = "A"
    B = "B"
    C = "C"

    def __str__(self) -> str:
        """Return the letter, which reads back with `Seat(letter)`."""
        return self.letter  # sooner found than the value

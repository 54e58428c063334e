"""What the table is told without words: the sounds, and which was given last."""

from dataclasses import dataclass
from enum import IntEnum, auto

from scorer import Card

__all__ = ["Signal", "Sound"]


class Sound(IntEnum):
    """What is heard, the least dear first: of several at once the dearest is."""

    CHAFF = auto()
    RIBBON = auto()
    ANIMAL = auto()
    BRIGHT = auto()
    TAKEN_BACK = auto()
    HELD = auto()
    READY = auto()
    ROUND_END = auto()
    MATCH_END = auto()
    YAKU = auto()
    QUESTION = auto()
    REFUSED = auto()
    LOST = auto()


@dataclass(frozen=True, slots=True)
class Signal:
    """The last sound that was called for, whether or not the box may be heard.

    Attributes:
        sound: which; None before the first.
        at_s: when.
        came: the cards that came to a pile a moment ago, and when.
    """

    sound: Sound | None = None
    at_s: float = 0.0
    came: tuple[tuple[Card, float], ...] = ()

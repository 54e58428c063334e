"""The enrolling list as a value: which card waits for a tag, and the tag that is on its way to it."""

from dataclasses import dataclass
from enum import Enum

from scorer import Card

__all__ = ["Enrolling", "Step", "Trial"]

_MOST_FAILED = 1


class Step(Enum):
    """How far a tag is."""

    READING = "reading"
    IN_USE = "in-use"
    WEAK = "weak"
    STRAY = "stray"


@dataclass(frozen=True, slots=True)
class Trial:
    """A tag that was tapped and is on no card yet, or on another one.

    Attributes:
        uid: its number.
        step: read five times; refused because it is in use, or weak; or come before its card was chosen.
        until_s: until when OK moves a tag in use.
        reads: how many reads were sound, of how many; None while it is being read.
    """

    uid: bytes
    step: Step
    until_s: float = 0.0
    reads: tuple[int, int] | None = None

    @property
    def is_weak(self) -> bool:
        """Whether fewer than four of five reads succeeded; of fewer reads, too, only one may fail."""
        return self.reads is not None and self.reads[1] - self.reads[0] > _MOST_FAILED


@dataclass(frozen=True, slots=True)
class Enrolling:
    """The list of 48.

    Attributes:
        index: place of the card that the next tag is for.
        since_s: since when that card has waited for a tag.
        trial: the tag that was tapped for it.
        cards: the list: in table order; for a stray tag those without a tag first.
    """

    index: int
    since_s: float
    trial: Trial | None = None
    cards: tuple[Card, ...] = tuple(Card)

    @property
    def is_for_stray(self) -> bool:
        """Whether the list was opened for one tag, which OK puts on the chosen card."""
        return self.trial is not None and self.trial.step is Step.STRAY

"""Pages that lie over a match: those of the result, a lucky hand, and the correction of a round."""

from dataclasses import dataclass
from enum import Enum

from scorer import Card, Seat

__all__ = ["LuckyHand", "ResultPage"]


class ResultPage(Enum):
    """The pages of a result, in order; the first is shown only where there is something to look at."""

    LOOK_AGAIN = "look-again"
    RESULT = "result"
    STANDINGS = "standings"


@dataclass(frozen=True, slots=True)
class LuckyHand:
    """A player shows cards of the hand, or goes through the lucky hands.

    Attributes:
        seat: whose hand it is.
        shown: the cards shown so far.
        choice: with no card shown, the chosen one of `lucky_hand.choices`; None before the first press.
    """

    seat: Seat
    shown: tuple[Card, ...] = ()
    choice: int | None = None

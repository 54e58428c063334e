"""Pages that lie over a match: those of the result, a lucky hand, and the correction of a round."""

from dataclasses import dataclass
from enum import Enum

from scorer import Card, Seat

__all__ = ["Correcting", "LuckyHand", "ResultPage"]


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


@dataclass(frozen=True, slots=True)
class Correcting:
    """A round that was scored is put right: the rounds in a list, or one of them open.

    Attributes:
        number: of the chosen round, from 0.
        is_open: the round is open, and cards are asked for.
        card: tapped, to be given to somebody.
        seat: who is to have it, or whose lucky hand is chosen.
        choice: the chosen one of `lucky_hand.choices`; None where no hand is asked for.
        is_asking: it asks once more before anything changes.
    """

    number: int
    is_open: bool = False
    card: Card | None = None
    seat: Seat | None = None
    choice: int | None = None
    is_asking: bool = False

"""What passes over the display: why nothing happened, a question, a message that goes by itself."""

from dataclasses import dataclass
from enum import Enum

from firmware.table.enrolment import Trial
from scorer import Card, Seat

__all__ = ["Flash", "FlashKind", "Notice", "Question"]


class Notice(Enum):
    """Why the last tap or press did nothing."""

    NOT_IN_GAME = "not-in-game"
    UNKNOWN_TAG = "unknown-tag"
    NOT_A_CARD = "not-a-card"
    ALREADY_YOURS = "already-yours"
    OTHER_PLAYER = "other-player"
    NO_CARD_YET = "no-card-yet"
    ONE_AT_A_TIME = "one-at-a-time"
    TAG_IN_USE = "tag-in-use"
    READER_LOST = "reader-lost"
    DISPLAY_LOST = "display-lost"
    NOT_SAVED = "not-saved"


@dataclass(frozen=True, slots=True)
class Question:
    """Cards of other players were tapped: shall they move to this one? `at_s`: when the last of them was."""

    cards: tuple[Card, ...]
    seat: Seat
    at_s: float


class FlashKind(Enum):
    """What a passing message is about."""

    CAPTURED = "captured"
    YAKU = "yaku"
    MOVED = "moved"
    TAKEN_BACK = "taken-back"
    PUT_BACK = "put-back"
    DECLARED = "declared"
    NAMED = "named"
    REFUSED = "refused"
    RESUMED = "resumed"
    ENROLLED = "enrolled"
    MISDEAL = "misdeal"
    TOLD = "told"
    READER_LOST = "reader-lost"
    STRAY = "stray"


@dataclass(frozen=True, slots=True)
class Flash:
    """A message that passes by itself, or with the next tap or press.

    Attributes:
        kind: which screen shows it.
        until_s: when it goes.
        cards: the cards that it is about.
        seat: the player.
        words: ids of yaku or teyaku, or the key of a text and what stands in it.
        is_first: the round's first capture, with no letter pressed: say whose pile it went to.
        is_by_reader: it went there because of the reader's seat, and letters do not change that.
        trial: the unknown tag that OK finds a card for.
    """

    kind: FlashKind
    until_s: float
    cards: tuple[Card, ...] = ()
    seat: Seat | None = None
    words: tuple[str, ...] = ()
    is_first: bool = False
    is_by_reader: bool = False
    trial: Trial | None = None

"""What can happen in a match, as values that are stored and read back."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from scorer.cards import Card
from scorer.errors import BadEvent
from scorer.seats import Seat

__all__ = [
    "CardsCaptured",
    "CardsMoved",
    "DealerCorrected",
    "Event",
    "LengthChanged",
    "MatchEnded",
    "MatchFinished",
    "MatchResumed",
    "Misdealt",
    "PlayerChosen",
    "Redone",
    "RoundClosed",
    "RoundCorrected",
    "RoundReopened",
    "RoundStarted",
    "RoundWithdrawn",
    "TeyakuDeclared",
    "Undone",
    "event_from_json",
    "event_kind",
    "event_to_json",
]


@dataclass(frozen=True, slots=True)
class RoundStarted:
    """Cards are dealt by this player."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class PlayerChosen:
    """What is captured from here on goes to this player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class CardsCaptured:
    """Cards that lay in no pile come to a player's."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardsMoved:
    """Cards leave the piles of other players for this one's."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TeyakuDeclared:
    """A player shows a lucky hand; it replaces what the player declared before in this round.

    Attributes:
        seat: whose hand it is.
        teyaku: ids of the rule file, none to take a declaration back.
        shown: the cards scanned to prove it, none if nobody checked.
    """

    seat: Seat
    teyaku: tuple[str, ...]
    shown: tuple[Card, ...]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that it moves: none."""
        return ()


@dataclass(frozen=True, slots=True)
class Misdealt:
    """The same dealer deals the round again; all of it so far is dropped."""


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """Play is over: what is missing is asked for, then the round is scored."""


@dataclass(frozen=True, slots=True)
class RoundReopened:
    """The closed round goes on, its piles as they were."""


@dataclass(frozen=True, slots=True)
class RoundWithdrawn:
    """The running round, still empty, is forgotten, and the one before is shown closed again."""


@dataclass(frozen=True, slots=True)
class MatchFinished:
    """The last result was accepted; who won is shown."""


@dataclass(frozen=True, slots=True)
class MatchResumed:
    """Back from the end to the last result."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is put away, played to its end or not."""


@dataclass(frozen=True, slots=True)
class DealerCorrected:
    """The running round was dealt by this player, not by who was named."""

    dealer: Seat


@dataclass(frozen=True, slots=True)
class LengthChanged:
    """From now on the match lasts so many rounds, or to so many points, as its game counts."""

    number: int


@dataclass(frozen=True, slots=True)
class RoundCorrected:
    """A round that was scored was not as it was said: points and chips are settled anew from there.

    Attributes:
        number: of the round, from 0.
        change: what holds in it from now on, after all its other changes.
    """

    number: int
    change: CardsCaptured | CardsMoved | TeyakuDeclared


@dataclass(frozen=True, slots=True)
class Undone:
    """The event of that number, a change of this round, is taken back."""

    number: int


@dataclass(frozen=True, slots=True)
class Redone:
    """The event of that number, taken back last, holds again."""

    number: int


Event = (
    RoundStarted
    | PlayerChosen
    | CardsCaptured
    | CardsMoved
    | TeyakuDeclared
    | Misdealt
    | RoundClosed
    | RoundReopened
    | RoundWithdrawn
    | MatchFinished
    | MatchResumed
    | MatchEnded
    | DealerCorrected
    | LengthChanged
    | RoundCorrected
    | Undone
    | Redone
)

_KINDS: Mapping[str, type[Event]] = {
    "round-started": RoundStarted,
    "player-chosen": PlayerChosen,
    "cards-captured": CardsCaptured,
    "cards-moved": CardsMoved,
    "teyaku-declared": TeyakuDeclared,
    "misdealt": Misdealt,
    "round-closed": RoundClosed,
    "round-reopened": RoundReopened,
    "round-withdrawn": RoundWithdrawn,
    "match-finished": MatchFinished,
    "match-resumed": MatchResumed,
    "match-ended": MatchEnded,
    "dealer-corrected": DealerCorrected,
    "length-changed": LengthChanged,
    "round-corrected": RoundCorrected,
    "undone": Undone,
    "redone": Redone,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def event_kind(event: Event) -> str:
    """Return the word for an event's kind, as it is stored."""
    return _NAMES[type(event)]


def event_to_json(event: Event) -> dict[str, Any]:
    """Return an event as a JSON object, with its kind under "event".

    Example:
        >>> event_to_json(CardsCaptured(Seat.A, (Card.parse("pine-crane"),)))
        {'event': 'cards-captured', 'seat': 'A', 'cards': ['pine-crane']}
    """
    record: dict[str, Any] = {"event": event_kind(event)}
    for field in fields(event):
        record[field.name] = _plain(getattr(event, field.name))
    return record


def event_from_json(record: object) -> Event:
    """Read an event back.

    Raises:
        BadEvent: if the record is no event.

    Example:
        >>> event_from_json({"event": "round-started", "dealer": "B"})
        RoundStarted(dealer=<Seat.B: 'B'>)
    """
    try:
        values = dict(record) if isinstance(record, dict) else {}
        kind = _KINDS[values.pop("event")]
        return kind(**{name: _READERS[name](value) for name, value in values.items()})
    except (KeyError, TypeError, ValueError) as exc:
        raise BadEvent(f"not an event: {record!r}") from exc


def _plain(value: object) -> object:
    if isinstance(value, CardsCaptured | CardsMoved | TeyakuDeclared):
        return event_to_json(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value if isinstance(value, int) else str(value)


def _words(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise ValueError(f"not a list of words: {value!r}")
    return tuple(value)


def _cards(value: object) -> tuple[Card, ...]:
    return tuple(Card.parse(name) for name in _words(value))


def _number(value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"not a number: {value!r}")
    return value


def _change(value: object) -> CardsCaptured | CardsMoved | TeyakuDeclared:
    event = event_from_json(value)
    if not isinstance(event, CardsCaptured | CardsMoved | TeyakuDeclared):
        raise BadEvent(f"no change of a round: {value!r}")
    return event


_READERS: Mapping[str, Any] = {
    "dealer": Seat,
    "seat": Seat,
    "cards": _cards,
    "shown": _cards,
    "teyaku": _words,
    "number": _number,
    "change": _change,
}

"""What a list of matches says of one: how far it came, the points, who won, which yaku were made.

It stands as a note on the lines of a match file after which it may have changed, so that a list
needs the last such line and no replay. A note says nothing that the events do not say.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from scorer import (
    CardsCaptured,
    CardsMoved,
    DealerCorrected,
    Event,
    Match,
    MatchEnded,
    Misdealt,
    PlayerChosen,
    Redone,
    Seat,
    Stage,
    TeyakuDeclared,
    Undone,
)

__all__ = ["State", "Summary", "note_on", "summed_up"]

_QUIET = (
    CardsCaptured,
    CardsMoved,
    DealerCorrected,
    Misdealt,
    PlayerChosen,
    Redone,
    TeyakuDeclared,
    Undone,
)
"""Events of a running round: as long as it runs they change nothing here."""


class State(Enum):
    """How far a match has come."""

    RUNNING = "running"
    FINISHED = "finished"
    ENDED_EARLY = "ended-early"


_SEATS = {seat.value: seat for seat in Seat}
_STATES = {state.value: state for state in State}  # ten thousand matches are listed: a look-up is quicker


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in short.

    Attributes:
        state: whether it was played to its end.
        rounds: how many are scored.
        points: what decides the match, by seat.
        winner: None while it runs, where it ended early, and where it is drawn.
        yaku: how often each seat has made each yaku, by id.
    """

    state: State
    rounds: int
    points: Mapping[Seat, int]
    winner: Seat | None
    yaku: Mapping[Seat, Mapping[str, int]]

    def to_json(self) -> dict[str, Any]:
        """Return it as it is stored."""
        return {
            "state": self.state.value,
            "rounds": self.rounds,
            "points": {seat.value: points for seat, points in self.points.items()},
            "winner": self.winner and self.winner.value,
            "yaku": {seat.value: dict(counts) for seat, counts in self.yaku.items()},
        }

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Summary":
        """Read one back.

        Raises:
            AttributeError, KeyError, TypeError, ValueError: if it is none.
        """
        return cls(
            _STATES[record["state"]],
            int(record["rounds"]),
            {_SEATS[letter]: int(points) for letter, points in record["points"].items()},
            None if record["winner"] is None else _SEATS[record["winner"]],
            {_SEATS[letter]: dict(counts) for letter, counts in record["yaku"].items()},
        )


def summed_up(played: Match, *, is_put_away: bool) -> Summary:
    """Sum a match up.

    Args:
        played: as it was before it was put away, or as it is.
        is_put_away: nothing follows any more.
    """
    is_over = played.stage is Stage.FINISHED or (is_put_away and played.standings.finished)
    yaku = {
        seat: Counter(made.yaku.id for score in played.scores for made in score.of(seat).made.yaku)
        for seat in played.seats
    }
    early = State.ENDED_EARLY if is_put_away else State.RUNNING
    return Summary(
        State.FINISHED if is_over else early,
        len(played.scores),
        {seat: played.standings.of(seat).points for seat in played.seats},
        played.winner if is_over else None,
        {seat: dict(sorted(counts.items())) for seat, counts in yaku.items()},
    )


def note_on(event: Event, before: Match, after: Match | None) -> Summary | None:
    """Return the note for an event's line, None where it changes nothing.

    Args:
        event: what happened.
        before: the match before it.
        after: the match after it; of no matter where it is put away.
    """
    if isinstance(event, MatchEnded):
        return summed_up(before, is_put_away=True)
    if after is None or (isinstance(event, _QUIET) and after.stage in (Stage.PLAYING, Stage.LEFTOVER)):
        return None
    return summed_up(after, is_put_away=False)

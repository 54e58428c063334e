"""How far a match has come, and what can happen there."""

from collections.abc import Mapping
from enum import Enum

from scorer.errors import BadEvent
from scorer.events import (
    CardsCaptured,
    CardsMoved,
    DealerCorrected,
    Event,
    LengthChanged,
    MatchEnded,
    MatchFinished,
    MatchResumed,
    Misdealt,
    PlayerChosen,
    Redone,
    RoundClosed,
    RoundCorrected,
    RoundReopened,
    RoundStarted,
    RoundWithdrawn,
    TeyakuDeclared,
    Undone,
)

__all__ = ["Stage", "stages_of"]


class Stage(Enum):
    """How far a match has come."""

    NEW = "new"
    """No round has begun."""
    PLAYING = "playing"
    LEFTOVER = "leftover"
    """Play is over, and cards that the game needs lie in no pile."""
    RESULT = "result"
    """The last round is scored."""
    FINISHED = "finished"
    """The last result was accepted: who won is shown."""
    ENDED = "ended"
    """The match is put away."""


_IN_PLAY = (Stage.PLAYING, Stage.LEFTOVER)
_STAGES: Mapping[type[Event], tuple[Stage, ...]] = {
    RoundStarted: (Stage.NEW, Stage.RESULT),
    PlayerChosen: _IN_PLAY,
    CardsCaptured: _IN_PLAY,
    CardsMoved: _IN_PLAY,
    TeyakuDeclared: _IN_PLAY,
    Undone: (Stage.PLAYING,),
    Redone: (Stage.PLAYING,),
    DealerCorrected: (Stage.PLAYING,),
    LengthChanged: (Stage.PLAYING,),
    Misdealt: _IN_PLAY,
    RoundClosed: (Stage.PLAYING,),
    RoundReopened: (Stage.LEFTOVER, Stage.RESULT),
    RoundWithdrawn: (Stage.PLAYING,),
    RoundCorrected: (*_IN_PLAY, Stage.RESULT, Stage.FINISHED),
    MatchFinished: (Stage.RESULT,),
    MatchResumed: (Stage.FINISHED,),
    MatchEnded: (Stage.NEW, *_IN_PLAY, Stage.RESULT, Stage.FINISHED),
}


def stages_of(event: Event) -> tuple[Stage, ...]:
    """Return the stages in which an event can happen.

    Raises:
        BadEvent: if it is none.
    """
    stages = _STAGES.get(type(event))
    if stages is None:
        raise BadEvent(f"not an event: {event!r}")
    return stages

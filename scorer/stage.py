"""How far a match has come."""

from enum import Enum

__all__ = ["Stage"]


class Stage(Enum):
    """How far a match has come."""

    NEW = "new"
    PLAYING = "playing"
    LEFTOVER = "leftover"
    RESULT = "result"
    FINISHED = "finished"
    ENDED = "ended"

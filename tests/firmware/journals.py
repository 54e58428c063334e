"""What the tests of match files share: a match, its file, and a disk that is full or forgets."""

import errno
import zlib
from pathlib import Path
from typing import Any

from firmware.journal import Journal, Recovered
from firmware.table import MatchBegun
from scorer import (
    Card,
    CardsCaptured,
    CardsMoved,
    Event,
    Match,
    MatchFinished,
    PlayerChosen,
    RoundClosed,
    RoundStarted,
    Seat,
    Undone,
    load,
)

FIXTURES = Path(__file__).parent / "fixtures"
A, B = Seat.A, Seat.B
INO = load("ino-shika-cho")
BEGUN = MatchBegun(INO, INO.options({"target": 50, "fuke": False}), (A, B), {A: "Aki", B: "Ōta"})
EVENTS: list[Event] = [
    RoundStarted(B),
    CardsCaptured(B, (Card.PINE_CRANE, Card.MAPLE_DEER)),
    PlayerChosen(A),
    CardsMoved(A, (Card.PINE_CRANE,)),
    Undone(3),
]
FINISHED: list[Event] = [EVENTS[0], EVENTS[1], RoundClosed(), MatchFinished()]


def match_of(*events: Event, begun: MatchBegun = BEGUN) -> Match:
    return Match.begin(begun.ruleset, begun.options, begun.seats, begun.names).replay(events)


def written(folder: Path, *events: Event, begun: MatchBegun = BEGUN) -> Path:
    """Write a match as the appliance does, and return its file."""
    journal = Journal(folder)
    journal.begin(begun)
    for number, event in enumerate(events):
        journal.record(event, number, "2026-11-29T20:00:00Z")
    journal.close()
    return max((folder / "matches").glob("[0-9]*.jsonl"))


def recovered(folder: Path) -> Recovered:
    journal = Journal(folder)
    found = journal.recover()
    journal.close()
    return found


def line(text: str) -> bytes:
    """Frame a line with its sum, as the file holds it."""
    return f'["{zlib.crc32(text.encode()):08x}",{text}]\n'.encode()


def full(*_: Any) -> Any:
    """Stand in for a system call on a full disk."""
    raise OSError(errno.ENOSPC, "no space left")

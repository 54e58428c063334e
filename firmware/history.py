"""The matches that were played, from their files. Reads only; nothing is ever written.

A list needs a `glance` at each file. A match is shown from all its events, as its corrections left it.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from firmware.errors import BadFile, NewerFile
from firmware.glance import Entry, entry_of, glance
from firmware.matchfile import MATCHES, match_names, read_match
from firmware.summary import State
from firmware.table.pages import PlayedMatch
from scorer import Match, RoundCorrected, RoundScore, Standings

__all__ = [
    "History",
    "ShownMatch",
    "ShownRound",
    "history",
    "last_played",
    "shown_match",
]


@dataclass(frozen=True, slots=True)
class History:
    """What was played.

    Attributes:
        entries: oldest first; matches in which nothing happened are left out.
        troubles: a sentence for each file that cannot be used, or only in part.
    """

    entries: tuple[Entry, ...]
    troubles: tuple[str, ...]

    @property
    def over(self) -> tuple[Entry, ...]:
        """The matches that are over, to their end or early."""
        return tuple(entry for entry in self.entries if entry.summary.state is not State.RUNNING)


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A scored round.

    Attributes:
        score: with the reason for every point.
        after: the standings after it.
        is_corrected: it was put right after it had been scored.
    """

    score: RoundScore
    after: Standings
    is_corrected: bool


@dataclass(frozen=True, slots=True)
class ShownMatch:
    """A match, round by round.

    Attributes:
        entry: its line in the list.
        match: as it was when it was put away, or as it is.
        rounds: the scored ones.
        ended: when the last thing happened, in UTC, None where unknown.
        dropped: how many lines at the end of its file are damaged.
    """

    entry: Entry
    match: Match
    rounds: tuple[ShownRound, ...]
    ended: str | None
    dropped: int


def history(data: Path) -> History:
    """List the matches of a data folder.

    Raises:
        OSError: if the folder of the matches cannot be read; a missing one holds none.
    """
    try:
        files = match_names(data / MATCHES)
    except FileNotFoundError:
        files = []
    entries, troubles = [], []
    for number, name in reversed(files):
        try:
            entry, is_whole = glance(number, f"{data}/{MATCHES}/{name}")
            if entry is not None:
                entries.append(entry)
            if not is_whole:
                troubles.append(f"{name}: damaged lines at its end are left out")
        except (BadFile, NewerFile) as exc:
            troubles.append(f"{name}: {exc}")
        except OSError as exc:
            troubles.append(f"{name} cannot be read: {exc.strerror}; look who may read it")
    return History(tuple(entries), tuple(troubles))


def last_played(data: Path, most: int) -> tuple[PlayedMatch, ...]:
    """Return the last matches that are over, newest first; what cannot be read is left out.

    Args:
        data: the data folder.
        most: how many at most; so many files are opened, and a few more.
    """
    found: list[PlayedMatch] = []
    with suppress(OSError):
        for number, name in match_names(data / MATCHES):
            if len(found) == most:
                break
            with suppress(BadFile, NewerFile, OSError):
                entry, _ = glance(number, f"{data}/{MATCHES}/{name}")
                if entry is not None and entry.summary.state is not State.RUNNING:
                    summary = entry.summary
                    points = tuple(summary.points.items())
                    found.append(PlayedMatch(number, entry.game, points, summary.winner))
    return tuple(found)


def shown_match(data: Path, number: int) -> ShownMatch:
    """Read a match whole.

    Raises:
        FileNotFoundError: if there is no such match, or nothing happened in it.
        BadFile, NewerFile, OSError: if its file cannot be read.
    """
    name = dict(match_names(data / MATCHES)).get(number)
    if name is None:
        raise FileNotFoundError(number)
    file = read_match(data / MATCHES / name)
    if not file.events:
        raise FileNotFoundError(number)
    corrected = {event.number for event, _ in file.events if isinstance(event, RoundCorrected)}
    walls = [wall for _, wall in file.events if wall]
    settled = zip(file.played.scores, file.played.course[1:], strict=True)
    rounds = tuple(ShownRound(*one, place in corrected) for place, one in enumerate(settled))
    ended = walls[-1] if walls else None
    return ShownMatch(entry_of(number, file), file.played, rounds, ended, file.dropped)

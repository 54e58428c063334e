"""The matches that were played, from their files. Reads only; nothing is ever written.

A list needs the first lines and the last ones of each file, see `summary`. A match is shown from
all its events, as its corrections left it.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from firmware.errors import BadFile, NewerFile
from firmware.files import MOST_BYTES, open_file
from firmware.matchfile import JOURNAL_FORMAT, MATCHES, MatchFile, match_names, read_match, sound_text
from firmware.summary import State, Summary, summed_up
from firmware.table.pages import PlayedMatch
from scorer import Match, RoundCorrected, RoundScore, Seat, Stage, Standings

__all__ = [
    "Entry",
    "History",
    "ShownMatch",
    "ShownRound",
    "glance",
    "history",
    "last_played",
    "shown_match",
]

_HEAD_BYTES = 1 << 13
"""More than the first line of a shipped game."""

_TAIL_BYTES = 1 << 11
"""More than the last line."""

_ROUND_BYTES = 1 << 15
"""More than a round; if all that was taken back in it makes it longer, the match is read whole."""

_NOTE, _WALL = b',"sum":{', b',"wall":"'


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list.

    Attributes:
        number: of the match.
        game, version: the rules that it was played by.
        seats: who played, in playing order.
        names: what they were called; a seat may have none.
        begun: date and time in UTC, None where the clock was not set.
        summary: how far it came, points, who won.
    """

    number: int
    game: str
    version: int
    seats: tuple[Seat, ...]
    names: Mapping[Seat, str]
    begun: str | None
    summary: Summary

    def name(self, seat: Seat) -> str:
        """Return what a player is called, or the seat's letter."""
        return self.names.get(seat, seat.value)


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


def glance(number: int, path: str) -> tuple[Entry | None, bool]:
    """Read as much of a match file as a list needs.

    Returns:
        The match, None if nothing happened in it; and whether the file's end is sound.

    Raises:
        BadFile: if its first line cannot be read.
        NewerFile: if a newer program wrote it.
        OSError: if the file cannot be read.
    """
    head, tail = _ends(path)
    first, _, rest = head.partition(b"\n")
    began = _began(first)
    last = tail[tail.rfind(b"\n", 0, -1) + 1 : -1]
    text = sound_text(last) if tail.endswith(b"\n") else None
    summary = None if began is None else _note(text) or _last_note(path, tail)
    if began is None or summary is None:
        file = read_match(Path(path))
        return _entry_of(number, file) if file.events else None, not file.dropped
    begun = _wall(sound_text(rest.partition(b"\n")[0])) or _wall(text)
    return Entry(number, *began, begun, summary), text is not None


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
    return ShownMatch(_entry_of(number, file), file.played, rounds, ended, file.dropped)


def _ends(path: str, tail_bytes: int = _TAIL_BYTES) -> tuple[bytes, bytes]:
    """Read how a file begins and how it ends; one and the same where it is short."""
    descriptor = open_file(path)
    try:
        head = os.read(descriptor, _HEAD_BYTES)
        size = os.fstat(descriptor).st_size
        while b"\n" not in head and _HEAD_BYTES <= len(head) < min(size, MOST_BYTES):  # long rules
            head += os.read(descriptor, len(head))
        return head, head if size <= len(head) else os.pread(descriptor, tail_bytes, size - tail_bytes)
    finally:
        os.close(descriptor)


_Began = tuple[str, int, tuple[Seat, ...], Mapping[Seat, str]]


@lru_cache(maxsize=256)
def _began(line: bytes) -> _Began | None:
    """Read a first line up to the rules: game, version, seats, names.

    A quotation mark inside a string has a backslash before it: what is looked for stands between fields.

    Returns:
        None where the line is damaged, of another format, or makes no match; a closer look will tell.
    """
    text = sound_text(line)
    if text is None:
        return None
    try:
        header = json.loads(text.partition(b',"rules":')[0] + b"}")
        if header["format"] != JOURNAL_FORMAT:
            return None
        seats = tuple(Seat(letter) for letter in header["seats"])
        names = {Seat(letter): _printable(name) for letter, name in header["names"].items()}
        return str(header["game"]), int(header["version"]), seats, MappingProxyType(names)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return None


def _last_note(path: str, tail: bytes) -> Summary | None:
    """Look further up for a note: the match runs, or its last lines are damaged."""
    for most in (len(tail), _ROUND_BYTES):
        lines = tail if len(tail) >= most else _ends(path, most)[1]
        at = lines.rfind(_NOTE)
        note = _note(sound_text(lines[lines.rfind(b"\n", 0, at) + 1 : lines.find(b"\n", at)]))
        if note is not None:
            return note
    return None


def _note(text: bytes | None) -> Summary | None:
    if text is None or _NOTE not in text:
        return None
    try:
        return Summary.from_json(json.loads(text.decode())["sum"])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return None


def _wall(text: bytes | None) -> str | None:
    at = -1 if text is None else text.find(_WALL)
    return None if text is None or at < 0 else text[at + len(_WALL) :].partition(b'"')[0].decode()


def _entry_of(number: int, file: MatchFile) -> Entry:
    """Return the line of a match that was read whole."""
    match = file.match
    names = {seat: _printable(name) for seat, name in match.names.items()}
    begun = next((wall for _, wall in file.events if wall), None)
    summary = summed_up(file.played, is_put_away=match.stage is Stage.ENDED)
    return Entry(number, match.ruleset.id, match.ruleset.version, match.seats, names, begun, summary)


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name)

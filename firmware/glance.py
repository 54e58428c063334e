"""A match in short, as a list has it: from the first and the last lines of its file, without a replay."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from firmware.files import MOST_BYTES, open_file
from firmware.matchfile import JOURNAL_FORMAT, MatchFile, read_match, sound_text
from firmware.summary import Summary, summed_up
from scorer import Seat, Stage

__all__ = ["Entry", "entry_of", "glance"]

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
        return entry_of(number, file) if file.events else None, not file.dropped
    begun = _wall(sound_text(rest.partition(b"\n")[0])) or _wall(text)
    return Entry(number, *began, begun, summary), text is not None


def entry_of(number: int, file: MatchFile) -> Entry:
    """Return the line of a match that was read whole."""
    match = file.match
    names = {seat: _printable(name) for seat, name in match.names.items()}
    begun = next((wall for _, wall in file.events if wall), None)
    summary = summed_up(file.played, is_put_away=match.stage is Stage.ENDED)
    return Entry(number, match.ruleset.id, match.ruleset.version, match.seats, names, begun, summary)


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


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name)

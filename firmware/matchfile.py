"""The form of a match file: a line for the match, then one for each event.

A line is a JSON array of a CRC-32 and an object. A line that was cut short, or whose sum is wrong,
ends the file: what stands before it is good.

Format 1 knows no corrections of scored rounds, and no notes (see `summary`); it is read, and a
match that began in it goes on in it.
"""

import json
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.errors import BadFile, NewerFile
from firmware.files import read_start
from firmware.summary import Summary
from scorer import (
    BadEvent,
    Event,
    Match,
    MatchEnded,
    Options,
    Ruleset,
    ScorerError,
    Seat,
    UnknownGame,
    event_from_json,
    event_to_json,
    load,
    parse,
    shipped,
)

__all__ = [
    "JOURNAL_FORMAT",
    "MATCHES",
    "MOST_MATCH_BYTES",
    "NOTES_SINCE",
    "MatchFile",
    "check_format",
    "event_line",
    "first_line",
    "match_names",
    "read_header",
    "read_match",
    "sound_text",
]

MATCHES = "matches"
"""The folder of the match files, in the data folder."""

JOURNAL_FORMAT = 2
NOTES_SINCE = 2

MOST_MATCH_BYTES = 1 << 26
"""A match of 1000 rounds has a tenth of it; what lies behind is dropped."""

_ENDING = ".jsonl"
_BESIDE_THE_EVENT = ("id", "wall", "sum")


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match as its file holds it.

    Attributes:
        format: of the file.
        match: as it is after the last good line.
        played: the same, but as it was before it was put away.
        events: all that happened, each with the date and time that were noted, None where unknown.
        good: the part of the file that could be read.
        dropped: how many lines after it could not be read.
    """

    format: int
    match: Match
    played: Match
    events: tuple[tuple[Event, str | None], ...]
    good: bytes
    dropped: int


def match_names(folder: Path) -> list[tuple[int, str]]:
    """Return the names of the match files with their numbers, newest first; no other file is one.

    Args:
        folder: the folder `matches`.

    Raises:
        OSError: if it cannot be read.
    """
    names = [name for name in os.listdir(folder) if name.endswith(_ENDING)]
    stems = [(stem, name) for name in names if (stem := name[: -len(_ENDING)]).isdigit() and stem.isascii()]
    return sorted(((int(stem), name) for stem, name in stems), reverse=True)


def first_line(ruleset: Ruleset, options: Options, seats: Sequence[Seat], names: Mapping[Seat, str]) -> bytes:
    """Return the line that begins a match; what a list needs stands before the rules."""
    return _line(
        {
            "format": JOURNAL_FORMAT,
            "game": ruleset.id,
            "version": ruleset.version,
            "seats": [seat.value for seat in seats],
            "names": {seat.value: name for seat, name in names.items()},
            "options": dict(options),
            "rules": ruleset.text,
            "bases": dict(ruleset.bases),
        }
    )


def event_line(event: Event, number: int, wall_time: str | None, note: Summary | None) -> bytes:
    """Return the line of an event.

    Args:
        event: what happened.
        number: its position in the match, from 0.
        wall_time: date and time as a note, None while the clock is not set.
        note: the match in short after it; None where it is as before.
    """
    record = {"id": number, **event_to_json(event), "wall": wall_time}
    return _line(record if note is None else {**record, "sum": note.to_json()})


def read_match(path: Path) -> MatchFile:
    """Read a match by the rules that it began with.

    Raises:
        BadFile: if not even the first line can be read.
        NewerFile: if a newer program wrote it.
        OSError: if the file cannot be read.
    """
    data, size = read_start(path, MOST_MATCH_BYTES)
    lines = _lines(data)
    header, good = next(lines, ({}, 0))
    check_format(header)
    match = played = _begin(header)
    events: list[tuple[Event, str | None]] = []
    for record, end in lines:
        try:
            event = _event(record, match.event_count)
            match = match.apply(event)
        except ScorerError:
            break
        played = played if isinstance(event, MatchEnded) else match
        events.append((event, record.get("wall")))
        good = end
    dropped = _count_lines(data[good:]) + (size > len(data))
    return MatchFile(header["format"], match, played, tuple(events), data[:good], dropped)


def read_header(path: Path) -> dict[str, Any]:
    """Return the first line of a match file, empty if it is damaged.

    Raises:
        BadFile: if it is no file.
        OSError: if it cannot be read.
    """
    return next(_lines(read_start(path, MOST_MATCH_BYTES)[0]), ({}, 0))[0]


def check_format(header: Mapping[str, Any]) -> None:
    """See whether this program can read a file with this first line.

    Raises:
        BadFile: if it says no format.
        NewerFile: if a newer program wrote it.
    """
    if type(header.get("format")) is not int or header["format"] < 1:
        raise BadFile("its first line cannot be read")
    if header["format"] > JOURNAL_FORMAT:
        raise NewerFile("a newer version of the program wrote it; it is left alone")


def sound_text(line: bytes) -> bytes | None:
    """Return the object of a line, still as text; None if the line is damaged.

    Args:
        line: without its end.
    """
    text = line[12:-1]
    if line[:12] != f'["{zlib.crc32(text):08x}",'.encode() or line[-1:] != b"]":
        return None
    return text


def _line(record: dict[str, Any]) -> bytes:
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return f'["{zlib.crc32(text.encode()):08x}",{text}]\n'.encode()


def _lines(data: bytes) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield the records of a file and where each ends, up to the first that is damaged."""
    at = 0
    while (end := data.find(b"\n", at)) >= 0:
        text = sound_text(data[at:end])
        if text is None:
            return
        try:
            record = json.loads(text)
        except (RecursionError, ValueError):
            return
        if not isinstance(record, dict):
            return
        yield record, end + 1
        at = end + 1


def _event(record: dict[str, Any], number: int) -> Event:
    event = event_from_json({key: part for key, part in record.items() if key not in _BESIDE_THE_EVENT})
    if record.get("id") != number:
        raise BadEvent(f"event {record.get('id')} cannot be number {number}")
    return event


def _count_lines(rest: bytes) -> int:
    return rest.count(b"\n") + (not rest.endswith(b"\n")) if rest else 0


def _begin(header: dict[str, Any]) -> Match:
    try:
        ruleset = _ruleset(header["game"], header["rules"], header["bases"])
        seats = tuple(Seat(letter) for letter in header["seats"])
        names = {Seat(letter): str(name) for letter, name in header["names"].items()}
        return Match.begin(ruleset, ruleset.options(header["options"]), seats, names)
    except (AttributeError, KeyError, TypeError, ValueError) as exc:
        raise BadFile(f"its first line makes no match: {exc}") from exc


def _ruleset(game: str, text: str, bases: Mapping[str, str]) -> Ruleset:
    """Return the rules that a match began with, which may be older than those there are now."""
    if game in shipped() and load(game).text == text and dict(load(game).bases) == bases:
        return load(game)

    def find(base: str) -> str:
        if base not in bases:
            raise UnknownGame(f"the rules of {base} were not kept with the match")
        return bases[base]

    return parse(text, f"{game}, kept with the match", find)

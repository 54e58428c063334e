"""Matches on disk: one file each, one line an event, safe against a power cut.

A line is a JSON array of a CRC-32 and an object. It is written with one `write` and reaches the
disk (`fsync`) before anything of it is shown. A line that was cut short, or whose sum is wrong,
ends the file: what stands before it is kept, and the damaged file is put aside.
"""

import json
import os
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import Path
from typing import Any

from firmware.errors import BadFile, NewerFile
from firmware.files import free_name, make_folder, replace_file, sync_folder
from firmware.table import MatchBegun
from scorer import (
    BadEvent,
    Event,
    Match,
    Ruleset,
    ScorerError,
    Seat,
    Stage,
    UnknownGame,
    event_from_json,
    event_to_json,
    load,
    parse,
    shipped,
)

__all__ = ["JOURNAL_FORMAT", "Journal", "Recovered"]

JOURNAL_FORMAT = 1

_NUMBER = re.compile(r"[0-9]+")


@dataclass(frozen=True, slots=True)
class Recovered:
    """What was found at the start.

    Attributes:
        match: the unfinished match, None if there is none.
        dropped: how many lines of its file could not be read.
        warnings: what people should know, a sentence each.
    """

    match: Match | None
    dropped: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A line that is not on the disk yet, and whether it is the first of a new file."""

    line: bytes
    begins_file: bool = False


class Journal:
    """The folder `matches`, and the file of the match that runs.

    Args:
        folder: the data folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "matches"
        self._file: int | None = None
        self._good_bytes = 0
        self._is_torn = False  # the last write failed: what it left must go before the next
        self._events = 0
        self._pending: list[_Waiting] = []

    def recover(self) -> Recovered:
        """Open the newest match and return it, if it was not ended.

        Raises:
            OSError: if the folder cannot be read or made.
        """
        make_folder(self._folder)
        warnings: list[str] = []
        for _, path in sorted(self._numbered(), reverse=True):
            try:
                match, good, dropped = _read(path)
                if dropped:
                    warnings.append(f"{path.name}: damaged lines at its end were put aside")
                    _put_tail_aside(path, good)
                if match.stage in (Stage.ENDED, Stage.NEW):
                    break
                self._open(path, os.O_APPEND)
            except NewerFile as exc:
                warnings.append(f"{path.name}: {exc}")
                break
            except BadFile as exc:
                warnings.append(_put_aside(path, exc))
                continue
            except OSError as exc:
                warnings.append(f"{path.name} cannot be used: {exc.strerror}; look who may write it")
                continue
            self._good_bytes, self._events = len(good), match.event_count
            return Recovered(match, dropped, tuple(warnings))
        return Recovered(None, 0, tuple(warnings))

    def begin(self, begun: MatchBegun) -> None:
        """Start the file of a new match.

        Raises:
            OSError: if it cannot be written; it is tried again with the next event.
        """
        self._pending.append(_Waiting(_line(_header(begun)), begins_file=True))
        self._events = 0
        self._flush()

    def record(self, event: Event, number: int, wall_time: str | None) -> None:
        """Write an event; when this returns it is on the disk, and so are all before it.

        Args:
            event: what happened.
            number: its position in the match, from 0.
            wall_time: date and time as a note, None while the clock is not set.

        Raises:
            BadEvent: if events before it were never recorded.
            OSError: if it cannot be written; it is kept, and tried again with the next event.
        """
        if number != self._events:
            raise BadEvent(f"event {number} cannot follow {self._events} events")
        self._events += 1
        self._pending.append(_Waiting(_line({"id": number, **event_to_json(event), "wall": wall_time})))
        self._flush()

    def retry(self) -> None:
        """Write what could not be written before.

        Raises:
            OSError: if it still cannot be.
        """
        if self._pending:
            self._flush()

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
        self._file, self._good_bytes, self._is_torn = None, 0, False

    def _flush(self) -> None:
        """Write all that waits, each match to its own file, with one write a file."""
        while self._pending:
            if self._pending[0].begins_file:
                self._create()
            lines = list(takewhile(lambda waiting: not waiting.begins_file, self._pending))
            self._append(b"".join(waiting.line for waiting in lines))
            del self._pending[: len(lines)]

    def _create(self) -> None:
        make_folder(self._folder)
        taken = max((number for number, _ in self._numbered()), default=0)
        path = self._folder / f"{taken + 1:06}.jsonl"
        self._open(path, os.O_APPEND | os.O_CREAT | os.O_EXCL)
        self._pending[0] = replace(self._pending[0], begins_file=False)
        sync_folder(self._folder)

    def _append(self, data: bytes) -> None:
        self._cut()
        try:
            self._is_torn = True
            written = os.write(self._descriptor, data)
            if written != len(data):
                raise OSError(f"only {written} of {len(data)} bytes were written")
            os.fsync(self._descriptor)
        except OSError:
            with suppress(OSError):  # then it is cut before the next write
                self._cut()
            raise
        self._is_torn = False
        self._good_bytes += len(data)

    def _cut(self) -> None:
        """Take away what a write that failed has left."""
        if self._is_torn:
            os.ftruncate(self._descriptor, self._good_bytes)
        self._is_torn = False

    def _numbered(self) -> list[tuple[int, Path]]:
        """Return the match files with their numbers; people's own files beside them are left alone."""
        return [
            (int(path.stem), path) for path in self._folder.glob("*.jsonl") if _NUMBER.fullmatch(path.stem)
        ]

    @property
    def _descriptor(self) -> int:
        if self._file is None:
            raise OSError("no match file is open")
        return self._file

    def _open(self, path: Path, flags: int) -> None:
        self.close()
        self._file = os.open(path, os.O_RDWR | os.O_CLOEXEC | flags, 0o644)


def _line(record: dict[str, Any]) -> bytes:
    text = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    return f'["{zlib.crc32(text.encode()):08x}",{text}]\n'.encode()


def _lines(data: bytes) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield the records of a file and where each ends, up to the first that is damaged."""
    at = 0
    while (end := data.find(b"\n", at)) >= 0:
        line = data[at:end]
        head, text, tail = line[:12], line[12:-1], line[-1:]
        if head != f'["{zlib.crc32(text):08x}",'.encode() or tail != b"]":
            return
        try:
            record = json.loads(text)
        except (RecursionError, ValueError):
            return
        if not isinstance(record, dict):
            return
        yield record, end + 1
        at = end + 1


def _header(begun: MatchBegun) -> dict[str, Any]:
    return {
        "format": JOURNAL_FORMAT,
        "game": begun.ruleset.id,
        "version": begun.ruleset.version,
        "seats": [seat.value for seat in begun.seats],
        "names": {seat.value: name for seat, name in begun.names.items()},
        "options": dict(begun.options),
        "rules": begun.ruleset.text,
        "bases": dict(begun.ruleset.bases),
    }


def _read(path: Path) -> tuple[Match, bytes, int]:
    """Return a match, the good part of its file, and how many lines after it are damaged.

    Raises:
        BadFile: if not even the first line can be read.
        NewerFile: if a newer program wrote it.
    """
    data = path.read_bytes()
    lines = _lines(data)
    header, good = next(lines, ({}, 0))
    match = _begin(header)
    for record, end in lines:
        try:
            event = event_from_json({key: part for key, part in record.items() if key not in ("id", "wall")})
            if record.get("id") != match.event_count:
                break
            match = match.apply(event)
        except ScorerError:
            break
        good = end
    rest = data[good:]
    return match, data[:good], rest.count(b"\n") + (not rest.endswith(b"\n")) if rest else 0


def _begin(header: dict[str, Any]) -> Match:
    if type(header.get("format")) is not int or header["format"] < 1:
        raise BadFile("its first line cannot be read")
    if header["format"] > JOURNAL_FORMAT:
        raise NewerFile("a newer version of the program wrote it; it is left alone")
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


def _put_aside(path: Path, why: BadFile) -> str:
    """Give a damaged file another name, and return what people should know."""
    try:
        path.rename(free_name(path, "damaged"))
        sync_folder(path.parent)
    except OSError as exc:
        return f"{path.name} is damaged and cannot be put aside ({exc.strerror}): {why}"
    return f"{path.name} is damaged and was put aside: {why}"


def _put_tail_aside(path: Path, good: bytes) -> None:
    """Keep the damaged file under another name, and its good part under its own."""
    replace_file(free_name(path, "damaged"), path.read_bytes())
    replace_file(path, good)

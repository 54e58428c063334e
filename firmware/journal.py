"""The match that runs, on the disk: one line an event, safe against a power cut.

A line is written with one `write` and reaches the disk (`fsync`) before anything of it is shown.
What cannot be written waits in memory, and goes first when there is more to write. Nothing that is
found at the start keeps the box from starting: what is damaged is put aside.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from firmware.errors import BadFile, NewerFile
from firmware.files import free_name, keep_link, make_folder, put_aside, replace_file
from firmware.matchfile import (
    JOURNAL_FORMAT,
    MATCHES,
    NOTES_SINCE,
    MatchFile,
    event_line,
    first_line,
    match_names,
    read_match,
)
from firmware.summary import Summary
from firmware.table import MatchBegun
from scorer import BadEvent, Event, Match, Stage

__all__ = ["Journal", "Recovered"]


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
        self._folder = folder / MATCHES
        self._path: Path | None = None  # of the running match
        self._is_begun = True  # False: its first line is not on the disk yet
        self._file: int | None = None
        self._found: MatchFile | None = None  # what the file held at the start, until it was opened
        self._format = JOURNAL_FORMAT
        self._good_bytes = 0
        self._is_torn = False  # the last write failed: what it left must go before the next
        self._events = 0
        self._pending: list[_Waiting] = []

    def recover(self) -> Recovered:
        """Find the newest match, and go on with it if it was not ended. Nothing is too damaged for it."""
        warnings: list[str] = []
        for name in self._newest_first(warnings):
            path = self._folder / name
            try:
                found = read_match(path)
            except NewerFile as exc:
                warnings.append(f"{path.name}: {exc}")
                break
            except BadFile as exc:
                warnings.append(_put_aside(path, exc))
            except OSError as exc:
                warnings.append(f"{path.name} cannot be used: {exc.strerror}; look who may read it")
            else:
                return self._go_on(path, found, warnings)
        return Recovered(None, 0, tuple(warnings))

    def begin(self, begun: MatchBegun) -> None:
        """Start the file of a new match.

        Raises:
            OSError: if it cannot be written; it is tried again with the next event.
        """
        line = first_line(begun.ruleset, begun.options, begun.seats, begun.names)
        self._pending.append(_Waiting(line, begins_file=True))
        self._events, self._format = 0, JOURNAL_FORMAT
        self._flush()

    def record(self, event: Event, number: int, wall_time: str | None, note: Summary | None = None) -> None:
        """Write an event; when this returns it is on the disk, and so are all before it.

        Args:
            event: what happened.
            number: its position in the match, from 0.
            wall_time: date and time as a note, None while the clock is not set.
            note: the match in short after it, where it changed.

        Raises:
            BadEvent: if events before it were never recorded.
            OSError: if it cannot be written; it is kept, and tried again with the next event.
        """
        if number != self._events:
            raise BadEvent(f"event {number} cannot follow {self._events} events")
        self._events += 1
        note = note if self._format >= NOTES_SINCE else None
        self._pending.append(_Waiting(event_line(event, number, wall_time, note)))
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
        self._file = self._path = self._found = None
        self._good_bytes, self._is_torn = 0, False

    def _newest_first(self, warnings: list[str]) -> list[str]:
        """Return the names of the match files; what stands in the place of their folder is put aside."""
        try:
            if os.path.lexists(self._folder) and not self._folder.is_dir():
                aside = put_aside(self._folder)
                warnings.append(f"{self._folder.name} is no folder; it was kept as {aside.name}")
            make_folder(self._folder)
            return [name for _, name in match_names(self._folder)]
        except OSError as exc:
            warnings.append(f"the folder {self._folder} cannot be used: {exc.strerror}; look who may use it")
            return []

    def _go_on(self, path: Path, found: MatchFile, warnings: list[str]) -> Recovered:
        """Take up a match, and mend its file; what cannot be mended now is, before the next event."""
        is_over = found.match.stage in (Stage.ENDED, Stage.NEW)
        self._path, self._found = path, found
        self._format, self._events = found.format, found.match.event_count
        self._good_bytes = len(found.good)
        if found.dropped:
            warnings.append(f"{path.name}: damaged lines at its end were put aside")
        try:
            if found.dropped or not is_over:
                self._open()
        except OSError as exc:
            warnings.append(f"{path.name} cannot be written: {exc.strerror}; look who may write it")
        if is_over:
            self.close()
        return Recovered(None if is_over else found.match, found.dropped, tuple(warnings))

    def _flush(self) -> None:
        """Write all that waits, each match to its own file, with one write a file."""
        while self._pending:
            if self._pending[0].begins_file:
                self._create(self._pending[0].line)
                del self._pending[0]
            lines = list(takewhile(lambda waiting: not waiting.begins_file, self._pending))
            if lines:
                self._append(b"".join(waiting.line for waiting in lines))
            del self._pending[: len(lines)]

    def _create(self, line: bytes) -> None:
        """Make a file that holds its first line from its first moment on."""
        if self._is_begun:
            make_folder(self._folder)
            numbers = [number for number, _ in match_names(self._folder)]
            self.close()
            self._path = self._folder / f"{max(numbers, default=0) + 1:06}.jsonl"
            self._is_begun = False
        replace_file(self._known_path(), line)
        self._good_bytes, self._is_begun = len(line), True

    def _append(self, data: bytes) -> None:
        descriptor = self._open()
        self._cut(descriptor)
        try:
            self._is_torn = True
            written = os.write(descriptor, data)
            if written != len(data):
                raise OSError(f"only {written} of {len(data)} bytes were written")
            os.fsync(descriptor)
        except OSError:
            with suppress(OSError):  # then it is cut before the next write
                self._cut(descriptor)
            raise
        self._is_torn = False
        self._good_bytes += len(data)

    def _cut(self, descriptor: int) -> None:
        """Take away what a write that failed has left."""
        if self._is_torn:
            os.ftruncate(descriptor, self._good_bytes)
        self._is_torn = False

    def _open(self) -> int:
        """Open the running match's file, once it is as it should be."""
        path, found = self._known_path(), self._found
        if self._file is None:
            if found is not None and found.dropped:
                _put_tail_aside(path, found.good)
            try:
                self._file = _opened(path)
            except PermissionError:
                if found is None:
                    raise
                replace_file(path, found.good)  # it is somebody else's: of a copy we are the owner
                self._file = _opened(path)
            self._found = None
        return self._file

    def _known_path(self) -> Path:
        if self._path is None:
            raise OSError("no match file is open")
        return self._path


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)


def _put_aside(path: Path, why: BadFile) -> str:
    """Give a damaged file another name, and return what people should know."""
    try:
        put_aside(path)
    except OSError as exc:
        return f"{path.name} is damaged and cannot be put aside ({exc.strerror}): {why}"
    return f"{path.name} is damaged and was put aside: {why}"


def _put_tail_aside(path: Path, good: bytes) -> None:
    """Keep the damaged file under another name, and its good part under its own."""
    keep_link(path, free_name(path, "damaged"))
    replace_file(path, good)

"""A disk that forgets what was not brought to it, and a process that is killed in the middle.

`Disk` lets all system calls through, and keeps beside the real folder a second truth: what a power
cut would leave. A file's bytes are safe after its fsync, a folder's entries (new, renamed, linked,
removed) after the folder's. After each call it notes the folders that a cut may leave: of entries
and of bytes either those that are safe, or all, or half of a file's last bytes.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

from firmware.deck import Deck
from firmware.store import Store
from firmware.table import Fact, MatchBegun, Table, TagEnrolled, apply
from hardware import VirtualClock
from scorer import (
    Card,
    CardsCaptured,
    CardsMoved,
    Match,
    MatchEnded,
    MatchFinished,
    PlayerChosen,
    RoundClosed,
    RoundCorrected,
    RoundStarted,
    Seat,
    Stage,
    Undone,
    load,
)

A, B = Seat.A, Seat.B
INO = load("ino-shika-cho")
CRANE, DEER, MOON = Card.PINE_CRANE, Card.MAPLE_DEER, Card.SUSUKI_MOON
BEGUN = MatchBegun(INO, INO.options({"target": 100, "fuke": False}), (A, B), {A: "Aki"})
EVENING: tuple[Fact, ...] = (
    TagEnrolled(bytes(4), CRANE),
    BEGUN,
    RoundStarted(B),
    CardsCaptured(B, (CRANE, DEER)),
    PlayerChosen(A),
    CardsMoved(A, (CRANE,)),
    Undone(3),
    RoundClosed(),
    TagEnrolled(bytes(7), DEER),
    RoundStarted(A),
    CardsCaptured(A, (MOON,)),
    CardsCaptured(B, (CRANE,)),
    RoundClosed(),
    RoundCorrected(0, CardsCaptured(A, (MOON,))),
    MatchFinished(),
    MatchEnded(),
    BEGUN,
    RoundStarted(A),
    CardsCaptured(A, (CRANE,)),
)
CALLS = ("open", "write", "fsync", "ftruncate", "replace", "rename", "link", "unlink", "mkdir")

Tree = dict[str, bytes | None]
"""Every path below a folder: a file's bytes, None for a folder."""
Lasting = tuple[Deck, Match | None]


def tables() -> list[Table]:
    """Return the table before each fact of the evening, and after the last."""
    found = [Table((INO,))]
    for fact in EVENING:
        found.append(apply(found[-1], fact))
    return found


def lasting(table: Table) -> Lasting:
    """Return what the next start shall find of a table."""
    is_new = table.match is not None and table.match.stage is Stage.NEW
    return table.deck, None if is_new else table.match


def play(folder: Path, acknowledge: Callable[[int], None]) -> None:
    """Keep the facts of the evening, one after the other, and say after each how many are kept."""
    store = Store(folder, VirtualClock())
    store.open()
    for number, (fact, before, after) in enumerate(zip(EVENING, tables(), tables()[1:], strict=False)):
        store.keep(fact, before, after)
        acknowledge(number + 1)
    store.close()


def found_in(folder: Path) -> tuple[Lasting, tuple[str, ...]]:
    """Return what the next start finds, and what it tells."""
    store = Store(folder, VirtualClock())
    found = store.open()
    store.close()
    return (found.deck, found.match), found.warnings


def plant(tree: Tree, folder: Path) -> None:
    """Write a folder as a power cut left it."""
    folder.mkdir()
    for name, data in tree.items():
        if data is None:
            (folder / name).mkdir()
        else:
            (folder / name).write_bytes(data)


@contextmanager
def _opened(path: str) -> Iterator[int]:
    descriptor = os.open(path, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


class Disk:
    """Watches all that happens below a folder.

    Attributes:
        cuts: the folders that a cut may leave, each with what `mark` was when it was noted.
        mark: anything; set by who plays.
    """

    def __init__(self, folder: Path) -> None:
        self.cuts: list[tuple[int, Tree]] = []
        self.mark = 0
        self._folder = folder
        self._entries: dict[int, dict[str, int]] = {}
        self._bytes: dict[int, bytes] = {}
        self._moved: dict[str, set[str]] = {}  # a name that left one folder for another: both go together
        self._held: dict[int, int] = {}  # a descriptor for every inode, so that no number comes twice
        self._all_is_safe(folder)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Note the cuts that are possible while this lasts."""
        real = {name: getattr(os, name) for name in CALLS}
        with patch.multiple(os, **{name: self._through(name, call) for name, call in real.items()}):
            yield
        for descriptor in self._held.values():
            os.close(descriptor)

    def _through(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **more: Any) -> Any:
            is_read = name == "open" and not arguments[1] & (os.O_WRONLY | os.O_RDWR)
            answer = call(*arguments, **more)
            if is_read or (name == "open" and not str(arguments[0]).startswith(str(self._folder))):
                return answer
            if name == "open" and arguments[1] & os.O_EXCL:
                self._hold(answer)
                self._bytes.pop(os.fstat(answer).st_ino, None)
            if name in ("rename", "replace"):
                source, target = (str(Path(one).parent) for one in arguments)
                self._moved.setdefault(source, set()).add(target)
                self._moved.setdefault(target, set()).add(source)
            if name == "fsync":
                self._is_safe(arguments[0])
            self._note()
            return answer

        return called

    def _all_is_safe(self, folder: Path) -> None:
        for path in (folder, *folder.rglob("*")):
            descriptor = os.open(path, os.O_RDONLY)
            self._is_safe(descriptor)
            os.close(descriptor)

    def _hold(self, descriptor: int) -> int:
        number = os.fstat(descriptor).st_ino
        if number not in self._held:
            self._held[number] = os.dup(descriptor)
        return number

    def _is_safe(self, descriptor: int) -> None:
        number = self._hold(descriptor)
        path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
        for partner in self._moved.pop(str(path), ()):
            if os.path.isdir(partner) and partner != str(path):
                with _opened(partner) as other:
                    self._is_safe(other)
        if path.is_dir():
            self._entries[number] = {entry.name: entry.stat().st_ino for entry in path.iterdir()}
            for entry in path.iterdir():
                if entry.is_dir():
                    self._entries.setdefault(entry.stat().st_ino, {})
        else:
            self._bytes[number] = path.read_bytes()

    def _note(self) -> None:
        live: Tree = {}
        numbers: dict[int, bytes] = {}
        for path in sorted(self._folder.rglob("*")):
            name = str(path.relative_to(self._folder))
            live[name] = None if path.is_dir() else path.read_bytes()
            numbers[path.stat().st_ino] = live[name] or b""
        safe = dict(self._safe(self._folder.stat().st_ino, "", self._bytes))
        torn = {
            name: data if data is None else self._bytes.get((self._folder / name).stat().st_ino, data[:0])
            for name, data in live.items()
        }
        late = dict(self._safe(self._folder.stat().st_ino, "", {**self._bytes, **numbers}))
        half = {
            name: data if data is None else data[: (len(torn[name] or b"") + len(data) + 1) // 2]
            for name, data in live.items()
        }
        self.cuts += [
            (self.mark, tree)
            for tree in (live, safe, torn, late, half)
            if (self.mark, tree) not in self.cuts[-10:]
        ]

    def _safe(self, folder: int, above: str, data: dict[int, bytes]) -> Iterator[tuple[str, bytes | None]]:
        for name, number in self._entries.get(folder, {}).items():
            if number in self._entries:
                yield above + name, None
                yield from self._safe(number, f"{above}{name}/", data)
            else:
                yield above + name, data.get(number, b"")


def _killed_at(call: int, folder: Path) -> tuple[int, int]:
    """Play the evening in a process that is killed before its n-th call; return facts kept and signal."""
    told, tell = os.pipe()
    child = os.fork()
    if child == 0:
        count = 0

        def counted(real: Callable[..., Any]) -> Callable[..., Any]:
            def called(*arguments: Any, **more: Any) -> Any:
                nonlocal count
                count += 1
                if count == call:
                    os.kill(os.getpid(), signal.SIGKILL)
                return real(*arguments, **more)

            return called

        say = os.write
        with patch.multiple(os, **{name: counted(getattr(os, name)) for name in CALLS}):
            play(folder, lambda _: say(tell, b".") and None)
        os._exit(0)
    os.close(tell)
    with os.fdopen(told, "rb") as file:
        kept = len(file.read())
    return kept, os.WTERMSIG(os.waitpid(child, 0)[1])


def _main(folder: Path) -> None:
    """Kill a process at every call of an evening; print how many facts each had kept."""
    call, kept, killed_by = 0, [], int(signal.SIGKILL)
    while killed_by:
        call += 1
        count, killed_by = _killed_at(call, folder / str(call))
        kept.append(count)
    print(json.dumps(kept))


if __name__ == "__main__":
    _main(Path(sys.argv[1]))

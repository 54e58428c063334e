"""Who holds a device file, as the kernel tells it in its files."""

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Holder", "holders_of"]

_MOST_LETTERS = 60


@dataclass(frozen=True, slots=True)
class Holder:
    """A process.

    Attributes:
        pid: its number.
        command: how it was started, as much of it as a line bears.
    """

    pid: int
    command: str


def holders_of(nodes: Iterable[str], root: Path = Path("/")) -> tuple[Holder, ...]:
    """Return the other processes that have one of these files open; of other users' only root sees any."""
    wanted = set(nodes)
    pids = sorted(int(path.name) for path in (root / "proc").glob("[0-9]*"))
    return tuple(
        Holder(pid, _command(root, pid)) for pid in pids if pid != os.getpid() and wanted & _open(root, pid)
    )


def _open(root: Path, pid: int) -> set[str]:
    """Return what a process has open; nothing if that is not for us to see."""
    found = set()
    with contextlib.suppress(OSError):
        for entry in (root / f"proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):  # it was closed since
                found.add(os.readlink(entry))
    return found


def _command(root: Path, pid: int) -> str:
    try:
        words = (root / f"proc/{pid}/cmdline").read_bytes().decode("utf-8", errors="replace")
    except OSError:
        return ""
    return words.replace("\0", " ").strip()[:_MOST_LETTERS]

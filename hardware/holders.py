"""Who holds a device file or a locked folder, as the kernel tells it in its files."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Holder", "holder_of_lock", "holders_of"]

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


def holder_of_lock(folder: Path, root: Path = Path("/")) -> Holder | None:
    """Return the process that has locked a folder, None if the kernel does not tell."""
    try:
        inode = folder.stat().st_ino
        rows = [line.split() for line in (root / "proc/locks").read_text("ascii").splitlines()]
    except OSError:
        return None
    for row in rows:
        if row[1:2] == ["FLOCK"] and row[5].rpartition(":")[2] == str(inode) and int(row[4]) > 0:
            return Holder(int(row[4]), _command(root, int(row[4])))
    return None


def _open(root: Path, pid: int) -> set[str]:
    """Return what a process has open; nothing if that is not for us to see."""
    found = set()
    try:
        for entry in (root / f"proc/{pid}/fd").iterdir():
            found.add(os.readlink(entry))
    except OSError:
        pass
    return found


def _command(root: Path, pid: int) -> str:
    try:
        words = (root / f"proc/{pid}/cmdline").read_bytes().decode("utf-8", errors="replace")
    except OSError:
        return ""
    return words.replace("\0", " ").strip()[:_MOST_LETTERS]

"""One owner of a data folder at a time, and so of the table; who comes second hears its pid."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware.command_line import BadUsage
from firmware.errors import BadFile
from firmware.files import lock_folder, make_folder, read_file

__all__ = ["PID_FILE", "holder", "owned"]

PID_FILE = "scorekeeper.pid"
"""Says who holds the folder, as long as somebody does; whether somebody does is for the lock alone to say."""


@contextmanager
def owned(data: Path) -> Iterator[None]:
    """Keep a data folder for this process; it is made if it is missing.

    Raises:
        BadUsage: if another process has it, or it cannot be used.
    """
    try:
        make_folder(data)
        lock = lock_folder(data)
    except OSError as exc:
        raise BadUsage(f"the folder {data} cannot be used ({exc.strerror}); give one with --data") from exc
    if lock is None:
        pid = holder(data)
        who = "" if pid is None else f" (pid {pid})"
        raise BadUsage(f"already running{who} on {data}; stop it first (sudo systemctl stop scorekeeper)")
    try:
        _sign(data / PID_FILE)
        yield
    finally:
        with suppress(OSError):
            os.unlink(data / PID_FILE)
        os.close(lock)


def holder(data: Path) -> int | None:
    """Return the process that signed a folder, None if nobody has or the process is gone."""
    try:
        pid = int(read_file(data / PID_FILE, 32))
        return pid if pid > 0 and _is_alive(pid) else None
    except (BadFile, OSError, OverflowError, ValueError):
        return None


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # another user's
        return True
    return True


def _sign(path: Path) -> None:
    """Write who holds the folder; on a disk that takes no writing it stays unsaid."""
    with suppress(OSError):
        with suppress(FileNotFoundError):
            os.unlink(path)  # what a power cut left, perhaps of another user
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
        try:
            os.write(descriptor, f"{os.getpid()}\n".encode())
        finally:
            os.close(descriptor)

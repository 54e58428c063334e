"""Files that are old or new after a power cut, never less; and how to read what may be anything."""

import errno
import fcntl
import os
import stat
from contextlib import suppress
from pathlib import Path

from firmware.errors import BadFile

__all__ = [
    "MOST_BYTES",
    "free_name",
    "keep_link",
    "lock_folder",
    "make_folder",
    "older",
    "open_file",
    "put_aside",
    "read_file",
    "read_start",
    "replace_file",
    "sync_folder",
    "write_new",
]

MOST_BYTES = 1 << 20
"""What a file that is no match may hold; it is read whole."""

_NO_FILE = (errno.ELOOP, errno.ENXIO)


def older(path: Path) -> Path:
    """Return the name under which one older generation of a file is kept."""
    return path.with_name(path.name + ".old")


def read_file(path: Path, most_bytes: int = MOST_BYTES) -> bytes:
    """Read a file whole; never waits, whatever stands there.

    Raises:
        BadFile: if it is no file (a folder, a pipe, a link that leads nowhere), or far too large.
        FileNotFoundError: if nothing has that name.
        OSError: if it cannot be read.
    """
    data, size = read_start(path, most_bytes)
    if size > most_bytes:
        raise BadFile(f"it is far too large, {size} bytes")
    return data


def read_start(path: Path, most_bytes: int) -> tuple[bytes, int]:
    """Read the first bytes of a file, and how many it has; raises what `read_file` raises."""
    descriptor = open_file(path)
    with os.fdopen(descriptor, "rb") as file:
        return file.read(most_bytes), os.fstat(descriptor).st_size


def open_file(path: Path | str) -> int:
    """Open a file for reading; never waits, and takes nothing but a file; raises what `read_file` raises."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as exc:
        if exc.errno in _NO_FILE or (exc.errno == errno.ENOENT and os.path.islink(path)):
            raise BadFile("it is no file, or a link that leads nowhere") from exc
        raise
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise BadFile("it is no file")
    return descriptor


def sync_folder(folder: Path) -> None:
    """Bring a folder's entries to the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, each safe against a power cut.

    Raises:
        OSError: if one cannot be made.
    """
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def lock_folder(folder: Path) -> int | None:
    """Hold a folder for this process until it ends; nothing is written.

    Returns:
        A descriptor that holds it as long as it is open, None while another process does.

    Raises:
        OSError: if there is no such folder.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:  # a disk that knows no locks
        return descriptor
    return descriptor


def free_name(path: Path, word: str) -> Path:
    """Return a name beside a file that nothing has yet, as `deck.json.damaged-1`."""
    number = 1
    while os.path.lexists(name := path.with_name(f"{path.name}.{word}-{number}")):
        number += 1
    return name


def put_aside(path: Path) -> Path:
    """Give what cannot be used another name, whatever it is, and return that.

    Raises:
        OSError: if the folder does not allow it.
    """
    aside = free_name(path, "damaged")
    os.rename(path, aside)
    sync_folder(path.parent)
    return aside


def keep_link(path: Path, name: Path) -> None:
    """Let a file have a second name; on a disk without links, and for a file of others, move it there.

    Raises:
        OSError: if neither can be done.
    """
    try:
        os.link(path, name)
    except OSError as exc:
        if exc.errno not in (errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK, errno.ENOSYS):
            raise
        os.replace(path, name)
    sync_folder(path.parent)


def replace_file(path: Path, data: bytes, *, keep_older: bool = False) -> None:
    """Write a whole file anew: at every moment there is the old one or the new one.

    Args:
        path: the file.
        data: all that it shall hold.
        keep_older: keep what it held until now under `older(path)`.

    Raises:
        OSError: if the disk is full or read-only; the old file stands.
    """
    new = path.with_name(path.name + ".new")
    if new.is_dir() and not new.is_symlink():  # somebody's folder
        new = free_name(path, "new")
    try:
        write_new(new, data)
        if keep_older and path.exists():
            _keep_older(path)
        os.replace(new, path)
    except OSError:
        with suppress(OSError):
            os.unlink(new)
        raise
    sync_folder(path.parent)


def write_new(new: Path, data: bytes) -> None:
    """Write a file that is not there yet; its bytes reach the disk, its name does not.

    Raises:
        OSError: if the disk is full or read-only.
    """
    with suppress(FileNotFoundError):
        os.unlink(new)  # what a power cut left; or a pipe or link, which must not be written to
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644)
    try:
        written = os.write(descriptor, data)
        if written != len(data):
            raise OSError(errno.ENOSPC, f"only {written} of {len(data)} bytes were written")
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _keep_older(path: Path) -> None:
    older_file = older(path)
    if older_file.is_dir() and not older_file.is_symlink():
        put_aside(older_file)
    with suppress(FileNotFoundError):
        os.unlink(older_file)
    keep_link(path, older_file)

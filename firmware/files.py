"""Files that are old or new after a power cut, never less."""

import os
from pathlib import Path

__all__ = ["free_name", "make_folder", "older", "replace_file", "sync_folder"]


def older(path: Path) -> Path:
    """Return the name under which one older generation of a file is kept."""
    return path.with_name(path.name + ".old")


def sync_folder(folder: Path) -> None:
    """Bring a folder's entries to the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
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


def free_name(path: Path, word: str) -> Path:
    """Return a name beside a file that no file has yet, as `deck.json.damaged-1`."""
    number = 1
    while (name := path.with_name(f"{path.name}.{word}-{number}")).exists():
        number += 1
    return name


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
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if keep_older and path.exists():
            older(path).unlink(missing_ok=True)
            os.link(path, older(path))
        os.replace(new, path)
    except OSError:
        new.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)

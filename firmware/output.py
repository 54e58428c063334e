"""Files that people ask for by name: whole or not there, and never written over something by mistake."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from firmware.command_line import BadUsage
from firmware.files import sync_folder

__all__ = ["output_file"]


@contextmanager
def output_file(path: Path, *, is_forced: bool) -> Iterator[BinaryIO]:
    """Open a file that gets its name when it is whole and on the disk.

    Args:
        path: its name.
        is_forced: a file of that name may be replaced.

    Raises:
        BadUsage: if there is one, or it cannot be written.
    """
    if os.path.lexists(path):
        if not path.is_file():
            raise BadUsage(f"{path} is no file; choose another name")
        if not is_forced:
            raise BadUsage(f"{path} exists; choose another name, or replace it with --force")
    new = path.with_name(path.name + ".new")
    try:
        with new.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
        sync_folder(path.parent)
    except OSError as exc:
        raise BadUsage(f"{path} cannot be written: {exc.strerror}; choose another place") from exc
    finally:
        with suppress(OSError):
            new.unlink()

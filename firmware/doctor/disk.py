"""Tries whether the data folder takes writing."""

import os
import pwd
from contextlib import suppress
from pathlib import Path

from firmware.doctor.place import Disk
from firmware.files import sync_folder, write_new

__all__ = ["probe_disk"]

_TRIAL = ".doctor"


def probe_disk(folder: Path) -> Disk:
    """Write a small file, bring it to the disk, and remove it; a folder that is not there is not made."""
    there = next(path for path in (folder, *folder.absolute().parents) if os.path.isdir(path))
    try:
        room = os.statvfs(there)
    except OSError as exc:
        return Disk(str(folder), refused=exc.strerror or str(exc))
    free_bytes, is_read_only = room.f_bavail * room.f_frsize, bool(room.f_flag & os.ST_RDONLY)
    return Disk(str(folder), free_bytes, _refusal(folder, there), is_read_only, _owner(folder))


def _owner(folder: Path) -> str:
    try:
        number = folder.stat().st_uid
        return "" if number in (0, os.geteuid()) else pwd.getpwuid(number).pw_name
    except (KeyError, OSError):
        return ""


def _refusal(folder: Path, there: Path) -> str:
    if there != folder and os.path.lexists(folder):
        return "it is no folder"
    if there != folder:
        return "" if os.access(there, os.W_OK) else f"it is not there, and {there} is closed to this user"
    trial = folder / _TRIAL
    try:
        write_new(trial, b"written by the doctor, who removes it\n")
        sync_folder(folder)
    except OSError as exc:
        return exc.strerror or str(exc)
    finally:
        with suppress(OSError):
            trial.unlink()
    return ""

"""A restore that was decided: its files go to their places, however often the power goes meanwhile."""

import json
import os
import shutil
from pathlib import Path

from firmware.errors import BadFile
from firmware.files import free_name, make_folder, read_file, sync_folder

__all__ = ["NEW", "OLD", "PLAN", "READY", "RESTORED_SETTINGS", "finish_restore"]

READY = "restore.ready"
"""Where it lies in the data folder: `new` is to be moved in, `old` is what was there."""

NEW, OLD, PLAN = "new", "old", "plan.json"

RESTORED_SETTINGS = "scorekeeper.toml.restored"

_NAMES = (
    "deck.json",
    "deck.json.old",
    "matches",
    "rules",
    RESTORED_SETTINGS,
    "table.json",
    "table.json.old",
)


def finish_restore(data: Path) -> Path | None:
    """Finish a restore that was decided, if there is one.

    Args:
        data: the data folder.

    Returns:
        The folder with what was there before, None if nothing was.

    Raises:
        OSError: if a file cannot be moved; call it again.
    """
    ready = data / READY
    if not ready.is_dir():
        return None
    make_folder(ready / OLD)
    planned = _planned(ready)
    for name in _NAMES:
        is_waiting = os.path.lexists(ready / NEW / name)
        if os.path.lexists(data / name) and (is_waiting or name not in planned):
            _move(data / name, ready / OLD / name)
        if is_waiting:
            _move(ready / NEW / name, data / name)
    aside = None
    if any((ready / OLD).iterdir()):
        aside = free_name(data / "before", "restore")
        _move(ready / OLD, aside)
    shutil.rmtree(ready)  # half of it says that nothing is left to do
    return aside


def _planned(ready: Path) -> set[str]:
    """Return the names that the new data have; all, if nobody knows: then nothing more is moved away."""
    try:
        return set(json.loads(read_file(ready / PLAN))["names"])
    except (BadFile, KeyError, OSError, RecursionError, TypeError, ValueError):
        return set(_NAMES)


def _move(path: Path, place: Path) -> None:
    os.rename(path, place)
    sync_folder(place.parent)
    sync_folder(path.parent)

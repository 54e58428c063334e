"""The command `restore`: the data folder as a backup holds it, or as it was; nothing between.

The backup is unpacked into a folder beside the data and looked through. One rename then decides:
from there on the new data count, and moving them to their places is finished by whoever comes next,
this command or the next start of the box. What was there before is kept in a folder of its own.
"""

import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from firmware.archive import read_archive
from firmware.backup import SETTINGS_MEMBER
from firmware.command_line import BadUsage
from firmware.deck import Deck
from firmware.errors import BadFile, NewerFile
from firmware.files import make_folder, open_file, sync_folder, write_new
from firmware.generations import read_json
from firmware.matchfile import MATCHES, check_format, read_header
from firmware.owner import owned
from firmware.rulebook import OWN_RULES
from firmware.store import CHOICES_FILE, DECK_FILE
from firmware.table import Choices
from firmware.unfinished import NEW, OLD, PLAN, READY, RESTORED_SETTINGS, finish_restore

__all__ = ["restore"]

_STAGED = "restore.new"


def restore(path: Path, data: Path, write: Callable[[str], None]) -> None:
    """Put the data of a backup in the place of those that are there.

    Args:
        path: of the backup.
        data: the data folder; made if it is missing.
        write: takes what people should know about it.

    Raises:
        BadUsage: if the backup or the data folder cannot be used, or the box is running.
        BadFile: if it is no backup or damaged; nothing was replaced.
        NewerFile: if a newer program made it; nothing was replaced.
    """
    with owned(data):
        _restore(path, data, write)


def _restore(path: Path, data: Path, write: Callable[[str], None]) -> None:
    try:
        finish_restore(data)
        staged = data / _STAGED
        shutil.rmtree(staged, ignore_errors=True)
        _stage(path, staged)
        os.rename(staged, data / READY)
        sync_folder(data)
        _tell(data, finish_restore(data), write)
    except OSError as exc:
        raise BadUsage(f"{path} cannot be restored: {exc.strerror}; nothing is lost, try again") from exc
    finally:
        shutil.rmtree(data / _STAGED, ignore_errors=True)


def _stage(path: Path, staged: Path) -> None:
    """Unpack a backup and look it through."""
    names: set[str] = set()
    try:
        for folder in (NEW, OLD):
            make_folder(staged / folder)
        try:
            descriptor = open_file(path)
        except OSError as exc:
            raise BadUsage(f"{path} cannot be read: {exc.strerror}") from exc
        with os.fdopen(descriptor, "rb") as file:
            for name, data in read_archive(file):
                place = staged / NEW / (RESTORED_SETTINGS if name == SETTINGS_MEMBER else name)
                make_folder(place.parent)
                write_new(place, data)
                _check(place)
                names.add(place.relative_to(staged / NEW).parts[0])
    except (BadFile, NewerFile) as exc:
        raise type(exc)(f"{path} is not restored: {exc}; nothing was changed") from exc
    plan = {"format": 1, "names": sorted(names)}
    write_new(staged / PLAN, json.dumps(plan).encode())
    for one in (staged, *(path for path in staged.rglob("*") if path.is_dir())):
        sync_folder(one)


def _check(place: Path) -> None:
    """See that this program can use a file; damage inside a match or a rule file is left to the start.

    Raises:
        BadFile, NewerFile: if it cannot.
    """
    if place.name == DECK_FILE:
        Deck.from_json(read_json(place))
    elif place.name == CHOICES_FILE:
        Choices.from_json(read_json(place))
    elif place.parent.name == MATCHES:
        with suppress(BadFile):
            check_format(read_header(place))


def _tell(data: Path, aside: Path | None, write: Callable[[str], None]) -> None:
    write(f"restored into {data}")
    if aside is not None:
        write(f"what was there before is kept in {aside}")
    if (data / RESTORED_SETTINGS).exists():
        write(f"the settings of the backup are in {data / RESTORED_SETTINGS}; copy what you want of them")
    if (data / OWN_RULES).is_dir():
        write("rule files were restored too; look them over with scorekeeper rules list")

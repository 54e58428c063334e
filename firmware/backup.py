"""The command `backup`: all that the box knows, in one file."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from firmware.archive import is_member, write_archive
from firmware.command_line import SETTINGS, BadUsage
from firmware.errors import BadFile
from firmware.files import older, read_file, read_start
from firmware.generations import read_json
from firmware.matchfile import MATCHES, MOST_MATCH_BYTES, match_names
from firmware.output import output_file
from firmware.rulebook import OWN_RULES
from firmware.store import CHOICES_FILE, DECK_FILE
from firmware.wording import counted

__all__ = ["SETTINGS_MEMBER", "back_up"]

SETTINGS_MEMBER = "scorekeeper.toml"


def back_up(asked: argparse.Namespace, write: Callable[[str], None], tell: Callable[[str], None]) -> bool:
    """Write a backup of a data folder, while the box may be running; True if all could be put in.

    Args:
        asked: `file`, `data`, `config` (None: the usual settings file, which may be missing) and `force`.
        write: takes what became of it.
        tell: takes what could not be put in.

    Raises:
        BadUsage: if there is nothing to back up, or the file exists or cannot be written.
    """
    data, config = asked.data, asked.config
    if not data.is_dir():
        raise BadUsage(f"there is no folder {data}; name the data folder with --data")
    if config is not None and not config.exists():
        raise BadUsage(f"there is no settings file {config}; look at the path, or leave --config out")
    left_out: list[str] = []

    def leave_out(sentence: str) -> None:
        left_out.append(sentence)
        tell(sentence)

    with output_file(asked.file, is_forced=asked.force) as file:
        count = write_archive(file, _members(data, config or SETTINGS, leave_out))
        if not count:
            raise BadUsage(f"there is nothing to back up in {data}; name the data folder with --data")
    write(f"{asked.file} holds {counted(count, 'file')}; keep it somewhere else than on this card")
    return not left_out


def _members(data: Path, settings: Path, tell: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    for name in (DECK_FILE, CHOICES_FILE):
        yield from _newest_sound(data / name, tell)
    yield from _small(SETTINGS_MEMBER, settings, tell)
    for path in sorted((data / OWN_RULES).glob("*.toml")):
        yield from _small(f"{OWN_RULES}/{path.name}", path, tell)
    yield from _matches(data / MATCHES, tell)


def _newest_sound(path: Path, tell: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    """Give a file of ours, in its older generation if the newer is damaged."""
    for one in (path, older(path)):
        with _or_left_out(one.name, tell):
            read_json(one)
            yield path.name, read_file(one)
            return


def _small(name: str, path: Path, tell: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    with _or_left_out(path.name, tell):
        data = read_file(path)
        if is_member(name) and name.isprintable():
            yield name, data
        else:
            tell(f"{name!r} is left out: give it a shorter name, of letters that can be read")


def _matches(folder: Path, tell: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    names: list[tuple[int, str]] = []
    with _or_left_out("the folder of the matches", tell):
        names = match_names(folder)
    for _, name in reversed(names):
        with _or_left_out(name, tell):
            data, size = read_start(folder / name, MOST_MATCH_BYTES)
            if size > len(data):
                tell(f"{name} is far too large; only its beginning is in the backup")
            yield f"{MATCHES}/{name}", data[: data.rfind(b"\n") + 1]  # the box may be writing a line now


@contextmanager
def _or_left_out(name: str, tell: Callable[[str], None]) -> Iterator[None]:
    """Go on without a file that is missing; without one that cannot be read too, and say so."""
    try:
        yield
    except FileNotFoundError:
        pass
    except BadFile as exc:
        tell(f"{name} is left out: {exc}")
    except OSError as exc:
        tell(f"{name} is left out: {exc.strerror}")

"""The command `backup`: all that the box knows, in one file."""

from collections.abc import Callable, Iterator
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

__all__ = ["SETTINGS_MEMBER", "back_up"]

SETTINGS_MEMBER = "scorekeeper.toml"


class _Told:
    """Passes sentences on, and counts them."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self.count = 0
        self._tell = tell

    def __call__(self, sentence: str) -> None:
        self.count += 1
        self._tell(sentence)


def back_up(
    path: Path, data: Path, config: Path | None, *, is_forced: bool, tell: Callable[[str], None]
) -> tuple[int, bool]:
    """Write a backup of a data folder; the box may be running.

    Args:
        path: of the backup.
        data: the data folder.
        config: the settings file; None for the usual one, which may be missing.
        is_forced: an existing file may be replaced.
        tell: takes what could not be put in.

    Returns:
        How many files it holds, and whether all could be put in.

    Raises:
        BadUsage: if there is nothing to back up, or the file exists or cannot be written.
    """
    if not data.is_dir():
        raise BadUsage(f"there is no folder {data}; name the data folder with --data")
    if config is not None and not config.exists():
        raise BadUsage(f"{config}: there is no such file")
    told = _Told(tell)
    with output_file(path, is_forced=is_forced) as file:
        count = write_archive(file, _members(data, config or SETTINGS, told))
        if not count:
            raise BadUsage(f"there is nothing to back up in {data}; name the data folder with --data")
    return count, not told.count


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
        try:
            read_json(one)
            yield path.name, read_file(one)
            return
        except FileNotFoundError:
            continue
        except BadFile as exc:
            tell(f"{one.name} is left out: {exc}")
        except OSError as exc:
            tell(f"{one.name} is left out: {exc.strerror}")


def _small(name: str, path: Path, tell: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    try:
        data = read_file(path)
    except FileNotFoundError:
        return
    except BadFile as exc:
        tell(f"{path.name} is left out: {exc}")
    except OSError as exc:
        tell(f"{path.name} is left out: {exc.strerror}")
    else:
        if is_member(name) and name.isprintable():
            yield name, data
        else:
            tell(f"{name!r} is left out: give it a shorter name, of letters that can be read")


def _matches(folder: Path, tell: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    try:
        names = match_names(folder)
    except FileNotFoundError:
        return
    except OSError as exc:
        tell(f"the matches are left out: {exc.strerror}")
        return
    for _, name in reversed(names):
        try:
            data, size = read_start(folder / name, MOST_MATCH_BYTES)
        except BadFile as exc:
            tell(f"{name} is left out: {exc}")
        except OSError as exc:
            tell(f"{name} is left out: {exc.strerror}")
        else:
            if size > len(data):
                tell(f"{name} is far too large; only its beginning is in the backup")
            yield f"{MATCHES}/{name}", data[: data.rfind(b"\n") + 1]  # the box may be writing a line now

"""Small files that are replaced whole, with one older generation kept beside them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from firmware.errors import BadFile, NewerFile
from firmware.files import older, put_aside, read_file, replace_file

__all__ = ["read_json", "read_newest", "write_whole"]

T = TypeVar("T")


def read_newest(
    newest: Path, parse: Callable[[object], T], empty: T, *, aside: bool = False
) -> tuple[T, tuple[str, ...], bool]:
    """Read a file, from the older generation if the newer is damaged or missing.

    Args:
        newest: the file.
        parse: makes a value of what stands in it; raises BadFile or NewerFile.
        empty: the value where there is no file.
        aside: give what cannot be used another name, so that nothing is written over it.

    Returns:
        The value, what people should know about its file, and whether it may be replaced.
    """
    warnings: list[str] = []
    for path in (newest, older(newest)):
        try:
            return parse(read_json(path)), tuple(warnings), True
        except FileNotFoundError:
            continue
        except NewerFile as exc:
            return empty, (*warnings, str(exc)), False
        except BadFile as exc:
            why = f"{path.name} is damaged: {exc}"
        except OSError as exc:
            why = f"{path.name} cannot be used: {exc.strerror}; look who may read it"
        warnings.append(why + _kept_aside(path) if aside else why)
    return empty, tuple(warnings), True


def read_json(path: Path) -> Any:
    """Read a file of ours.

    Raises:
        BadFile: if it is no file, too large, or no JSON.
        OSError: if it cannot be read.
    """
    try:
        return json.loads(read_file(path).decode())
    except BadFile:
        raise
    except (ValueError, RecursionError) as exc:
        raise BadFile(f"it is no JSON: {exc}") from exc


def write_whole(path: Path, record: dict[str, Any]) -> None:
    """Replace a file, and keep what it held until now.

    Raises:
        OSError: if it cannot be written; the old file stands.
    """
    replace_file(path, (json.dumps(record, indent=1) + "\n").encode(), keep_older=True)


def _kept_aside(path: Path) -> str:
    try:
        return f"; it was kept as {put_aside(path).name}"
    except OSError as exc:
        return f"; it cannot be put aside: {exc.strerror}"

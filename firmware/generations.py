"""Small files that are replaced whole, with one older generation kept beside them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from firmware.errors import BadFile, NewerFile
from firmware.files import free_name, older, replace_file, sync_folder

__all__ = ["read_newest", "write_whole"]

T = TypeVar("T")


def read_newest(
    newest: Path, parse: Callable[[object], T], empty: T, *, put_aside: bool = False
) -> tuple[T, tuple[str, ...], bool]:
    """Read a file, from the older generation if the newer is damaged or missing.

    Args:
        newest: the file.
        parse: makes a value of what stands in it; raises BadFile or NewerFile.
        empty: the value where there is no file.
        put_aside: give a damaged file another name, so that nothing is written over it.

    Returns:
        The value, what people should know about its file, and whether it may be replaced.
    """
    warnings: list[str] = []
    for path in (newest, older(newest)):
        try:
            return parse(_read_json(path)), tuple(warnings), True
        except FileNotFoundError:
            continue
        except NewerFile as exc:
            return empty, (*warnings, str(exc)), False
        except BadFile as exc:
            warnings.append(f"{path.name} is damaged: {exc}")
            if put_aside:
                warnings[-1] += _kept_aside(path)
        except OSError as exc:
            warnings.append(f"{path.name} cannot be used: {exc.strerror}; look who may read it")
    return empty, tuple(warnings), True


def write_whole(path: Path, record: dict[str, Any]) -> None:
    """Replace a file, and keep what it held until now.

    Raises:
        OSError: if it cannot be written; the old file stands.
    """
    replace_file(path, (json.dumps(record, indent=1) + "\n").encode(), keep_older=True)


def _kept_aside(path: Path) -> str:
    aside = free_name(path, "damaged")
    try:
        path.replace(aside)
        sync_folder(path.parent)
    except OSError as exc:
        return f"; it cannot be put aside: {exc.strerror}"
    return f"; it was kept as {aside.name}"


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError) as exc:
        raise BadFile(f"it is no JSON: {exc}") from exc

"""The form of a backup: a tar.gz of plain files, the first says its format, the last sums all up.

It is read without believing a word of it: only the names that a backup has, only plain files, none
larger than it can be, and the sums must be right.
"""

import gzip
import hashlib
import io
import json
import re
import tarfile
import zlib
from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO

from firmware.errors import BadFile, NewerFile
from firmware.files import MOST_BYTES
from firmware.matchfile import MOST_MATCH_BYTES

__all__ = ["ARCHIVE_FORMAT", "is_member", "read_archive", "write_archive"]

ARCHIVE_FORMAT = 1

_FIRST, _LAST = "scorekeeper-backup.json", "contents.json"
_BLOCK = tarfile.BLOCKSIZE
_MOST_FILES = 1_000_000
_MOST_CONTENTS_BYTES = 1 << 28  # of the last file: a line for each of the others

_RULES = re.compile(r"rules/[^/\x00-\x1f\x7f]{1,80}\.toml")
_MATCH = re.compile(r"matches/[0-9]{1,18}\.jsonl")
_PLAIN = ("deck.json", "table.json", "scorekeeper.toml")


def is_member(name: str) -> bool:
    """Tell whether a backup has files with this name."""
    return name in _PLAIN or _most_bytes(name) > 0


def write_archive(file: BinaryIO, members: Iterable[tuple[str, bytes]]) -> int:
    """Write a backup, and return how many files it holds.

    Raises:
        OSError: if it cannot be written.
    """
    contents: dict[str, dict[str, Any]] = {}
    with (
        gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        _add(archive, _FIRST, _json({"format": ARCHIVE_FORMAT, "program": "hanafuda-scorekeeper"}))
        for name, data in members:
            _add(archive, name, data)
            contents[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        _add(archive, _LAST, _json(contents))
    return len(contents)


def read_archive(file: BinaryIO) -> Iterator[tuple[str, bytes]]:
    """Give the files of a backup; it is whole and right only when this has come to its end.

    Raises:
        BadFile: if it is no backup, or damaged.
        NewerFile: if a newer program made it.
        OSError: if it cannot be read.
    """
    found: dict[str, dict[str, Any]] = {}
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as packed:
            _check_first(next(_files(packed), ("", b"")))
            for name, data in _files(packed):
                if name == _LAST:
                    _check_last(data, found, packed)
                    return
                if name in found or len(found) >= _MOST_FILES:
                    raise BadFile(f"it holds {name} twice, or too many files")
                found[name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                yield name, data
    except (EOFError, zlib.error) as exc:
        raise BadFile("its end is missing, or it was changed") from exc
    except gzip.BadGzipFile as exc:
        raise BadFile("it is no backup of the scorekeeper, or was changed") from exc
    raise BadFile("its end is missing")


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1) + "\n").encode()


def _add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(data), 0o644
    archive.addfile(info, io.BytesIO(data))


def _most_bytes(name: str) -> int:
    """Return how large a file of a backup may be, 0 if it has none of that name."""
    if name == _LAST:
        return _MOST_CONTENTS_BYTES
    if name in (_FIRST, *_PLAIN) or _RULES.fullmatch(name):
        return MOST_BYTES
    return MOST_MATCH_BYTES if _MATCH.fullmatch(name) else 0


def _files(packed: gzip.GzipFile) -> Iterator[tuple[str, bytes]]:
    """Give the plain files of a tar stream; links, folders, devices and other names are refused."""
    while any(block := _read(packed, _BLOCK)):
        try:
            info = tarfile.TarInfo.frombuf(block, "utf-8", "strict")
        except (tarfile.HeaderError, ValueError) as exc:
            raise BadFile("it is no backup of the scorekeeper, or was changed") from exc
        if info.type not in (tarfile.REGTYPE, tarfile.AREGTYPE):
            raise BadFile(f"it holds {info.name!r}, which is no plain file")
        most_bytes = _most_bytes(info.name)
        if not most_bytes or not 0 <= info.size <= most_bytes:
            raise BadFile(f"it holds {info.name!r}, which no backup has, or too large")
        data = _read(packed, info.size)
        _read(packed, -info.size % _BLOCK)
        yield info.name, data


def _read(packed: gzip.GzipFile, count: int) -> bytes:
    data = packed.read(count)
    if len(data) != count:
        raise BadFile("its end is missing")
    return data


def _check_first(member: tuple[str, bytes]) -> None:
    try:
        first = json.loads(member[1]) if member[0] == _FIRST else None
    except (RecursionError, ValueError):
        first = None
    if not isinstance(first, dict) or type(first.get("format")) is not int or first["format"] < 1:
        raise BadFile("it is no backup of the scorekeeper")
    if first["format"] > ARCHIVE_FORMAT:
        raise NewerFile("a newer version of the program made it; update this one first")


def _check_last(data: bytes, found: dict[str, dict[str, Any]], packed: gzip.GzipFile) -> None:
    """Compare all that was read with what was written, and see that nothing but padding follows."""
    try:
        contents = json.loads(data)
    except (RecursionError, ValueError) as exc:
        raise BadFile("its list of contents cannot be read") from exc
    if contents != found:
        raise BadFile("its files are not those of its list of contents")
    while rest := packed.read(1 << 16):
        if any(rest):
            raise BadFile("something was written behind its end")

"""The command `score`: rounds and matches from a file or standard input, answered line by line."""

import sys
from collections.abc import Callable
from pathlib import Path

from firmware.command_line import BadUsage
from scorer.jsonl import serve

__all__ = ["score"]


def score(path: Path | None, write: Callable[[str], None]) -> bool:
    """Answer each line.

    Args:
        path: of the file; None: standard input.
        write: takes each answer.

    Returns:
        Whether every line could be scored.

    Raises:
        BadUsage: if there is nothing to read from.
    """
    if path is None:
        if sys.stdin is None:
            raise BadUsage("there is no standard input; name a file")
        return not serve(sys.stdin.buffer, write)
    try:
        file = path.open("rb")
    except OSError as exc:
        raise BadUsage(f"{path} cannot be read: {exc.strerror}") from exc
    with file:
        return not serve(file, write)

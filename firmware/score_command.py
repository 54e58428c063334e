"""The command `score`: rounds and matches from a file or standard input, answered line by line."""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

from firmware.command_line import BadUsage
from scorer import Ruleset, load, shipped
from scorer.jsonl import serve

__all__ = ["score"]


def score(path: Path | None, data: Path, write: Callable[[str], None]) -> bool:
    """Answer each line.

    Args:
        path: of the file; None: standard input.
        data: the data folder, whose `rules` holds the players' own games.
        write: takes each answer.

    Returns:
        Whether every line could be scored.

    Raises:
        BadUsage: if there is nothing to read from.
    """
    if path is None:
        if sys.stdin is None:
            raise BadUsage("there is no standard input; name a file")
        return not serve(sys.stdin.buffer, write, _finder(data))
    try:
        file = path.open("rb")
    except OSError as exc:
        raise BadUsage(f"{path} cannot be read: {exc.strerror}") from exc
    with file:
        return not serve(file, write, _finder(data))


def _finder(data: Path) -> Callable[[str], Ruleset]:
    @cache
    def game(id_: str) -> Ruleset:
        if id_ in shipped():
            return load(id_)
        from firmware.rulebook import find  # it looks at fonts, too, and shipped games need none

        return find(data, id_)

    return game

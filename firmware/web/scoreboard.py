"""The scoreboard: a page that only shows, for phones and a television."""

import json
from collections.abc import Callable

from firmware.table import Table
from firmware.web.assets import pages_of
from firmware.web.board import board_of
from firmware.web.hub import Hub
from firmware.web.site import LOOK_ROUND_S, Reply, Stream, event
from hardware.clock import make_lock

__all__ = ["Boards", "scoreboard_pages"]

_PARTS = (
    "base.css",
    "score.css",
    "score-standings.css",
    "score-piles.css",
    "score-book.css",
    "score.js",
    "score-book.js",
    "score-draw.js",
    "score-news.js",
    "score-parts.js",
    "score-piles.js",
    "dom.js",
    "speech.js",
    "stream.js",
    "words.json",
    "cards.svg",
    "icon.svg",
)


def scoreboard_pages(*paths: str) -> dict[str, Callable[[], Reply]]:
    """Return the pages of the scoreboard, itself at each of these paths."""
    return pages_of({**dict.fromkeys(paths, "score.html"), **{f"/{name}": name for name in _PARTS}})


class Boards:
    """The board of each newest table, made once for all who follow, and not while nobody does.

    Args:
        tables: where each newest table is told; None until there is one.
    """

    def __init__(self, tables: Hub[Table | None]) -> None:
        self._tables = tables
        self._lock = make_lock()
        self._made: tuple[Table | None, bytes] = (None, b"")

    def followed(self) -> Stream:
        """Give the board, and each newer one that differs."""
        shown = b""
        for table in self._tables.listen(LOOK_ROUND_S):
            board = b"" if table is None else self._of(table)
            yield b"" if board == shown else board
            shown = board or shown

    def _of(self, table: Table) -> bytes:
        with self._lock:  # whoever comes meanwhile waits for this one
            made, board = self._made
            if made is None or not _is_alike(made, table):
                board = event("board", json.dumps(board_of(table), ensure_ascii=False))
                self._made = table, board
            return board


def _is_alike(one: Table, other: Table) -> bool:
    """Tell quickly whether all is the same that a board is made of; time alone changes often."""
    return (
        one.match is other.match
        and one.phase is other.phase
        and one.view.reader_faults == other.view.reader_faults
    )

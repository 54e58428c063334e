"""The scoreboard: a page that only shows, for phones and a television."""

import json
from collections.abc import Callable, Iterator

from firmware.table import Table
from firmware.web.assets import pages_of
from firmware.web.board import board_of
from firmware.web.hub import Hub
from firmware.web.server import Reply, event

__all__ = ["followed_board", "scoreboard_pages"]

_PARTS = (
    "score.css",
    "score.js",
    "score-book.js",
    "score-dom.js",
    "score-draw.js",
    "score-news.js",
    "score-parts.js",
    "score-piles.js",
    "words.json",
    "cards.svg",
    "icon.svg",
)

_SIGN_OF_LIFE_S = 15.0


def scoreboard_pages(path: str) -> dict[str, Callable[[], Reply]]:
    """Return the pages of the scoreboard, itself at this path."""
    return pages_of({path: "score.html", **{f"/{name}": name for name in _PARTS}})


def followed_board(tables: Hub[Table | None]) -> Iterator[bytes]:
    """Give the board, and each newer one that differs; b"" as a sign of life."""
    last, seen = "", None
    for table in tables.listen(_SIGN_OF_LIFE_S):
        if table is None or (seen is not None and _is_alike(table, seen)):
            yield b""
            continue
        board = json.dumps(board_of(table), ensure_ascii=False)
        yield b"" if board == last else event("board", board)
        last, seen = board, table


def _is_alike(one: Table, other: Table) -> bool:
    """Tell quickly whether all is the same that a board is made of; time alone changes often."""
    return (
        one.match is other.match
        and one.phase is other.phase
        and one.view.reader_faults == other.view.reader_faults
    )

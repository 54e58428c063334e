"""The scoreboard: a page that only shows, for phones and a television."""

import json
from collections.abc import Callable, Iterator

from firmware.table import Table
from firmware.web.assets import pages_of
from firmware.web.board import board_of
from firmware.web.hub import Hub
from firmware.web.server import Reply, event

__all__ = ["followed_board", "scoreboard_pages"]

_SIGN_OF_LIFE_S = 15.0


def scoreboard_pages(path: str) -> dict[str, Callable[[], Reply]]:
    """Return the pages of the scoreboard, itself at this path."""
    return pages_of(
        {
            path: "score.html",
            "/score.css": "score.css",
            "/score.js": "score.js",
            "/score-dom.js": "score-dom.js",
            "/score-draw.js": "score-draw.js",
            "/score-news.js": "score-news.js",
            "/words.json": "words.json",
            "/cards.svg": "cards.svg",
            "/icon.svg": "icon.svg",
        }
    )


def followed_board(tables: Hub[Table | None]) -> Iterator[bytes]:
    """Give the board, and each newer one that differs; b"" as a sign of life."""
    last = ""
    for table in tables.listen(_SIGN_OF_LIFE_S):
        board = "" if table is None else json.dumps(board_of(table), ensure_ascii=False)
        yield b"" if board in ("", last) else event("board", board)
        last = board or last

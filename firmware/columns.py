"""Rows set in columns, for a terminal."""

import unicodedata
from collections.abc import Sequence
from functools import cache

__all__ = ["columns"]


def columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Set rows in columns; a kanji is two wide."""
    cells = [[(cell, _width(cell)) for cell in column] for column in zip(*rows, strict=True)]
    padded = []
    for column in cells:
        widest = max(width for _, width in column)
        padded.append([cell + " " * (widest - width) for cell, width in column])
    return ["  ".join(row).rstrip() for row in zip(*padded, strict=True)]


def _width(text: str) -> int:
    return len(text) if text.isascii() else sum(map(_letter_width, text))


@cache
def _letter_width(letter: str) -> int:
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1

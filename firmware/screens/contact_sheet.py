"""Puts screenshots side by side in one picture, four times as large."""

import sys
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from firmware.screens.painter import enlarge

__all__ = ["contact_sheet"]

_COLUMNS = 3
_GAP_PX = 24
_GROUND = (40, 40, 44)


def contact_sheet(pictures: Sequence[Image.Image], columns: int = _COLUMNS) -> Image.Image:
    """Return one picture of many, in rows, each as it looks on the panel.

    Args:
        pictures: at least one, mode "1", all of one size.
        columns: how many stand in a row.
    """
    large = [enlarge(picture) for picture in pictures]
    width, height = (side + _GAP_PX for side in large[0].size)
    rows = -(-len(large) // columns)
    sheet = Image.new("RGB", (columns * width + _GAP_PX, rows * height + _GAP_PX), _GROUND)
    for place, picture in enumerate(large):
        row, column = divmod(place, columns)
        sheet.paste(picture, (_GAP_PX + column * width, _GAP_PX + row * height))
    return sheet


def main(target: Path, *pictures: Path) -> None:
    """Read pictures and write the sheet."""
    contact_sheet([Image.open(path) for path in pictures]).save(target, optimize=True)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))

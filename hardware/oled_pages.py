"""A picture as an OLED's memory holds it, and the windows of it that have to be sent again.

The memory is 8 pages of 128 bytes. A byte is a column of 8 pixels, bit 0 the topmost. A window is a
rectangle of bytes; each costs its bytes, and the bytes that say where they go.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["COLUMNS", "PAGES", "Addressing", "Pages", "Window", "changed_windows", "pack"]

PAGES, COLUMNS = 8, 128

Pages = tuple[bytes, ...]
"""The bytes of each page, from the top."""


@dataclass(frozen=True, slots=True)
class Addressing:
    """How a controller is told where bytes go.

    Attributes:
        overhead_bytes: what a window costs on the wire besides the bytes in it.
        spans_pages: whether a window may reach over several pages.
    """

    overhead_bytes: int
    spans_pages: bool


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of bytes, both ends included."""

    first_page: int
    last_page: int
    first_column: int
    last_column: int

    @property
    def size(self) -> int:
        """How many bytes it holds."""
        width = self.last_column - self.first_column + 1
        return width * (self.last_page - self.first_page + 1)

    def around(self, other: "Window") -> "Window":
        """Return the least window that holds both."""
        return Window(
            min(self.first_page, other.first_page),
            max(self.last_page, other.last_page),
            min(self.first_column, other.first_column),
            max(self.last_column, other.last_column),
        )

    def cut(self, pages: Pages) -> bytes:
        """Return its bytes in the order in which a controller takes them, page by page."""
        rows = pages[self.first_page : self.last_page + 1]
        return b"".join(row[self.first_column : self.last_column + 1] for row in rows)


def pack(picture: "Image", rotation: int = 0) -> Pages:
    """Return a picture as the memory holds it.

    A quarter turn brings the 8 pixels of a byte side by side, as they stand in a picture's own
    bytes; so the work is done by Pillow, and not pixel by pixel.

    Args:
        picture: of mode "1", 128 by 64.
        rotation: 0 or 180 degrees.

    Raises:
        ValueError: if the picture is of another mode or size.
    """
    from PIL.Image import Transpose

    if picture.mode != "1" or picture.size != (COLUMNS, 8 * PAGES):
        raise ValueError(f"a picture of mode {picture.mode!r}, {picture.width} by {picture.height}")
    turned = picture.transpose(Transpose.ROTATE_90 if rotation else Transpose.ROTATE_270)
    columns = turned.tobytes()  # of each column its 8 bytes, the lowest first
    return tuple(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def changed_windows(before: Pages | None, after: Pages, addressing: Addressing) -> list[Window]:
    """Return windows that hold every byte that differs, as cheap together as they can easily be had.

    Runs of changed bytes in a page are joined where what lies between costs no more than a window
    of its own; then windows are joined, also across pages, as long as that saves bytes. One window
    around everything is taken where that is cheaper still.

    Args:
        before: what the memory holds, None if that is not certain.
        after: what it is to hold.
        addressing: how windows are told.
    """
    rows = [Window(page, page, 0, COLUMNS - 1) for page in range(PAGES)]
    overhead = addressing.overhead_bytes
    if before is not None:
        rows = [run for page in range(PAGES) for run in _runs(page, before[page], after[page], overhead)]
    if not addressing.spans_pages:
        return rows
    joined: list[Window] = []
    for row in rows:
        _join(joined, row, overhead)
    around = joined and [reduce(Window.around, joined)]
    return min(joined, around, key=lambda windows: sum(overhead + one.size for one in windows))


def _runs(page: int, before: bytes, after: bytes, overhead: int) -> Iterator[Window]:
    if before == after:
        return
    differing = int.from_bytes(before, "big") ^ int.from_bytes(after, "big")
    for run in _pattern(overhead).finditer(differing.to_bytes(COLUMNS, "big")):
        yield Window(page, page, run.start(), run.end() - 1)


@cache
def _pattern(overhead: int) -> re.Pattern[bytes]:
    """Match bytes that are not 0, and up to so many zeros between them."""
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % overhead)


def _join(windows: list[Window], new: Window, overhead: int) -> None:
    """Add a window: by itself, or in one with others as long as that saves bytes, most bytes first."""
    while True:
        savings = {one: one.size + new.size + overhead - one.around(new).size for one in windows}
        best = max(savings, key=savings.__getitem__, default=None)
        if best is None or savings[best] <= 0:
            windows.append(new)
            return
        windows.remove(best)
        new = best.around(new)

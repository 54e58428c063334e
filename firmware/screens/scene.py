"""Scene: what a screen shows, as a value that knows nothing of pixels.

A screen function makes a scene from the state of the table; the painter turns it into a
picture, and `Scene.lines` into plain text. The panel is 128 pixels wide and 64 high, x
grows to the right, y downwards, and (0, 0) is the pixel at the top left.
"""

from dataclasses import dataclass
from enum import Enum

from scorer import CardType, Suit

__all__ = [
    "PANEL_HEIGHT_PX",
    "PANEL_WIDTH_PX",
    "Align",
    "Bar",
    "Box",
    "Direction",
    "Font",
    "Invert",
    "Item",
    "Line",
    "Picture",
    "QrCode",
    "Scene",
    "Text",
    "Triangle",
]

PANEL_WIDTH_PX = 128
PANEL_HEIGHT_PX = 64

# Texts of one row may stand in different fonts, so their tops differ by a few pixels; the
# smallest font's lines are further apart than this.
_SAME_ROW_PX = 6

# The widths of the pictures that there are.
_FLOWER_SIZES_PX = (32, 16)
_TYPE_SIZES_PX = (12,)


class Font(Enum):
    """A font, by its role on the panel; the value is the width of a kanji in pixels.

    A line is as high as that, in TINY one pixel more. Latin letters are 6 pixels wide in
    TINY and SMALL, 8 in LARGE: 21 or 16 of them fill the panel.
    """

    TINY = 10
    SMALL = 12
    LARGE = 16


class Align(Enum):
    """Which part of a text stands at its x."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


class Direction(Enum):
    """Where a triangle points."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text.

    Attributes:
        x: Its left edge, its centre, or the pixel after its right edge, as `align` says; so
            128 with `Align.RIGHT` ends at the right border.
        y: Its top.
        text: What it says; without line breaks.
        font: Which font.
        scale: How many pixels wide and high each pixel of the font becomes.
        align: What `x` means.
        inverse: Dark letters on a lit ground.
        width: The most pixels it may take; what is longer is cut and ends in "…". None: no
            limit, and the screen knows that it fits.
        strike: With a line through it.
        bold: With strokes one pixel thicker, however large, in Latin letters and digits alone:
            thicker digits touch, and thicker kanji fill up and cannot be read.
    """

    x: int
    y: int
    text: str
    font: Font = Font.SMALL
    scale: int = 1
    align: Align = Align.LEFT
    inverse: bool = False
    width: int | None = None
    strike: bool = False
    bold: bool = False

    def __post_init__(self) -> None:
        if "\n" in self.text:
            raise ValueError(f"a text is one line: {self.text!r}")
        if self.scale < 1:
            raise ValueError(f"scale {self.scale} of {self.text!r} is less than 1")
        if self.width is not None and self.width < 1:
            raise ValueError(f"width {self.width} of {self.text!r} is less than 1")


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: its one-pixel border, or lit all over."""

    x: int
    y: int
    width: int
    height: int
    filled: bool = False

    def __post_init__(self) -> None:
        _check_size(self.width, self.height)


@dataclass(frozen=True, slots=True)
class Line:
    """A line one pixel thick, both ends included."""

    x1: int
    y1: int
    x2: int
    y2: int


@dataclass(frozen=True, slots=True)
class Invert:
    """A rectangle in which lit and dark change places, of all that was drawn before it."""

    x: int
    y: int
    width: int
    height: int

    def __post_init__(self) -> None:
        _check_size(self.width, self.height)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar that fills from the left, in a border; `fraction` 0 is empty, 1 full."""

    x: int
    y: int
    width: int
    height: int
    fraction: float

    def __post_init__(self) -> None:
        _check_size(self.width, self.height)
        if not 0 <= self.fraction <= 1:
            raise ValueError(f"fraction {self.fraction} is not from 0 to 1")


@dataclass(frozen=True, slots=True)
class Triangle:
    """A lit triangle in a rectangle, its tip in the middle of the side it points to."""

    x: int
    y: int
    width: int
    height: int
    direction: Direction

    def __post_init__(self) -> None:
        _check_size(self.width, self.height)


@dataclass(frozen=True, slots=True)
class Picture:
    """A flower or a type of card, as a square picture; under its dark pixels stays what was there.

    Attributes:
        x: Its left edge.
        y: Its top.
        of: The flower or type.
        size_px: Its width and height: 32 or 16 for a flower; 12 for a type, which so stands in a
            line of `Font.SMALL`.
        text: What it says in plain text; empty where a text beside it says so already.
    """

    x: int
    y: int
    of: Suit | CardType
    size_px: int
    text: str = ""

    def __post_init__(self) -> None:
        sizes = _FLOWER_SIZES_PX if isinstance(self.of, Suit) else _TYPE_SIZES_PX
        if self.size_px not in sizes:
            there = " or ".join(map(str, sizes))
            raise ValueError(f"{self.of} has no picture of {self.size_px} pixels, only of {there}")


@dataclass(frozen=True, slots=True)
class QrCode:
    """A web address for a phone's camera, in a lit square: dark modules, lit ones, and their quiet zone.

    Attributes:
        x: Its left edge.
        y: Its top.
        size_px: Its width and height.
        address: What it says; empty in plain text, as letters beside it say so already.
    """

    x: int
    y: int
    size_px: int
    address: str

    def __post_init__(self) -> None:
        _check_size(self.size_px, self.size_px)


Item = Text | Box | Line | Invert | Bar | Triangle | Picture | QrCode


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one screen shows.

    Attributes:
        items: In the order in which they are drawn.
        beyond: Texts that are part of the screen but scrolled out of sight.
    """

    items: tuple[Item, ...]
    beyond: tuple[str, ...] = ()

    def lines(self) -> list[str]:
        """Write the screen as plain text.

        Texts count whole, also where the picture cuts them; a `Picture` counts as its text.
        Texts of about the same height are one line, from left to right with single spaces
        between.

        Returns:
            The lines from top to bottom, then the texts beyond; no line is empty.
        """
        rows = [" ".join(text.text.strip() for text in row) for row in _rows(self.items)]
        return rows + [text.strip() for text in self.beyond if text.strip()]

    def says(self, text: str) -> bool:
        """Tell whether a text is on the screen: in one line, or running on into the next."""
        return text in " ".join(self.lines())


def _rows(items: tuple[Item, ...]) -> list[list[Text | Picture]]:
    """Sort the texts into rows; a row holds what starts within a few pixels of its first."""
    texts = [item for item in items if isinstance(item, Text | Picture) and item.text.strip()]
    rows: list[list[Text | Picture]] = []
    for text in sorted(texts, key=lambda text: text.y):
        if rows and text.y - rows[-1][0].y < _SAME_ROW_PX:
            rows[-1].append(text)
        else:
            rows.append([text])
    return [sorted(row, key=_from_left) for row in rows]


def _from_left(text: Text | Picture) -> tuple[int, bool]:
    """Order texts that do not overlap; one that ends at an x stands before one that starts there."""
    return text.x, isinstance(text, Picture) or text.align is not Align.RIGHT


def _check_size(width: int, height: int) -> None:
    if width < 1 or height < 1:
        raise ValueError(f"{width}×{height} is no rectangle")

"""What a drawing is made of: lines, discs, plates and words, in one unit of length; x goes right, y down."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

__all__ = ["Align", "Disc", "Drawing", "Item", "Line", "Plate", "Point", "Words", "box_of", "width_of"]

Point: TypeAlias = tuple[float, float]
Item: TypeAlias = "Line | Disc | Plate | Words"

_THIN = " !,.:;/I[]()'ijltf|r-"
_WIDE = "mwMW%@"
_THIN_EM, _USUAL_EM, _WIDE_EM = 0.33, 0.6, 0.92
"""Letters are at most so wide in the usual fonts without serifs."""


class Align(Enum):
    """Where words lie: from their point, to it, or on both sides of it."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points."""

    points: tuple[Point, ...]
    colour: str
    width: float
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc with a rim; without a fill only the rim."""

    centre: Point
    radius: float
    rim: str
    width: float
    fill: str = ""
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Plate:
    """A rectangle with a rim; without a fill only the rim."""

    corner: Point
    size: Point
    rim: str
    width: float
    fill: str = ""
    rounding: float = 0.0
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text, by its base line."""

    at: Point
    text: str
    size: float
    align: Align = Align.START
    colour: str = "#222222"
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing on light ground, so that it reads on a dark page too.

    Attributes:
        size: width and height.
        unit: px or mm.
        title: what is drawn, for who does not see it.
        items: from the lowest to the uppermost.
    """

    size: Point
    unit: str
    title: str
    items: tuple[Item, ...]


def width_of(words: Words) -> float:
    """Return how wide words are at most."""
    ems = sum(
        _THIN_EM if letter in _THIN else _WIDE_EM if letter in _WIDE else _USUAL_EM for letter in words.text
    )
    return ems * words.size


def box_of(words: Words) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of what words cover."""
    width = width_of(words)
    left = words.at[0] - {Align.START: 0.0, Align.MIDDLE: width / 2, Align.END: width}[words.align]
    return left, words.at[1] - 0.75 * words.size, left + width, words.at[1] + 0.22 * words.size

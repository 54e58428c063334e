"""Bitmap fonts: read from BDF files, and measured, without an imaging library.

The files are made by `make_fonts`, which writes every glyph as its full cell: as wide as
the character's advance, as high as the font. So a glyph needs no offsets here.

Source: Adobe, Glyph Bitmap Distribution Format (BDF) Specification, version 2.2.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from firmware.screens.scene import Font

__all__ = ["MISSING", "BitmapFont", "Glyph", "cut", "load_font", "text_width"]

# The geta mark, which Japanese printers set where a type is missing.
MISSING = "〓"
_CUT_MARK = "…"

_FILES = {Font.TINY: "mplus10.bdf", Font.SMALL: "shinonome12.bdf", Font.LARGE: "shinonome16.bdf"}
_GLYPH = re.compile(
    r"^ENCODING (\d+)\n(?:.+\n)*?DWIDTH (\d+) 0\n(?:.+\n)*?BITMAP\n([0-9A-F\n]*)ENDCHAR$",
    re.MULTILINE,
)
_HEIGHT = re.compile(r"^FONTBOUNDINGBOX \d+ (\d+) ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Glyph:
    """The cell of one character.

    Attributes:
        width_px: Width of the cell; its height is the font's.
        bits: The rows from the top, each filled up to whole bytes, leftmost pixel in the
            highest bit, 1 for lit.
    """

    width_px: int
    bits: bytes


@dataclass(frozen=True, slots=True)
class BitmapFont:
    """The glyphs of one font by character, all of one height."""

    height_px: int
    glyphs: Mapping[str, Glyph]

    def __getitem__(self, character: str) -> Glyph:
        """Look a character's glyph up; what the font lacks shows as `MISSING`."""
        return self.glyphs.get(character) or self.glyphs[MISSING]

    def width(self, text: str) -> int:
        """Measure a text, in pixels at scale 1."""
        return sum(self[character].width_px for character in text)


@cache
def load_font(font: Font) -> BitmapFont:
    """Read a font from its file; once in a process, at its first use."""
    bdf = files(__package__).joinpath(_FILES[font]).read_text(encoding="ascii")
    height = _HEIGHT.search(bdf)
    if height is None:
        raise ValueError(f"no FONTBOUNDINGBOX in {_FILES[font]}")
    glyphs = {
        chr(int(code)): Glyph(int(width), bytes.fromhex(rows)) for code, width, rows in _GLYPH.findall(bdf)
    }
    return BitmapFont(int(height[1]), glyphs)


def text_width(text: str, font: Font = Font.SMALL, scale: int = 1) -> int:
    """Measure how wide a text is on the panel, in pixels, the gap after its last letter included."""
    return load_font(font).width(text) * scale


def cut(text: str, width_px: int, font: Font = Font.SMALL, scale: int = 1) -> str:
    """Cut a text to a width, with a mark where something is gone.

    Args:
        text: The whole text.
        width_px: The most pixels it may take.
        font: The font it is measured in.
        scale: The scale it is measured at.

    Returns:
        The text itself if it fits, else its longest beginning that leaves room for "…";
        the mark alone where there is room for nothing.
    """
    if text_width(text, font, scale) <= width_px:
        return text
    room = width_px - text_width(_CUT_MARK, font, scale)
    while text and text_width(text, font, scale) > room:
        text = text[:-1]
    return text.rstrip() + _CUT_MARK

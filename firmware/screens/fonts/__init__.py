"""The three bitmap fonts of the panel, as BDF files, and how they are read."""

from firmware.screens.fonts.bitmap import MISSING, BitmapFont, Glyph, cut, load_font, text_width

__all__ = ["MISSING", "BitmapFont", "Glyph", "cut", "load_font", "text_width"]

"""Pages of short lines: four in the smallest font, or three in the next one where there are kanji."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import wrapped
from firmware.screens.scene import Align, Font, Item, Line, Text
from firmware.texts import Language, Texts

__all__ = ["COLUMN_PX", "LINE_PX", "Page", "draw_lines", "in_lines", "paged", "setting_of"]

LINE_PX = 126
"""The width of a line; something on its right included."""

COLUMN_PX = 60
"""The same of a line in one of two columns."""

_SECOND_COLUMN_X = 65
_BETWEEN_X = 63


@dataclass(frozen=True, slots=True)
class Setting:
    """How lines are set.

    Attributes:
        font: theirs.
        count: how many fit on a page, between its title and the foot.
        height_px: from one to the next.
        top_y: of the first.
    """

    font: Font
    count: int
    height_px: int
    top_y: int


_LATIN = Setting(Font.TINY, 4, 9, 13)
_KANJI = Setting(Font.SMALL, 3, 12, 14)


@dataclass(frozen=True, slots=True)
class Page:
    """One page.

    Attributes:
        heading, value: left and right in its title.
        lines: what stands on the left and on the right of each.
        setting: how they are set.
        is_in_two: they stand in two columns, the left one first.
    """

    heading: str
    value: str
    lines: tuple[tuple[str, str], ...]
    setting: Setting
    is_in_two: bool = False


def setting_of(texts: Texts) -> Setting:
    """Return how lines are set in a language."""
    return _KANJI if texts.language is Language.JAPANESE else _LATIN


def paged(heading: str, value: str, lines: Sequence[tuple[str, str]], texts: Texts) -> list[Page]:
    """Return as many pages under one heading as the lines take; without lines, one."""
    setting = setting_of(texts)
    starts = range(0, max(len(lines), 1), setting.count)
    return [Page(heading, value, tuple(lines[at : at + setting.count]), setting) for at in starts]


def draw_lines(shown: Page) -> list[Item]:
    """Draw a page's lines, between its title and the foot."""
    setting, lines = shown.setting, shown.lines
    if not shown.is_in_two:
        return list(_column(lines, setting, 1, LINE_PX))
    left = _column(lines[: setting.count], setting, 0, COLUMN_PX + 2)
    right = _column(lines[setting.count :], setting, _SECOND_COLUMN_X, COLUMN_PX + 2)
    return [*left, *right, Line(_BETWEEN_X, 14, _BETWEEN_X, 49)]


def in_lines(text: str, texts: Texts) -> list[str]:
    """Break a text into lines of a page."""
    return wrapped(text, LINE_PX, setting_of(texts).font)


def _column(lines: Sequence[tuple[str, str]], setting: Setting, x: int, width_px: int) -> Iterator[Item]:
    for place, (left, right) in enumerate(lines):
        y = setting.top_y + setting.height_px * place
        yield Text(x, y, left, setting.font, width=width_px - text_width(right, setting.font))
        yield Text(x + width_px, y, right, setting.font, align=Align.RIGHT)

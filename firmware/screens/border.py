"""The picture that shows whether driver and offset are right: what to look at are its borders."""

from firmware.screens.scene import (
    PANEL_HEIGHT_PX,
    PANEL_WIDTH_PX,
    Align,
    Box,
    Direction,
    Item,
    Line,
    Scene,
    Text,
    Triangle,
)
from firmware.texts import Texts

__all__ = ["border"]

_SETTINGS = "driver, offset"  # their names in the settings file, in any language
_TEETH = 5
_APART_PX = 2
_MIDDLE_X, _MIDDLE_Y = PANEL_WIDTH_PX // 2, PANEL_HEIGHT_PX // 2


def border(texts: Texts, *, asks: bool = False) -> Scene:
    """Return a frame of the outermost pixels, with a comb at either side and an arrow to the top.

    A picture that is shifted by two columns has lost one side of the frame and a tooth with it; one
    that is mirrored or upside down, its arrow.

    Args:
        texts: of the words in its middle.
        asks: whether buttons answer the question.
    """
    words = (texts.say("border.whole"), texts.say("border.else"), _SETTINGS)
    if asks:
        words = (texts.say("border.whole"), texts.say("border.yes"), texts.say("border.no"))
    return Scene(
        (
            Box(0, 0, PANEL_WIDTH_PX, PANEL_HEIGHT_PX),
            *_combs(),
            Triangle(_MIDDLE_X - 6, 3, 13, 7, Direction.UP),
            *(Text(_MIDDLE_X, 15 + 14 * place, line, align=Align.CENTER) for place, line in enumerate(words)),
        )
    )


def _combs() -> list[Item]:
    """Return teeth that grow shorter from each side towards the middle, so that one more or less shows."""
    items: list[Item] = []
    for tooth in range(1, _TEETH + 1):
        x, half_px = tooth * _APART_PX, 3 * (_TEETH + 1 - tooth)
        for side in (x, PANEL_WIDTH_PX - 1 - x):
            items.append(Line(side, _MIDDLE_Y - half_px, side, _MIDDLE_Y + half_px - 1))
    return items

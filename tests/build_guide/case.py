"""The case in a few dimensions, and its drawing from above. Lengths are in millimetres."""

import math
from collections.abc import Iterable
from typing import TypeAlias

from drawing import Align, Disc, Drawing, Item, Line, Plate, Point, Words
from stickers import CARD_MM
from wiring import CAPS

from hardware import Button

__all__ = [
    "BOX_MM",
    "BUTTONS",
    "BUTTON_MM",
    "COIL",
    "COIL_MM",
    "HEIGHT_MM",
    "METAL_MM",
    "PI",
    "PILES_MM",
    "WINDOW",
    "case_drawing",
    "nearest_to_coil",
]

Area: TypeAlias = tuple[Point, Point]
"""Its corner at the back on the left, and its size."""

BOX_MM: Point = (240.0, 140.0)
HEIGHT_MM = 60.0
"""So that the plugs on the Pi's header have room under the display."""
COIL: Point = (70.0, 70.0)
"""The middle of the reader's coil, and of the card that lies on it."""
COIL_MM = 40.0
"""The coil's longer side, at most; the board is about 40 by 60."""
PILES_MM = 50.0
METAL_MM = 40.0
READER: Area = ((50.0, 30.0), (40.0, 60.0))
PI: Area = ((140.0, 10.0), (85.0, 56.0))
WINDOW: Area = ((152.5, 26.0), (55.0, 27.5))
BUTTONS = {button: (130.0 + 23.0 * place, 112.0) for place, button in enumerate(Button)}
BUTTON_MM, _BUZZER, _BUZZER_MM = 12.0, (222.0, 84.0), 12.0
_HEADING = f"The lid from above, in millimetres (box {HEIGHT_MM:g} high); dashed: under it"
_SCALE, _LEFT, _TOP = 3.4, 70.0, 84.0
_INK, _FAINT = "#222222", "#77777a"
_CAPS = {"red": "#cc2222", "blue": "#1f5fbf", "yellow": "#c79a00", "grey": "#77777a"}


def case_drawing() -> Drawing:
    """Return the lid from above, with what lies under it, and its dimensions."""
    width, depth = (side * _SCALE for side in BOX_MM)
    items = (
        _plate((0, 0), BOX_MM, "#ffffff", rounding=4),
        *_under_the_lid(),
        *_on_the_lid(),
        *_dimension((0, 0), (BOX_MM[0], 0), f"{BOX_MM[0]:g}", -16),
        *_dimension((0, BOX_MM[1]), (COIL[0], BOX_MM[1]), f"{COIL[0]:g}", 20),
        *_upright(0, COIL[1], f"{COIL[1]:g}", -18),
        *_upright(COIL[1], BOX_MM[1], f"{BOX_MM[1] - COIL[1]:g}", -18),
        Words(
            (_LEFT, 32),
            f"The lid from above, in millimetres (box {HEIGHT_MM:g} high); dashed: under it",
            16,
            bold=True,
        ),
    )
    return Drawing((width + _LEFT + 30, depth + _TOP + 50), "px", "The case, seen from above", items)


def nearest_to_coil(corner: Point, size: Point) -> float:
    """Return how far a box is from the rim of the coil, taken as a disc."""
    apart = [max(low - at, 0.0, at - low - side) for low, side, at in zip(corner, size, COIL, strict=True)]
    return math.hypot(*apart) - COIL_MM / 2


def _under_the_lid() -> Iterable[Item]:
    yield _plate(*READER, "", dashed=True)
    yield _plate(*PI, "", dashed=True)
    yield Disc(_at(COIL), COIL_MM / 2 * _SCALE, "#d9730d", 2, dashed=True)
    yield Words(_at((COIL[0], 24.0)), "reader, its pins to the back", 13, Align.MIDDLE, _FAINT)
    yield Words(
        _at((PI[0][0] + PI[1][0] / 2, PI[0][1] + 9)), "Raspberry Pi, on the floor", 13, Align.MIDDLE, _FAINT
    )
    yield Words(
        _at((PI[0][0] + PI[1][0] / 2, PI[0][1] + 52)), "its header in front", 13, Align.MIDDLE, _FAINT
    )
    yield Disc(_at(_BUZZER), _BUZZER_MM / 2 * _SCALE, _FAINT, 1.5, dashed=True)
    yield Words(_at((_BUZZER[0], _BUZZER[1] - 8)), "buzzer", 13, Align.MIDDLE, _FAINT)


def _on_the_lid() -> Iterable[Item]:
    card = (COIL[0] - CARD_MM[0] / 2, COIL[1] - CARD_MM[1] / 2)
    yield _plate(card, CARD_MM, "", rounding=2)
    yield Words(_at((COIL[0], COIL[1] + 2)), "card here", 14, Align.MIDDLE)
    yield Words(_at((COIL[0], 109)), "no metal within 40 of the coil", 13, Align.MIDDLE, _FAINT)
    yield _plate(*WINDOW, "#11161c")
    yield Words(_at((WINDOW[0][0] + WINDOW[1][0] / 2, 41)), "display", 14, Align.MIDDLE, "#ffffff")
    for button, middle in BUTTONS.items():
        yield Disc(_at(middle), BUTTON_MM / 2 * _SCALE, _INK, 1.5, _CAPS[CAPS.get(button, "grey")])
        yield Words(_at((middle[0], middle[1] + 12)), button.value, 14, Align.MIDDLE, bold=True)


def _dimension(start: Point, end: Point, text: str, shift: float) -> Iterable[Item]:
    """Draw a length beside the lid, from left to right."""
    (x1, y), (x2, _) = _at(start), _at(end)
    yield Line(((x1, y + shift), (x2, y + shift)), _FAINT, 1)
    for x in (x1, x2):
        yield Line(((x, y + shift - 4), (x, y + shift + 4)), _FAINT, 1)
    yield Words(((x1 + x2) / 2, y + shift + (-5 if shift < 0 else 16)), text, 13, Align.MIDDLE)


def _upright(start: float, end: float, text: str, shift: float) -> Iterable[Item]:
    """Draw a length left of the lid, from back to front."""
    (x, y1), (_, y2) = _at((0, start)), _at((0, end))
    yield Line(((x + shift, y1), (x + shift, y2)), _FAINT, 1)
    for y in (y1, y2):
        yield Line(((x + shift - 4, y), (x + shift + 4, y)), _FAINT, 1)
    yield Words((x + shift - 7, (y1 + y2) / 2 + 4), text, 13, Align.END)


def _plate(corner: Point, size: Point, fill: str, *, rounding: float = 0.0, dashed: bool = False) -> Plate:
    width, height = (side * _SCALE for side in size)
    rim = _FAINT if dashed else _INK
    return Plate(_at(corner), (width, height), rim, 1.5, fill, rounding * _SCALE, dashed)


def _at(point: Point) -> Point:
    return _LEFT + point[0] * _SCALE, _TOP + point[1] * _SCALE

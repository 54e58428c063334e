"""Draws the template to print: four cards with a hole each, and which card of a suit gets which."""

from collections.abc import Iterable

from drawing import Align, Disc, Drawing, Item, Line, Plate, Point, Words
from stickers import CARD_MM, RECTANGLE, ROUND, Sticker, places, suits

__all__ = ["A4_MM", "CHECK_MM", "template"]

A4_MM: Point = (210.0, 297.0)
CHECK_MM = 50.0
"""The line that shows whether the printer kept to the scale."""

_MARGIN, _GAP = 18.0, 14.0
_INK, _FAINT = "#222222", "#77777a"
_ROWS_Y = ((ROUND, 74.0), (RECTANGLE, 146.0))
_LIST_Y, _LIST_STEP = 222.0, 4.9
_COLUMNS_X = (18.0, 46.0, 82.0, 120.0, 158.0)
_HOW = (
    "1. Print at 100 % (no “fit to page”), and measure the line: it must be 50 mm long.",
    "2. Glue the sheet to thin card. Cut out the four cards of one row, and the hole in each.",
    "3. Turn a hanafuda card over like the page of a book: top stays top. Lay the template on its back.",
    "4. Stick the sticker into the hole. The list says which template the card gets.",
)


def template() -> Drawing:
    """Return the sheet, to scale on A4."""
    items = (
        Words((_MARGIN, 20), "Where the stickers go", 6, bold=True),
        *(Words((_MARGIN, 28 + 5 * place), line, 3.2) for place, line in enumerate(_HOW)),
        *_check_line(),
        *(item for sticker, top in _ROWS_Y for item in _row(sticker, top)),
        *_list(),
    )
    return Drawing(A4_MM, "mm", "Template for stickers on hanafuda cards, to scale on A4", items)


def _check_line() -> Iterable[Item]:
    x, y = _MARGIN, 53.0
    yield Line(((x, y), (x + CHECK_MM, y)), _INK, 0.3)
    for end in (x, x + CHECK_MM):
        yield Line(((end, y - 2), (end, y + 2)), _INK, 0.3)
    yield Words((x + CHECK_MM + 4, y + 1.1), f"{CHECK_MM:.0f} mm", 3.2)


def _row(sticker: Sticker, top: float) -> Iterable[Item]:
    """Draw four cards, each with the hole of its place."""
    width, height = CARD_MM
    scale = f"card {width:g} × {height:g} mm"
    yield Words((_MARGIN, top - 8), f"For stickers of {sticker.name} ({scale})", 3.6, bold=True)
    for number, (x, y) in enumerate(places(sticker), 1):
        left = _MARGIN + (number - 1) * (width + _GAP)
        yield Plate((left, top), CARD_MM, _INK, 0.2)
        yield Words((left + width / 2, top - 2), f"top of {number}", 3, Align.MIDDLE, _FAINT)
        yield from _hole(sticker, (left + x, top + y))
        yield Words((left + x, top + y + 3), str(number), 8, Align.MIDDLE, _INK, bold=True)


def _hole(sticker: Sticker, middle: Point) -> Iterable[Item]:
    (x, y), (width, height) = middle, sticker.size
    if sticker.is_round:
        yield Disc(middle, width / 2, _INK, 0.2)
    else:
        yield Plate((x - width / 2, y - height / 2), sticker.size, _INK, 0.2)


def _list() -> Iterable[Item]:
    """Write which card gets which place: table order, in which the box asks for them too."""
    heads = ("suit", *(f"template {number}" for number in range(1, 5)))
    rows = [
        heads,
        *((suit.english, *(card.value.split("-", 1)[1] for card in four)) for suit, four in suits()),
    ]
    for place, row in enumerate(rows):
        y = _LIST_Y + place * _LIST_STEP
        for x, text in zip(_COLUMNS_X, row, strict=True):
            yield Words((x, y), text.replace("-", " "), 3.2, bold=place == 0)

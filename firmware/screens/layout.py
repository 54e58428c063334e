"""Pieces that many screens share: title, foot, lists, and choosing what fits."""

from collections.abc import Sequence

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.scene import (
    PANEL_WIDTH_PX,
    Align,
    Direction,
    Font,
    Invert,
    Item,
    Line,
    Picture,
    Scene,
    Text,
    Triangle,
)
from firmware.texts import Language, Texts
from scorer import Card, Suit

__all__ = [
    "FOOT_Y",
    "Row",
    "card_name",
    "card_title",
    "card_type",
    "fitting",
    "flower",
    "flower_name",
    "foot",
    "large",
    "page",
    "scroll_list",
    "title",
    "wrapped",
]

FOOT_Y = 51
_RULE_Y = 12
_ROW_HEIGHT = 12
_LIST_ROWS = 4
_ARROW_PX = 9
_ROW_PX = 114

Row = str | tuple[str, str]


def title(left: str, right: str = "") -> tuple[Item, ...]:
    """Return the top line, with a rule under it."""
    right_px = _right_px(left, right, 125)
    items: list[Item] = [Text(1, 0, left, width=126 - right_px)]
    if right:
        items.append(Text(127, 0, right, align=Align.RIGHT, width=right_px))
    return (*items, Line(0, _RULE_Y, PANEL_WIDTH_PX - 1, _RULE_Y))


def foot(left: str, right: str = "", *, lit: bool = True) -> tuple[Item, ...]:
    """Return the bottom line: what to do next."""
    right_px = _right_px(left, right, 124)
    items: list[Item] = [Text(2, FOOT_Y + 1, left, width=125 - right_px)]
    if right:
        items.append(Text(126, FOOT_Y + 1, right, align=Align.RIGHT, width=right_px))
    if lit:
        items.append(Invert(0, FOOT_Y, PANEL_WIDTH_PX, 13))
    else:
        items.append(Line(0, FOOT_Y - 1, PANEL_WIDTH_PX - 1, FOOT_Y - 1))
    return tuple(items)


def large(x: int, y: int, text: str, align: Align = Align.CENTER) -> Text:
    """Return a text as large as fits the line, its top at y or a little below."""
    if text_width(text, Font.LARGE) <= 124:
        return Text(x, y, text, Font.LARGE, align=align)
    return Text(x, y + 2, text, align=align, width=126)


def page(*parts: Item | Sequence[Item]) -> Scene:
    """Put items, and groups of them, into one scene."""
    items: list[Item] = []
    for part in parts:
        if isinstance(part, Sequence):
            items.extend(part)
        else:
            items.append(part)
    return Scene(tuple(items))


def fitting(texts: Sequence[str], width_px: int, font: Font = Font.SMALL) -> str:
    """Return the first of some texts that fits a width, else the last."""
    return next((text for text in texts if text_width(text, font) <= width_px), texts[-1])


def card_name(card: Card, texts: Texts, width_px: int = 126) -> str:
    """Return a card's name with its flower, as "Wisteria cuckoo", as much of it as fits."""
    with_kanji = [f"{card.suit.kanji} {texts.card(card).lower()}"] if texts.has_kanji else []
    return fitting(
        [texts.whole(card), texts.whole(card, short=True), *with_kanji, texts.card(card)], width_px
    )


def card_title(card: Card, texts: Texts) -> tuple[Item, ...]:
    """Return a title that names a card, with its flower's kanji beside English."""
    kanji = texts.kanji(card.suit)
    name = card_name(card, texts, 126 - text_width(kanji) - 4)
    return title(name, "" if name.startswith(card.suit.kanji) else kanji)


def flower_name(suit: Suit, texts: Texts) -> str:
    """Name a flower, with its kanji where they stand beside English."""
    return f"{texts.flower(suit)} {texts.kanji(suit)}".strip()


def wrapped(text: str, width_px: int, font: Font = Font.SMALL) -> list[str]:
    """Break a text into lines: between words, and where a word alone is too wide, within it."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, font) <= width_px:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if text_width(lines[-1] + letter, font) > width_px:
                lines.append("")
            lines[-1] += letter
    return [line for line in lines if line]


def flower(suit: Suit, texts: Texts, y: int, x: int = 1) -> tuple[Item, ...]:
    """Return a flower 32 pixels high: drawn, or in Japanese its kanji."""
    kanji = suit.kanji
    if texts.language is not Language.JAPANESE:
        return (Picture(x, y, suit, 32),)
    if len(kanji) == 1:
        return (Text(x, y, kanji, Font.LARGE, scale=2),)
    return tuple(Text(x + 8, y + 16 * row, letter, Font.LARGE) for row, letter in enumerate(kanji))


def card_type(card: Card, texts: Texts, x: int, y: int) -> tuple[Item, ...]:
    """Return a card's type, as its small picture and in a word."""
    return Picture(x, y, card.type, 12), Text(x + 16, y, texts.type(card.type))


def scroll_list(rows: Sequence[Row], choice: int, top_y: int = 14, shown: int = _LIST_ROWS) -> Scene:
    """Return a list around its chosen row; what is out of sight counts as the scene's beyond.

    Args:
        rows: texts, or pairs of what stands on the left and on the right of a row.
        choice: the place of the chosen row.
        top_y: where the list begins.
        shown: how many rows are in sight.
    """
    first = min(max(choice - shown + 1, 0), max(len(rows) - shown, 0))
    items: list[Item] = []
    lit_px = PANEL_WIDTH_PX - (_ARROW_PX if len(rows) > shown else 0)
    for place, row in enumerate(rows[first : first + shown]):
        y = top_y + place * _ROW_HEIGHT
        items += _row(row, y)
        if first + place == choice:
            items.append(Invert(0, y, lit_px, _ROW_HEIGHT))
    if first > 0:
        items.append(Triangle(121, top_y + 2, 7, 5, Direction.UP))
    if first + shown < len(rows):
        items.append(Triangle(121, top_y + shown * _ROW_HEIGHT - 8, 7, 5, Direction.DOWN))
    hidden = (*rows[:first], *rows[first + shown :])
    return Scene(tuple(items), beyond=tuple(row if isinstance(row, str) else " ".join(row) for row in hidden))


def _row(row: Row, y: int) -> list[Item]:
    if isinstance(row, str):
        return [Text(4, y, row, width=_ROW_PX)]
    left, right = row
    right_px = _right_px(left, right, _ROW_PX - 4)
    return [
        Text(4, y, left, width=_ROW_PX - right_px - (4 if right else 0)),
        Text(4 + _ROW_PX, y, right, align=Align.RIGHT, width=max(right_px, 1)),
    ]


def _right_px(left: str, right: str, room_px: int) -> int:
    """Return how much room the right one of two texts takes: what the left one leaves, at least a third."""
    return min(text_width(right), max(room_px - text_width(left), room_px // 3))

"""Pages on which the table is looked at: every pile, and who has which card of each yaku."""

from collections import Counter

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import card_name, fitting, foot, page, scroll_list, title
from firmware.screens.menus import over_a_foot
from firmware.screens.running import seat_name
from firmware.screens.scene import Scene, Text
from firmware.table import Table
from firmware.table.pages import InPiles, InYaku
from firmware.table.piles import PileRow
from firmware.table.piles import rows as pile_rows
from firmware.table.yaku import owners
from firmware.table.yaku import rows as yaku_rows
from firmware.texts import Texts
from scorer import Match, RuleCardRow, Seat

__all__ = ["piles", "yaku"]

_ROW_PX = 110


def piles(table: Table, mode: InPiles, texts: Texts) -> Scene:
    """Show every pile in one list; each card bears the letter of who has it."""
    match = table.running
    rows = [_pile_row(match, row, texts) for row in pile_rows(match)]
    return over_a_foot(texts.say("piles.title"), rows, mode.choice, texts.say("piles.next"))


def _pile_row(match: Match, row: PileRow, texts: Texts) -> tuple[str, str]:
    if row.card is not None:
        return f" {card_name(row.card, texts, 96)}", str(row.seat or "")
    name = texts.say("piles.free") if row.seat is None else seat_name(match, row.seat)
    return name, texts.say("piles.count", count=row.count)


def yaku(table: Table, mode: InYaku, texts: Texts) -> Scene:
    """Show the yaku with the letters of who has their cards, or the cards of one of them."""
    match = table.running
    rows = yaku_rows(match)
    if mode.card is not None:
        return _cards(match, rows[mode.choice], mode.card, texts)
    if not rows:
        return page(title(texts.say("yaku.title")), Text(4, 24, texts.say("yaku.none")))
    listed = [_yaku_row(match, row, texts) for row in rows]
    return over_a_foot(texts.say("yaku.title"), listed, mode.choice, texts.say("yaku.open"))


def _yaku_row(match: Match, row: RuleCardRow, texts: Texts) -> tuple[str, str]:
    """Name a yaku with a letter for each of its cards; where those are many, with their numbers."""
    seats = owners(match, row)
    counts = Counter(seat for seat in seats if seat is not None)
    few = "".join(_letter(seat) for seat in seats)
    many = " ".join(f"{seat}{count}" for seat, count in sorted(counts.items(), key=str)) or "-"
    right = few if len(seats) <= 5 else many
    left_px = _ROW_PX - text_width(right)
    brief = texts.brief(row.names)[-1]
    short = texts.short(row.names)
    valued = [f"{name} {row.value}" for name in short]
    return fitting([*valued, short[-1], brief], left_px), right


def _cards(match: Match, row: RuleCardRow, choice: int, texts: Texts) -> Scene:
    """Show a yaku's cards, each with the letter of who has it, and who has most of them."""
    seats = owners(match, row)
    names = [card_name(card, texts, 100) for card in row.cards]
    listed = [(name, _letter(seat)) for name, seat in zip(names, seats, strict=True)]
    lines = scroll_list(listed, choice, shown=3)
    heading = fitting(texts.names(row.names), 96)
    counts = Counter(seat for seat in seats if seat is not None).most_common()
    held = [texts.say("yaku.held", seat=seat, count=count, need=row.count) for seat, count in counts]
    bottom = foot(
        fitting(["  ".join(held), *held[:1]], 124) if held else texts.say("yaku.nobody", need=row.count)
    )
    return Scene((*title(heading, str(row.value)), *lines.items, *bottom), lines.beyond)


def _letter(seat: Seat | None) -> str:
    return "-" if seat is None else str(seat)

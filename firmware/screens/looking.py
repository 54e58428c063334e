"""Pages on which the table is looked at: every pile, and who has which card of each yaku."""

from collections import Counter

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import card_name, fitting
from firmware.screens.menus import over_a_foot
from firmware.screens.rule_card import rule_file_page, rule_page
from firmware.screens.running import seat_name
from firmware.screens.scene import Scene
from firmware.table import Table
from firmware.table.pages import InPiles, InYaku
from firmware.table.piles import PileRow
from firmware.table.piles import rows as pile_rows
from firmware.table.yaku import owners, row_at
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
    """Show the yaku with the letters of who has their cards, or the page of one of them."""
    match = table.running
    if mode.card is not None:
        row = row_at(match, mode.choice)
        if row is None:
            return rule_file_page(match, mode.card, texts)
        return rule_page(match, row, mode.card, texts)
    version = texts.say("file.version", version=match.ruleset.version)
    listed = [*(_yaku_row(match, row, texts) for row in yaku_rows(match)), (texts.say("yaku.rules"), version)]
    return over_a_foot(texts.say("yaku.title"), listed, mode.choice, texts.say("yaku.open"))


def _yaku_row(match: Match, row: RuleCardRow, texts: Texts) -> tuple[str, str]:
    """Name a yaku with a letter for each of its cards; where those are many, with their numbers."""
    seats = owners(match, row)
    counts = Counter(seat for seat in seats if seat is not None)
    few = "".join(_letter(seat) for seat in seats)
    many = " ".join(f"{seat}{count}" for seat, count in sorted(counts.items(), key=str)) or "-"
    right = few if len(seats) <= 5 else many
    if not row.cards:
        right = "".join(str(seat) for seat, ids in match.round.teyaku.items() if row.id in ids) or "-"
    left_px = _ROW_PX - text_width(right)
    brief = texts.brief(row.names)[-1]
    short = texts.short(row.names)
    valued = [f"{name} {row.value}" for name in short]
    return fitting([*valued, short[-1], brief], left_px), right


def _letter(seat: Seat | None) -> str:
    return "-" if seat is None else str(seat)

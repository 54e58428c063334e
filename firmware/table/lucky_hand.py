"""A player shows a lucky hand (teyaku) before the first play."""

from dataclasses import replace

from firmware.table.decision import FLASH_S, Decision, decision, refused
from firmware.table.lists import moved
from firmware.table.match_pages import LuckyHand
from firmware.table.state import AtTable, Flash, FlashKind, Notice, Table
from hardware import Button
from scorer import Card, Pile, Ruleset, Seat, ShownHand, TeyakuDeclared, shown_teyaku

__all__ = ["choices", "chosen", "hand", "made_by", "pressed", "tapped"]


def hand(table: Table) -> LuckyHand:
    """Return the hand that is being shown."""
    mode = table.view.mode
    if not isinstance(mode, LuckyHand):
        raise LookupError("nobody shows a hand")
    return mode


def made_by(table: Table) -> ShownHand:
    """Return what the shown cards make."""
    return shown_teyaku(Pile.of(hand(table).shown), table.running.ruleset, hand_size(table))


def hand_size(table: Table) -> int:
    """Return how many cards a hand has at this table."""
    return table.running.ruleset.deal[len(table.running.seats)].hand


def tapped(table: Table, card: Card, reader_seat: Seat | None) -> Decision:
    """Add a shown card; it is not captured. A player with a reader shows the hand there."""
    match, mode = table.running, hand(table)
    if reader_seat not in (None, mode.seat) and _has_reader(table, mode.seat):
        return refused(table, "other-reader", None, card, reader_seat)
    if card not in match.ruleset.deck:
        return refused(table, "not-in-game", Notice.NOT_IN_GAME, card)
    if card in mode.shown:
        return refused(table, "already-yours", Notice.ALREADY_YOURS, card, mode.seat)
    other = next(
        (seat for seat, shown in match.round.shown.items() if card in shown and seat is not mode.seat), None
    )
    if other is not None:
        return refused(table, "shown-by-other", None, card, other)
    if len(mode.shown) == hand_size(table):
        return refused(table, "too-many", None, card)
    return decision(table, mode=LuckyHand(mode.seat, (*mode.shown, card)))


def choices(ruleset: Ruleset) -> tuple[tuple[str, ...], ...]:
    """Return what may be declared with no card shown: each lucky hand, and none."""
    return (*((row.id,) for row in ruleset.teyaku), ())


def chosen(table: Table, choice: int | None, button: Button) -> int | None:
    """Return the choice after a letter: A up, B down; the first press comes in at that end."""
    if button not in (Button.A, Button.B):
        return choice
    count = len(choices(table.running.ruleset))
    if choice is None:
        return 0 if button is Button.B else count - 1
    return moved(table, choice, button, count)


def pressed(table: Table, button: Button) -> Decision:
    """OK declares what is shown or chosen, BACK goes back without; with no card shown A and B choose."""
    mode = hand(table)
    if button is Button.BACK:
        return decision(table, mode=AtTable())
    if button is Button.OK:
        return _declare(table, mode)
    if mode.shown:
        return decision(table)
    return decision(table, mode=replace(mode, choice=chosen(table, mode.choice, button)))


def _declare(table: Table, mode: LuckyHand) -> Decision:
    """Declare what the cards make, or what was chosen without any; "none" takes a declaration back."""
    match = table.running
    if mode.choice is None:
        made = made_by(table)
        if made.misdeal is not None:
            return refused(table, "four-alike", None)
        if not made.teyaku:
            return refused(table, "no-hand", None)
        ids = made.teyaku
    else:
        ids = choices(match.ruleset)[mode.choice]
    flash = Flash(FlashKind.DECLARED, table.view.now_s + FLASH_S, mode.shown, mode.seat, ids)
    if not ids and mode.seat not in match.round.teyaku:
        return decision(table, mode=AtTable(), flash=flash)
    return decision(table, TeyakuDeclared(mode.seat, ids, mode.shown), mode=AtTable(), flash=flash)


def _has_reader(table: Table, seat: Seat) -> bool:
    """Return whether a player has a reader that works."""
    return any(
        one is seat and number not in table.view.reader_faults
        for number, one in enumerate(table.reader_seats)
    )

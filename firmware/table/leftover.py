"""Cards that lie in no pile at the end of a round, in a game that needs them all."""

from dataclasses import replace

from firmware.table.decision import FLASH_S, Decision, HoldWords, decision, refused
from firmware.table.playing import new_yaku, noted, seat_of
from firmware.table.state import AtTable, Flash, FlashKind, Notice, Table
from hardware import Button
from scorer import Card, CardsCaptured, Pile, RoundReopened, Seat, leftover_owner

__all__ = [
    "counted_and_other",
    "held",
    "hold_words",
    "is_listing",
    "named_card",
    "offered",
    "pressed",
    "tapped",
    "wild_goes_to",
]

_FEW = 3
"""Up to so many missing cards are named one by one; more have probably not been tapped."""


def is_listing(table: Table) -> bool:
    """Return whether the missing cards are named one by one."""
    mode = table.view.mode
    return len(table.running.unaccounted()) <= _FEW or (isinstance(mode, AtTable) and mode.one_by_one)


def named_card(table: Table) -> Card:
    """Return the card that the screen asks about."""
    return next(iter(table.running.unaccounted()))


def offered(table: Table, card: Card) -> Seat | None:
    """Return who would get a card with OK, None where nobody is offered it."""
    match = table.running
    piles = {seat: Pile.of(cards) for seat, cards in match.round.piles.items()}
    return leftover_owner(card, match.unaccounted(), piles, match.ruleset)


def tapped(table: Table, card: Card, reader_seat: Seat | None) -> Decision:
    """Give a missing card to the player whose reader it was, else to the one offered, else to the active."""
    table = noted(table, card, reader_seat)
    match = table.running
    owner = match.round.owner(card)
    if card not in match.ruleset.deck:
        return refused(table, "not-in-game", Notice.NOT_IN_GAME, card)
    if owner is not None:
        return refused(table, "already-yours", Notice.ALREADY_YOURS, card, owner)
    seat = offered(table, card) if is_listing(table) else None
    return _give(table, card, reader_seat or seat or match.round.active)


def pressed(table: Table, button: Button) -> Decision:
    """Give the named card to a player, go through the cards one by one, or go back to the round."""
    if button is Button.BACK:
        return decision(table, RoundReopened(), mode=AtTable())
    if not is_listing(table):
        if button is Button.OK:
            return decision(table, mode=AtTable(one_by_one=True))
        return decision(table)
    card = named_card(table)
    if button is Button.OK:
        seat = offered(table, card)
        return _give(table, card, seat) if seat else refused(table, "choose", None)
    chosen = seat_of(button, table.running)
    return _give(table, card, chosen) if chosen else decision(table)


def counted_and_other(table: Table) -> tuple[Seat, Seat]:
    """Return whose pile the players are asked to count, the fuller one, and who would get the rest.

    Of piles equally full, it is the active player's, who tapped last.
    """
    round_ = table.running.round
    fullest = max(round_.piles, key=lambda seat: (len(round_.piles[seat]), seat is round_.active))
    return fullest, next(seat for seat in round_.piles if seat is not fullest)


def wild_goes_to(table: Table) -> Seat | None:
    """Return who would get the wild card with all the rest; None where somebody has it, or there is none."""
    rule = table.running.ruleset.leftover
    missing = table.running.unaccounted()
    return counted_and_other(table)[1] if rule is not None and rule.wild & missing else None


def hold_words(table: Table, button: Button) -> HoldWords | None:
    """Return what holding a letter does here, None for the other buttons."""
    seat = seat_of(button, table.running)
    return None if seat is None else HoldWords("leftover.hold", seat, tuple(table.running.unaccounted()))


def held(table: Table, button: Button) -> Decision:
    """Give a player all the missing cards, as one change; the result follows at once."""
    seat = seat_of(button, table.running)
    if seat is None:
        return decision(table)
    return decision(table, CardsCaptured(seat, tuple(table.running.unaccounted())), mode=AtTable())


def _give(table: Table, card: Card, seat: Seat) -> Decision:
    made = new_yaku(table.running, seat, (card,))
    kind = FlashKind.YAKU if made else FlashKind.CAPTURED
    flash = Flash(kind, table.view.now_s + FLASH_S, (card,), seat, made)
    given = decision(table, CardsCaptured(seat, (card,)), flash=flash)
    if len(table.running.unaccounted()) == 1:  # the result follows at once, and says more
        return replace(given, view=replace(given.view, mode=AtTable(), flash=None))
    return given

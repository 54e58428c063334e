"""Drawing for the dealer: each player taps a card, and the earliest month deals."""

from dataclasses import replace

from firmware.table.decision import Decision, decision, refused
from firmware.table.pages import Drawing, SettingUp
from firmware.table.state import Notice, Table
from hardware import Button
from scorer import Card, Seat

__all__ = ["pressed", "tapped"]


def tapped(table: Table, mode: SettingUp, card: Card, reader_seat: Seat | None) -> Decision:
    """Let the next player draw a card, in playing order; a player with a reader draws at that one."""
    drawing = mode.drawing
    if drawing is None or not drawing.waiting:
        drawing = Drawing(tuple(Seat)[: mode.draft.players])
    if card not in table.ruleset(mode.draft.game).deck:
        return refused(table, "not-in-game", Notice.NOT_IN_GAME, card)
    owner = next((seat for seat, drawn in drawing.drawn if drawn is card), None)
    if owner is not None:
        return refused(table, "already-yours", Notice.ALREADY_YOURS, card, owner)
    seat = _drawer(table, drawing, reader_seat)
    if seat is None:
        return refused(table, "drew-already", None, card, reader_seat)
    return decision(table, mode=_drew(mode, replace(drawing, drawn=(*drawing.drawn, (seat, card)))))


def pressed(table: Table, mode: SettingUp, button: Button) -> Decision:
    """OK closes a draw that is over, BACK any."""
    if button is Button.OK and mode.drawing is not None and mode.drawing.waiting:
        return refused(table, "draw-on", None, seat=mode.drawing.waiting[0])
    return decision(table, mode=replace(mode, drawing=None))


def _drawer(table: Table, drawing: Drawing, reader_seat: Seat | None) -> Seat | None:
    """Return who draws a card: whose reader it is, else the next one without a reader."""
    if reader_seat in drawing.waiting or reader_seat is None:
        return reader_seat or drawing.waiting[0]
    return next((seat for seat in drawing.waiting if seat not in table.reader_seats), None)


def _drew(mode: SettingUp, drawing: Drawing) -> SettingUp:
    """Return the page after a card was drawn; who drew one month, the earliest, draw once more."""
    if drawing.waiting:
        return replace(mode, drawing=drawing)
    earliest = min(card.suit.number for _, card in drawing.drawn)
    first = [seat for seat, card in drawing.drawn if card.suit.number == earliest]
    if len(first) > 1:
        again = tuple(seat for seat in drawing.seats if seat in first)
        return replace(mode, drawing=Drawing(again, tied=drawing.drawn))
    return replace(mode, drawing=drawing, draft=replace(mode.draft, dealer=first[0]))

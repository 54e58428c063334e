"""The running round: captures, moves, taking back, and its end."""

from dataclasses import replace

from firmware.table.decision import FLASH_S, Decision, HoldWords, decision, refused
from firmware.table.match_pages import LuckyHand, ResultPage
from firmware.table.pages import InMenu
from firmware.table.state import AtTable, Flash, FlashKind, Notice, Question, Table
from firmware.table.taps import Tap, last_run, without_last
from hardware import Button
from scorer import (
    Card,
    CardsCaptured,
    CardsMoved,
    Match,
    Pile,
    PlayerChosen,
    RoundClosed,
    RoundWithdrawn,
    Seat,
    Undone,
    score_pile,
)

__all__ = ["TOGETHER_S", "held", "hold_words", "new_yaku", "noted", "pressed", "seat_of", "tapped"]

TOGETHER_S = 0.2
"""Cards that are read with no longer pause lay on the tray together."""


def seat_of(button: Button, match: Match) -> Seat | None:
    """Return the player whose letter a button bears, None if nobody sits there or it has none."""
    return next((seat for seat in match.seats if seat.value == button.value), None)


def tapped(table: Table, card: Card, reader_seat: Seat | None) -> Decision:
    """Capture a card, ask about another player's, or say why nothing happens.

    Args:
        table: before the tap.
        card: the one that was tapped.
        reader_seat: whose reader it was, None for one that serves the active player.
    """
    table = noted(table, card, reader_seat)
    match = table.running
    seat = reader_seat or match.round.active
    owner = match.round.owner(card)
    if card not in match.ruleset.deck:
        return _answered_no(table, refused(table, "not-in-game", Notice.NOT_IN_GAME, card))
    if owner is seat:
        return _answered_no(table, refused(table, "already-yours", Notice.ALREADY_YOURS, card, owner))
    if owner is not None:
        return _ask(table, card, seat)
    return _answered_no(table, _capture(table, card, seat, is_by_reader=reader_seat is not None))


def noted(table: Table, card: Card, reader_seat: Seat | None) -> Table:
    """Return the table with a tap remembered, whatever becomes of it."""
    taps = (*table.view.taps, Tap(card, table.view.now_s, reader_seat))
    return replace(table, view=replace(table.view, taps=taps))


def pressed(table: Table, button: Button) -> Decision:
    """Choose a player, answer a question, take back, or end the round."""
    match = table.running
    question = table.view.question
    seat = seat_of(button, match)
    if seat is not None:
        return decision(table, PlayerChosen(seat), question=None)
    if button is Button.OK and question is not None:
        flash = _flash(table, FlashKind.MOVED, question.cards, question.seat)
        return decision(table, CardsMoved(question.seat, question.cards), question=None, flash=flash)
    if button is Button.OK:
        return _close(table)
    if button is Button.BACK and question is not None:
        return decision(table, question=None, taps=without_last(table.view.taps, question.cards))
    if button is Button.BACK:
        return _take_back(table)
    return decision(table, question=None)


def hold_words(table: Table, button: Button) -> HoldWords | None:
    """Return what holding a button does here, None if it does nothing."""
    match = table.running
    seat = seat_of(button, match)
    if button is Button.BACK:
        return HoldWords("playing.hold_menu")
    if seat is None:
        return None
    if any(match.round.piles.values()):
        cards = last_run(table.view.taps, match.round, seat)
        return HoldWords("playing.hold_mine" if cards else "playing.hold_none", seat, cards)
    if match.ruleset.teyaku:
        is_on = match.options.is_on("teyaku")
        return HoldWords("playing.hold_hand" if is_on else "refused.no-lucky-hands", seat)
    return None


def held(table: Table, button: Button) -> Decision:
    """Open the round menu; give a player the cards tapped last, or before the first open a lucky hand."""
    match = table.running
    seat = seat_of(button, match)
    if seat is None:
        return decision(table, mode=InMenu(), question=None)
    if any(match.round.piles.values()):
        return _answered_no(table, _give_run(table, seat))
    if not match.options.is_on("teyaku"):
        return refused(table, "no-lucky-hands", None)
    return decision(table, mode=LuckyHand(seat), question=None)


def new_yaku(match: Match, seat: Seat, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Return the ids of the yaku that a player's pile makes with these cards and not without."""
    before = Pile.of(match.round.piles[seat])
    had = {made.yaku.id for made in score_pile(before, match.ruleset, match.options).yaku}
    has = score_pile(before | Pile.of(cards), match.ruleset, match.options).yaku
    return tuple(made.yaku.id for made in has if made.yaku.id not in had)


def _answered_no(table: Table, then: Decision) -> Decision:
    """A standing question is answered with no, and then the tap acts; a card of the same tap is no answer."""
    question = table.view.question
    if question is None:
        return then
    if table.view.now_s - question.at_s <= TOGETHER_S:
        return replace(then, view=replace(then.view, notice=then.view.notice or Notice.OTHER_PLAYER))
    return replace(then, view=replace(then.view, question=None))


def _flash(table: Table, kind: FlashKind, cards: tuple[Card, ...] = (), seat: Seat | None = None) -> Flash:
    return Flash(kind, table.view.now_s + FLASH_S, cards, seat)


def _ask(table: Table, card: Card, seat: Seat) -> Decision:
    """Ask whether another player's card moves; such cards join a question that stands.

    A question for one player is answered with no by a card tapped for another.
    """
    question = table.view.question
    standing = question.cards if question is not None and question.seat is seat else ()
    cards = standing if card in standing else (*standing, card)
    return decision(table, question=Question(cards, seat, table.view.now_s), notice=Notice.OTHER_PLAYER)


def _capture(table: Table, card: Card, seat: Seat, *, is_by_reader: bool) -> Decision:
    match = table.running
    made = new_yaku(match, seat, (card,))
    is_first = not any(match.round.piles.values()) and not match.round.is_letter_pressed
    flash = replace(
        _flash(table, FlashKind.YAKU if made else FlashKind.CAPTURED, (card,), seat),
        words=made,
        is_first=is_first,
        is_by_reader=is_by_reader,
    )
    return decision(table, CardsCaptured(seat, (card,)), flash=flash)


def _give_run(table: Table, seat: Seat) -> Decision:
    """Give a player the cards tapped last: they were this player's."""
    match = table.running
    cards = last_run(table.view.taps, match.round, seat)
    if not cards:
        return refused(table, "none-tapped" if not table.view.taps else "all-yours", None, seat=seat)
    chosen = () if seat is match.round.active else (PlayerChosen(seat),)
    moved = CardsMoved(seat, cards)
    return decision(table, moved, *chosen, flash=_flash(table, FlashKind.MOVED, cards, seat))


def _close(table: Table) -> Decision:
    if not any(table.running.round.piles.values()):
        return refused(table, "no-card-yet", Notice.NO_CARD_YET)
    return decision(table, RoundClosed(), mode=AtTable())


def _take_back(table: Table) -> Decision:
    match = table.running
    last = match.round.last_change()
    if last is None and len(match.rounds) > 1:
        return decision(table, RoundWithdrawn(), mode=AtTable(page=ResultPage.STANDINGS))
    if last is None:
        return decision(table)
    number, change = last
    return decision(
        table, Undone(number), flash=_flash(table, FlashKind.TAKEN_BACK, change.cards, change.seat)
    )

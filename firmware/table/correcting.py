"""A round that was scored is put right: a card was another player's, or a lucky hand was not declared.

A up and B down choose the round, OK opens it. A card tapped is named, and a letter gives it to that
player; a letter held goes through the lucky hands. Each asks once more, and OK makes one correction.
"""

from dataclasses import replace

from firmware.table.decision import Decision, HoldWords, decision, refused
from firmware.table.lists import moved
from firmware.table.lucky_hand import choices, chosen
from firmware.table.match_pages import Correcting, ResultPage
from firmware.table.playing import seat_of
from firmware.table.state import AtTable, Notice, Table
from hardware import Button
from scorer import Card, CardsCaptured, CardsMoved, Match, Round, RoundCorrected, Seat, TeyakuDeclared

__all__ = [
    "held",
    "hold_words",
    "mode_of",
    "open_round",
    "opened_correcting",
    "pressed",
    "round_scores",
    "tapped",
]


def round_scores(match: Match, number: int) -> dict[Seat, int]:
    """Return what everyone scored in a scored round."""
    return {player.seat: player.score for player in match.scores[number].players}


def opened_correcting(table: Table) -> Decision:
    """Open the list of scored rounds, at the last one; where there is none, say so."""
    count = len(table.running.scores)
    if not count:
        return refused(table, "no-round-yet", None)
    return decision(table, mode=Correcting(count - 1), question=None)


def mode_of(table: Table) -> Correcting:
    """Return what is being corrected."""
    mode = table.view.mode
    if not isinstance(mode, Correcting):
        raise LookupError("nothing is being corrected")
    return mode


def open_round(table: Table) -> Round:
    """Return the round that is chosen."""
    return table.running.rounds[mode_of(table).number]


def tapped(table: Table, card: Card, _reader_seat: Seat | None) -> Decision:
    """Name a card of the open round; a letter then gives it away."""
    mode = mode_of(table)
    if not mode.is_open:
        return refused(table, "elsewhere", None, card)
    if card not in table.running.ruleset.deck:
        return refused(table, "not-in-game", Notice.NOT_IN_GAME, card)
    return decision(table, mode=Correcting(mode.number, is_open=True, card=card))


def pressed(table: Table, button: Button) -> Decision:
    """Answer a button, by how far the correction has come."""
    mode = mode_of(table)
    if mode.is_asking and button in (Button.OK, Button.BACK):
        return _correct(table, mode) if button is Button.OK else decision(table, mode=_not_asking(mode))
    if button is Button.BACK:
        return decision(table, mode=_one_step_back(mode))
    if not mode.is_open:
        return _pressed_in_list(table, mode, button)
    if mode.choice is not None:
        return _pressed_in_hands(table, mode, button)
    return _pressed_in_round(table, mode, button)


def hold_words(table: Table, button: Button) -> HoldWords | None:
    """Return what holding a letter does in an open round."""
    mode, match = mode_of(table), table.running
    seat = seat_of(button, match)
    has_hands = bool(match.ruleset.teyaku) and match.options.is_on("teyaku")
    if seat is None or not mode.is_open or mode.choice is not None or not has_hands:
        return None
    return HoldWords("playing.hold_hand", seat)


def held(table: Table, button: Button) -> Decision:
    """Go through a player's lucky hands."""
    mode = mode_of(table)
    here = Correcting(mode.number, is_open=True, seat=seat_of(button, table.running), choice=0)
    return decision(table, mode=here)


def _not_asking(mode: Correcting) -> Correcting:
    """Return to what was asked about: the card with no player, or the list of hands."""
    return replace(mode, is_asking=False, seat=None if mode.choice is None else mode.seat)


def _one_step_back(mode: Correcting) -> Correcting | AtTable:
    if not mode.is_open:
        return AtTable(page=ResultPage.STANDINGS)
    is_inside = mode.card is not None or mode.choice is not None
    return Correcting(mode.number, is_open=is_inside)


def _pressed_in_list(table: Table, mode: Correcting, button: Button) -> Decision:
    if button is Button.OK:
        return decision(table, mode=replace(mode, is_open=True))
    return decision(table, mode=Correcting(moved(table, mode.number, button, len(table.running.scores))))


def _pressed_in_hands(table: Table, mode: Correcting, button: Button) -> Decision:
    if button is Button.OK:
        return decision(table, mode=replace(mode, is_asking=True))
    if mode.is_asking:
        return decision(table)
    return decision(table, mode=replace(mode, choice=chosen(table, mode.choice, button)))


def _pressed_in_round(table: Table, mode: Correcting, button: Button) -> Decision:
    """A letter is who gets the card that was tapped."""
    seat = seat_of(button, table.running)
    if mode.card is None:
        return refused(table, "tap-first", None)
    if seat is None:
        return refused(table, "whose", None)
    if open_round(table).owner(mode.card) is seat:
        return refused(table, "already-yours", Notice.ALREADY_YOURS, mode.card, seat)
    return decision(table, mode=replace(mode, seat=seat, is_asking=True))


def _correct(table: Table, mode: Correcting) -> Decision:
    """Make the correction; the round stays open, and shows what is now so."""
    if mode.seat is None:
        raise LookupError("nobody was chosen")
    change: CardsCaptured | CardsMoved | TeyakuDeclared
    if mode.choice is not None:
        change = TeyakuDeclared(mode.seat, choices(table.running.ruleset)[mode.choice], ())
    elif mode.card is None:
        raise LookupError("no card was tapped")
    else:
        make = CardsMoved if open_round(table).owner(mode.card) else CardsCaptured
        change = make(mode.seat, (mode.card,))
    here = Correcting(mode.number, is_open=True, card=mode.card)
    return decision(table, RoundCorrected(mode.number, change), mode=here)

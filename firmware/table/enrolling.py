"""Putting tags on cards, in a list of 48 in table order."""

from dataclasses import replace

from firmware.table.decision import FLASH_S, Decision, decision, refusal
from firmware.table.facts import TagEnrolled
from firmware.table.pages import AtHome
from firmware.table.state import Enrolling, Flash, FlashKind, Notice, Table
from hardware import Button
from scorer import Card

__all__ = ["HINT_AFTER_S", "MOVE_WITHIN_S", "chosen_card", "pressed", "tapped"]

MOVE_WITHIN_S = 5.0
"""So long after a tag was refused because it is in use, OK moves it."""

HINT_AFTER_S = 8.0
"""After so long without a tag the screen gives a hint."""

_CARDS = tuple(Card)


def chosen_card(mode: Enrolling) -> Card:
    """Return the card that the next tag is for."""
    return _CARDS[mode.index]


def tapped(table: Table, mode: Enrolling, uid: bytes, others: int) -> Decision:
    """Enrol a tag for the chosen card and go on, or say why not.

    Args:
        table: before the tap.
        mode: the list.
        uid: of the tag.
        others: how many more tags are in the field.
    """
    if others:
        return decision(table, **refusal(table, "one-at-a-time", Notice.ONE_AT_A_TIME))
    owner = table.deck.card(uid)
    if owner is not None and owner is not chosen_card(mode):
        waiting = replace(mode, in_use=uid, in_use_until_s=table.view.now_s + MOVE_WITHIN_S)
        told = refusal(table, "tag-in-use", Notice.TAG_IN_USE, owner)
        told["flash"] = replace(told["flash"], until_s=waiting.in_use_until_s)
        return decision(table, mode=waiting, **told)
    return _enrol(table, mode, uid)


def pressed(table: Table, button: Button) -> Decision:
    """A goes to the card before, B to the next, BACK leaves; OK moves a tag just refused."""
    mode = table.view.mode
    if not isinstance(mode, Enrolling):
        return decision(table)
    match button:
        case Button.BACK:
            return decision(table, mode=AtHome())
        case Button.A:
            return decision(table, mode=_at(mode.index - 1, table))
        case Button.B:
            return decision(table, mode=_at(mode.index + 1, table))
        case Button.OK if mode.in_use is not None and table.view.now_s <= mode.in_use_until_s:
            return _enrol(table, mode, mode.in_use)
        case _:
            return decision(table)


def _at(index: int, table: Table) -> Enrolling:
    return Enrolling(min(max(index, 0), len(_CARDS) - 1), table.view.now_s)


def _enrol(table: Table, mode: Enrolling, uid: bytes) -> Decision:
    card = chosen_card(mode)
    flash = Flash(FlashKind.ENROLLED, table.view.now_s + FLASH_S, (card,))
    return decision(table, TagEnrolled(uid, card), mode=_at(mode.index + 1, table), flash=flash)

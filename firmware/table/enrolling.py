"""Putting tags on cards: a list in table order, and another for one unknown tag.

A tag is on its card once it was read soundly: four times of five, or, where it was lifted sooner,
every time but one. A weak one waits for OK, so that no sticker gets into the deck unseen that
would be missed in play.
"""

from dataclasses import replace

from firmware.table.decision import FLASH_S, Decision, decision, refusal
from firmware.table.enrolment import Enrolling, Step, Trial
from firmware.table.facts import TagEnrolled
from firmware.table.pages import AtHome
from firmware.table.state import Flash, FlashKind, Notice, Table
from hardware import Button, TagArrived, TagChecked
from scorer import Card

__all__ = [
    "HINT_AFTER_S",
    "checked",
    "chosen_card",
    "offered",
    "opened_for",
    "pressed",
    "tapped",
]

_MOVE_WITHIN_S = 5.0
"""So long after a tag was refused because it is in use, OK moves it."""

HINT_AFTER_S = 8.0
"""After so long without a tag the screen gives a hint."""

_OFFER_S = 5.0
"""So long after an unknown tag at home OK opens the list for it."""


def chosen_card(mode: Enrolling) -> Card:
    """Return the card that the next tag is for."""
    return mode.cards[mode.index]


def tapped(table: Table, mode: Enrolling, tag: TagArrived) -> Decision:
    """Try a tag for the chosen card, or say why not."""
    trial = mode.trial
    is_reading_another = trial is not None and trial.step is Step.READING and trial.uid != tag.uid
    if tag.others or is_reading_another:
        waiting = replace(mode, trial=trial if mode.is_for_stray else None, since_s=table.view.now_s)
        return decision(table, mode=waiting, **refusal(table, "one-at-a-time", Notice.ONE_AT_A_TIME))
    owner = table.deck.card(tag.uid)
    if mode.is_for_stray:
        return _tapped_beside_stray(table, mode, tag.uid, owner)
    if owner is not None and owner is not chosen_card(mode):
        until_s = table.view.now_s + _MOVE_WITHIN_S
        told = refusal(table, "tag-in-use", Notice.TAG_IN_USE, owner)
        told["flash"] = replace(told["flash"], until_s=until_s)
        return decision(table, mode=_trying(table, mode, Trial(tag.uid, Step.IN_USE, until_s)), **told)
    return decision(table, mode=_trying(table, mode, Trial(tag.uid, Step.READING)))


def checked(table: Table, news: TagChecked) -> Decision:
    """Hear how well the tag reads that is on its way to a card."""
    mode, flash = table.view.mode, table.view.flash
    reads = (news.sound, news.of)
    if isinstance(mode, Enrolling) and mode.trial is not None and mode.trial.uid == news.uid:
        trial = replace(mode.trial, reads=reads)
        if trial.step is Step.READING:
            return _judge(table, mode, trial)
        return decision(table, mode=replace(mode, trial=trial))
    if flash is not None and flash.trial is not None and flash.trial.uid == news.uid:
        return decision(table, flash=replace(flash, trial=replace(flash.trial, reads=reads)))
    return decision(table)


def pressed(table: Table, button: Button) -> Decision:
    """A goes to the card before, B to the next, BACK leaves; OK answers what is asked about a tag."""
    mode = table.view.mode
    if not isinstance(mode, Enrolling):
        return decision(table)
    match button:
        case Button.BACK:
            return decision(table, mode=AtHome())
        case Button.A:
            return decision(table, mode=_at(table, mode, mode.index - 1))
        case Button.B:
            return decision(table, mode=_at(table, mode, mode.index + 1))
        case Button.OK if mode.trial is not None:
            return _agree(table, mode, mode.trial)
        case _:
            return decision(table)


def offered(table: Table, tag: TagArrived) -> Decision:
    """Offer to put an unknown tag, tapped at home, on a card."""
    if tag.others:
        return decision(table, **refusal(table, "one-at-a-time", Notice.ONE_AT_A_TIME))
    flash = Flash(FlashKind.STRAY, table.view.now_s + _OFFER_S, trial=Trial(tag.uid, Step.STRAY))
    return decision(table, notice=Notice.UNKNOWN_TAG, flash=flash)


def opened_for(table: Table, trial: Trial) -> Decision:
    """Open the list for one unknown tag: the cards without a tag first."""
    cards = tuple(sorted(Card, key=table.deck.has))  # sorting keeps the table's order among equals
    return decision(table, mode=Enrolling(0, table.view.now_s, trial, cards))


def _tapped_beside_stray(table: Table, mode: Enrolling, uid: bytes, owner: Card | None) -> Decision:
    """A card's tag chooses that card; another unknown one takes the place of the first."""
    if owner is not None:
        return decision(table, mode=_at(table, mode, mode.cards.index(owner)))
    return decision(table, mode=_trying(table, mode, Trial(uid, Step.STRAY)))


def _agree(table: Table, mode: Enrolling, trial: Trial) -> Decision:
    """Move a tag just refused, keep a weak one, or put a stray one on the chosen card."""
    if trial.step in (Step.WEAK, Step.STRAY):
        return _put_on(table, mode, trial.uid)
    if trial.step is Step.READING or table.view.now_s > trial.until_s:
        return decision(table)
    trial = replace(trial, step=Step.READING)
    return _judge(table, mode, trial) if trial.reads else decision(table, mode=replace(mode, trial=trial))


def _judge(table: Table, mode: Enrolling, trial: Trial) -> Decision:
    if trial.is_weak:
        return decision(table, mode=replace(mode, trial=replace(trial, step=Step.WEAK)))
    return _put_on(table, mode, trial.uid)


def _put_on(table: Table, mode: Enrolling, uid: bytes) -> Decision:
    card = chosen_card(mode)
    flash = Flash(FlashKind.ENROLLED, table.view.now_s + FLASH_S, (card,))
    news = () if table.deck.card(uid) is card else (TagEnrolled(uid, card),)
    after = AtHome() if mode.is_for_stray else _at(table, mode, mode.index + 1)
    return decision(table, *news, mode=after, flash=flash)


def _trying(table: Table, mode: Enrolling, trial: Trial) -> Enrolling:
    return replace(mode, trial=trial, since_s=table.view.now_s)


def _at(table: Table, mode: Enrolling, index: int) -> Enrolling:
    """Return the list at a card; only a stray tag comes along."""
    place = min(max(index, 0), len(mode.cards) - 1)
    return Enrolling(place, table.view.now_s, mode.trial if mode.is_for_stray else None, mode.cards)

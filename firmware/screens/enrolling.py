"""The enrolling list: the card that the next tag is for, and what is asked about a tag."""

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import card_name, card_title, flower, flower_name, foot, page, title
from firmware.screens.scene import PANEL_WIDTH_PX, Align, Bar, Box, Item, Scene, Text
from firmware.table import Table
from firmware.table.enrolling import HINT_AFTER_S, chosen_card
from firmware.table.enrolment import Enrolling, Step, Trial
from firmware.table.state import Flash, FlashKind
from firmware.texts import Texts
from scorer import Card

__all__ = ["enrolling", "is_in_list", "stray"]

_BESIDE_FLOWER_PX = 36
_ROWS_Y = (14, 26, 38)


def enrolling(table: Table, mode: Enrolling, texts: Texts) -> Scene:
    """Show the chosen card by what is painted on it, or ask about the tag that was tapped for it."""
    trial = mode.trial
    if trial is not None and trial.step is Step.WEAK:
        return _weak(mode, trial, texts)
    if trial is not None and trial.step is Step.IN_USE and table.view.now_s < trial.until_s:
        return _in_use(table, mode, trial, texts)
    if trial is not None and mode.is_for_stray:
        heading = title(texts.say("enrol.which"), _count(table, mode, texts))
        return page(heading, _painted(mode, texts), foot(_ask(trial, texts)))
    done, count = table.deck.count(), _count(table, mode, texts)
    bar_px = 89 - text_width(count) - (3 if count else 0)
    return page(
        Text(1, 0, texts.say("enrol.progress", done=done)),
        Bar(38, 2, bar_px, 8, done / len(Card)),
        Text(127, 0, count, align=Align.RIGHT),
        _painted(mode, texts),
        foot(_bottom(table, mode, texts)),
    )


def is_in_list(flash: Flash) -> bool:
    """Return whether the list itself says what a passing message would: the next card stays in sight."""
    return flash.kind is FlashKind.ENROLLED or flash.words == ("tag-in-use",)


def stray(_table: Table, _what: Flash, texts: Texts) -> Scene:
    """Offer to put an unknown tag on a card."""
    return page(
        Box(0, 8, 128, 44),
        Text(64, 14, texts.say("refused.unknown-tag"), align=Align.CENTER),
        Text(64, 32, texts.say("enrol.offer"), align=Align.CENTER),
    )


def _painted(mode: Enrolling, texts: Texts) -> list[Item]:
    """Draw the card: its flower large at the border; a long line moves close to it, to be whole."""
    card = chosen_card(mode)
    rows = (texts.card(card), flower_name(card.suit, texts), texts.painted(card))
    lines = [
        Text(min(_BESIDE_FLOWER_PX, PANEL_WIDTH_PX - text_width(row)), y, row)
        for y, row in zip(_ROWS_Y, rows, strict=True)
    ]
    return [*flower(card.suit, texts, 14, 0), *lines]


def _count(table: Table, mode: Enrolling, texts: Texts) -> str:
    """Say how many tags the chosen card has already."""
    count = len(table.deck.uids(chosen_card(mode)))
    if not count:
        return ""
    return texts.say("enrol.tags", count=count)


def _bottom(table: Table, mode: Enrolling, texts: Texts) -> str:
    """Say what happened, or what to do; a hint where no tag came for a while."""
    flash = table.view.flash
    if mode.trial is not None and mode.trial.step is Step.READING:
        return texts.say("enrol.reading")
    if flash is not None and flash.kind is FlashKind.ENROLLED:
        return texts.say("enrol.enrolled", card=card_name(flash.cards[0], texts, 84))
    if table.view.now_s - mode.since_s >= HINT_AFTER_S:
        return texts.say("enrol.hint")
    return texts.say("enrol.spare" if table.deck.has(chosen_card(mode)) else "enrol.foot")


def _ask(trial: Trial, texts: Texts) -> str:
    return texts.say("enrol.put_weak" if trial.is_weak else "enrol.put")


def _in_use(table: Table, mode: Enrolling, trial: Trial, texts: Texts) -> Scene:
    owner = table.deck.tags[trial.uid]
    return page(
        card_title(owner, texts),
        flower(owner.suit, texts, 16),
        Text(38, 16, texts.say("refused.tag-in-use")),
        Text(38, 34, texts.say("refused.tag-in-use-more")),
        foot(card_name(chosen_card(mode), texts, 124)),
    )


def _weak(mode: Enrolling, trial: Trial, texts: Texts) -> Scene:
    card, (sound, of) = chosen_card(mode), trial.reads or (0, 0)
    return page(
        card_title(card, texts),
        flower(card.suit, texts, 16),
        Text(38, 15, texts.say("enrol.weak")),
        Text(38, 27, texts.say("enrol.reads", sound=sound, of=of)),
        Text(38, 39, texts.say("enrol.other")),
        foot(texts.say("enrol.keep")),
    )

"""What is heard, and when the display flashes: for those who look at the cards and not at the display.

Whatever is read is answered: a card by its kind, a refusal and a question by sounds of their own. A
press is silent where it does what it always does, for fingers feel it. A refusal is seen too: the
display turns light for dark for a moment.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from firmware.table.enrolment import Step
from firmware.table.facts import Fact
from firmware.table.holds import repeats
from firmware.table.inputs import Input, ReadersReady
from firmware.table.pages import InCheck
from firmware.table.playing import TOGETHER_S
from firmware.table.signal import Signal, Sound
from firmware.table.state import Enrolling, Flash, FlashKind, Notice, Table
from hardware import TagArrived
from scorer import (
    Card,
    CardsCaptured,
    CardsMoved,
    CardType,
    MatchResumed,
    RoundCorrected,
    RoundReopened,
    RoundWithdrawn,
    Stage,
    TeyakuDeclared,
)

__all__ = ["QUIET_S", "audible", "inverted_until_s", "is_inverted", "signalled"]

_BLINK_S = 0.15
"""So long the display is light for dark after a refusal."""

QUIET_S = 3.0
"""So long after a card came to a pile it may be read there again without a refusal: it still lies there."""

_OF_TYPE: Mapping[CardType, Sound] = {
    CardType.CHAFF: Sound.CHAFF,
    CardType.RIBBON: Sound.RIBBON,
    CardType.ANIMAL: Sound.ANIMAL,
    CardType.BRIGHT: Sound.BRIGHT,
}

_OF_FLASH: Mapping[FlashKind, Sound] = {
    FlashKind.TAKEN_BACK: Sound.TAKEN_BACK,
    FlashKind.MISDEAL: Sound.TAKEN_BACK,
    FlashKind.STRAY: Sound.QUESTION,
    FlashKind.REFUSED: Sound.REFUSED,
}

_OF_CAPTURES = (FlashKind.CAPTURED, FlashKind.YAKU)

_OF_STAGES: Mapping[tuple[Stage, Stage], Sound] = {
    (Stage.PLAYING, Stage.LEFTOVER): Sound.QUESTION,
    (Stage.PLAYING, Stage.RESULT): Sound.ROUND_END,
    (Stage.LEFTOVER, Stage.RESULT): Sound.ROUND_END,
    (Stage.RESULT, Stage.FINISHED): Sound.MATCH_END,
}

_GO_BACK = (RoundReopened, RoundWithdrawn, MatchResumed)


def audible(before: Table, after: Table) -> Sound | None:
    """Return the sound that begins between two tables; None if none does, or the box may not be heard."""
    was, now = before.view.signal, after.view.signal
    return now.sound if (now.sound, now.at_s) != (was.sound, was.at_s) and after.is_heard else None


def inverted_until_s(table: Table) -> float | None:
    """Return until when the display is light for dark, None if it is not."""
    signal = table.view.signal
    until_s = signal.at_s + _BLINK_S
    return until_s if signal.sound is Sound.REFUSED and table.view.now_s < until_s else None


def is_inverted(table: Table) -> bool:
    """Return whether the display is light for dark, because something was refused just now."""
    return inverted_until_s(table) is not None


def signalled(before: Table, given: Input, facts: Sequence[Fact], after: Table) -> Signal:
    """Return what was called for last, once an input is answered.

    Args:
        before: the table that the input met.
        given: the input.
        facts: what followed from it.
        after: the table with all of it applied.
    """
    now_s, last = after.view.now_s, before.view.signal
    sounds = [sound for sound in _sounds(before, given, facts, after) if sound is not None]
    came = tuple((card, at_s) for card, at_s in last.came if now_s - at_s <= QUIET_S)
    came += tuple((card, now_s) for card in _came(facts))
    dearest = max(sounds, default=None)
    drowned = () if last.sound is None or now_s - last.at_s > TOGETHER_S else range(last.sound)
    if dearest is None or dearest in drowned:
        return replace(last, came=came) if came != last.came else last
    return Signal(dearest, now_s, came)


def _sounds(before: Table, given: Input, facts: Sequence[Fact], after: Table) -> list[Sound | None]:
    """Return all that one input calls for."""
    return [
        Sound.READY if isinstance(given, ReadersReady) else None,
        Sound.READY if after.is_heard and not before.is_heard else None,
        _of_flash(before, after),
        _of_mode(before, given, after),
        _of_hold(before, after),
        Sound.QUESTION if after.view.question not in (None, before.view.question) else None,
        Sound.LOST if _is_lost(before, after) else None,
        *(_of_fact(fact) for fact in facts),
        _of_stages(before, facts, after),
    ]


def _of_flash(before: Table, after: Table) -> Sound | None:
    """Return how a message that has just come up sounds."""
    was, now = before.view.flash, after.view.flash
    if now is None or (was is not None and (was.kind, was.until_s) == (now.kind, now.until_s)):
        return None
    if now.kind is FlashKind.REFUSED and _still_lies_there(before, now, after.view.now_s):
        return None
    if now.kind in _OF_CAPTURES:
        return Sound.YAKU if len(now.words) > _named_before(was, now) else None
    return _OF_FLASH.get(now.kind, _of_cards(now.cards))


def _named_before(was: Flash | None, now: Flash) -> int:
    """Return how many yaku the message named before another card joined it; that one's sound is its own."""
    is_joined = was is not None and was.kind in _OF_CAPTURES and was.cards == now.cards[:-1]
    return len(was.words) if was is not None and is_joined else 0


def _still_lies_there(before: Table, refusal: Flash, now_s: float) -> bool:
    """Return whether a card was refused because the player has it, since a moment ago."""
    fresh = {card for card, at_s in before.view.signal.came if now_s - at_s <= QUIET_S}
    return refusal.words == (Notice.ALREADY_YOURS.value,) and fresh.issuperset(refusal.cards)


def _of_mode(before: Table, given: Input, after: Table) -> Sound | None:
    """Return how a card sounds that was shown, drawn or chosen, and a sticker that asks to be kept."""
    was, now = before.view.mode, after.view.mode
    if isinstance(was, InCheck) and isinstance(now, InCheck):
        return Sound.YAKU if now.sounded > was.sounded else None
    if isinstance(now, Enrolling):
        is_weak = now.trial is not None and now.trial.step is Step.WEAK
        return Sound.QUESTION if is_weak and was != now else None
    card = after.deck.card(given.uid) if isinstance(given, TagArrived) else None
    return None if card is None or was == now else _of_cards((card,))


def _of_hold(before: Table, after: Table) -> Sound | None:
    """Return the sound that says: it has acted, you may let go."""
    rested = {hold.button for hold in before.view.holds if not hold.acts}
    acted = {hold.button for hold in after.view.holds if hold.acts} & rested
    return Sound.HELD if any(not repeats(before, button) for button in acted) else None


def _is_lost(before: Table, after: Table) -> bool:
    """Return whether a device stopped working, or the disk."""
    was, now = before.view, after.view
    is_dark = now.notice is Notice.DISPLAY_LOST and was.notice is not Notice.DISPLAY_LOST
    is_blind = bool(now.reader_faults.keys() - was.reader_faults)
    return is_dark or is_blind or (now.is_unsaved and not was.is_unsaved)


def _of_fact(fact: Fact) -> Sound | None:
    match fact:
        case RoundCorrected(_, change):
            return _of_fact(change)
        case CardsCaptured(_, cards) | CardsMoved(_, cards):
            return _of_cards(cards)
        case TeyakuDeclared(_, teyaku):
            return Sound.YAKU if teyaku else Sound.TAKEN_BACK
        case _:
            return Sound.TAKEN_BACK if isinstance(fact, _GO_BACK) else None


def _of_stages(before: Table, facts: Sequence[Fact], after: Table) -> Sound | None:
    """Return how the end of a round or match sounds; going back to one is none."""
    is_back = any(isinstance(fact, _GO_BACK) for fact in facts)
    if before.match is None or after.match is None or is_back:
        return None
    return _OF_STAGES.get((before.match.stage, after.match.stage))


def _of_cards(cards: Sequence[Card]) -> Sound | None:
    return max((_OF_TYPE[card.type] for card in cards), default=None)


def _came(facts: Sequence[Fact]) -> tuple[Card, ...]:
    taken = [fact for fact in facts if isinstance(fact, CardsCaptured | CardsMoved)]
    return tuple(card for fact in taken for card in fact.cards)

"""The table's mind: `decide` answers each input. Pure; the loop does the deeds.

A button acts when it is let go, if that is before a second; at a second a hold acts where the
phase has one. Where it has none, a long press is a press. OK held for three seconds ends the
program, in any phase. In a list A and B repeat while they are held, up to its end. On a dim or dark display a
button that goes down only wakes it; a player's letter also acts, and OK held still ends the program.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.table import (
    check,
    correcting,
    enrolling,
    leftover,
    lucky_hand,
    menus,
    news,
    playing,
    result,
    setup,
    waking,
)
from firmware.table.decision import FLASH_S, Decision, decision, refused
from firmware.table.holds import Place, handler, held, hold_words, repeats
from firmware.table.inputs import Input
from firmware.table.light import Light
from firmware.table.match_pages import Correcting
from firmware.table.pages import AtHome, InCheck
from firmware.table.sounds import inverted_until_s, signalled
from firmware.table.state import STUCK_S, Enrolling, Flash, FlashKind, Hold, Notice, Phase, Table, View
from firmware.table.yaku_line import next_turn_s
from hardware import SAK_ISO_DEP, Button, ButtonEdge, TagArrived, TagChecked, is_random_uid
from scorer import Card, Misdealt, Round, RoundStarted, RoundWithdrawn, Seat

__all__ = [
    "HOLD_S",
    "POWER_OFF_S",
    "SHOW_HOLD_S",
    "decide",
    "faulty_settings_told",
    "resumed",
    "wake_at",
]

SHOW_HOLD_S = 0.3
HOLD_S = 1.0
POWER_OFF_S = 3.0
RESUMED_S = 5.0
_TOLD_CARDS = 2
REPEAT_S = 0.2

_COUNTDOWN_S = (2.0, POWER_OFF_S)
_BAR_S = (SHOW_HOLD_S, 0.475, 0.65, 0.825, HOLD_S)
"""When the bar that fills while a button is held is drawn anew."""

_PRESSED: Mapping[Place, Callable[[Table, Button], Decision]] = {
    Correcting: correcting.pressed,
    Phase.HOME: menus.pressed,
    Phase.SETUP: menus.pressed,
    Phase.MENU: menus.pressed,
    Phase.ENROL: enrolling.pressed,
    Phase.PLAYING: playing.pressed,
    Phase.TEYAKU: lucky_hand.pressed,
    Phase.LEFTOVER: leftover.pressed,
    Phase.RESULT: result.pressed,
    Phase.FINISHED: result.pressed_finished,
}


def _name(table: Table, card: Card, _reader_seat: Seat | None) -> Decision:
    return decision(table, flash=Flash(FlashKind.NAMED, table.view.now_s + FLASH_S, (card,)))


def _ignore(table: Table, card: Card, _reader_seat: Seat | None) -> Decision:
    return refused(table, "elsewhere", None, card)


_TAPPED: Mapping[Place, Callable[[Table, Card, Seat | None], Decision]] = {
    Correcting: correcting.tapped,
    Phase.HOME: _name,
    Phase.RESULT: _name,
    Phase.FINISHED: _name,
    Phase.MENU: _ignore,
    Phase.SETUP: setup.tapped,
    Phase.PLAYING: playing.tapped,
    Phase.TEYAKU: lucky_hand.tapped,
    Phase.LEFTOVER: leftover.tapped,
}

_FORGETS_TAPS = (RoundStarted, RoundWithdrawn, Misdealt)


def decide(table: Table, given: Input) -> Decision:
    """Return the facts that follow from an input, and the view afterwards."""
    view = replace(table.view, now_s=max(table.view.now_s, given.at_s))
    if view.is_starting:
        view = _readied(view) if waking.readies(given) else view
    elif view.flash is not None and view.flash.until_s <= given.at_s:
        view = replace(view, flash=None)
    table = replace(table, view=view)
    due = _held_for_nothing(table, _pass_time(table))
    now = due.applied_to(table)
    then = _held_for_nothing(now, _answer(now, given))
    facts, after = (*due.facts, *then.facts), then.view
    if any(isinstance(fact, _FORGETS_TAPS) for fact in facts):
        after = replace(after, taps=())
    if waking.lights(given):
        after = replace(after, touched_s=after.now_s)
    signal = signalled(table, given, facts, Decision(facts, after).applied_to(table))
    return Decision(facts, replace(after, signal=signal))


def _readied(view: View) -> View:
    """End the start; what it has to tell is told from now on."""
    flash = None if view.flash is None else replace(view.flash, until_s=view.now_s + RESUMED_S)
    return replace(view, is_starting=False, flash=flash)


def _held_for_nothing(before: Table, then: Decision) -> Decision:
    """Let a button that is down while the phase changes be held for nothing, should the phase come back."""
    if then.applied_to(before).phase is before.phase:
        return then
    holds = tuple(replace(hold, phase=None) for hold in then.view.holds)
    return replace(then, view=replace(then.view, holds=holds))


def _answer(table: Table, given: Input) -> Decision:
    """Answer an input; what was due before it has acted already."""
    view = table.view
    match given:
        case TagArrived():
            return _see_tag(table, given)
        case TagChecked() if isinstance(view.mode, InCheck):
            return check.checked(table, view.mode, given)
        case TagChecked():
            return enrolling.checked(table, given)
        case ButtonEdge(button, True):
            return _press_down(table, button, given.at_s)
        case ButtonEdge(button, False):
            return _let_go(table, button)
        case _:
            return news.heard(table, given)


def _press_down(table: Table, button: Button, at_s: float) -> Decision:
    hold = Hold(
        button,
        at_s,
        table.phase,
        only_wakes=waking.only_wakes(table, button),
        has_woken=table.light is not Light.LIT,
    )
    return decision(table, holds=(*_without(table, button), hold))


def wake_at(table: Table) -> float | None:
    """Return when the next Tick is wanted, None if time alone changes nothing."""
    view = table.view
    times = []
    if view.flash is not None:
        times.append(view.flash.until_s)
    for hold in view.holds:
        times.append(hold.since_s + STUCK_S)
        steps = _COUNTDOWN_S if hold.button is Button.OK else (_next_act_s(hold),)
        if hold.button is Button.OK or not hold.only_wakes:
            times += [hold.since_s + step for step in (*_BAR_S, *steps)]
    if isinstance(view.mode, Enrolling) and not view.mode.is_for_stray:
        times.append(view.mode.since_s + enrolling.HINT_AFTER_S)
    times += table.idle.changes_s(view.touched_s, view.now_s)
    times += [time for time in (next_turn_s(table), inverted_until_s(table)) if time is not None]
    return min((time for time in times if time > view.now_s), default=None)


def resumed(table: Table) -> Table:
    """Return the table at the start with an unfinished match: it goes on, and says where."""
    if table.match is None:
        return table
    at_table = replace(table, view=replace(table.view, mode=result.page_of(table)))
    if table.running.event_count <= 1:
        return at_table  # nothing has happened yet that people could have forgotten
    flash = Flash(FlashKind.RESUMED, table.view.now_s + RESUMED_S, _last_taken(table.running.round))
    return replace(at_table, view=replace(at_table.view, flash=flash))


def _last_taken(here: Round) -> tuple[Card, ...]:
    """Return the last cards that came to a pile, the very last behind."""
    taken = [card for number, change in here.changes if number not in here.undone for card in change.cards]
    return tuple(reversed(tuple(dict.fromkeys(reversed(taken)))[:_TOLD_CARDS]))


def faulty_settings_told(table: Table) -> Table:
    """Return the table at the start with settings that could not all be followed."""
    flash = Flash(FlashKind.REFUSED, table.view.now_s + RESUMED_S, words=("settings",))
    return replace(table, view=replace(table.view, flash=flash))


def _acted(table: Table) -> Table:
    """Return the table as a tap or press finds it: the last message is done with."""
    return replace(table, view=replace(table.view, notice=None, flash=None, is_fault_seen=True))


def _see_tag(table: Table, tag: TagArrived) -> Decision:
    before, table = table.view.flash, _acted(table)
    card = table.deck.card(tag.uid)
    if card is None and (tag.sak & SAK_ISO_DEP or is_random_uid(tag.uid)):
        return _unasked(refused(table, "not-a-card", Notice.NOT_A_CARD))
    if isinstance(table.view.mode, Enrolling):
        return enrolling.tapped(table, table.view.mode, tag)
    if isinstance(table.view.mode, InCheck):
        return check.tapped(table, table.view.mode, tag)
    if card is None and isinstance(table.view.mode, AtHome):
        return enrolling.offered(table, tag)
    if card is None:
        return _unasked(refused(table, "unknown-tag", Notice.UNKNOWN_TAG))
    return _together(table, before, handler(_TAPPED, table)(table, card, table.seat_at(tag.reader)))


def _together(table: Table, before: Flash | None, then: Decision) -> Decision:
    """Let cards that were read together share one message, the dearest yaku first."""
    after = then.view.flash
    if before is None or after is None or after.until_s - before.until_s > playing.TOGETHER_S:
        return then
    kinds = (FlashKind.CAPTURED, FlashKind.YAKU)
    if before.kind not in kinds or after.kind not in kinds or before.seat is not after.seat:
        return then
    worth = {row.id: row.value for row in table.running.ruleset.yaku}
    kind = FlashKind.YAKU if FlashKind.YAKU in (before.kind, after.kind) else FlashKind.CAPTURED
    both = replace(
        after,
        kind=kind,
        cards=(*before.cards, *after.cards),
        words=tuple(sorted((*before.words, *after.words), key=lambda id_: -worth[id_])),
        is_first=before.is_first,
    )
    return replace(then, view=replace(then.view, flash=both))


def _unasked(then: Decision) -> Decision:
    """Answer a standing question with no."""
    return replace(then, view=replace(then.view, question=None))


def _without(table: Table, button: Button) -> tuple[Hold, ...]:
    return tuple(hold for hold in table.view.holds if hold.button is not button)


def _let_go(table: Table, button: Button) -> Decision:
    hold = next((one for one in table.view.holds if one.button is button), None)
    table = replace(table, view=replace(table.view, holds=_without(table, button)))
    if hold is None or hold.acts or hold.only_wakes:
        return decision(table)
    if button is Button.OK and _is_due(table, hold, HOLD_S):
        return decision(table)
    stray = None if table.view.flash is None else table.view.flash.trial
    if button is Button.OK and stray is not None:
        return enrolling.opened_for(_acted(table), stray)
    return handler(_PRESSED, table)(_acted(table), button)


def _pass_time(table: Table) -> Decision:
    """Let a hold act that is due, also where an input came in before the Tick for it."""
    if any(hold.button is Button.OK and _is_due(table, hold, POWER_OFF_S) for hold in table.view.holds):
        return decision(table, is_off=True)
    for hold in table.view.holds:
        if hold.button is Button.OK or hold.only_wakes or not _is_due(table, hold, _next_act_s(hold)):
            continue
        holds = (*_without(table, hold.button), replace(hold, acts=hold.acts + 1))
        acted = _acted(replace(table, view=replace(table.view, holds=holds)))
        if repeats(table, hold.button):
            return handler(_PRESSED, table)(acted, hold.button)
        if not hold.acts and hold_words(table, hold):
            return held(acted, hold.button)
    return decision(table)


def _next_act_s(hold: Hold) -> float:
    """Return how long a button must be down to act once more."""
    return HOLD_S + hold.acts * REPEAT_S


def _is_due(table: Table, hold: Hold, after_s: float) -> bool:
    """Return whether a button was down for so long; the same sum as in `wake_at`, to the last bit."""
    return table.view.now_s >= hold.since_s + after_s

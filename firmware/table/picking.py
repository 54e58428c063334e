"""Lists under the round menu from which one value is picked: a player, or how long the match is."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.table import round_menu
from firmware.table.decision import FLASH_S, Decision, decision, refused
from firmware.table.lists import moved
from firmware.table.match_pages import LuckyHand
from firmware.table.pages import Picking
from firmware.table.state import AtTable, Flash, FlashKind, Table
from hardware import Button
from scorer import DealerCorrected, LengthChanged, Match, ScorerError, Seat

__all__ = ["pressed", "values"]

_LENGTHS: Mapping[str, tuple[int, ...]] = {
    "rounds": (3, 4, 6, 8, 10, 12),
    "target": (100, 200, 300, 400, 500, 600, 800, 1000),
}


def values(table: Table, entry: str) -> tuple[str, ...]:
    """Return what can be picked for an entry of the round menu, as ids."""
    match = table.running
    return _lengths(match) if entry == "length" else tuple(str(seat) for seat in match.seats)


def pressed(table: Table, mode: Picking, button: Button) -> Decision:
    """OK picks the chosen value, BACK goes back to the menu."""
    offered = values(table, mode.entry)
    if button is Button.BACK:
        return decision(table, mode=round_menu.at(mode.entry))
    if button is not Button.OK:
        return decision(table, mode=replace(mode, choice=moved(table, mode.choice, button, len(offered))))
    return _PICKED[mode.entry](table, offered[mode.choice])


def _lengths(match: Match) -> tuple[str, ...]:
    """Return the lengths that are offered: the one in force, then usual ones, and this round or the next."""
    option = next(one for one in match.ruleset.option_rows if one.id == match.ruleset.length_option)
    now, numbers = match.options.number(option.id), {*_LENGTHS[option.id]}
    if option.id == "rounds":
        numbers |= {len(match.rounds), len(match.rounds) + 1}
    others = sorted(number for number in numbers - {now} if option.kind.allows(number))
    return tuple(map(str, (now, *others)))


def _told(table: Table, key: str, words: object, seat: Seat | None = None) -> Flash:
    return Flash(FlashKind.TOLD, table.view.now_s + FLASH_S, seat=seat, words=(key, str(words)))


def _show_hand(table: Table, letter: str) -> Decision:
    return decision(table, mode=LuckyHand(Seat(letter)))


def _correct_dealer(table: Table, letter: str) -> Decision:
    seat = Seat(letter)
    facts = () if table.running.round.dealer is seat else (DealerCorrected(seat),)
    return decision(table, *facts, mode=AtTable(), flash=_told(table, "menu.now_dealer", letter, seat))


def _change_length(table: Table, number: str) -> Decision:
    """Change the length, or say why the match cannot be so short or long."""
    match, event = table.running, LengthChanged(int(number))
    name = match.ruleset.length_option
    facts = () if match.options.number(name) == event.number else (event,)
    try:
        match.replay(facts)
    except ScorerError:
        return refused(table, "length", None)
    return decision(table, *facts, mode=AtTable(), flash=_told(table, f"menu.now_{name}", number))


_PICKED: Mapping[str, Callable[[Table, str], Decision]] = {
    "lucky-hand": _show_hand,
    "dealer": _correct_dealer,
    "length": _change_length,
}

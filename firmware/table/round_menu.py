"""The round menu, which BACK held opens."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.table.decision import FLASH_S, Decision, decision, refused
from firmware.table.home import toggled_sound
from firmware.table.lists import moved
from firmware.table.pages import AtHome, Entering, InMenu, InPiles, InYaku, Picking
from firmware.table.setup import put_away
from firmware.table.state import AtTable, Flash, FlashKind, Table
from hardware import Button
from scorer import Misdealt, Redone

__all__ = ["ENTRIES", "at", "pressed"]

ENTRIES = (
    "misdeal",
    "put-back",
    "enter-card",
    "piles",
    "yaku",
    "lucky-hand",
    "dealer",
    "length",
    "sound",
    "end-match",
    "home",
    "power-off",
)
"""The ids of the entries."""

_ASKS_ONCE_MORE = ("misdeal", "end-match", "power-off")


def at(entry: str) -> InMenu:
    """Return the menu with an entry chosen, as it is when what that one opened is left."""
    return InMenu(ENTRIES.index(entry))


def pressed(table: Table, mode: InMenu, button: Button) -> Decision:
    """Choose an entry; what costs something asks once more."""
    if button is Button.BACK:
        return decision(table, mode=replace(mode, is_asking=False) if mode.is_asking else AtTable())
    if button is not Button.OK:
        choice = mode.choice if mode.is_asking else moved(table, mode.choice, button, len(ENTRIES))
        return decision(table, mode=replace(mode, choice=choice))
    entry = ENTRIES[mode.choice]
    if entry in _ASKS_ONCE_MORE and not mode.is_asking:
        return decision(table, mode=replace(mode, is_asking=True))
    return _DEEDS[entry](table)


def _misdeal(table: Table) -> Decision:
    flash = Flash(FlashKind.MISDEAL, table.view.now_s + FLASH_S, seat=table.running.round.dealer)
    return decision(table, Misdealt(), mode=AtTable(), flash=flash)


def _put_back(table: Table) -> Decision:
    last = table.running.round.last_undone()
    if last is None:
        return refused(table, "nothing-to-redo", None)
    number, change = last
    flash = Flash(FlashKind.PUT_BACK, table.view.now_s + FLASH_S, change.cards, change.seat)
    return decision(table, Redone(number), mode=AtTable(), flash=flash)


def _open_lucky_hand(table: Table) -> Decision:
    match = table.running
    if not match.ruleset.teyaku:
        return refused(table, "game-without-hands", None)
    if not match.options.is_on("teyaku"):
        return refused(table, "no-lucky-hands", None)
    if any(match.round.piles.values()):
        return refused(table, "too-late-for-hands", None)
    return decision(table, mode=Picking("lucky-hand"))


_DEEDS: Mapping[str, Callable[[Table], Decision]] = {
    "misdeal": _misdeal,
    "put-back": _put_back,
    "enter-card": lambda table: decision(table, mode=Entering()),
    "piles": lambda table: decision(table, mode=InPiles()),
    "yaku": lambda table: decision(table, mode=InYaku()),
    "lucky-hand": _open_lucky_hand,
    "dealer": lambda table: decision(table, mode=Picking("dealer")),
    "length": lambda table: decision(table, mode=Picking("length")),
    "sound": toggled_sound,
    "end-match": lambda table: decision(table, *put_away(table), mode=AtHome()),
    "home": lambda table: decision(table, mode=AtHome()),
    "power-off": lambda table: decision(table, is_off=True),
}

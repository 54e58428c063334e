"""The first list, and the settings under it."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.table import check, setup
from firmware.table.decision import Decision, choosing, decision
from firmware.table.lists import following, moved
from firmware.table.pages import AtHome, InAddresses, InCheck, InHistory, InSettings
from firmware.table.state import AtTable, Enrolling, Table
from firmware.texts import Language
from hardware import Button
from scorer import Card

__all__ = [
    "SETTINGS",
    "entries",
    "entries_below",
    "opened_enrolling",
    "pressed",
    "pressed_addresses",
    "pressed_check",
    "pressed_history",
    "pressed_settings",
    "toggled_sound",
    "wants_addresses",
    "wants_history",
]

SETTINGS = ("sound", "one-short", "language")
"""The ids of what can be chosen for the box as a whole."""


def entries(table: Table) -> tuple[str, ...]:
    """Return the ids of the home list."""
    waiting = () if table.match is None else ("continue",)
    again = () if setup.played_before(table) is None else ("same-again",)
    page = ("scoreboard",) if table.has_page else ()
    return (*waiting, *again, "new-game", "deck", "history", *page, "check", "settings", "power-off")


def entries_below(table: Table) -> tuple[str, ...]:
    """Return the ids of what stands in the history, among the addresses, or in the settings."""
    mode = table.view.mode
    if isinstance(mode, InAddresses):
        return mode.addresses or ()
    if isinstance(mode, InHistory):
        return tuple(f"match-{match.number}" for match in mode.matches or ())
    return SETTINGS


def pressed(table: Table, mode: AtHome, button: Button) -> Decision:
    """Choose from the list; what costs something asks once more."""
    ids = entries(table)
    if button is Button.BACK:
        return decision(table, mode=replace(mode, is_asking=False))
    if button is not Button.OK:
        choice = mode.choice if mode.is_asking else moved(table, mode.choice, button, len(ids))
        return decision(table, mode=replace(mode, choice=choice))
    entry = ids[mode.choice]
    if _costs_something(table, entry) and not mode.is_asking:
        return decision(table, mode=replace(mode, is_asking=True))
    return _DEEDS[entry](table)


def pressed_settings(table: Table, mode: InSettings, button: Button) -> Decision:
    """OK turns the chosen setting to its next value, BACK goes home."""
    if button is Button.BACK:
        return decision(table, mode=AtHome(entries(table).index("settings")))
    if button is Button.OK:
        return _NEXT_VALUE[SETTINGS[mode.choice]](table)
    return decision(table, mode=replace(mode, choice=moved(table, mode.choice, button, len(SETTINGS))))


def pressed_history(table: Table, mode: InHistory, button: Button) -> Decision:
    """Go up and down the last matches, BACK goes home."""
    if button is Button.BACK:
        return decision(table, mode=AtHome(entries(table).index("history")))
    choice = moved(table, mode.choice, button, max(len(mode.matches or ()), 1))
    return decision(table, mode=replace(mode, choice=choice))


def pressed_addresses(table: Table, mode: InAddresses, button: Button) -> Decision:
    """Go through the addresses; OK looks again after the last, BACK goes home."""
    last = max(len(mode.addresses or ()) - 1, 0)
    if button is Button.BACK:
        return decision(table, mode=AtHome(entries(table).index("scoreboard")))
    if button is Button.OK and mode.choice == last:
        return decision(table, mode=InAddresses())
    step = Button.B if button is Button.OK else button
    return decision(table, mode=replace(mode, choice=moved(table, mode.choice, step, last + 1)))


def pressed_check(table: Table, mode: InCheck, button: Button) -> Decision:
    """Let the doctor's pages answer; BACK goes home, unless something is being tried."""
    if button is Button.BACK and mode.trial is None:
        return decision(table, mode=AtHome(entries(table).index("check")))
    return check.pressed(table, mode, button)


def wants_history(table: Table) -> bool:
    """Return whether the page of the last matches is up, and they are not read yet."""
    mode = table.view.mode
    return isinstance(mode, InHistory) and mode.matches is None


def wants_addresses(table: Table) -> bool:
    """Return whether the page of the scoreboard's addresses is up, and nobody has looked yet."""
    mode = table.view.mode
    return isinstance(mode, InAddresses) and mode.addresses is None


def toggled_sound(table: Table) -> Decision:
    """Let the box be heard, or no longer."""
    return decision(table, *choosing(table, has_sound=not table.is_heard))


def _next_language(table: Table) -> Decision:
    """Let the display speak the next language."""
    return decision(table, *choosing(table, language=following(tuple(Language), table.language)))


def _toggled_chances(table: Table) -> Decision:
    """Show in a round which yaku lack one card, or no longer."""
    return decision(table, *choosing(table, one_short=not table.has_chances))


_NEXT_VALUE: Mapping[str, Callable[[Table], Decision]] = {
    "sound": toggled_sound,
    "language": _next_language,
    "one-short": _toggled_chances,
}


def opened_enrolling(table: Table) -> Decision:
    """Open the enrolling list at the first card without a tag."""
    index = next((place for place, card in enumerate(Card) if not table.deck.has(card)), 0)
    return decision(table, mode=Enrolling(index, table.view.now_s))


def _costs_something(table: Table, entry: str) -> bool:
    """Return whether an entry ends a match that waits, or the program."""
    return entry == "power-off" or (entry == "same-again" and table.match is not None)


def _same_again(table: Table) -> Decision:
    game = setup.played_before(table)
    return decision(table) if game is None else setup.started(table, game)


_DEEDS: Mapping[str, Callable[[Table], Decision]] = {
    "continue": lambda table: decision(table, mode=AtTable()),
    "same-again": _same_again,
    "new-game": setup.opened,
    "deck": opened_enrolling,
    "history": lambda table: decision(table, mode=InHistory()),
    "scoreboard": lambda table: decision(table, mode=InAddresses()),
    "check": check.opened,
    "settings": lambda table: decision(table, mode=InSettings()),
    "power-off": lambda table: decision(table, is_off=True),
}

"""The door to the lists: what stands in the one that is up, what is chosen, and who answers a press."""

from collections.abc import Callable, Mapping
from typing import Any

from firmware.table import check, entering, home, house_rules, picking, piles, round_menu, setup, yaku
from firmware.table.decision import Decision, decision
from firmware.table.match_pages import Correcting
from firmware.table.pages import (
    AtHome,
    Entering,
    InAddresses,
    InCheck,
    InHistory,
    InMenu,
    InPiles,
    InRules,
    InSettings,
    InYaku,
    Picking,
    SettingUp,
)
from firmware.table.state import Table
from hardware import Button

__all__ = ["choice_id", "entries", "pressed"]

_PRESSED: Mapping[type, Callable[[Table, Any, Button], Decision]] = {
    AtHome: home.pressed,
    InHistory: home.pressed_history,
    InAddresses: home.pressed_addresses,
    InCheck: home.pressed_check,
    InSettings: home.pressed_settings,
    SettingUp: setup.pressed,
    InRules: house_rules.pressed,
    InMenu: round_menu.pressed,
    Picking: picking.pressed,
    InPiles: piles.pressed,
    InYaku: yaku.pressed,
    Entering: entering.pressed,
}


def pressed(table: Table, button: Button) -> Decision:
    """Let the list or page that is up answer a press; where none is, the table goes home."""
    answer = _PRESSED.get(type(table.view.mode))
    return decision(table, mode=AtHome()) if answer is None else answer(table, table.view.mode, button)


def entries(table: Table) -> tuple[str, ...]:
    """Return the ids of all that stands in the list that is up."""
    match table.view.mode:
        case AtHome():
            return home.entries(table)
        case InHistory() | InAddresses() | InSettings():
            return home.entries_below(table)
        case InCheck() as mode:
            return check.entries(mode)
        case SettingUp():
            return setup.ROWS
        case InRules(below):
            return tuple(option.id for option in house_rules.rows(table.ruleset(below.draft.game)))
        case InMenu():
            return round_menu.ENTRIES
        case Picking(entry):
            return picking.values(table, entry)
        case InPiles():
            return tuple(row.id for row in piles.rows(table.running))
        case InYaku() as mode:
            return yaku.entries(table.running, mode)
        case _:
            return ()


def choice_id(table: Table) -> str | None:
    """Return the id of the highlighted entry, None where there is no list."""
    ids = entries(table)
    match table.view.mode:
        case InYaku(card=int(place)):
            return ids[place % len(ids)]
        case InHistory(choice=choice) | InAddresses(choice=choice) | InCheck(choice=choice):
            return ids[choice] if ids else None
        case AtHome(choice) | InSettings(choice) | InMenu(choice) | InPiles(choice) | InYaku(choice):
            return ids[choice] if ids else None
        case Correcting(number):
            return f"round-{number + 1}"
        case SettingUp(choice=choice) | InRules(choice=choice) | Picking(choice=choice):
            return ids[choice]
        case _:
            return None

"""The state as the script's `state` prints it, and its `check` looks at it."""

from typing import Any

from firmware.table.menus import choice_id
from firmware.table.state import Table
from scorer import Match, Seat

__all__ = ["report", "status_of"]


def report(table: Table) -> dict[str, Any]:
    """Return the state as a JSON object."""
    notice = table.view.notice
    return {
        "phase": table.phase.value,
        **_of_match(table.match if table.match is not None and table.match.rounds else None),
        "choice": choice_id(table),
        "notice": None if notice is None else notice.value,
    }


def status_of(table: Table) -> str:
    """Say in a line what the box is at, and what is wrong, for whoever looks from outside."""
    match = table.match
    rounds = (
        f", round {len(match.rounds)} of {match.ruleset.id}" if match is not None and match.rounds else ""
    )
    faults = [f"reader {number + 1}: {fault}" for number, fault in table.view.reader_faults.items()]
    display = ["display lost"] if table.view.is_display_lost else []
    unsaved = ["not saved"] if table.view.is_unsaved else []
    return "; ".join([f"{table.phase.value}{rounds}", *faults, *display, *unsaved])


def _of_match(match: Match | None) -> dict[str, Any]:
    if match is None:
        nothing = dict.fromkeys(("game", "round", "dealer", "active"))
        return {**nothing, "piles": {}, "teyaku": {}, "standings": {}, "unaccounted": []}
    here = match.round
    return {
        "game": match.ruleset.id,
        "round": len(match.rounds),
        "dealer": here.dealer.value,
        "active": here.active.value,
        "piles": {seat.value: [card.id for card in cards] for seat, cards in here.piles.items()},
        "teyaku": {seat.value: list(ids) for seat, ids in here.teyaku.items()},
        "standings": {seat.value: _standing(match, seat) for seat in match.seats},
        "unaccounted": [card.id for card in match.unaccounted()],
    }


def _standing(match: Match, seat: Seat) -> dict[str, int]:
    standing = match.standings.of(seat)
    parts = {"chips": standing.chips, "counters": standing.counters, "points": standing.points}
    return {name: value for name, value in parts.items() if value is not None}

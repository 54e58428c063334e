"""The yaku line of each player in the running round: what stands in it, turn by turn.

The yaku made so far, or that the player is within fuke; and between them, where the table wants to
see it, the yaku that lack one card. Which turn it is depends on the clock alone.
"""

from dataclasses import dataclass, field
from enum import Enum

from firmware.table.light import Light
from firmware.table.state import Phase, Table
from scorer import Match, Names, Pile, Seat, Teyaku, Yaku, find_chances, so_far, within_fuke

__all__ = ["Turn", "TurnKind", "next_turn_s", "turn_at", "turns"]

_TURN_S = 2.0
"""How long each turn stands."""


class TurnKind(Enum):
    """What a turn is about."""

    NOTHING = "nothing"
    MADE = "made"
    TOTAL = "total"
    FUKE = "fuke"
    CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Turn:
    """What stands in a player's yaku line for a while.

    Attributes:
        kind: what it is about.
        names: of the yaku or lucky hand.
        points: what it is worth, or all of them together; the limit of fuke.
        cards: those of which one makes the yaku.
    """

    kind: TurnKind
    names: Names | None = None
    points: int = 0
    cards: Pile = field(default_factory=Pile)


def turns(table: Table, seat: Seat) -> tuple[Turn, ...]:
    """Return what takes turns in a player's yaku line, at least one.

    Every other turn is one of what is made, so that what stands beside it comes back soon.
    """
    match = table.running
    usual = [*_made(match, seat), *_fuke(match, seat)] or [Turn(TurnKind.NOTHING)]
    chances = _chances(match, seat) if table.has_chances else []
    if not chances:
        return tuple(usual)
    pairs = max(len(usual), len(chances))
    both = ((usual[place % len(usual)], chances[place % len(chances)]) for place in range(pairs))
    return tuple(turn for pair in both for turn in pair)


def turn_at(turns: tuple[Turn, ...], now_s: float) -> Turn:
    """Return whose turn it is."""
    return turns[int(now_s // _TURN_S) % len(turns)]


def next_turn_s(table: Table) -> float | None:
    """Return when the next turn begins; None where nothing takes turns, or nobody would see it."""
    view = table.view
    if table.phase is not Phase.PLAYING or table.light is Light.DARK:
        return None
    if view.flash is not None or view.question is not None:
        return None
    if all(len(turns(table, seat)) == 1 for seat in table.running.seats):
        return None
    return (view.now_s // _TURN_S + 1) * _TURN_S


def _made(match: Match, seat: Seat) -> list[Turn]:
    """Return a turn for each yaku and lucky hand; where there are several, one more for their sum."""
    here = so_far(match, seat)
    rows: list[Yaku | Teyaku] = [*(made.yaku for made in here.made.yaku), *here.teyaku]
    made = [Turn(TurnKind.MADE, row.names, row.value) for row in rows]
    total = [Turn(TurnKind.TOTAL, points=sum(row.value for row in rows))]
    return made + (total if len(made) > 1 else [])


def _fuke(match: Match, seat: Seat) -> list[Turn]:
    if not any(match.round.piles.values()):
        return []  # before the first capture everybody would be
    piles = {one: Pile.of(cards) for one, cards in match.round.piles.items()}
    here = match.round
    if seat not in within_fuke(match.ruleset, match.options, piles, here.dealer, here.teyaku):
        return []
    return [Turn(TurnKind.FUKE, points=match.options.number("fuke_limit"))]


def _chances(match: Match, seat: Seat) -> list[Turn]:
    pile = Pile.of(match.round.piles[seat])
    found = find_chances(pile, match.unaccounted(), match.ruleset, match.options)
    return [Turn(TurnKind.CHANCE, one.yaku.names, one.yaku.value, one.cards) for one in found]

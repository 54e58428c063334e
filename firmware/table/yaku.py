"""The rule card of the game under the round menu, live: who has which card of each yaku."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from firmware.table import round_menu
from firmware.table.decision import Decision, decision
from firmware.table.lists import moved
from firmware.table.pages import InYaku
from firmware.table.state import Table
from hardware import Button
from scorer import Card, Match, Names, RuleCardRow, Seat, rule_card

__all__ = ["RULES", "Line", "LineKind", "entries", "holders", "lines", "owners", "pressed", "row_at", "rows"]

RULES = "rules"
"""The id of the last entry: the rule file itself."""


class LineKind(Enum):
    """What a line of a yaku's page says."""

    ANY = "any"
    """So many of the cards make it."""
    CARD = "card"
    SUITS = "suits"
    """A lucky hand of three cards of one flower, of so many flowers."""
    WORTHLESS = "worthless"
    """A lucky hand in which every card is worth 0."""
    SILENCES = "silences"
    SILENCED_BY = "silenced-by"
    WINS = "wins"
    """Who made it may win the match with fewer points."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a yaku's page.

    Attributes:
        id: what the script's `choice` calls it.
        kind: what it says.
        card: the card.
        names: of the yaku that it silences, or that silences it.
        count: how many cards or flowers it takes.
    """

    id: str
    kind: LineKind
    card: Card | None = None
    names: Names | None = None
    count: int = 0


def rows(match: Match) -> tuple[RuleCardRow, ...]:
    """Return the yaku that count, dearest first, then the lucky hands."""
    return rule_card(match.ruleset, match.options)


def row_at(match: Match, choice: int) -> RuleCardRow | None:
    """Return the yaku or lucky hand in a place of the list; None: the rule file."""
    listed = rows(match)
    return listed[choice] if choice < len(listed) else None


def entries(match: Match, mode: InYaku) -> tuple[str, ...]:
    """Return the ids of what stands in the list, or on the page that is open."""
    if mode.card is None:
        return (*(row.id for row in rows(match)), RULES)
    row = row_at(match, mode.choice)
    return (RULES,) if row is None else tuple(line.id for line in lines(match, row))


def owners(match: Match, row: RuleCardRow) -> tuple[Seat | None, ...]:
    """Return who has each card of a yaku, in its order; None for a card in no pile."""
    return tuple(match.round.owner(card) for card in row.cards)


def holders(match: Match, row: RuleCardRow) -> dict[Seat, tuple[Card, ...]]:
    """Return which cards of a yaku each player has, who has most of them first; who has none is left out."""
    having = {
        seat: tuple(card for card in row.cards if card in match.round.piles[seat]) for seat in match.seats
    }
    order = sorted(match.seats, key=lambda seat: -len(having[seat]))
    return {seat: having[seat] for seat in order if having[seat]}


def lines(match: Match, row: RuleCardRow) -> tuple[Line, ...]:
    """Return the lines of a yaku's page: its cards, and what else there is to know of it."""
    silenced_by = [other.names for other in rows(match) if row.names in other.silences]
    any_of = [Line("any", LineKind.ANY, count=row.count)] if row.count < len(row.cards) else []
    return (
        *any_of,
        *(Line(card.id, LineKind.CARD, card) for card in row.cards),
        *_of_hand(match, row),
        *_numbered(LineKind.SILENCES, row.silences),
        *_numbered(LineKind.SILENCED_BY, tuple(silenced_by)),
        *([Line("wins", LineKind.WINS)] if row.wins_at_once else []),
    )


def pressed(table: Table, mode: InYaku, button: Button) -> Decision:
    """OK opens the page of the chosen yaku and closes it, BACK leaves the page, then the list."""
    match = table.running
    if mode.card is None:
        if button is Button.BACK:
            return decision(table, mode=round_menu.at("yaku"))
        if button is Button.OK:
            return decision(table, mode=replace(mode, card=0))
        choice = moved(table, mode.choice, button, len(entries(match, mode)))
        return decision(table, mode=replace(mode, choice=choice))
    if button in (Button.OK, Button.BACK):
        return decision(table, mode=replace(mode, card=None))
    row = row_at(match, mode.choice)
    if row is None:  # pages of text, of which only the screen knows how many there are: they go round
        step = {Button.A: -1, Button.B: 1}.get(button, 0)
        return decision(table, mode=replace(mode, card=mode.card + step))
    return decision(table, mode=replace(mode, card=moved(table, mode.card, button, len(lines(match, row)))))


def _of_hand(match: Match, row: RuleCardRow) -> Iterator[Line]:
    for hand in match.ruleset.teyaku:
        if hand.id == row.id:
            kind = LineKind.SUITS if hand.suits else LineKind.WORTHLESS
            yield Line(kind.value, kind, count=hand.suits)


def _numbered(kind: LineKind, names: tuple[Names, ...]) -> Iterator[Line]:
    for number, one in enumerate(names, 1):
        yield Line(f"{kind.value}-{number}", kind, names=one)

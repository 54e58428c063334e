"""Every pile, card by card, in one list under the round menu."""

from dataclasses import dataclass, replace

from firmware.table import round_menu
from firmware.table.decision import Decision, decision
from firmware.table.lists import moved
from firmware.table.pages import InPiles
from firmware.table.state import Table
from hardware import Button
from scorer import Card, Match, Pile, Seat

__all__ = ["PileRow", "pressed", "rows"]


@dataclass(frozen=True, slots=True)
class PileRow:
    """A card, or the heading over those of a pile.

    Attributes:
        seat: whose pile it is; None: the cards in no pile.
        card: None: the heading.
        count: of the pile's cards.
    """

    seat: Seat | None
    card: Card | None
    count: int

    @property
    def id(self) -> str:
        """What the script's `choice` calls it."""
        return str(self.card or self.seat or "unaccounted")


def rows(match: Match) -> tuple[PileRow, ...]:
    """Return the list: each player's cards in table order, then those in no pile."""
    piles = [(seat, Pile.of(cards)) for seat, cards in match.round.piles.items()]
    return tuple(
        PileRow(seat, card, len(pile))
        for seat, pile in (*piles, (None, match.unaccounted()))
        for card in (None, *pile)
    )


def pressed(table: Table, mode: InPiles, button: Button) -> Decision:
    """OK goes on to the next pile, from the last to the first; BACK goes back to the menu."""
    listed = rows(table.running)
    if button is Button.BACK:
        return decision(table, mode=round_menu.at("piles"))
    if button is not Button.OK:
        return decision(table, mode=replace(mode, choice=moved(table, mode.choice, button, len(listed))))
    headings = [place for place, row in enumerate(listed) if row.card is None]
    return decision(table, mode=InPiles(next((one for one in headings if one > mode.choice), 0)))

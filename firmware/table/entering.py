"""A card without a tag is entered by hand, with three presses: four suits, a suit, a card."""

from dataclasses import replace

from firmware.table import playing, round_menu
from firmware.table.decision import Decision, decision
from firmware.table.pages import Entering, InMenu
from firmware.table.state import AtTable, Table
from hardware import Button
from scorer import Card, Suit

__all__ = ["BUTTONS", "GROUPS", "cards_of", "pressed"]

BUTTONS = (Button.A, Button.B, Button.C, Button.OK)
"""The buttons that choose, in the order of what they choose."""

GROUPS = tuple(tuple(Suit)[first : first + 4] for first in (0, 4, 8))
"""The suits 1 to 4, 5 to 8, and 9 to 12."""


def cards_of(suit: Suit) -> tuple[Card, ...]:
    """Return a suit's four cards, in table order."""
    return tuple(card for card in Card if card.suit is suit)


def pressed(table: Table, mode: Entering, button: Button) -> Decision:
    """Choose four suits, then a suit, then the card, which acts as if tapped; BACK a step back."""
    if button is Button.BACK:
        return decision(table, mode=_before(mode))
    place = BUTTONS.index(button)
    if mode.suits is None:
        return decision(table, mode=Entering(GROUPS[place]) if place < len(GROUPS) else mode)
    if mode.suit is None:
        return decision(table, mode=replace(mode, suit=mode.suits[place]))
    at_table = replace(table, view=replace(table.view, mode=AtTable()))
    return playing.tapped(at_table, cards_of(mode.suit)[place], None)


def _before(mode: Entering) -> Entering | InMenu:
    """Return the step before this one."""
    if mode.suit is not None:
        return replace(mode, suit=None)
    return Entering() if mode.suits is not None else round_menu.at("enter-card")

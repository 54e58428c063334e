"""The yaku of the game under the round menu, live: who has which card of each."""

from dataclasses import replace

from firmware.table import round_menu
from firmware.table.decision import Decision, decision
from firmware.table.lists import moved
from firmware.table.pages import InYaku
from firmware.table.state import Table
from hardware import Button
from scorer import Match, RuleCardRow, Seat, rule_card

__all__ = ["owners", "pressed", "rows"]


def rows(match: Match) -> tuple[RuleCardRow, ...]:
    """Return the yaku that count, dearest first; lucky hands are made of no cards that one could follow."""
    return tuple(row for row in rule_card(match.ruleset, match.options) if row.cards)


def owners(match: Match, row: RuleCardRow) -> tuple[Seat | None, ...]:
    """Return who has each card of a yaku, in its order; None for a card in no pile."""
    return tuple(match.round.owner(card) for card in row.cards)


def pressed(table: Table, mode: InYaku, button: Button) -> Decision:
    """OK opens the page of the chosen yaku and closes it, BACK leaves the page, then the list."""
    listed = rows(table.running)
    if mode.card is not None:
        if button in (Button.OK, Button.BACK):
            return decision(table, mode=replace(mode, card=None))
        cards = len(listed[mode.choice].cards)
        return decision(table, mode=replace(mode, card=moved(mode.card, button, cards)))
    if button is Button.BACK:
        return decision(table, mode=round_menu.at("yaku"))
    if button is Button.OK and listed:
        return decision(table, mode=replace(mode, card=0))
    return decision(table, mode=replace(mode, choice=moved(mode.choice, button, max(len(listed), 1))))

"""What a handler answers: the facts that follow from an input, and the view afterwards."""

from dataclasses import dataclass, replace
from typing import Any

from firmware.table.facts import ChoicesMade, Fact, apply
from firmware.table.state import Flash, FlashKind, Notice, Table, View
from scorer import Card, Seat

__all__ = ["FLASH_S", "Decision", "HoldWords", "choosing", "decision", "refusal", "refused"]

FLASH_S = 3.0
"""How long a passing message stays."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Facts to be stored and applied, in order, and the view that goes with them."""

    facts: tuple[Fact, ...]
    view: View

    def applied_to(self, table: Table) -> Table:
        """Return the table after the decision."""
        for fact in self.facts:
            table = apply(table, fact)
        return table if table.view is self.view else replace(table, view=self.view)


@dataclass(frozen=True, slots=True)
class HoldWords:
    """What holding a button will do.

    Attributes:
        key: of the text that says it.
        seat: for whom.
        cards: those that it is about.
    """

    key: str
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()


def decision(table: Table, *facts: Fact, **changes: Any) -> Decision:
    """Decide on facts and on changes of the view's fields."""
    return Decision(facts, replace(table.view, **changes) if changes else table.view)


def choosing(table: Table, **changes: Any) -> tuple[ChoicesMade, ...]:
    """Return the fact that some choices are others now; none where nothing changes."""
    choices = replace(table.choices, **changes)
    return () if choices == table.choices else (ChoicesMade(choices),)


def refusal(
    table: Table, words: str, notice: Notice | None, card: Card | None = None, seat: Seat | None = None
) -> dict[str, Any]:
    """Return the view's changes when a tap or press does nothing, and why it does not.

    Args:
        table: before the input.
        words: key of the text in the section "refused".
        notice: for the script's `state`, None where it has no word.
        card: the card that was tapped.
        seat: whose it is.
    """
    cards = () if card is None else (card,)
    return {
        "notice": notice,
        "flash": Flash(FlashKind.REFUSED, table.view.now_s + FLASH_S, cards, seat, (words,)),
    }


def refused(
    table: Table, words: str, notice: Notice | None, card: Card | None = None, seat: Seat | None = None
) -> Decision:
    """Decide that nothing changes, and say why."""
    return decision(table, **refusal(table, words, notice, card, seat))

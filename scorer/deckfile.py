"""Reads the deck of a rule file, and what its cards are worth."""

from collections.abc import Mapping
from dataclasses import dataclass

from scorer.amounts import Points
from scorer.cards import Card, CardType, Pile, Suit
from scorer.errors import Fault
from scorer.tomltable import Table

__all__ = ["Cards", "read_cards"]

_ALL = Pile.of(Card)


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a game.

    Attributes:
        deck: those it is played with.
        values: points of each; none where they could not be read.
        total: what all are worth together; 0 where the values could not be read.
        suits_in_twos: suits of which each pile holds none, two or four at the end.
    """

    deck: Pile
    values: Mapping[Card, Points]
    total: Points
    suits_in_twos: tuple[Suit, ...]


def read_cards(top: Table, faults: list[Fault]) -> Cards:
    """Read the tables `[deck]` and `[values]`.

    Args:
        top: the whole file.
        faults: those of the whole file, where the readers of `top` put theirs.
    """
    table = top.table("deck")
    deck = _ALL - table.cards("without")
    values = _read_values(top, deck, faults)
    total = _read_sum(table, values, faults)
    suits_in_twos = _read_suits(table)
    table.close()
    return Cards(deck, values, total, suits_in_twos)


def _read_values(top: Table, deck: Pile, faults: list[Fault]) -> dict[Card, Points]:
    """Read points by type, and the exceptions by card; empty after a fault, so that no sum is compared."""
    before = len(faults)
    table = top.table("values")
    by_type = {card_type: table.number(str(card_type), 0) for card_type in CardType}
    values = {card: Points(by_type[card.type]) for card in deck}
    if table.has("cards"):
        exceptions = table.table("cards")
        for key in exceptions:
            card = exceptions.known_card(key, key)
            value = exceptions.number(key, 0)
            if card is not None and card not in deck:
                exceptions.fault(key, "the deck lacks this card", "leave it out, or put it into the deck")
            elif card is not None:
                values[card] = Points(value)
    table.close()
    return values if len(faults) == before else {}


def _read_sum(deck_table: Table, card_values: dict[Card, Points], faults: list[Fault]) -> Points:
    """Read the stated sum, and compare it with the cards' where both could be read."""
    before = len(faults)
    stated = deck_table.number("sum", 1)
    counted = sum(card_values.values())
    if len(faults) == before and card_values and stated != counted:
        deck_table.fault(
            "sum", f"is {stated}, but the cards are worth {counted}", f"give {counted}, or correct the values"
        )
    return Points(counted)


def _read_suits(deck_table: Table) -> tuple[Suit, ...]:
    known = {suit.id: suit for suit in Suit}
    found = []
    for index, word in enumerate(deck_table.optional_texts("suits_in_twos", "suits")):
        if word in known:
            found.append(known[word])
        else:
            deck_table.fault(
                f"suits_in_twos[{index}]", f"unknown suit {word!r}", f"suits are {', '.join(known)}"
            )
    return tuple(found)

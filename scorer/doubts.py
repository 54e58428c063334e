"""What looks wrong with the piles of a round: cards that were hardly captured so, or not seen.

Nothing here is against a rule, and nothing is decided: it is what players look at again before they
believe a result.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from scorer.cards import Card, CardType, Pile, Suit
from scorer.game import Ruleset, Yaku
from scorer.options import Options
from scorer.seats import Seat

__all__ = ["Doubt", "DoubtKind", "find_doubts"]

_SUITS = {suit: Pile.of(card for card in Card if card.suit is suit) for suit in Suit}
_WHOLE_SUITS = frozenset(_SUITS.values())
_CHAFF = Pile.of(card for card in Card if card.type is CardType.CHAFF)


class DoubtKind(Enum):
    """What there is to look at."""

    SPLIT = "split"
    """A suit lies one and three, in a game whose captures come in twos."""
    CHAFF = "chaff"
    """A player has all of a four-of-a-kind but chaff that nobody has."""
    POINTS = "points"
    """Three play, so that every card is played, and cards worth points lie in no pile."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One thing to look at.

    Attributes:
        kind: what it is.
        cards: the suit that is split; the chaff that is missing; the cards worth points.
        seat: who lacks the chaff; else None.
        yaku: which it would make; else None.
    """

    kind: DoubtKind
    cards: Pile
    seat: Seat | None = None
    yaku: Yaku | None = None


def find_doubts(ruleset: Ruleset, options: Options, piles: Mapping[Seat, Pile]) -> tuple[Doubt, ...]:
    """Return what looks wrong with the piles of a round that is over.

    Args:
        ruleset: the game.
        options: the house rules in force.
        piles: what each player captured; its keys are the seats at the table.
    """
    unseen = ruleset.deck
    for pile in piles.values():
        unseen -= pile
    return (
        *_points_not_seen(ruleset, piles, unseen),
        *_chaff_not_seen(ruleset, options, piles, unseen),
        *_split_suits(ruleset, piles),
    )


def _split_suits(ruleset: Ruleset, piles: Mapping[Seat, Pile]) -> Iterator[Doubt]:
    for suit in ruleset.suits_in_twos:
        cards = ruleset.deck & _SUITS[suit]
        if sorted(len(pile & cards) for pile in piles.values())[-2:] == [1, 3]:
            yield Doubt(DoubtKind.SPLIT, cards)


def _chaff_not_seen(
    ruleset: Ruleset, options: Options, piles: Mapping[Seat, Pile], unseen: Pile
) -> Iterator[Doubt]:
    for yaku in ruleset.yaku:
        is_whole = yaku.cards in _WHOLE_SUITS and yaku.count == len(yaku.cards)
        if not is_whole or not yaku.is_in_force(options):
            continue
        for seat, pile in piles.items():
            lacking = yaku.cards - pile
            if lacking and lacking <= unseen & _CHAFF:
                yield Doubt(DoubtKind.CHAFF, lacking, seat, yaku)


def _points_not_seen(ruleset: Ruleset, piles: Mapping[Seat, Pile], unseen: Pile) -> Iterator[Doubt]:
    if len(piles) < len(Seat):
        return
    worth_points = Pile.of(card for card in unseen if ruleset.card_values[card])
    if worth_points:
        yield Doubt(DoubtKind.POINTS, worth_points)

"""One round: its changes, and the piles and lucky hands that they make.

The piles are worked out from the changes that hold, so a change taken back leaves every card
where it stood before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from scorer.cards import Card
from scorer.events import BadEvent, CardsCaptured, CardsMoved, TeyakuDeclared
from scorer.game import Ruleset
from scorer.seats import Seat

__all__ = ["Change", "Round", "worked_out"]

Change = CardsCaptured | CardsMoved | TeyakuDeclared
"""What BACK takes back."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round, running or over.

    Attributes:
        dealer: who dealt.
        active: whose captures follow.
        changes: every change so far with the number of its event, oldest first.
        undone: the numbers of those that do not hold, in the order in which they were taken back.
        is_letter_pressed: whether anyone chose a player in this round.
        is_closed: whether the players said that play is over.
        piles: the cards of each seat, in the order in which they came.
        teyaku: the ids that each seat has declared, in the rule file's order.
        shown: the cards that prove them, by seat.
    """

    dealer: Seat
    active: Seat
    changes: tuple[tuple[int, Change], ...] = ()
    undone: tuple[int, ...] = ()
    is_letter_pressed: bool = False
    is_closed: bool = False
    piles: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    teyaku: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    shown: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)

    def owner(self, card: Card) -> Seat | None:
        """Return whose pile a card lies in, None if nobody's."""
        return next((seat for seat, cards in self.piles.items() if card in cards), None)

    def last_change(self) -> tuple[int, Change] | None:
        """Return the change that BACK would take back, with its event's number."""
        held = [pair for pair in self.changes if pair[0] not in self.undone]
        return held[-1] if held else None

    def last_undone(self) -> tuple[int, Change] | None:
        """Return the change that was taken back last and may hold again."""
        return next((pair for pair in self.changes if self.undone and pair[0] == self.undone[-1]), None)

    def dealt_by(self, dealer: Seat) -> "Round":
        """Return the round with another dealer, who is also the active player where nobody was chosen yet."""
        is_fresh = self.is_untouched and not self.is_letter_pressed
        return replace(self, dealer=dealer, active=dealer if is_fresh else self.active)

    @property
    def is_untouched(self) -> bool:
        """Whether nothing is captured or declared."""
        return self.last_change() is None


def worked_out(running: Round, seats: Sequence[Seat], ruleset: Ruleset) -> Round:
    """Fill in the piles and declarations that the changes of a round make.

    Args:
        running: the round, its piles and declarations of no matter.
        seats: who plays.
        ruleset: whose cards they play with.

    Raises:
        BadEvent: if a card is captured from a pile, moved from none, or left out by the game.
    """
    piles: dict[Seat, list[Card]] = {seat: [] for seat in seats}
    teyaku: dict[Seat, tuple[str, ...]] = {}
    shown: dict[Seat, tuple[Card, ...]] = {}
    for number, change in running.changes:
        if number in running.undone:
            continue
        if isinstance(change, TeyakuDeclared):
            teyaku[change.seat], shown[change.seat] = change.teyaku, change.shown
            continue
        for card in change.cards:
            _take(card, change, piles, ruleset)
            piles[change.seat].append(card)
    return replace(
        running,
        piles=MappingProxyType({seat: tuple(cards) for seat, cards in piles.items()}),
        teyaku=MappingProxyType({seat: teyaku[seat] for seat in seats if teyaku.get(seat)}),
        shown=MappingProxyType({seat: cards for seat, cards in shown.items() if cards}),
    )


def _take(
    card: Card, change: CardsCaptured | CardsMoved, piles: Mapping[Seat, list[Card]], ruleset: Ruleset
) -> None:
    """Take a card from where it lies, and see that this is where the change says."""
    if card not in ruleset.deck:
        raise BadEvent(f"{ruleset.id} is played without {card}")
    owner = next((seat for seat, cards in piles.items() if card in cards), None)
    if isinstance(change, CardsCaptured) and owner is not None:
        raise BadEvent(f"{card} lies in {owner}'s pile already")
    if isinstance(change, CardsMoved):
        if owner is None or owner is change.seat:
            raise BadEvent(f"{card} lies in no pile of another player")
        piles[owner].remove(card)

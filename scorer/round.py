"""One round: its changes, and the piles and lucky hands that they make.

The piles are worked out from the changes that hold, so a change taken back leaves every card
where it stood before.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from scorer.cards import Card
from scorer.errors import BadEvent
from scorer.events import CardsCaptured, CardsMoved, TeyakuDeclared
from scorer.seats import Seat

__all__ = ["Change", "Round"]

Change = CardsCaptured | CardsMoved | TeyakuDeclared
"""What BACK takes back."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round, running or over. Begin with `begin`.

    Attributes:
        dealer: who dealt.
        active: whose captures follow.
        piles: the cards of each seat, in the order in which they came.
        teyaku: the ids that each seat has declared, in the order of the seats.
        shown: the cards that prove them, by seat.
        changes: every change so far with the number of its event, oldest first.
        undone: the numbers of those that do not hold, in the order in which they were taken back.
        is_letter_pressed: whether anyone chose a player in this round.
        is_closed: whether the players said that play is over.
    """

    dealer: Seat
    active: Seat
    piles: Mapping[Seat, tuple[Card, ...]]
    teyaku: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    shown: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    changes: tuple[tuple[int, Change], ...] = ()
    undone: tuple[int, ...] = ()
    is_letter_pressed: bool = False
    is_closed: bool = False

    @classmethod
    def begin(cls, dealer: Seat, seats: Sequence[Seat]) -> "Round":
        """Deal: every pile is empty, and it is the dealer's turn."""
        return cls(dealer, dealer, MappingProxyType(dict.fromkeys(seats, ())))

    def owner(self, card: Card) -> Seat | None:
        """Return whose pile a card lies in, None if nobody's."""
        return next((seat for seat, cards in self.piles.items() if card in cards), None)

    @property
    def held(self) -> tuple[tuple[int, Change], ...]:
        """The changes that hold, with the numbers of their events, oldest first."""
        return tuple(pair for pair in self.changes if pair[0] not in self.undone)

    @property
    def is_untouched(self) -> bool:
        """Whether nothing is captured or declared."""
        return not self.held

    def last_change(self) -> tuple[int, Change] | None:
        """Return the change that BACK would take back, with its event's number."""
        return next(reversed(self.held), None)

    def last_undone(self) -> tuple[int, Change] | None:
        """Return the change that was taken back last and may hold again."""
        return next((pair for pair in self.changes if self.undone and pair[0] == self.undone[-1]), None)

    def with_change(self, number: int, change: Change) -> "Round":
        """Return the round after a change; what was taken back before can then not hold again.

        Args:
            number: of the change's event.
            change: by a player of this round, with cards of the game.

        Raises:
            BadEvent: if a card is captured from a pile, or moved from none.
        """
        return _worked_out(replace(self, changes=(*self.held, (number, change)), undone=()))

    def without(self, number: int) -> "Round":
        """Return the round with its last change taken back.

        Raises:
            BadEvent: if the event of that number is not the last change.
        """
        last = self.last_change()
        if last is None or last[0] != number:
            raise BadEvent(f"event {number} is not the last change of the round")
        return _worked_out(replace(self, undone=(*self.undone, number)))

    def again_with(self, number: int) -> "Round":
        """Return the round with the change that was taken back last.

        Raises:
            BadEvent: if the event of that number is not that one.
        """
        if not self.undone or self.undone[-1] != number:
            raise BadEvent(f"event {number} was not the last to be taken back")
        return _worked_out(replace(self, undone=self.undone[:-1]))

    def dealt_by(self, dealer: Seat) -> "Round":
        """Return the round with another dealer, who is also the active player where nobody was chosen yet."""
        is_fresh = self.is_untouched and not self.is_letter_pressed
        return replace(self, dealer=dealer, active=dealer if is_fresh else self.active)


def _worked_out(running: Round) -> Round:
    """Fill in the piles and declarations that the changes of a round make."""
    piles: dict[Seat, list[Card]] = {seat: [] for seat in running.piles}
    teyaku: dict[Seat, tuple[str, ...]] = {}
    shown: dict[Seat, tuple[Card, ...]] = {}
    for _, change in running.held:
        if isinstance(change, TeyakuDeclared):
            teyaku[change.seat], shown[change.seat] = change.teyaku, change.shown
        for card in change.cards:
            _take(card, change, piles)
            piles[change.seat].append(card)
    return replace(
        running,
        piles=MappingProxyType({seat: tuple(cards) for seat, cards in piles.items()}),
        teyaku=MappingProxyType({seat: teyaku[seat] for seat in piles if teyaku.get(seat)}),
        shown=MappingProxyType({seat: cards for seat, cards in shown.items() if cards}),
    )


def _take(card: Card, change: Change, piles: Mapping[Seat, list[Card]]) -> None:
    """Take a card from where it lies, and see that this is where the change says."""
    owner = next((seat for seat, cards in piles.items() if card in cards), None)
    if isinstance(change, CardsCaptured) and owner is not None:
        raise BadEvent(f"{card} lies in {owner}'s pile already")
    if isinstance(change, CardsMoved):
        if owner is None or owner is change.seat:
            raise BadEvent(f"{card} lies in no pile of another player")
        piles[owner].remove(card)

"""Random legal rounds, as people play them: who captures what, and in which order.

The scorekeeper does not follow play, so nothing in it knows these rules. Which of several legal
moves is made is chance.

Source: Fuda Wiki, the pages on the four games.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from scorer import Card, Pile, Ruleset, Seat

__all__ = ["Capture", "Played", "play_round"]

Capture = tuple[Seat, tuple[Card, ...]]

_BUTTERFLIES, _LIGHTNING = Card.PEONY_BUTTERFLIES, Card.WILLOW_LIGHTNING
_RAIN_MAN, _SAKE_CUP = Card.WILLOW_RAIN_MAN, Card.CHRYSANTHEMUM_SAKE_CUP
_WILD_SUITS = (_RAIN_MAN.suit, _SAKE_CUP.suit)


@dataclass(frozen=True, slots=True)
class Played:
    """A round that was played to its end: the captures in order, and what stayed on the field."""

    captures: tuple[Capture, ...]
    left: tuple[Card, ...]


@dataclass(slots=True)
class _Turn:
    """A card that is played or drawn, and the table it comes to."""

    rules: Ruleset
    chance: random.Random
    dealer: Seat
    field: list[Card]
    stock: list[Card]
    captures: list[Capture] = field(default_factory=list)
    seat: Seat = Seat.A
    is_from_hand: bool = True

    def of_suit(self, card: Card) -> list[Card]:
        return [one for one in self.field if one.suit is card.suit]

    def worth_something(self) -> list[Card]:
        return [one for one in self.field if self.rules.points(Pile.of([one]))]

    def any(self, cards: list[Card]) -> list[Card]:
        return [self.chance.choice(cards)] if cards else []

    def by_suit(self, card: Card) -> list[Card]:
        """The card of its suit, one of two by choice, or all three."""
        same = self.of_suit(card)
        return same if len(same) == 3 else self.any(same)


def play_round(rules: Ruleset, seats: tuple[Seat, ...], dealer: Seat, chance: random.Random) -> Played:
    """Deal until it is no misdeal, and play a round to its end."""
    turn, hands = _dealt(rules, seats, dealer, chance)
    first = seats.index(dealer)
    while any(hands.values()):
        for turn.seat in seats[first:] + seats[:first]:
            hand = hands[turn.seat]
            turn.is_from_hand = True
            _play(turn, hand.pop(chance.randrange(len(hand))))
            turn.is_from_hand = False
            _play(turn, turn.stock.pop())
    return Played(tuple(turn.captures), tuple(turn.field))


def _dealt(
    rules: Ruleset, seats: tuple[Seat, ...], dealer: Seat, chance: random.Random
) -> tuple[_Turn, dict[Seat, list[Card]]]:
    deal = rules.deal[len(seats)]
    while True:
        cards = list(rules.deck)
        chance.shuffle(cards)
        hands = {seat: [cards.pop() for _ in range(deal.hand)] for seat in seats}
        turn = _Turn(rules, chance, dealer, [cards.pop() for _ in range(deal.field)], cards)
        if not any(_has_four(held) for held in (turn.field, *hands.values())):
            return turn, hands


def _has_four(cards: list[Card]) -> bool:
    return any(sum(one.suit is card.suit for one in cards) == 4 for card in cards)


def _play(turn: _Turn, card: Card) -> None:
    is_last = not turn.stock and not turn.is_from_hand
    if card is _BUTTERFLIES and turn.rules.id == "botan-cho" and is_last:
        turn.captures.append((Seat.B if turn.seat is Seat.A else Seat.A, (card,)))  # name-oni
        return
    taken = _TAKES[turn.rules.id](turn, card)
    if not taken:
        turn.field.append(card)
        return
    turn.field = [one for one in turn.field if one not in taken]
    turn.captures.append((turn.seat, (card, *taken)))


def _botan(turn: _Turn, card: Card) -> list[Card]:
    """The butterflies take any card, or three of a suit; lying, they go with whom nothing else fits."""
    if card is _BUTTERFLIES:
        return turn.by_suit(turn.chance.choice(turn.field)) if turn.field else []
    return turn.by_suit(card) or [one for one in turn.field if one is _BUTTERFLIES]


def _mushi(turn: _Turn, card: Card) -> list[Card]:
    """The lightning takes one card that is no willow; lying, it goes with the first other card drawn."""
    if card is _LIGHTNING:
        if not turn.stock and not turn.is_from_hand:
            return list(turn.field)
        return turn.any([one for one in turn.field if one.suit is not card.suit])
    if card.suit is _LIGHTNING.suit:
        same = [one for one in turn.of_suit(card) if one is not _LIGHTNING]
        return turn.any(same)
    if not turn.is_from_hand and _LIGHTNING in turn.field:
        return [_LIGHTNING]
    return turn.by_suit(card)


def _ino(turn: _Turn, card: Card) -> list[Card]:
    """Drawn, or played by the dealer, rain man and sake cup take a card that counts; their suits first."""
    if card not in (_RAIN_MAN, _SAKE_CUP) or (turn.is_from_hand and turn.seat is not turn.dealer):
        return turn.by_suit(card)
    lying = [one for one in turn.field if one.suit in _WILD_SUITS]
    return turn.by_suit(card) or turn.any(lying or turn.worth_something())


def _roppyakken(turn: _Turn, card: Card) -> list[Card]:
    """The rain man takes a card that counts and is no willow, or the three other willows at once."""
    if card is not _RAIN_MAN:
        return turn.by_suit(card)
    same = turn.of_suit(card)
    return same if len(same) == 3 else turn.any([one for one in turn.worth_something() if one not in same])


_TAKES: dict[str, Callable[[_Turn, Card], list[Card]]] = {
    "botan-cho": _botan,
    "mushi": _mushi,
    "ino-shika-cho": _ino,
    "roppyakken": _roppyakken,
}

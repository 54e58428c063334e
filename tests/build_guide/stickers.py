"""Where stickers go: four places on a card, one for each card of a suit. Lengths are in millimetres."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from drawing import Point

from scorer import Card, Suit

__all__ = [
    "CARD_MM",
    "RECTANGLE",
    "ROUND",
    "Sticker",
    "gap",
    "largest_round",
    "overlap",
    "places",
    "sizes",
    "suits",
    "suits_table",
]

CARD_MM: Point = (33.0, 54.0)
"""A hanafuda card, about; makers differ by a millimetre."""

_ROUND_OFFERED = (15.0, 20.0, 22.0, 25.0)


@dataclass(frozen=True, slots=True)
class Sticker:
    """A sticker as it lies on an upright card.

    Attributes:
        size: width and height; of a round one twice the diameter.
        is_round: whether it is a disc.
        edge: how far it stays from the edge of the card, where there is room.
    """

    size: Point
    is_round: bool = True
    edge: float = 0.0

    @property
    def name(self) -> str:
        """What to ask for."""
        width, height = (f"{side:g}" for side in self.size)
        return f"{width} mm, round" if self.is_round else f"{width} × {height} mm"


ROUND = Sticker((18.0, 18.0), edge=0.5)
RECTANGLE = Sticker((12.0, 19.0), is_round=False, edge=1.0)


def places(sticker: Sticker) -> tuple[Point, ...]:
    """Return the four middles, down the card from side to side: so neighbours are as far apart as can be."""
    insets = [side / 2 + sticker.edge for side in sticker.size]
    left, top = insets
    right, bottom = CARD_MM[0] - left, CARD_MM[1] - top
    step = (bottom - top) / 3
    return (left, top), (right, top + step), (left, top + 2 * step), (right, bottom)


def overlap(sticker: Sticker) -> float:
    """Return which share of a sticker at worst lies on one at another place, 0 to 1."""
    shared = _shared_by_discs if sticker.is_round else _shared_by_plates
    return max(shared(sticker, one, other) for one, other in combinations(places(sticker), 2))


def gap(sticker: Sticker) -> float:
    """Return how far stickers at neighbouring places are apart; less than nothing if they overlap."""
    apart = _discs_apart if sticker.is_round else _plates_apart
    return min(apart(sticker, one, other) for one, other in combinations(places(sticker), 2))


def largest_round() -> float:
    """Return the diameter of the largest discs that lie at four places of a card without overlap."""
    low, high = 0.0, min(CARD_MM)
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (middle, high) if gap(Sticker((middle, middle))) >= 0 else (low, middle)
    return low


def suits() -> tuple[tuple[Suit, tuple[Card, ...]], ...]:
    """Return the cards of each suit by their places: the order in which the box asks for them."""
    return tuple((suit, tuple(card for card in Card if card.suit is suit)) for suit in Suit)


def sizes() -> str:
    """Return what each size of sticker does on a card, as a table of the guide."""
    smaller, *larger = (Sticker((size, size)) for size in _ROUND_OFFERED)
    offered = [smaller, RECTANGLE, ROUND, *larger]
    rows = [f"| {one.name} | {_judged(one)} |" for one in offered]
    return "\n".join(["| sticker | at four places of a card |", "|---|---|", *rows])


def suits_table() -> str:
    """Return which card has which place, as a table of the guide."""
    rows = [f"| {suit.value} | {' | '.join(map(_short, cards))} |" for suit, cards in suits()]
    return "\n".join(["| suit | place 1 | place 2 | place 3 | place 4 |", "|---|---|---|---|---|", *rows])


def _short(card: Card) -> str:
    return card.value.partition("-")[2].replace("-", " ")


def _judged(sticker: Sticker) -> str:
    if share := overlap(sticker):
        return f"neighbours overlap: {share:.0%} of each"
    return f"apart, by {gap(sticker):.1f} mm and more"


def _discs_apart(sticker: Sticker, one: Point, other: Point) -> float:
    return math.dist(one, other) - sticker.size[0]


def _plates_apart(sticker: Sticker, one: Point, other: Point) -> float:
    return max(abs(a - b) - size for size, a, b in zip(sticker.size, one, other, strict=True))


def _shared_by_discs(sticker: Sticker, one: Point, other: Point) -> float:
    radius, apart = sticker.size[0] / 2, math.dist(one, other)
    if apart >= 2 * radius:
        return 0.0
    lens = 2 * radius**2 * math.acos(apart / 2 / radius) - apart / 2 * math.sqrt(4 * radius**2 - apart**2)
    return lens / (math.pi * radius**2)


def _shared_by_plates(sticker: Sticker, one: Point, other: Point) -> float:
    sides: Sequence[float] = [
        max(0.0, size - abs(a - b)) / size for size, a, b in zip(sticker.size, one, other, strict=True)
    ]
    return math.prod(sides)

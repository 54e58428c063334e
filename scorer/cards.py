"""The 48 cards of a hanafuda deck, and piles of them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from operator import or_

from scorer.errors import UnknownCard
from scorer.wording import nearest, shown

__all__ = ["Card", "CardType", "Pile", "Suit"]


class Suit(Enum):
    """A flower, four cards of each.

    Attributes:
        id: the word that card ids begin with.
        number: the month, from 1.
        kanji: the flower in Japanese.
        english: its English name.
    """

    id: str
    number: int
    kanji: str
    english: str

    def __new__(cls, id_: str, number: int, kanji: str, english: str) -> "Suit":
        """Make a suit whose value is its id."""
        suit = object.__new__(cls)
        suit._value_ = suit.id = id_
        suit.number, suit.kanji, suit.english = number, kanji, english
        return suit

    def __str__(self) -> str:
        """Return the id."""
        return self.id

    PINE = ("pine", 1, "松", "Pine")
    PLUM = ("plum", 2, "梅", "Plum")
    CHERRY = ("cherry", 3, "桜", "Cherry")
    WISTERIA = ("wisteria", 4, "藤", "Wisteria")
    IRIS = ("iris", 5, "菖蒲", "Iris")
    PEONY = ("peony", 6, "牡丹", "Peony")
    CLOVER = ("clover", 7, "萩", "Bush clover")
    SUSUKI = ("susuki", 8, "芒", "Susuki")
    CHRYSANTHEMUM = ("chrysanthemum", 9, "菊", "Chrysanthemum")
    MAPLE = ("maple", 10, "紅葉", "Maple")
    WILLOW = ("willow", 11, "柳", "Willow")
    PAULOWNIA = ("paulownia", 12, "桐", "Paulownia")


class CardType(Enum):
    """What a card is, whatever a game pays for it."""

    BRIGHT = "bright"
    ANIMAL = "animal"
    RIBBON = "ribbon"
    CHAFF = "chaff"

    def __str__(self) -> str:
        """Return the word."""
        return self.value


class Card(Enum):
    """A card, in table order: suit by suit, and bright, animal, ribbon, chaff.

    The two plain chaff of a suit are the same to every rule; they differ so that each has its own tag.

    Attributes:
        id: as `pine-crane`, in every file, command and test.
        suit: the flower.
        type: bright, animal, ribbon or chaff.
        english: its name beside the suit's, as "Crane" or "Poetry ribbon".
        bit: its bit in a pile's mask; no business of other packages.

    Example:
        >>> card = Card.parse("pine-poetry-ribbon")
        >>> card.suit.english, card.english, str(card)
        ('Pine', 'Poetry ribbon', 'pine-poetry-ribbon')
    """

    __hash__ = object.__hash__  # by identity, as members compare; Enum's own is ten times slower

    id: str
    suit: Suit
    type: CardType
    english: str
    bit: int

    def __new__(cls, id_: str, suit: Suit, type_: CardType, english: str) -> "Card":
        """Make a card whose value is its id."""
        card = object.__new__(cls)
        card._value_ = card.id = id_
        card.suit, card.type, card.english = suit, type_, english
        card.bit = 1 << len(cls.__members__)
        return card

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read a card's id.

        Raises:
            UnknownCard: if it is none; the message suggests the nearest.
        """
        card = _BY_ID.get(text)
        if card is None:
            hint = nearest(text, _BY_ID)
            raise UnknownCard(f"unknown card {shown(text)}{hint and ', '}{hint}")
        return card

    def __str__(self) -> str:
        """Return the id, which reads back."""
        return self.id

    PINE_CRANE = ("pine-crane", Suit.PINE, CardType.BRIGHT, "Crane")
    PINE_POETRY_RIBBON = ("pine-poetry-ribbon", Suit.PINE, CardType.RIBBON, "Poetry ribbon")
    PINE_CHAFF_1 = ("pine-chaff-1", Suit.PINE, CardType.CHAFF, "Chaff")
    PINE_CHAFF_2 = ("pine-chaff-2", Suit.PINE, CardType.CHAFF, "Chaff")
    PLUM_WARBLER = ("plum-warbler", Suit.PLUM, CardType.ANIMAL, "Warbler")
    PLUM_POETRY_RIBBON = ("plum-poetry-ribbon", Suit.PLUM, CardType.RIBBON, "Poetry ribbon")
    PLUM_CHAFF_1 = ("plum-chaff-1", Suit.PLUM, CardType.CHAFF, "Chaff")
    PLUM_CHAFF_2 = ("plum-chaff-2", Suit.PLUM, CardType.CHAFF, "Chaff")
    CHERRY_CURTAIN = ("cherry-curtain", Suit.CHERRY, CardType.BRIGHT, "Curtain")
    CHERRY_POETRY_RIBBON = ("cherry-poetry-ribbon", Suit.CHERRY, CardType.RIBBON, "Poetry ribbon")
    CHERRY_CHAFF_1 = ("cherry-chaff-1", Suit.CHERRY, CardType.CHAFF, "Chaff")
    CHERRY_CHAFF_2 = ("cherry-chaff-2", Suit.CHERRY, CardType.CHAFF, "Chaff")
    WISTERIA_CUCKOO = ("wisteria-cuckoo", Suit.WISTERIA, CardType.ANIMAL, "Cuckoo")
    WISTERIA_RIBBON = ("wisteria-ribbon", Suit.WISTERIA, CardType.RIBBON, "Ribbon")
    WISTERIA_CHAFF_1 = ("wisteria-chaff-1", Suit.WISTERIA, CardType.CHAFF, "Chaff")
    WISTERIA_CHAFF_2 = ("wisteria-chaff-2", Suit.WISTERIA, CardType.CHAFF, "Chaff")
    IRIS_BRIDGE = ("iris-bridge", Suit.IRIS, CardType.ANIMAL, "Bridge")
    IRIS_RIBBON = ("iris-ribbon", Suit.IRIS, CardType.RIBBON, "Ribbon")
    IRIS_CHAFF_1 = ("iris-chaff-1", Suit.IRIS, CardType.CHAFF, "Chaff")
    IRIS_CHAFF_2 = ("iris-chaff-2", Suit.IRIS, CardType.CHAFF, "Chaff")
    PEONY_BUTTERFLIES = ("peony-butterflies", Suit.PEONY, CardType.ANIMAL, "Butterflies")
    PEONY_BLUE_RIBBON = ("peony-blue-ribbon", Suit.PEONY, CardType.RIBBON, "Blue ribbon")
    PEONY_CHAFF_1 = ("peony-chaff-1", Suit.PEONY, CardType.CHAFF, "Chaff")
    PEONY_CHAFF_2 = ("peony-chaff-2", Suit.PEONY, CardType.CHAFF, "Chaff")
    CLOVER_BOAR = ("clover-boar", Suit.CLOVER, CardType.ANIMAL, "Boar")
    CLOVER_RIBBON = ("clover-ribbon", Suit.CLOVER, CardType.RIBBON, "Ribbon")
    CLOVER_CHAFF_1 = ("clover-chaff-1", Suit.CLOVER, CardType.CHAFF, "Chaff")
    CLOVER_CHAFF_2 = ("clover-chaff-2", Suit.CLOVER, CardType.CHAFF, "Chaff")
    SUSUKI_MOON = ("susuki-moon", Suit.SUSUKI, CardType.BRIGHT, "Moon")
    SUSUKI_GEESE = ("susuki-geese", Suit.SUSUKI, CardType.ANIMAL, "Geese")
    SUSUKI_CHAFF_1 = ("susuki-chaff-1", Suit.SUSUKI, CardType.CHAFF, "Chaff")
    SUSUKI_CHAFF_2 = ("susuki-chaff-2", Suit.SUSUKI, CardType.CHAFF, "Chaff")
    CHRYSANTHEMUM_SAKE_CUP = ("chrysanthemum-sake-cup", Suit.CHRYSANTHEMUM, CardType.ANIMAL, "Sake cup")
    CHRYSANTHEMUM_BLUE_RIBBON = (
        "chrysanthemum-blue-ribbon",
        Suit.CHRYSANTHEMUM,
        CardType.RIBBON,
        "Blue ribbon",
    )
    CHRYSANTHEMUM_CHAFF_1 = ("chrysanthemum-chaff-1", Suit.CHRYSANTHEMUM, CardType.CHAFF, "Chaff")
    CHRYSANTHEMUM_CHAFF_2 = ("chrysanthemum-chaff-2", Suit.CHRYSANTHEMUM, CardType.CHAFF, "Chaff")
    MAPLE_DEER = ("maple-deer", Suit.MAPLE, CardType.ANIMAL, "Deer")
    MAPLE_BLUE_RIBBON = ("maple-blue-ribbon", Suit.MAPLE, CardType.RIBBON, "Blue ribbon")
    MAPLE_CHAFF_1 = ("maple-chaff-1", Suit.MAPLE, CardType.CHAFF, "Chaff")
    MAPLE_CHAFF_2 = ("maple-chaff-2", Suit.MAPLE, CardType.CHAFF, "Chaff")
    WILLOW_RAIN_MAN = ("willow-rain-man", Suit.WILLOW, CardType.BRIGHT, "Rain man")
    WILLOW_SWALLOW = ("willow-swallow", Suit.WILLOW, CardType.ANIMAL, "Swallow")
    WILLOW_RIBBON = ("willow-ribbon", Suit.WILLOW, CardType.RIBBON, "Ribbon")
    WILLOW_LIGHTNING = ("willow-lightning", Suit.WILLOW, CardType.CHAFF, "Lightning")
    PAULOWNIA_PHOENIX = ("paulownia-phoenix", Suit.PAULOWNIA, CardType.BRIGHT, "Phoenix")
    PAULOWNIA_YELLOW = ("paulownia-yellow", Suit.PAULOWNIA, CardType.CHAFF, "Yellow chaff")
    PAULOWNIA_CHAFF_1 = ("paulownia-chaff-1", Suit.PAULOWNIA, CardType.CHAFF, "Chaff")
    PAULOWNIA_CHAFF_2 = ("paulownia-chaff-2", Suit.PAULOWNIA, CardType.CHAFF, "Chaff")


_CARDS = tuple(Card)
_BY_ID = {card.id: card for card in _CARDS}
_BIT_BY_ID = {card.id: card.bit for card in _CARDS}


@dataclass(frozen=True, slots=True, repr=False)
class Pile:
    """A set of cards that never changes.

    Inside it is one 48-bit mask, so that a yaku is found with a single `and`; the mask stays in
    this package. Make piles with `of` and `parse`; `Pile()` is the empty one.

    Example:
        >>> pile = Pile.parse("pine-crane iris-bridge")
        >>> Pile.of([Card.PINE_CRANE]) <= pile, len(pile), Card.IRIS_BRIDGE in pile
        (True, 2, True)
        >>> str(pile - Pile.of([Card.PINE_CRANE]))
        'iris-bridge'
    """

    _mask: int = 0

    @classmethod
    def of(cls, cards: Iterable[Card]) -> "Pile":
        """Gather cards; one given twice is there once, as in any set."""
        mask = 0
        for card in cards:
            mask |= card.bit
        return cls(mask)

    @classmethod
    def parse(cls, text: str) -> "Pile":
        """Read card ids with spaces between.

        Raises:
            UnknownCard: if a word is no card's id.
        """
        return cls.of_ids(text.split())

    @classmethod
    def of_ids(cls, ids: Iterable[str]) -> "Pile":
        """Gather cards by their ids.

        Raises:
            UnknownCard: if one is no card's id.
        """
        ids = tuple(ids)
        try:
            return cls(reduce(or_, map(_BIT_BY_ID.__getitem__, ids), 0))
        except KeyError:
            return cls.of(map(Card.parse, ids))  # raises, with the nearest id

    def __str__(self) -> str:
        """Return the ids in table order; it reads back with `parse`."""
        return " ".join(card.id for card in self)

    def __repr__(self) -> str:
        """Return what would make an equal pile."""
        return f"Pile.parse({str(self)!r})"

    def __iter__(self) -> Iterator[Card]:
        """Give the cards in table order."""
        rest = self._mask
        while rest:
            lowest = rest & -rest
            yield _CARDS[lowest.bit_length() - 1]
            rest ^= lowest

    def __len__(self) -> int:
        """Count the cards."""
        return self._mask.bit_count()

    def __contains__(self, card: Card) -> bool:
        """Tell whether the card is in the pile."""
        return bool(self._mask & card.bit)

    def __le__(self, other: "Pile") -> bool:
        """Tell whether every card is also in the other pile."""
        return self._mask & other._mask == self._mask

    def __or__(self, other: "Pile") -> "Pile":
        """Put two piles together."""
        return Pile(self._mask | other._mask)

    def __and__(self, other: "Pile") -> "Pile":
        """Keep the cards that are in both."""
        return Pile(self._mask & other._mask)

    def __sub__(self, other: "Pile") -> "Pile":
        """Keep the cards that the other pile lacks."""
        return Pile(self._mask & ~other._mask)

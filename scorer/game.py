"""A game and its house rules, as read from a rule file. What each key means is said here."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from scorer.amounts import Points
from scorer.cards import Card, Pile, Suit
from scorer.errors import BadOption, BadSeats
from scorer.options import Option, Options, OptionValue
from scorer.seats import Seat
from scorer.wording import shown

__all__ = [
    "Annuls",
    "Deal",
    "Fuke",
    "Leftover",
    "Names",
    "Race",
    "Ruleset",
    "Settlement",
    "Teyaku",
    "Yaku",
    "ZeroSum",
]


@dataclass(frozen=True, slots=True)
class Names:
    """One thing's names, longest to shortest.

    Attributes:
        kanji: as on a Japanese screen.
        romaji: the Japanese word in Latin letters, with macrons.
        english: at most 21 ASCII columns.
        short: at most 10.
        tiny: at most 7.
    """

    kanji: str
    romaji: str
    english: str
    short: str
    tiny: str


@dataclass(frozen=True, slots=True)
class Yaku:
    """Cards that earn points together (in Ino-Shika-Chō: dekiyaku, made by captures).

    Attributes:
        id: as `big-three`.
        names: what it is called.
        value: points.
        cards: the cards that count for it.
        count: how many of them it takes; all, unless the row says `any`.
        replaces: ids of yaku that score nothing beside this one.
        option: the house rule that must be on for it to count; None if it always does.
        added: the cards that a house rule adds to `cards`, with the id of that option.
        wins_at_once: under the option `instant_wins`, who made it in a round in which somebody reaches
            the target wins, even with fewer points; where several rows do, the lowest number. 0: no.
    """

    id: str
    names: Names
    value: Points
    cards: Pile
    count: int
    replaces: tuple[str, ...] = ()
    option: str | None = None
    added: tuple[tuple[str, Pile], ...] = ()
    wins_at_once: int = 0

    def is_in_force(self, options: Options) -> bool:
        """Tell whether it counts under the house rules in force."""
        return self.option is None or options.is_on(self.option)

    def cards_under(self, options: Options) -> Pile:
        """Return the cards that count for it under the house rules in force."""
        cards = self.cards
        for option, added in self.added:
            cards = cards | added if options.is_on(option) else cards
        return cards


@dataclass(frozen=True, slots=True)
class Teyaku:
    """A lucky hand, declared before the first play.

    Attributes:
        id: as `hand-three`.
        names: what it is called.
        value: points.
        suits: it shows three of a kind in this many suits; 0: instead, every card of the hand is worth 0.
        replaces: ids of teyaku that nobody declares beside it.
    """

    id: str
    names: Names
    value: Points
    suits: int
    replaces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """How many cards go where: to each hand, to the field, and face down to the pile."""

    hand: int
    field: int
    pile: int


@dataclass(frozen=True, slots=True)
class ZeroSum:
    """Two players settle after each round: the loser pays the winner's score in chips.

    A score is own cards less par, plus own yaku, less the other's; so every card must lie in a
    pile. The match lasts for as many rounds as the option `rounds` says, from `chips` each.

    Attributes:
        par: half of the deck's points.
        has_counters: the winner of a round also takes a counter, worth 1 point.
        tie_card: whose holder counts as the winner of an equal round; None: nobody does.
    """

    par: Points
    has_counters: bool
    tie_card: Card | None


@dataclass(frozen=True, slots=True)
class Race:
    """Round scores add up until someone is alone at the top, and at the option `target` or above.

    A score is cards, yaku and teyaku; cards that nobody took score nothing.
    """


Settlement = ZeroSum | Race


class Annuls(Enum):
    """Whose low score annuls the round for all."""

    NON_DEALER = "non-dealer"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Fuke:
    """The rule against very low scores, under the options `fuke`, `fuke_limit` and `fuke_counts`.

    Attributes:
        annulled_by: who annuls the round by scoring the limit or less.
        dealer_leaves_yaku: a dealer who does so, where the round stands, loses everything and
            leaves the others the points of their dekiyaku.
    """

    annulled_by: Annuls
    dealer_leaves_yaku: bool


@dataclass(frozen=True, slots=True)
class Leftover:
    """What becomes of a card that is left on the field, because a wild card broke its suit.

    Attributes:
        wild: it is offered to the holder of one of these.
        own_suit_to_pair: but a card of the wild card's own suit, to who holds two other plain cards of it.
    """

    wild: Pile
    own_suit_to_pair: bool


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Ruleset:
    """Everything that makes a game this game.

    Made by `ruleset.parse`, or `ruleset.load` for the shipped ones. Two readings of one text are
    two rulesets: comparing by identity keeps scoring cheap.

    Attributes:
        id: as `botan-cho`.
        version: of the rule file, from 1; grows with every change of meaning.
        source: where the rules come from.
        names: of the game.
        players: the numbers of players it is for.
        deck: the cards it is played with.
        card_values: points of each card of the deck.
        yaku: in the order of the file.
        teyaku: in the order of the file; empty where the game has none.
        deal: by number of players.
        settlement: how a round and a match are decided.
        fuke: None where the game has no such rule.
        leftover: whom a card left on the field is offered to; None where nobody is.
        suits_in_twos: suits of which, when all is captured, each pile holds none, two or four.
        option_rows: the house rules that may be chosen.
        text: the rule file itself, word for word, to be kept with a match.
        bases: the files that it extends, id and text, nearest first; kept with it.
    """

    id: str
    version: int
    source: str
    names: Names
    players: tuple[int, ...]
    deck: Pile
    card_values: Mapping[Card, Points]
    yaku: tuple[Yaku, ...]
    teyaku: tuple[Teyaku, ...]
    deal: Mapping[int, Deal]
    settlement: Settlement
    fuke: Fuke | None
    leftover: Leftover | None
    suits_in_twos: tuple[Suit, ...]
    option_rows: tuple[Option, ...]
    text: str
    bases: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        """Name the game and version; all the rest is in `text`."""
        return f"<Ruleset {self.id} {self.version}>"

    @property
    def needs_all_cards(self) -> bool:
        """Tell whether a round can be scored only when every card lies in a pile."""
        return isinstance(self.settlement, ZeroSum)

    @property
    def length_option(self) -> str:
        """The id of the option that says how long a match is."""
        return "rounds" if isinstance(self.settlement, ZeroSum) else "target"

    def seats_for(self, players: int) -> tuple[Seat, ...]:
        """Return the seats of so many players, in playing order.

        Raises:
            BadSeats: if the game is not for so many.
        """
        if players not in self.players:
            numbers = " or ".join(str(number) for number in self.players)
            raise BadSeats(f"{self.names.english} is for {numbers} players, not for {players}")
        return tuple(Seat)[:players]

    def points(self, pile: Pile) -> Points:
        """Add up what the cards themselves are worth; those that the game leaves out are worth nothing."""
        return Points(sum(self.card_values[card] for card in pile & self.deck))

    def options(self, values: Mapping[str, object] | None = None) -> Options:
        """Fill in the defaults and check what was chosen.

        Args:
            values: chosen house rules by id; those left out take their defaults.

        Raises:
            BadOption: if the game has no such option, or a value is of the wrong type or out of range.

        Example:
            >>> from scorer.ruleset import load
            >>> load("botan-cho").options({"rounds": 6})["rounds"]
            6
        """
        chosen = dict(values or {})
        pairs: list[tuple[str, OptionValue]] = []
        for option in self.option_rows:
            value = chosen.pop(option.id, option.default)
            if not isinstance(value, bool | int | str) or not option.kind.allows(value):
                raise BadOption(f"option {option.id!r} must be {option.kind}, not {shown(value)}")
            pairs.append((option.id, value))
        if chosen:
            known = ", ".join(option.id for option in self.option_rows)
            raise BadOption(f"{self.names.english} has no option {shown(min(chosen))}; it has {known}")
        return Options(tuple(pairs))

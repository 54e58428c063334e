"""The words on the display, in one file for each language, all with the same keys."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from importlib.resources import files

from scorer import Card, CardType, Names, Suit

__all__ = ["Language", "Texts", "load"]

_KANJI_IN_BOTH = "mark."


class Language(Enum):
    """What the display speaks; with `BOTH` the words are English, and flowers, yaku and games have kanji."""

    ENGLISH = "en"
    JAPANESE = "ja"
    BOTH = "both"

    def __str__(self) -> str:
        """Return how it is written in settings."""
        return self.value


@dataclass(frozen=True, slots=True)
class Texts:
    """One language.

    Attributes:
        words: texts by section and name, as "home.new-game".
        language: whose they are; rule files have names in each.
    """

    words: Mapping[str, str]
    language: Language = Language.BOTH

    @property
    def has_kanji(self) -> bool:
        """Whether flowers, yaku and games are shown in kanji, alone or beside English."""
        return self.language is not Language.ENGLISH

    def say(self, key: str, **parts: object) -> str:
        """Return a text with its parts put in; one that has a form for a count of 1 is said in that.

        Args:
            key: section and name, as "piles.count"; where the count is 1, "piles.count_one" goes before it.
            parts: what the text's braces name.
        """
        one = f"{key}_one"
        return self.words[one if parts.get("count") == 1 and one in self.words else key].format(**parts)

    def has(self, key: str) -> bool:
        """Return whether there is such a text."""
        return key in self.words

    def flower(self, suit: Suit, *, short: bool = False) -> str:
        """Name a flower; the short form has at most 9 columns."""
        return self.words[f"{'suit_short' if short else 'suit'}.{suit.id}"]

    def card(self, card: Card) -> str:
        """Name a card beside its flower, as "Cuckoo"."""
        return self._of_card("card", card)

    def whole(self, card: Card, *, short: bool = False) -> str:
        """Name a card with its flower, as "Wisteria cuckoo"."""
        key = "card.whole_chaff" if card.type is CardType.CHAFF else "card.whole"
        return self.say(key, flower=self.flower(card.suit, short=short), card=self.card(card).lower())

    def type(self, card_type: CardType) -> str:
        """Name a card's type."""
        return self.words[f"type.{card_type}"]

    def count(self, cards: int) -> str:
        """Write a number of cards as short as may be."""
        return self.say("mark.count", count=cards)

    def cards(self, count: int) -> str:
        """Write a number of cards."""
        return self.say("mark.cards", count=count)

    def kanji(self, suit: Suit) -> str:
        """Return a flower's kanji where they stand beside English, else nothing."""
        return suit.kanji if self.language is Language.BOTH else ""

    def painted(self, card: Card) -> str:
        """Say what is painted on a card, for who does not know its name."""
        return self._of_card("painted", card)

    def names(self, names: Names) -> tuple[str, ...]:
        """Return the names of a game, yaku or lucky hand for a line of its own, the most telling first."""
        match self.language:
            case Language.ENGLISH:
                return names.english, names.short, names.tiny
            case Language.JAPANESE:
                return (names.kanji,)
            case Language.BOTH:
                return (
                    f"{names.kanji} {names.english}",
                    f"{names.kanji} {names.short}",
                    names.short,
                    names.kanji,
                )

    def short(self, names: Names) -> tuple[str, ...]:
        """Return names to read beside others in a list, the most telling first."""
        return (names.kanji,) if self.language is Language.JAPANESE else (names.short, names.tiny)

    def brief(self, names: Names) -> tuple[str, ...]:
        """Return names for where room is scarce, the most telling first: kanji say most in the least."""
        return (names.kanji,) if self.has_kanji else (names.short, names.tiny)

    def _of_card(self, section: str, card: Card) -> str:
        """Return the text for a card, or for all cards like it of other flowers."""
        own = f"{section}.{card.id}"
        kind = card.id.removeprefix(f"{card.suit.id}-")
        return self.words[own if own in self.words else f"{section}.{kind}"]


@cache
def load(language: Language | str = Language.BOTH) -> Texts:
    """Read the texts of a language, given as itself or as written in settings.

    Raises:
        ValueError: if there is no such language.
    """
    language = Language(language)
    if language is not Language.BOTH:
        return Texts(_read(language), language)
    marks = {key: text for key, text in _read(Language.JAPANESE).items() if key.startswith(_KANJI_IN_BOTH)}
    return Texts({**_read(Language.ENGLISH), **marks}, language)


def _read(language: Language) -> dict[str, str]:
    sections = tomllib.loads((files("firmware.texts") / f"{language}.toml").read_text("utf-8"))
    return {f"{name}.{key}": text for name, part in sections.items() for key, text in part.items()}

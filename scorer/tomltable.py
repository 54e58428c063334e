"""Reads one table of a rule file key by key, and notes whatever is wrong instead of stopping."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from scorer.cards import Card, Pile
from scorer.errors import Fault, UnknownCard
from scorer.game import Names
from scorer.options import OPTION_KINDS, like_option
from scorer.wording import nearest, shown

__all__ = ["Row", "Table"]

T = TypeVar("T")

_OF_THE_FILE = ("format", "version", "extends", "source", "players", "drop_yaku", "drop_teyaku")
"""Keys that TOML takes for those of a table when they stand below its head."""

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Row(dict[str, object]):
    """A row of an array of tables that comes from a certain place, which its faults shall name."""

    def __init__(self, values: dict[str, object], place: str) -> None:
        super().__init__(values)
        self.place = place


class Table:
    """A table being read. Each reader returns a value of its type even after a fault.

    What is returned then is a stand-in (empty, or 0): it lets the reading go on, so that one
    pass finds every fault; nobody uses it, for the file is refused.
    """

    def __init__(self, values: dict[str, object], faults: list[Fault], key: str = "") -> None:
        self._values = values
        self._key = key
        self._faults = faults
        self._known: list[str] = []
        self.is_sound = True  # no fault so far in the keys of this table itself

    def place(self, key: str) -> str:
        """Return the full name of a key of this table."""
        return f"{self._key}.{key}" if self._key else key

    def fault(self, key: str, wrong: str, right: str) -> None:
        """Note what is wrong at a key of this table."""
        self._faults.append(Fault(self.place(key), wrong, right))
        self.is_sound = False

    def has(self, key: str) -> bool:
        """Tell whether the key is there; asking makes it a known one."""
        self._known.append(key)
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        """Give the keys as they stand in the file."""
        return iter(self._values)

    def value(self, key: str, right: str, fits: Callable[[object], bool]) -> object | None:
        """Return a value that fits, or None after noting what would be right."""
        if not self.has(key):
            self.fault(key, "missing", f"give {right}")
            return None
        value = self._values[key]
        if not fits(value):
            self.fault(key, f"is {shown(value)}", f"give {right}")
            return None
        return value

    def text(self, key: str) -> str:
        """Read a text that is not empty."""
        return self._text(key, "a text", lambda text: text.strip() != "")

    def label(self, key: str, columns: int) -> str:
        """Read a name that fits on so many columns of the display, and in a list with commas."""

        def fits(text: str) -> bool:
            return 0 < len(text) <= columns and text.isascii() and text.isprintable() and "," not in text

        return self._text(key, f"at most {columns} ASCII characters without a comma", fits)

    def ident(self, key: str) -> str:
        """Read an id: lower-case words with hyphens."""
        right = 'an id of lower-case letters, digits and hyphens, as "big-three"'
        return self._text(key, right, lambda text: bool(_ID.fullmatch(text)))

    def _text(self, key: str, right: str, fits: Callable[[str], bool]) -> str:
        value = self.value(key, right, lambda value: isinstance(value, str) and fits(value))
        return value if isinstance(value, str) else ""

    def word(self, key: str, words: Sequence[str]) -> str:
        """Read one of a few words; the first of them after a fault."""
        right = " or ".join(f'"{word}"' for word in words)
        value = self.value(key, right, lambda value: value in words)
        return value if isinstance(value, str) else words[0]

    def number(self, key: str, low: int, high: int = 1_000_000) -> int:
        """Read a whole number from low to high."""
        right = f"a whole number from {low} to {high}"
        value = self.value(key, right, lambda value: type(value) is int and low <= value <= high)
        return value if isinstance(value, int) else low

    def flag(self, key: str) -> bool:
        """Read true or false."""
        return self.value(key, "true or false", lambda value: isinstance(value, bool)) is True

    def items(self, key: str, right: str, item_type: type[T]) -> list[T]:
        """Read a list whose items are all of one type; empty after a fault."""
        value = self.value(key, f"a list of {right}", lambda value: isinstance(value, list))
        items = value if isinstance(value, list) else []
        for item in items:
            if type(item) is not item_type:
                self.fault(key, f"holds {shown(item)}", f"give a list of {right}")
                return []
        return items

    def optional_texts(self, key: str, right: str) -> list[str]:
        """Read a list of texts, empty where the key is absent."""
        return self.items(key, right, str) if self.has(key) else []

    def names(self) -> Names:
        """Read the five names that this table gives to its thing."""
        return Names(
            kanji=self.text("kanji"),
            romaji=self.text("romaji"),
            english=self.label("english", 21),
            short=self.label("short", 10),
            tiny=self.label("tiny", 7),
        )

    def needs_options(self, key: str, have: Sequence[str], needed: Sequence[str]) -> None:
        """Note at the key each option that it relies on and the file lacks."""
        for option in needed:
            if option not in OPTION_KINDS:
                self.fault(key, f"unknown option {shown(option)}", like_option(option))
            elif option not in have:
                self.fault(key, f"needs the option {shown(option)}", f"add [options.{option}]")

    def card(self, key: str) -> Card | None:
        """Read the id of one card; None after a fault."""
        return self.known_card(key, self.text(key))

    def cards(self, key: str, within: Pile | None = None) -> Pile:
        """Read a list of card ids; none may stand there twice.

        Args:
            key: where the list is.
            within: the deck that must have the cards; None where any card will do.
        """
        found: list[Card] = []
        for index, text in enumerate(self.items(key, "card ids", str)):
            place = f"{key}[{index}]"
            card = self.known_card(place, text)
            if card is None:
                continue
            if card in found:
                self.fault(place, f"{text!r} stands here twice", "name each card once")
            elif within is not None and card not in within:
                self.fault(place, f"the deck lacks {text!r}", "name cards of the deck")
            else:
                found.append(card)
        return Pile.of(found)

    def known_card(self, key: str, text: str) -> Card | None:
        """Look a card up for the key; None after noting that there is none."""
        try:
            return Card.parse(text)
        except UnknownCard:
            if text:  # an absent one has had its fault
                self.fault(key, f"unknown card {text!r}", _like_card(text))
            return None

    def table(self, key: str) -> "Table":
        """Enter a table; after a fault it is one whose own faults are not counted."""
        value = self.value(key, f"a table [{self.place(key)}]", lambda value: isinstance(value, dict))
        return Table(value, self._faults, self.place(key)) if isinstance(value, dict) else Table({}, [])

    def tables(self, key: str) -> "list[Table]":
        """Enter each row of an array of tables; an absent one has no rows."""
        if not self.has(key):
            return []
        value = self._values[key]
        if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
            self.fault(key, f"is {shown(value)}", f"give tables [[{self.place(key)}]]")
            return []
        places = [f"{self.place(key)}[{index}]" for index in range(len(value))]
        return [
            Table(row, self._faults, row.place if isinstance(row, Row) else place)
            for row, place in zip(value, places, strict=True)
        ]

    def close(self) -> None:
        """Note every key that nobody asked for."""
        for key in self._values:
            if key not in self._known:
                if self._key and key in _OF_THE_FILE:
                    self.fault(key, "belongs to the file", "put it above the first [table]")
                    continue
                hint = nearest(key, self._known) or f"known here: {', '.join(dict.fromkeys(self._known))}"
                self.fault(key, "unknown key", hint)


def _like_card(text: str) -> str:
    """Say which card an id that is none may mean."""
    suit = text.partition("-")[0]
    of_suit = [card.id for card in Card if card.suit.id == suit]
    if likely := nearest(text, (card.id for card in Card)):
        return likely
    return f"the cards of {suit} are {', '.join(of_suit)}" if of_suit else 'give an id as "pine-crane"'

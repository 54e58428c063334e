"""House rules: what a game lets the players choose, and what they chose."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scorer.errors import BadOption
from scorer.wording import nearest

__all__ = [
    "OPTION_KINDS",
    "Choice",
    "Flag",
    "Kind",
    "Option",
    "OptionValue",
    "Options",
    "Range",
    "like_option",
]

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Flag:
    """On or off."""

    def __str__(self) -> str:
        """Say what values there are."""
        return "true or false"

    def allows(self, value: object) -> bool:
        """Tell whether the value is one of these."""
        return isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class Range:
    """A whole number between two others, both included. True is no number, and 180.0 not whole."""

    low: int
    high: int

    def __str__(self) -> str:
        """Say what values there are."""
        return f"a whole number from {self.low} to {self.high}"

    def allows(self, value: object) -> bool:
        """Tell whether the value is one of these."""
        return type(value) is int and self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def __str__(self) -> str:
        """Say what values there are."""
        return " or ".join(f'"{word}"' for word in self.words)

    def allows(self, value: object) -> bool:
        """Tell whether the value is one of these."""
        return isinstance(value, str) and value in self.words


Kind = Flag | Range | Choice

OPTION_KINDS: Mapping[str, Kind] = {
    "rounds": Range(1, 1000),
    "chips": Range(0, 1_000_000),
    "target": Range(1, 1_000_000),
    "fuke": Flag(),
    "fuke_limit": Range(0, 1000),
    "fuke_counts": Choice(("score", "cards")),
    "teyaku": Flag(),
    "five_brights": Flag(),
    "willow_ribbon": Flag(),
    "instant_wins": Flag(),
}
"""Every option there is. A rule file picks of these, and may narrow a range."""


def like_option(id_: str) -> str:
    """Say which option an id that is none may mean."""
    return nearest(id_, OPTION_KINDS) or f"options are {', '.join(OPTION_KINDS)}"


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule of a game.

    Attributes:
        id: one of OPTION_KINDS.
        kind: the values it takes.
        default: the value where the players say nothing.
        kanji: its name in a Japanese menu; the English one where the rule file has none.
        english: its name in a menu.
        hint: what it does, in one line.
    """

    id: str
    kind: Kind
    default: OptionValue
    kanji: str
    english: str
    hint: str


@dataclass(frozen=True, slots=True)
class Options(Mapping[str, OptionValue]):
    """The house rules in force: a value for every option that the game has.

    Made by `Ruleset.options`, which checks the values. Reads as a mapping.
    """

    pairs: tuple[tuple[str, OptionValue], ...]

    def __getitem__(self, key: str) -> OptionValue:
        """Return the value of an option; KeyError where the game does not have it."""
        for name, value in self.pairs:
            if name == key:
                return value
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        """Give the options' ids in the order of the rule file."""
        return (name for name, _ in self.pairs)

    def __len__(self) -> int:
        """Count the options."""
        return len(self.pairs)

    def is_on(self, key: str) -> bool:
        """Tell whether the option is switched on; False where the game does not have it."""
        for name, value in self.pairs:
            if name == key:
                return value is True
        return False

    def number(self, key: str) -> int:
        """Return the value of an option that is a whole number.

        Raises:
            BadOption: if the game has no such number.
        """
        value = self.get(key)
        if type(value) is not int:
            raise BadOption(f"option {key!r} is no number in this game")
        return value

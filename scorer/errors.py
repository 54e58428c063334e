"""Everything that the scorer refuses, in words that name the value and the place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorer.tomllines import line_of

__all__ = [
    "BadDealer",
    "BadEvent",
    "BadJson",
    "BadOption",
    "BadRequest",
    "BadRules",
    "BadSeats",
    "BadTeyaku",
    "BrokenBooks",
    "CardNotInGame",
    "DuplicateCard",
    "Fault",
    "IncompletePiles",
    "MatchOver",
    "ScorerError",
    "UnknownCard",
    "UnknownGame",
]


class ScorerError(Exception):
    """The root of all that the scorer raises on purpose."""


class UnknownCard(ScorerError, ValueError):
    """A word that is the id of no card."""


class CardNotInGame(ScorerError, ValueError):
    """A card that the game leaves out of its deck."""


class DuplicateCard(ScorerError, ValueError):
    """One card in two piles."""


class IncompletePiles(ScorerError, ValueError):
    """Cards lie in no pile, in a game that needs all of them; the message names the missing."""


class BadSeats(ScorerError, ValueError):
    """A number or an order of players that the game is not for."""


class BadDealer(ScorerError, ValueError):
    """A dealer who does not sit at the table."""


class BadOption(ScorerError, ValueError):
    """An option that the game does not have, or a value that it does not take."""


class BadTeyaku(ScorerError, ValueError):
    """A lucky hand that cannot be declared so."""


class UnknownGame(ScorerError, LookupError):
    """No rule file of that name is shipped."""


class BadJson(ScorerError, ValueError):
    """A line that is not JSON in UTF-8."""


class BadRequest(ScorerError, ValueError):
    """A line of JSON that has not the form of a request."""


class MatchOver(ScorerError, ValueError):
    """A round after the end of the match."""


class BadEvent(ScorerError, ValueError):
    """A record that is no event, or an event that cannot happen now; the match stays as it was."""


class BrokenBooks(ScorerError, ArithmeticError):
    """Chips or counters appeared or vanished: a bug, or a round score of another game."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a rule file.

    Attributes:
        key: where, as `yaku[3].cards[1]`, rows counted from 0; empty for the file as a whole.
        wrong: what stands there.
        right: what would be right.
        line: the line of the file where the key or its table stands, from 1; None where neither does.
    """

    key: str
    wrong: str
    right: str
    line: int | None = None

    def __str__(self) -> str:
        """Say it in one line, for people."""
        places = [f"line {self.line}" if self.line else "", self.key]
        place = ", ".join(filter(None, places))
        return f"{place}: {self.wrong}; {self.right}" if place else f"{self.wrong}; {self.right}"


class BadRules(ScorerError, ValueError):
    """A rule file that cannot be used, with every fault it has.

    Attributes:
        faults: at least one, in the order of the file's sections, each with its line in the text.
    """

    def __init__(self, source: str, faults: Sequence[Fault], text: str) -> None:
        self.faults = tuple(replace(fault, line=line_of(text, fault.key)) for fault in faults)
        super().__init__("\n".join(f"{source}: {fault}" for fault in self.faults))

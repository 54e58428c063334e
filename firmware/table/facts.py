"""What lasts: facts, and `apply`, which alone changes match, deck and choices, live and on replay."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from firmware.deck import format_uid
from firmware.table.choices import Choices
from firmware.table.state import Table
from scorer import Card, Event, Match, MatchEnded, Options, Ruleset, Seat, event_to_json

__all__ = ["ChoicesMade", "Fact", "MatchBegun", "TagEnrolled", "apply", "describe"]


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A new match sits down; its rules are kept with it."""

    ruleset: Ruleset
    options: Options
    seats: tuple[Seat, ...]
    names: Mapping[Seat, str]


@dataclass(frozen=True, slots=True)
class TagEnrolled:
    """A tag is on a card from now on."""

    uid: bytes
    card: Card


@dataclass(frozen=True, slots=True)
class ChoicesMade:
    """From now on these are the choices made in menus."""

    choices: Choices


Fact = Event | MatchBegun | TagEnrolled | ChoicesMade


def describe(fact: Fact) -> str:
    r"""Say a fact in a line, for the log.

    Example:
        >>> describe(TagEnrolled(b"\x04\xa3\xc6\xca", Card.PINE_CRANE))
        'tag 04:A3:C6:CA is on pine-crane'
    """
    match fact:
        case MatchBegun(ruleset, _, seats):
            return f"match begun: {ruleset.id}, {' '.join(map(str, seats))}"
        case TagEnrolled(uid, card):
            return f"tag {format_uid(uid)} is on {card}"
        case ChoicesMade(choices):
            return f"chosen: {choices.to_json()}"
        case _:
            words = event_to_json(fact).values()
            return " ".join(" ".join(word) if isinstance(word, list) else str(word) for word in words)


def apply(table: Table, fact: Fact) -> Table:
    """Return the table after a fact.

    Raises:
        BadEvent: if it cannot be; the table stays as it was.
    """
    match fact:
        case MatchBegun(ruleset, options, seats, names):
            return replace(table, match=Match.begin(ruleset, options, seats, names))
        case TagEnrolled(uid, card):
            return replace(table, deck=table.deck.enrol(uid, card))
        case ChoicesMade(choices):
            return replace(table, choices=choices)
        case MatchEnded():
            table.running.apply(fact)
            return replace(table, match=None)
        case _:
            return replace(table, match=table.running.apply(fact))

"""What lasts: facts, and `apply`, which alone changes match and deck, live and on replay."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from firmware.table.state import Table
from scorer import Card, Event, Match, MatchEnded, Options, Ruleset, Seat

__all__ = ["Fact", "MatchBegun", "TagEnrolled", "apply"]


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


Fact = Event | MatchBegun | TagEnrolled


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
        case MatchEnded():
            table.running.apply(fact)
            return replace(table, match=None)
        case _:
            return replace(table, match=table.running.apply(fact))

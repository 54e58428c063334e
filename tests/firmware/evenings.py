"""Whole matches for the tests of history and backup, kept as the appliance keeps them."""

from pathlib import Path

from firmware.store import Store
from firmware.table import MatchBegun, Table, apply
from hardware import VirtualClock
from scorer import (
    Card,
    CardsCaptured,
    Event,
    MatchEnded,
    MatchFinished,
    Pile,
    RoundClosed,
    RoundStarted,
    Seat,
    load,
)

A, B, C = Seat
INO, BOTAN = load("ino-shika-cho"), load("botan-cho")
BIG_THREE = tuple(Pile.parse("pine-crane plum-warbler cherry-curtain"))
CRANE, DEER, MOON = Card.PINE_CRANE, Card.MAPLE_DEER, Card.SUSUKI_MOON
DECK = tuple(BOTAN.deck)


class _Dated(VirtualClock):
    def wall_time(self) -> str | None:
        return "2026-11-29T20:15:00+00:00"


def ino(names: dict[Seat, str], **options: object) -> MatchBegun:
    return MatchBegun(INO, INO.options({"fuke": False, **options}), (A, B), names)


def botan(names: dict[Seat, str], **options: object) -> MatchBegun:
    return MatchBegun(BOTAN, BOTAN.options(options), (A, B), names)


def round_of(dealer: Seat, mine: tuple[Card, ...], theirs: tuple[Card, ...]) -> tuple[Event, ...]:
    return RoundStarted(dealer), CardsCaptured(A, mine), CardsCaptured(B, theirs), RoundClosed()


def kept(data: Path, begun: MatchBegun, *events: Event) -> None:
    """Play a match as the appliance keeps it."""
    store = Store(data, _Dated())
    store.open()
    table = Table((begun.ruleset,))
    for fact in (begun, *events):
        after = apply(table, fact)
        store.keep(fact, table, after)
        table = after
    store.close()


NAMES = {A: "Aki", B: "健"}
WON = (*round_of(A, BIG_THREE, (DEER,)), MatchFinished(), MatchEnded())

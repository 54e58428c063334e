"""Counts what hands do in a round: taps of cards and presses of buttons, for three ways of play.

The table's own mind (`firmware.table.decide`) is driven, and what it ends with must be what was
played, so that only gestures that work are counted.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

from playing import Capture, Played, play_round

from firmware.deck import Deck
from firmware.table import NewGame, Phase, Table, decide, started
from firmware.table.leftover import named_card, offered
from hardware import Button, ButtonEdge, TagArrived
from scorer import Card, Pile, Ruleset, Seat, load, shipped

__all__ = ["ROUNDS", "measure"]

ROUNDS = 2_000
"""Of each game, for each way of play."""

_SEATS = {"ino-shika-cho": 3, "roppyakken": 3}
_UIDS = {card: bytes([4, number, 0, 0, 0, 0, 1]) for number, card in enumerate(Card)}
_DECK = Deck({uid: card for card, uid in _UIDS.items()})


@dataclass(slots=True)
class _Hands:
    """Hands at a table, and what they have done.

    Attributes:
        table: as it stands.
        taps: cards tapped.
        presses: buttons pressed, a hold counted as one.
    """

    table: Table
    now_s: float = 100.0
    taps: int = 0
    presses: int = 0

    def tap(self, card: Card) -> None:
        self.taps += 1
        self.now_s += 1.0
        self._give(TagArrived(_UIDS[card], 0, self.now_s))

    def press(self, button: Button, seconds: float = 0.1) -> None:
        self.presses += 1
        self.now_s += 1.0
        self._give(ButtonEdge(button, True, self.now_s))
        self.now_s += seconds
        self._give(ButtonEdge(button, False, self.now_s))

    def choose(self, seat: Seat) -> None:
        if self.table.running.round.active is not seat:
            self.press(Button(seat.value))

    def take(self, captures: tuple[Capture, ...] | list[Capture]) -> None:
        for seat, cards in captures:
            self.choose(seat)
            for card in cards:
                self.tap(card)

    def _give(self, given: TagArrived | ButtonEdge) -> None:
        self.table = decide(self.table, given).applied_to(self.table)


Way = Callable[[_Hands, Played], None]


def _as_captured(hands: _Hands, played: Played) -> None:
    hands.take(played.captures)


def _at_the_end(hands: _Hands, played: Played) -> None:
    """Run each pile over the reader, the dealer's first, whose letter needs no press."""
    piles = _piles(hands, played)
    first = hands.table.running.round.active
    for seat in sorted(piles, key=lambda seat: seat is not first):
        hands.take([(seat, tuple(piles[seat]))])


def _with_the_rest_in_one_hold(hands: _Hands, played: Played) -> None:
    """Run the smaller pile over the reader, end the round, and give the rest to the other with a hold."""
    piles = _piles(hands, played)
    few, many = sorted(piles, key=lambda seat: len(piles[seat]))
    hands.take([(few, tuple(piles[few]))])
    hands.press(Button.OK)
    hands.press(Button(many.value), 1.1)


WAYS: dict[str, Way] = {
    "as captured": _as_captured,
    "at the end": _at_the_end,
    "the rest in one hold": _with_the_rest_in_one_hold,
}


def measure() -> dict[str, dict[str, float]]:
    """Count, and print a table."""
    counted = count_all(ROUNDS)
    print(f"\nTaps and presses a round, the mean of {ROUNDS:,} random legal rounds")
    for name, hands in counted.items():
        print(f"{name:40} {hands['taps']:6.1f} taps {hands['presses']:6.1f} presses")
    return counted


def count_all(rounds: int) -> dict[str, dict[str, float]]:
    """Return, for each game and way of play, the mean taps and presses of a round."""
    return {
        f"{game}, {name}": _count(load(game), way, rounds)
        for game in shipped()
        for name, way in WAYS.items()
        if name != "the rest in one hold" or load(game).needs_all_cards
    }


def _count(rules: Ruleset, way: Way, rounds: int) -> dict[str, float]:
    chance = random.Random(rules.id)
    taps = presses = 0
    for _ in range(rounds):
        seats = tuple(Seat)[: _SEATS.get(rules.id, 2)]
        dealer = chance.choice(seats)
        played = play_round(rules, seats, dealer, chance)
        hands = _Hands(_begun(rules, seats, dealer))
        way(hands, played)
        _end(hands, played)
        taps, presses = taps + hands.taps, presses + hands.presses
    return {"taps": taps / rounds, "presses": presses / rounds}


def _begun(rules: Ruleset, seats: tuple[Seat, ...], dealer: Seat) -> Table:
    table = Table((rules,), deck=_DECK)
    length = 12 if rules.needs_all_cards else 1_000_000
    game = NewGame(rules.id, len(seats), length, dealer)
    return started(table, game).applied_to(table)


def _end(hands: _Hands, played: Played) -> None:
    """Close the round, give what was left, see that the piles are right, and go on to the next."""
    if hands.table.phase is Phase.PLAYING:
        hands.press(Button.OK)
    while hands.table.phase is Phase.LEFTOVER:
        seat = offered(hands.table, named_card(hands.table))
        hands.press(Button.OK if seat else Button.A)
    want = _piles(hands, played)
    have = {seat: Pile.of(cards) for seat, cards in hands.table.running.round.piles.items()}
    left = Pile.of(played.left)
    if {seat: pile - left for seat, pile in have.items()} != {
        seat: pile - left for seat, pile in want.items()
    }:
        raise AssertionError(f"the table has {have}, played was {want}")
    while hands.table.phase is Phase.RESULT:
        hands.press(Button.OK)


def _piles(hands: _Hands, played: Played) -> dict[Seat, Pile]:
    """Return what each player took, what was left on the field apart."""
    piles = {seat: Pile() for seat in hands.table.running.seats}
    for seat, cards in played.captures:
        piles[seat] |= Pile.of(cards)
    return piles

"""Counts what hands do in a round: taps of cards and presses of buttons, for three ways of play.

The table's own mind (`firmware.table.decide`) is driven, and what it ends with must be what was
played, so that only gestures that work are counted.
"""

import random
from collections.abc import Callable, Iterable

from hands import Hands, sit_down
from playing import Capture, Played, play_round

from firmware.table import Phase
from firmware.table.leftover import named_card, offered
from hardware import Button
from scorer import Pile, Ruleset, Seat, load, shipped

__all__ = ["ROUNDS", "measure"]

ROUNDS = 2_000
"""Of each game, for each way of play."""

_SEATS = {"ino-shika-cho": 3, "roppyakken": 3}

Way = Callable[[Hands, Played], None]


def _take(hands: Hands, captures: Iterable[Capture]) -> None:
    for seat, cards in captures:
        hands.choose(seat)
        for card in cards:
            hands.tap(card)


def _as_captured(hands: Hands, played: Played) -> None:
    _take(hands, played.captures)


def _at_the_end(hands: Hands, played: Played) -> None:
    """Run each pile over the reader, the dealer's first, whose letter needs no press."""
    piles = _piles(hands, played)
    first = hands.table.running.round.active
    for seat in sorted(piles, key=lambda seat: seat is not first):
        _take(hands, [(seat, tuple(piles[seat]))])


def _with_the_rest_in_one_hold(hands: Hands, played: Played) -> None:
    """Run the smaller pile over the reader, end the round, and give the rest to the other with a hold."""
    piles = _piles(hands, played)
    few, many = sorted(piles, key=lambda seat: len(piles[seat]))
    _take(hands, [(few, tuple(piles[few]))])
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
        hands = sit_down(rules, len(seats), dealer)
        way(hands, played)
        _end(hands, played)
        taps, presses = taps + hands.taps, presses + hands.presses
    return {"taps": taps / rounds, "presses": presses / rounds}


def _end(hands: Hands, played: Played) -> None:
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


def _piles(hands: Hands, played: Played) -> dict[Seat, Pile]:
    """Return what each player took, what was left on the field apart."""
    piles = {seat: Pile() for seat in hands.table.running.seats}
    for seat, cards in played.captures:
        piles[seat] |= Pile.of(cards)
    return piles

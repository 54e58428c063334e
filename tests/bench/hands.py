"""Hands at a table: they tap and press on the table's own mind, and their deeds are counted."""

from dataclasses import dataclass

from firmware.deck import Deck
from firmware.table import NewGame, Table, Tick, decide, started
from firmware.table.inputs import Input
from hardware import Button, ButtonEdge, TagArrived
from scorer import Card, Ruleset, Seat

__all__ = ["Hands", "sit_down"]

_BETWEEN_S = 0.5
_PASSING_S = 10.0
_UIDS = {card: bytes([4, number, 0, 0, 0, 0, 1]) for number, card in enumerate(Card)}
_DECK = Deck({uid: card for card, uid in _UIDS.items()})


@dataclass(slots=True)
class Hands:
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
        self.now_s += _BETWEEN_S
        self._give(TagArrived(_UIDS[card], 0, self.now_s))

    def press(self, button: Button, seconds: float = 0.1) -> None:
        self.presses += 1
        self.now_s += _BETWEEN_S
        self._give(ButtonEdge(button, True, self.now_s))
        self.now_s += seconds
        self._give(ButtonEdge(button, False, self.now_s))

    def choose(self, seat: Seat) -> None:
        if self.table.running.round.active is not seat:
            self.press(Button(seat.value))

    def wait(self) -> None:
        """Let every passing message go."""
        self.now_s += _PASSING_S
        self._give(Tick(self.now_s))

    def _give(self, given: Input) -> None:
        self.table = decide(self.table, given).applied_to(self.table)


def sit_down(rules: Ruleset, players: int, dealer: Seat) -> Hands:
    """Begin a match, long enough for any round, and return the hands of whoever plays it."""
    length = 12 if rules.needs_all_cards else 1_000_000
    table = Table((rules,), deck=_DECK)
    return Hands(started(table, NewGame(rules.id, players, length, dealer)).applied_to(table))

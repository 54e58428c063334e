"""The cards tapped last, for "these were mine": which of them a held letter means.

A run is cards tapped with no pause of more than five seconds between them. Each player with a reader
taps on; so cards read at another player's reader make runs of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from scorer import Card, Round, Seat

__all__ = ["Tap", "last_run", "without_last"]

_PAUSE_S = 5.0
"""The longest pause within a run."""


@dataclass(frozen=True, slots=True)
class Tap:
    """A card was tapped, whatever became of it.

    Attributes:
        card: which.
        at_s: when.
        reader_seat: whose reader it was, None for one that serves the active player.
    """

    card: Card
    at_s: float
    reader_seat: Seat | None = None


def last_run(taps: Sequence[Tap], round_: Round, seat: Seat) -> tuple[Card, ...]:
    """Return the cards of the last run that others have; none where no run has any.

    Once a run is the player's, the run before it is the last; so a letter held again goes further back.

    Args:
        taps: of this round, oldest first.
        round_: the running round.
        seat: whose cards they are said to be.
    """
    for run in reversed(_runs(taps)):
        cards = dict.fromkeys(tap.card for tap in run if round_.owner(tap.card) not in (None, seat))
        if cards:
            return tuple(cards)
    return ()


def _runs(taps: Sequence[Tap]) -> list[list[Tap]]:
    """Split taps where somebody paused; the run with the latest tap stands last."""
    runs: list[list[Tap]] = []
    for tap in taps:
        before = next((run for run in reversed(runs) if run[-1].reader_seat is tap.reader_seat), None)
        if before is not None and tap.at_s - before[-1].at_s <= _PAUSE_S:
            before.append(tap)
        else:
            runs.append([tap])
    return sorted(runs, key=lambda run: run[-1].at_s)


def without_last(taps: Sequence[Tap], cards: Sequence[Card]) -> tuple[Tap, ...]:
    """Return the taps without the last one of each of some cards: it was a mistake, the players say."""
    kept: list[Tap] = []
    mistaken = set(cards)
    for tap in reversed(taps):
        if tap.card in mistaken:
            mistaken.remove(tap.card)
        else:
            kept.append(tap)
    return tuple(reversed(kept))

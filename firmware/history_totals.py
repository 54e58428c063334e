"""What many matches come to: for each player, and for each yaku."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from firmware.glance import Entry
from scorer import Seat

__all__ = ["PlayerTotal", "YakuCount", "player_totals", "yaku_counts"]


@dataclass(frozen=True, slots=True)
class YakuCount:
    """How often a yaku of a game was made."""

    game: str
    yaku: str
    count: int


@dataclass(frozen=True, slots=True)
class PlayerTotal:
    """All matches of one name that are over.

    Attributes:
        name: or the seat's letter where nobody was named.
        matches: how many, those ended early too.
        won: how many of these.
        rounds: scored in them.
        points: the sum of what decided each match.
        yaku: how often each was made, most often first.
    """

    name: str
    matches: int
    won: int
    rounds: int
    points: int
    yaku: tuple[YakuCount, ...]


@dataclass(slots=True)
class _Sum:
    """The totals of one name while they are added up."""

    matches: int = 0
    won: int = 0
    rounds: int = 0
    points: int = 0
    yaku: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, entry: Entry, seat: Seat) -> None:
        """Add what one player did in a match."""
        summary = entry.summary
        self.matches += 1
        self.won += summary.winner is seat
        self.rounds += summary.rounds
        self.points += summary.points[seat]
        for yaku, count in summary.yaku[seat].items():
            self.yaku[entry.game, yaku] = self.yaku.get((entry.game, yaku), 0) + count


def player_totals(entries: Iterable[Entry]) -> tuple[PlayerTotal, ...]:
    """Add up matches that are over for each name, who won most first."""
    sums: dict[str, _Sum] = {}
    for entry in entries:
        for seat in entry.seats:
            sums.setdefault(entry.name(seat), _Sum()).add(entry, seat)
    totals = [
        PlayerTotal(name, one.matches, one.won, one.rounds, one.points, _most_first(one.yaku))
        for name, one in sums.items()
    ]
    return tuple(sorted(totals, key=lambda total: (-total.won, -total.matches, total.name)))


def yaku_counts(players: Iterable[PlayerTotal]) -> tuple[YakuCount, ...]:
    """Count how often each yaku was made, most often first."""
    counts: Counter[tuple[str, str]] = Counter()
    for total in players:
        counts.update({(one.game, one.yaku): one.count for one in total.yaku})
    return _most_first(counts)


def _most_first(counts: Mapping[tuple[str, str], int]) -> tuple[YakuCount, ...]:
    pairs = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(YakuCount(game, yaku, count) for (game, yaku), count in pairs)

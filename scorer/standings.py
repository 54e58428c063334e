"""How a match stands after the rounds scored so far."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorer.amounts import Chips, Points
from scorer.errors import BrokenBooks
from scorer.game import Ruleset, ZeroSum
from scorer.options import Options
from scorer.scoring import RoundScore, check_seats
from scorer.seats import Seat

__all__ = ["Standing", "Standings"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's possessions.

    Attributes:
        points: what decides the match.
        chips: what is paid with; negative for a debt; None in a game without.
        counters: round counters taken, 1 point each; None in a game without.
    """

    points: Points
    chips: Chips | None = None
    counters: int | None = None


@dataclass(frozen=True, slots=True)
class Standings:
    """A match between two rounds. Begin with `begin`, go on with `after`.

    Attributes:
        ruleset: the game.
        options: the house rules in force.
        seats: who plays, in playing order.
        scores: the sum of each player's round scores, by seat as in `seats`.
        counters: counters that each player took, likewise; all 0 in a game without.
        rounds_played: rounds scored; misdeals are none.
        champion: who made a yaku in the last round that wins at once, None if nobody did.
    """

    ruleset: Ruleset
    options: Options
    seats: tuple[Seat, ...]
    scores: tuple[Points, ...]
    counters: tuple[int, ...]
    rounds_played: int
    champion: Seat | None = None

    @classmethod
    def begin(cls, ruleset: Ruleset, options: Options, seats: Sequence[Seat]) -> "Standings":
        """Sit the players down.

        Raises:
            BadSeats: if the game is not for these players.
        """
        right = check_seats(ruleset, seats)
        nothing = tuple(Points(0) for _ in right)
        return cls(ruleset, options, right, nothing, tuple(0 for _ in right), 0)

    def after(self, round_score: RoundScore) -> "Standings":
        """Return the standings with one round more, also past the end: a correction may move it.

        Raises:
            BrokenBooks: if the round is of another table, or chips or counters do not add up.
        """
        if round_score.ruleset is not self.ruleset or round_score.seats != self.seats:
            raise BrokenBooks(f"a round of {round_score.ruleset.id} does not belong to this match")
        scores = tuple(
            Points(score + player.score)
            for score, player in zip(self.scores, round_score.players, strict=True)
        )
        counters = tuple(
            count + (seat is round_score.counter)
            for seat, count in zip(self.seats, self.counters, strict=True)
        )
        rounds_played = self.rounds_played + 1
        if isinstance(self.ruleset.settlement, ZeroSum):
            taken = rounds_played if self.ruleset.settlement.has_counters else 0
            if sum(scores) != 0 or sum(counters) != taken:
                raise BrokenBooks(
                    f"after {rounds_played} rounds: {sum(scores)} chips too many, {sum(counters)} counters"
                )
        return replace(
            self,
            scores=scores,
            counters=counters,
            rounds_played=rounds_played,
            champion=round_score.champion,
        )

    def of(self, seat: Seat) -> Standing:
        """Return the possessions of the player at a seat of `seats`."""
        place = self.seats.index(seat)
        score, counters = self.scores[place], self.counters[place]
        settlement = self.ruleset.settlement
        if not isinstance(settlement, ZeroSum):
            return Standing(score)
        chips = Chips(self.options.number("chips") + score)
        return Standing(Points(chips + counters), chips, counters if settlement.has_counters else None)

    @property
    def leader(self) -> Seat | None:
        """Return who has the most points; None where several do."""
        points = {seat: self.of(seat).points for seat in self.seats}
        best = [seat for seat in self.seats if points[seat] == max(points.values())]
        return best[0] if len(best) == 1 else None

    @property
    def finished(self) -> bool:
        """Tell whether the match is over.

        Paying games end with the last round agreed. A race ends as soon as someone is alone at the
        top and at the target or above (decision: if the best are equal, all play another round), or
        someone is there and the last round had a champion.
        """
        if isinstance(self.ruleset.settlement, ZeroSum):
            return self.rounds_played >= self.options.number("rounds")
        most = max(self.of(seat).points for seat in self.seats)
        return most >= self.options.number("target") and (self.champion or self.leader) is not None

    @property
    def winner(self) -> Seat | None:
        """Return who won; None while the match goes on, and where it is drawn."""
        return (self.champion or self.leader) if self.finished else None

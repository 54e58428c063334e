"""What a player has in the running round, before it is over."""

from dataclasses import dataclass

from scorer.amounts import Points
from scorer.cards import Pile
from scorer.game import Teyaku, ZeroSum
from scorer.match import Match
from scorer.pilescore import PileScore, score_pile
from scorer.seats import Seat
from scorer.teyaku import hand_points

__all__ = ["SoFar", "so_far"]


@dataclass(frozen=True, slots=True)
class SoFar:
    """What a player has by now.

    Attributes:
        made: card points, and the yaku.
        teyaku: lucky hands declared, in the order of the rule file.
        points: what is told while the round runs: in a race all that adds up, else the card points
            alone, for what yaku bring depends on the other player's.
    """

    made: PileScore
    teyaku: tuple[Teyaku, ...]
    points: Points


def so_far(match: Match, seat: Seat) -> SoFar:
    """Return what the player at a seat of `match.seats` has in the running round.

    Example:
        >>> from scorer import CardsCaptured, RoundStarted, load
        >>> rules = load("ino-shika-cho")
        >>> match = Match.begin(rules, rules.options(), (Seat.A, Seat.B))
        >>> cards = tuple(Pile.parse("chrysanthemum-sake-cup susuki-moon"))
        >>> so_far(match.replay([RoundStarted(Seat.A), CardsCaptured(Seat.B, cards)]), Seat.B).points
        160
    """
    made = score_pile(Pile.of(match.round.piles[seat]), match.ruleset, match.options)
    declared = match.round.teyaku.get(seat, ())
    teyaku = tuple(row for row in match.ruleset.teyaku if row.id in declared)
    points = made.card_points
    if not isinstance(match.ruleset.settlement, ZeroSum):
        points = Points(points + made.yaku_points + hand_points(teyaku))
    return SoFar(made, teyaku, points)

"""Fuke (不帰): the rule against very low scores."""

from collections.abc import Mapping
from enum import Enum

from scorer.amounts import Points
from scorer.game import Annuls, Fuke
from scorer.options import Options
from scorer.pilescore import PileScore
from scorer.seats import Seat

__all__ = ["FukeKind", "find_fuke", "find_low", "settle"]


class FukeKind(Enum):
    """Which part of the rule struck."""

    NON_DEALER = "non-dealer"
    """Somebody other than the dealer scored too little: the round is annulled for all."""
    DEALER = "dealer"
    """The dealer scored too little: nothing for the dealer, and for the others their dekiyaku alone."""
    ANY = "any"
    """Somebody, whoever it is, scored too little: the round is annulled for all."""

    def __str__(self) -> str:
        """Return the word of the protocol."""
        return self.value


def find_low(
    fuke: Fuke | None,
    options: Options,
    dealer: Seat,
    scores: Mapping[Seat, Points],
    made: Mapping[Seat, PileScore],
) -> Mapping[Seat, Points]:
    """Return who scored so little that the rule minds it, and how much; it may not mind the dealer.

    Args:
        fuke: the game's rule; None where it has none.
        options: whether it is on, its limit, and which points count (decision: the round score,
            teyaku and dekiyaku included; house rule: those of the cards alone).
        dealer: who dealt the round.
        scores: round scores before fuke, by seat.
        made: what the piles are worth, by seat.
    """
    if fuke is None or not options.is_on("fuke"):
        return {}
    counts_cards = options["fuke_counts"] == "cards"
    looked_at = {seat: part.card_points for seat, part in made.items()} if counts_cards else scores
    limit = options.number("fuke_limit")
    minds_dealer = fuke.annulled_by is Annuls.ANY or fuke.dealer_leaves_yaku
    return {
        seat: points
        for seat, points in looked_at.items()
        if points <= limit and (minds_dealer or seat is not dealer)
    }


def find_fuke(
    fuke: Fuke | None, low: Mapping[Seat, Points], dealer: Seat
) -> tuple[FukeKind | None, Mapping[Seat, Points]]:
    """Tell which part of the rule strikes, if any, and because of whom.

    The others are looked at before the dealer (decision: also where the dealer is low too).

    Args:
        fuke: the game's rule; None where it has none.
        low: what `find_low` found.
        dealer: who dealt the round.
    """
    if fuke is None or not low:
        return None, {}
    if fuke.annulled_by is Annuls.ANY:
        return FukeKind.ANY, low
    others = {seat: points for seat, points in low.items() if seat is not dealer}
    return (FukeKind.NON_DEALER, others) if others else (FukeKind.DEALER, low)


def settle(
    kind: FukeKind | None,
    dealer: Seat,
    scores: Mapping[Seat, Points],
    made: Mapping[Seat, PileScore],
) -> Mapping[Seat, Points]:
    """Return the round scores after fuke."""
    if kind is None:
        return scores
    if kind is FukeKind.DEALER:
        return {seat: Points(0) if seat is dealer else made[seat].yaku_points for seat in scores}
    return dict.fromkeys(scores, Points(0))

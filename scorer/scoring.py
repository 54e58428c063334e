"""A round, scored: who gets how much, why, who pays, and who deals next."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorer.amounts import Points
from scorer.cards import CardType, Pile
from scorer.errors import BadDealer, BadSeats, DuplicateCard, IncompletePiles
from scorer.fuke import FukeKind, find_fuke, find_low, settle
from scorer.game import Ruleset, Teyaku, ZeroSum
from scorer.options import Options
from scorer.pilescore import PileScore, score_pile
from scorer.seats import Seat
from scorer.teyaku import check_declared, hand_points

__all__ = [
    "Payment",
    "PlayerScore",
    "RoundScore",
    "TypePoints",
    "check_complete",
    "check_seats",
    "score_round",
    "scores_before_fuke",
]


_SEATS = tuple(Seat)


@dataclass(frozen=True, slots=True)
class TypePoints:
    """A line of a player's account: so many cards of a type, worth so much together."""

    type: CardType
    count: int
    points: Points


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """One player's round, each number with its reason.

    Attributes:
        seat: whose.
        pile: the captured cards.
        made: card points in all, and the yaku.
        teyaku: lucky hands declared, in the order of the rule file.
        taken_by_fuke: what fuke took away, 0 or more.
        score: the round score, after fuke.
    """

    seat: Seat
    pile: Pile
    made: PileScore
    teyaku: tuple[Teyaku, ...]
    taken_by_fuke: Points
    score: Points

    @property
    def teyaku_points(self) -> Points:
        """Add up the lucky hands."""
        return hand_points(self.teyaku)


@dataclass(frozen=True, slots=True)
class Payment:
    """The loser of a round pays the winner."""

    payer: Seat
    payee: Seat
    points: Points


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A round, scored.

    Attributes:
        ruleset: the game.
        players: in playing order.
        dealer: who dealt it.
        next_dealer: who deals the next.
        winner: whose score is highest; None where several share it, unless a card breaks the tie.
        fuke: which part of the fuke rule struck; None if none.
        low: who scored so little that it did, with the points that it looked at.
        payment: None in games without, and where nothing is owed.
        counter: who takes the round's counter; None in games without.
        champion: who wins the match if anybody has reached the target by now, even with fewer points.
    """

    ruleset: Ruleset
    players: tuple[PlayerScore, ...]
    dealer: Seat
    next_dealer: Seat
    winner: Seat | None
    fuke: FukeKind | None
    low: Mapping[Seat, Points]
    payment: Payment | None
    counter: Seat | None
    champion: Seat | None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """List the seats at the table, in playing order."""
        return tuple(player.seat for player in self.players)

    def of(self, seat: Seat) -> PlayerScore:
        """Return the part of the player at a seat of `seats`."""
        return self.players[self.seats.index(seat)]

    def by_type(self, seat: Seat) -> tuple[TypePoints, ...]:
        """Split the card points of the player at a seat: a line for each type that the pile has cards of."""
        lines = []
        for card_type in CardType:
            cards = Pile.of(card for card in self.of(seat).pile if card.type is card_type)
            if cards:
                lines.append(TypePoints(card_type, len(cards), self.ruleset.points(cards)))
        return tuple(lines)


def score_round(
    ruleset: Ruleset,
    options: Options,
    piles: Mapping[Seat, Pile],
    dealer: Seat,
    teyaku: Mapping[Seat, Sequence[str]],
) -> RoundScore:
    """Score a round that is over.

    Args:
        ruleset: the game.
        options: the house rules in force, of the same ruleset.
        piles: what each player captured; its keys are the seats at the table.
        dealer: who dealt the round.
        teyaku: ids of the lucky hands declared, by seat; a seat may be left out.

    Raises:
        BadSeats: if the game is not for these players.
        BadDealer: if the dealer is none of them.
        CardNotInGame: if the game leaves out a card of a pile.
        DuplicateCard: if a card lies in two piles.
        BadTeyaku: if a lucky hand cannot be declared so.
        IncompletePiles: if the game needs every card in a pile, and some are missing.

    Source: Fuda Wiki, Botan-chō and Ino-Shika-Chō, "Scoring".
    """
    seats = check_seats(ruleset, list(piles))
    if dealer not in seats:
        raise BadDealer(f"dealer {dealer} does not sit at a table of {len(seats)}")
    made = {seat: score_pile(piles[seat], ruleset, options) for seat in seats}
    _check_piles(piles)
    declared = check_declared(ruleset, options, seats, teyaku)
    check_complete(ruleset, piles.values())
    before = scores_before_fuke(ruleset, made, declared)
    fuke, low = find_fuke(ruleset.fuke, find_low(ruleset.fuke, options, dealer, before, made), dealer)
    after = settle(fuke, dealer, before, made)
    players = tuple(
        PlayerScore(
            seat=seat,
            pile=piles[seat],
            made=made[seat],
            teyaku=declared[seat],
            taken_by_fuke=Points(before[seat] - after[seat]),
            score=after[seat],
        )
        for seat in seats
    )
    champion = _champion(players, dealer, fuke) if options.is_on("instant_wins") else None
    return _conclude(ruleset, players, dealer, fuke, low, champion)


def check_seats(ruleset: Ruleset, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats in playing order, or raise BadSeats if the game is not for them."""
    right = ruleset.seats_for(len(seats))
    if set(seats) != set(right):
        said, given = (", ".join(map(str, some)) for some in (right, seats))
        raise BadSeats(f"{len(right)} players sit at {said}, not at {given}")
    return right


def _check_piles(piles: Mapping[Seat, Pile]) -> None:
    """Raise DuplicateCard if a card lies in two piles."""
    seen = Pile()
    for seat, pile in piles.items():
        if seen & pile:
            raise DuplicateCard(f"pile {seat} holds {seen & pile}, which another pile holds too")
        seen |= pile


def check_complete(ruleset: Ruleset, piles: Iterable[Pile]) -> None:
    """Raise IncompletePiles if the game needs every card in a pile, and some are missing."""
    if not ruleset.needs_all_cards:
        return
    missing = ruleset.deck
    for pile in piles:
        missing -= pile
    if missing:
        names = ", ".join(str(card) for card in missing)
        raise IncompletePiles(f"every card must lie in a pile, missing: {names}")


def scores_before_fuke(
    ruleset: Ruleset, made: Mapping[Seat, PileScore], declared: Mapping[Seat, Sequence[Teyaku]]
) -> dict[Seat, Points]:
    """Return round scores before fuke. In a zero-sum game they sum to zero, once all cards are captured."""
    if not isinstance(ruleset.settlement, ZeroSum):
        return {
            seat: Points(part.card_points + part.yaku_points + hand_points(declared[seat]))
            for seat, part in made.items()
        }
    par, yaku = ruleset.settlement.par, {seat: part.yaku_points for seat, part in made.items()}
    all_yaku = sum(yaku.values())
    # own yaku less the other's = twice one's own less everybody's
    return {seat: Points(part.card_points - par + 2 * yaku[seat] - all_yaku) for seat, part in made.items()}


def _champion(players: Sequence[PlayerScore], dealer: Seat, fuke: FukeKind | None) -> Seat | None:
    """Return who made the first-ranked of the yaku that win at once, and did not lose them to fuke."""
    if fuke not in (None, FukeKind.DEALER):
        return None
    ranks = {
        player.seat: min(made.yaku.wins_at_once for made in player.made.yaku if made.yaku.wins_at_once)
        for player in players
        if any(made.yaku.wins_at_once for made in player.made.yaku)
        and not (fuke is FukeKind.DEALER and player.seat is dealer)
    }
    first = [seat for seat, rank in ranks.items() if rank == min(ranks.values())]
    return first[0] if len(first) == 1 else None


def _conclude(
    ruleset: Ruleset,
    players: tuple[PlayerScore, ...],
    dealer: Seat,
    fuke: FukeKind | None,
    low: Mapping[Seat, Points],
    champion: Seat | None,
) -> RoundScore:
    highest = max(player.score for player in players)
    best = [player.seat for player in players if player.score == highest]
    winner = best[0] if len(best) == 1 else _tie_winner(ruleset, players)
    zero_sum = ruleset.settlement if isinstance(ruleset.settlement, ZeroSum) else None
    payment = None
    if zero_sum and winner and highest > 0:
        loser = next(player.seat for player in players if player.seat is not winner)
        payment = Payment(loser, winner, highest)
    return RoundScore(
        ruleset=ruleset,
        players=players,
        dealer=dealer,
        next_dealer=winner or _first_from(dealer, best),
        winner=winner,
        fuke=fuke,
        low=low,
        payment=payment,
        counter=winner if zero_sum and zero_sum.has_counters else None,
        champion=champion,
    )


def _tie_winner(ruleset: Ruleset, players: Sequence[PlayerScore]) -> Seat | None:
    card = ruleset.settlement.tie_card if isinstance(ruleset.settlement, ZeroSum) else None
    return next((player.seat for player in players if card is not None and card in player.pile), None)


def _first_from(dealer: Seat, best: Sequence[Seat]) -> Seat:
    """Return the dealer if among the best, else the first of them in playing order after the dealer."""
    return min(best, key=lambda seat: (_SEATS.index(seat) - _SEATS.index(dealer)) % len(_SEATS))

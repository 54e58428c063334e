"""Teyaku, lucky hands: what shown cards make, and which declarations stand."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorer.amounts import Points
from scorer.cards import Pile, Suit
from scorer.errors import BadTeyaku, CardNotInGame
from scorer.game import Ruleset, Teyaku
from scorer.options import Options
from scorer.seats import Seat
from scorer.wording import shown

__all__ = ["ShownHand", "check_declared", "hand_points", "shown_teyaku"]


@dataclass(frozen=True, slots=True)
class ShownHand:
    """What shown cards make.

    Attributes:
        teyaku: ids in the order of the rule file, without those that another one replaces.
        misdeal: the suit of which all four are shown; then the hand makes nothing, and the same
            dealer deals again.
    """

    teyaku: tuple[str, ...]
    misdeal: Suit | None


def shown_teyaku(cards: Pile, ruleset: Ruleset, hand_size: int) -> ShownHand:
    """Tell what the cards that a player shows make.

    Args:
        cards: the shown cards, all or part of a hand.
        ruleset: the game.
        hand_size: cards in a whole hand, as `ruleset.deal[players].hand`.

    Raises:
        CardNotInGame: if the game leaves a card out.
        BadTeyaku: if these are more cards than a hand.

    Example:
        >>> from scorer.ruleset import load
        >>> shown_teyaku(Pile.parse("iris-bridge iris-ribbon iris-chaff-1"), load("ino-shika-cho"), 8).teyaku
        ('hand-three',)
    """
    if not cards <= ruleset.deck:
        raise CardNotInGame(f"{ruleset.names.english} is played without {cards - ruleset.deck}")
    if len(cards) > hand_size:
        raise BadTeyaku(f"{len(cards)} cards are shown, but a hand has {hand_size}")
    counts = {suit: sum(card.suit is suit for card in cards) for suit in Suit}
    four = next((suit for suit, count in counts.items() if count == 4), None)
    if four is not None:
        return ShownHand((), four)
    threes = sum(count == 3 for count in counts.values())
    worthless = len(cards) == hand_size and ruleset.points(cards) == 0
    made = [row for row in ruleset.teyaku if (threes >= row.suits if row.suits else worthless)]
    replaced = _replaced(made)
    return ShownHand(tuple(row.id for row in made if row.id not in replaced), None)


def check_declared(
    ruleset: Ruleset, options: Options, seats: Sequence[Seat], declared: Mapping[Seat, Sequence[str]]
) -> dict[Seat, tuple[Teyaku, ...]]:
    """Look up what each player declared, in the order of the rule file; every seat has an entry.

    Raises:
        BadTeyaku: if an id is unknown, named twice, or beside one that replaces it; if a seat is
            not at the table; if the game has no lucky hands, or they are switched off.
    """
    for seat in declared:
        if seat not in seats:
            raise BadTeyaku(f"seat {seat} declares a lucky hand, but does not sit at the table")
    return {seat: _check_hand(ruleset, options, seat, declared.get(seat, ())) for seat in seats}


def hand_points(rows: Iterable[Teyaku]) -> Points:
    """Add up the lucky hands of a player."""
    return Points(sum(row.value for row in rows))


def _check_hand(ruleset: Ruleset, options: Options, seat: Seat, ids: Sequence[str]) -> tuple[Teyaku, ...]:
    if not ids:
        return ()
    if not options.is_on("teyaku"):
        why = "are switched off" if ruleset.teyaku else f"do not exist in {ruleset.names.english}"
        raise BadTeyaku(f"seat {seat} declares {shown(ids[0])}, but lucky hands {why}")
    known = [row.id for row in ruleset.teyaku]
    for index, id_ in enumerate(ids):
        if id_ not in known:
            raise BadTeyaku(f"seat {seat} declares unknown {shown(id_)}; lucky hands are {', '.join(known)}")
        if id_ in ids[:index]:
            raise BadTeyaku(f"seat {seat} declares {id_!r} twice")
    rows = tuple(row for row in ruleset.teyaku if row.id in ids)
    for id_ in ids:
        if id_ in _replaced(rows):
            raise BadTeyaku(f"seat {seat} declares {id_!r} beside a lucky hand that replaces it")
    return rows


def _replaced(rows: Sequence[Teyaku]) -> set[str]:
    return {other for row in rows for other in row.replaces}

"""Whose is a card that was left on the field?"""

from collections.abc import Mapping

from scorer.cards import Card, Pile
from scorer.game import Leftover, Ruleset
from scorer.seats import Seat

__all__ = ["leftover_owner"]


def leftover_owner(card: Card, missing: Pile, piles: Mapping[Seat, Pile], ruleset: Ruleset) -> Seat | None:
    """Return the player to offer a left over card to, None where nobody is.

    The wild card breaks a suit, so one card stays on the field and belongs to who used the wild
    card (decision: to the player whose pile holds it). Where more cards are missing they may only
    not have been seen: a player with an odd number of a suit has lost sight of one of it. Nobody
    is offered the wild card itself: after a name-oni it goes to the opponent of who drew it, and
    the scorekeeper cannot see who did.

    Args:
        card: the card to give.
        missing: all cards that lie in no pile, `card` among them.
        piles: what each player has.
        ruleset: the game.

    Source: Fuda Wiki, Botan-chō.
    """
    rule = ruleset.leftover
    if rule is None:
        return None
    if rule.own_suit_to_pair:
        return _of_pair_or_wild(card, piles, rule)
    if len(missing) > 1:
        odd = [seat for seat, pile in piles.items() if sum(one.suit is card.suit for one in pile) % 2]
        if len(odd) == 1:
            return odd[0]
    return _holder(piles, rule.wild)


def _of_pair_or_wild(card: Card, piles: Mapping[Seat, Pile], rule: Leftover) -> Seat | None:
    """Return who gets a card where the wild card's own suit goes to the pair.

    In Mushi two cards are usually left: a willow, for who took the two other plain willows, and
    one of the suit that the lightning broke, for who used the lightning. The lightning itself goes
    with the willow (decision), and so does whatever is of its suit.

    Source: Fuda Wiki, Mushi.
    """
    if card.suit not in {wild.suit for wild in rule.wild}:
        return _holder(piles, rule.wild)
    plain = {seat: [one for one in pile - rule.wild if one.suit is card.suit] for seat, pile in piles.items()}
    return next((seat for seat, cards in plain.items() if len(cards) == 2), None)


def _holder(piles: Mapping[Seat, Pile], cards: Pile) -> Seat | None:
    return next((seat for seat, pile in piles.items() if cards & pile), None)

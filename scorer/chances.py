"""What a running round may still come to: yaku that lack one card, and who would fall under fuke."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scorer.cards import Pile
from scorer.fuke import find_low
from scorer.game import Ruleset, Yaku
from scorer.options import Options
from scorer.pilescore import score_pile
from scorer.scoring import scores_before_fuke
from scorer.seats import Seat
from scorer.teyaku import check_declared

__all__ = ["Chance", "find_chances", "within_fuke"]


@dataclass(frozen=True, slots=True)
class Chance:
    """A yaku that one card more would make.

    Attributes:
        yaku: which.
        cards: the free cards of which any one would make it; one, unless the yaku takes any so many.
    """

    yaku: Yaku
    cards: Pile


def find_chances(pile: Pile, free: Pile, ruleset: Ruleset, options: Options) -> tuple[Chance, ...]:
    """Find the yaku that a pile is one free card short of, dearest first.

    Only what would count then: a yaku that another one replaces, made already or made by the same
    card, is no chance.

    Args:
        pile: every card that the player has captured so far.
        free: the cards that nobody has captured.
        ruleset: the game.
        options: the house rules in force, of the same ruleset.

    Raises:
        CardNotInGame: if the game leaves a card of the pile out.

    Example:
        >>> from scorer.cards import Card
        >>> from scorer.ruleset import load
        >>> rules = load("ino-shika-cho")
        >>> pile = Pile.parse("chrysanthemum-sake-cup susuki-moon")
        >>> chances = find_chances(pile, rules.deck - pile, rules, rules.options())
        >>> [(chance.yaku.id, str(chance.cards)) for chance in chances]
        [('gun', 'cherry-curtain')]
    """
    score = score_pile(pile, ruleset, options)
    made = [each.yaku for each in (*score.yaku, *score.silenced)]
    silenced = {id_ for yaku in made for id_ in yaku.replaces}
    lacking = {
        yaku.id: (cards - pile) & free
        for yaku in ruleset.yaku
        if yaku.is_in_force(options) and len((cards := yaku.cards_under(options)) & pile) == yaku.count - 1
    }
    chances = []
    for yaku in sorted(ruleset.yaku, key=lambda yaku: -yaku.value):
        cards = lacking.get(yaku.id, Pile())
        for other in ruleset.yaku:
            if yaku.id in other.replaces:
                cards -= lacking.get(other.id, Pile())
        if cards and yaku.id not in silenced:
            chances.append(Chance(yaku, cards))
    return tuple(chances)


def within_fuke(
    ruleset: Ruleset,
    options: Options,
    piles: Mapping[Seat, Pile],
    dealer: Seat,
    teyaku: Mapping[Seat, Sequence[str]],
) -> tuple[Seat, ...]:
    """Return whose score would bring fuke about if the round ended now, in the order of the piles.

    Args:
        ruleset: the game; nobody, where it has no such rule.
        options: the house rules in force.
        piles: what each player has captured so far; its keys are the seats at the table.
        dealer: who dealt the round.
        teyaku: ids of the lucky hands declared, by seat; a seat may be left out.

    Raises:
        BadTeyaku: if a lucky hand cannot be declared so.

    Example:
        >>> from scorer.ruleset import load
        >>> rules = load("ino-shika-cho")
        >>> piles = {Seat.A: Pile.parse("pine-crane"), Seat.B: Pile.parse("plum-warbler susuki-moon")}
        >>> [str(seat) for seat in within_fuke(rules, rules.options(), piles, Seat.B, {})]
        ['A']
    """
    made = {seat: score_pile(pile, ruleset, options) for seat, pile in piles.items()}
    declared = check_declared(ruleset, options, list(piles), teyaku)
    scores = scores_before_fuke(ruleset, made, declared)
    return tuple(find_low(ruleset.fuke, options, dealer, scores, made))

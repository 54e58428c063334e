"""What one pile is worth: its cards and its yaku. Made to be asked very often."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from scorer.amounts import Points
from scorer.cards import Pile
from scorer.errors import CardNotInGame
from scorer.game import Ruleset, Yaku
from scorer.options import Options

__all__ = ["MadeYaku", "PileScore", "score_pile"]


@dataclass(frozen=True, slots=True)
class MadeYaku:
    """A yaku that a pile makes, with the pile's cards that count for it."""

    yaku: Yaku
    cards: Pile

    def __str__(self) -> str:
        """Return id and value, as `big-three 150`."""
        return f"{self.yaku.id} {self.yaku.value}"


@dataclass(frozen=True, slots=True)
class PileScore:
    """What one pile is worth.

    Attributes:
        card_points: what the cards themselves are worth.
        yaku: those that count, dearest first, equal ones in the order of the rule file.
        silenced: those made, but replaced by another that is made; they score nothing.
    """

    card_points: Points
    yaku: tuple[MadeYaku, ...]
    silenced: tuple[MadeYaku, ...]

    @property
    def yaku_points(self) -> Points:
        """Add up the yaku that count."""
        return Points(sum(made.yaku.value for made in self.yaku))

    def replacer(self, silenced: MadeYaku) -> Yaku:
        """Return the yaku beside which a silenced one scores nothing; it may be silenced itself."""
        made = (*self.yaku, *self.silenced)
        return next(one.yaku for one in made if silenced.yaku.id in one.yaku.replaces)


@dataclass(frozen=True, slots=True)
class _Masks:
    """A ruleset under certain options, made ready for scoring many piles.

    Attributes:
        left_out: the mask of all that is not in the deck.
        values: a number of points, and the mask of all cards worth so much.
        whole: the mask of a yaku that takes all its cards, and what a pile with these makes; dearest first.
        partial: the mask of a yaku that takes some of its cards, how many, and the yaku.
    """

    left_out: int
    values: tuple[tuple[int, int], ...]
    whole: tuple[tuple[int, MadeYaku], ...]
    partial: tuple[tuple[int, int, Yaku], ...]


@lru_cache(maxsize=64)
def _masks(ruleset: Ruleset, options: Options) -> _Masks:
    values: dict[int, int] = {}
    for card, points in ruleset.card_values.items():
        values[points] = values.get(points, 0) | card.bit
    whole = []
    partial = []
    for yaku in sorted(ruleset.yaku, key=_dearest_first):
        if not yaku.is_in_force(options):
            continue
        cards = yaku.cards_under(options)
        if yaku.count == len(cards):
            whole.append((cards._mask, MadeYaku(yaku, cards)))
        else:
            partial.append((cards._mask, yaku.count, yaku))
    return _Masks(
        left_out=~ruleset.deck._mask,
        values=tuple((points, mask) for points, mask in values.items() if points),
        whole=tuple(whole),
        partial=tuple(partial),
    )


def _dearest_first(yaku: Yaku) -> int:
    return -yaku.value


def score_pile(pile: Pile, ruleset: Ruleset, options: Options) -> PileScore:
    """Score one player's captured cards, before the players settle.

    A yaku that replaces others (the gun, over flower and moon viewing) silences them. A card more
    never lowers what a pile is worth.

    Args:
        pile: every card that the player has captured in this round.
        ruleset: the game.
        options: the house rules in force, of the same ruleset.

    Raises:
        CardNotInGame: if the game leaves a card of the pile out.

    Example:
        >>> from scorer.ruleset import load
        >>> rules = load("ino-shika-cho")
        >>> score = score_pile(Pile.parse("pine-crane plum-warbler cherry-curtain"), rules, rules.options())
        >>> score.card_points, [str(made) for made in score.yaku]
        (150, ['big-three 150'])
    """
    masks = _masks(ruleset, options)
    cards = pile._mask
    if cards & masks.left_out:
        raise CardNotInGame(f"{ruleset.names.english} is played without {pile - ruleset.deck}")
    points = 0
    for value, mask in masks.values:
        points += value * (cards & mask).bit_count()
    made = [made for mask, made in masks.whole if cards & mask == mask]
    if masks.partial:
        made += _partly_made(cards, masks.partial)
        made.sort(key=lambda made: _dearest_first(made.yaku))
    replaced = {other for each in made for other in each.yaku.replaces}
    if not replaced:
        return PileScore(Points(points), tuple(made), ())
    counted = tuple(each for each in made if each.yaku.id not in replaced)
    silenced = tuple(each for each in made if each.yaku.id in replaced)
    return PileScore(Points(points), counted, silenced)


def _partly_made(cards: int, rows: Iterable[tuple[int, int, Yaku]]) -> list[MadeYaku]:
    return [
        MadeYaku(yaku, Pile(cards & mask))
        for mask, count, yaku in rows
        if (cards & mask).bit_count() >= count
    ]

"""What the house rules that the players changed did to a pile, for those who ask why."""

from scorer.cards import Pile
from scorer.game import Ruleset
from scorer.options import Options
from scorer.pilescore import MadeYaku

__all__ = ["added_cards", "switched_off"]


def switched_off(pile: Pile, ruleset: Ruleset, options: Options) -> tuple[MadeYaku, ...]:
    """Find the yaku that a pile would make, had the players not switched their house rule off.

    A yaku that does not count unless it is switched on is missed by nobody.

    Args:
        pile: every card that the player has captured in this round.
        ruleset: the game.
        options: the house rules in force, of the same ruleset.

    Returns:
        Them with the cards that would count, in the order of the rule file.

    Example:
        >>> from scorer.ruleset import load
        >>> mushi = load("mushi")
        >>> brights = "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"
        >>> options = mushi.options({"five_brights": False})
        >>> [str(made) for made in switched_off(Pile.parse(brights), mushi, options)]
        ['five-brights 30']
    """
    off = {row.id for row in ruleset.option_rows if row.default is True and not options.is_on(row.id)}
    missed = (yaku for yaku in ruleset.yaku if yaku.option in off)
    would_make = (MadeYaku(yaku, yaku.cards_under(options) & pile) for yaku in missed)
    return tuple(made for made in would_make if len(made.cards) >= made.yaku.count)


def added_cards(made: MadeYaku, ruleset: Ruleset) -> Pile:
    """Return those cards of a yaku that count only because the players switched a house rule on."""
    usually_off = {row.id for row in ruleset.option_rows if not row.default}
    added = Pile()
    for option, cards in made.yaku.added:
        added |= cards if option in usually_off else Pile()
    return made.cards & added

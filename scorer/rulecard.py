"""The rule card of a game: its yaku under the house rules in force, ready for a page or a display."""

from dataclasses import dataclass

from scorer.amounts import Points
from scorer.cards import Card
from scorer.game import Names, Ruleset, Teyaku, Yaku
from scorer.options import Options

__all__ = ["RuleCardRow", "rule_card"]


@dataclass(frozen=True, slots=True)
class RuleCardRow:
    """A yaku or lucky hand that counts.

    Attributes:
        id: as in the rule file.
        names: what it is called.
        value: points.
        cards: those that count for it, in table order; none for a lucky hand.
        count: how many of them it takes.
        silences: the names of those that score nothing beside it.
        wins_at_once: whether making it can win the match.
    """

    id: str
    names: Names
    value: Points
    cards: tuple[Card, ...]
    count: int
    silences: tuple[Names, ...]
    wins_at_once: bool


def rule_card(ruleset: Ruleset, options: Options) -> tuple[RuleCardRow, ...]:
    """List what counts in a game, dearest first, lucky hands last.

    Args:
        ruleset: the game.
        options: the house rules in force, of the same ruleset.

    Example:
        >>> from scorer.ruleset import load
        >>> rules = load("mushi")
        >>> [row.id for row in rule_card(rules, rules.options({"five_brights": False}))]
        ['three-brights', 'four-wisterias', 'four-paulownias']
    """
    in_force = [row for row in ruleset.yaku if row.is_in_force(options)]
    yaku = [_yaku_row(row, ruleset, options) for row in sorted(in_force, key=lambda row: -row.value)]
    if not options.is_on("teyaku"):
        return tuple(yaku)
    hands = sorted(ruleset.teyaku, key=lambda row: -row.value)
    return (*yaku, *(_teyaku_row(row, ruleset) for row in hands))


def _yaku_row(row: Yaku, ruleset: Ruleset, options: Options) -> RuleCardRow:
    cards = row.cards_under(options)
    silences = tuple(other.names for other in ruleset.yaku if other.id in row.replaces)
    wins = bool(row.wins_at_once) and options.is_on("instant_wins")
    return RuleCardRow(row.id, row.names, row.value, tuple(cards), row.count, silences, wins)


def _teyaku_row(row: Teyaku, ruleset: Ruleset) -> RuleCardRow:
    silences = tuple(other.names for other in ruleset.teyaku if other.id in row.replaces)
    return RuleCardRow(row.id, row.names, row.value, (), 0, silences, wins_at_once=False)

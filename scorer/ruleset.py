"""The door to the rules: what a ruleset is, how one is read, and which are shipped."""

from functools import cache

from scorer.game import Annuls, Deal, Fuke, Leftover, Names, Race, Ruleset, Settlement, Teyaku, Yaku, ZeroSum
from scorer.options import Option, Options
from scorer.rulefile import parse
from scorer.shipped import shipped, shipped_text

__all__ = [
    "Annuls",
    "Deal",
    "Fuke",
    "Leftover",
    "Names",
    "Option",
    "Options",
    "Race",
    "Ruleset",
    "Settlement",
    "Teyaku",
    "Yaku",
    "ZeroSum",
    "load",
    "parse",
    "shipped",
]


@cache
def load(game: str) -> Ruleset:
    """Read the rules of a game that is shipped; always the same object for one game.

    Args:
        game: the id, as in `shipped()`.

    Raises:
        UnknownGame: if no such game is shipped.
    """
    return parse(shipped_text(game), f"{game}.toml")

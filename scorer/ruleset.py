"""How a ruleset is come by: parsed from a text, or loaded where it is shipped."""

from functools import cache

from scorer.game import Ruleset
from scorer.rulefile import parse
from scorer.shipped import shipped, shipped_text

__all__ = ["Ruleset", "load", "parse", "shipped"]


@cache
def load(game: str) -> Ruleset:
    """Read the rules of a game that is shipped; always the same object for one game.

    Args:
        game: the id, as in `shipped()`.

    Raises:
        UnknownGame: if no such game is shipped.
    """
    return parse(shipped_text(game), f"{game}.toml")

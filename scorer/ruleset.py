"""The door to the rules: what a ruleset is, how one is read, and which are shipped."""

from functools import cache
from importlib.resources import files

from scorer.errors import UnknownGame
from scorer.game import Annuls, Deal, Fuke, Names, Race, Ruleset, Settlement, Teyaku, Yaku, ZeroSum
from scorer.options import Option, Options
from scorer.rulefile import parse
from scorer.wording import shown

__all__ = [
    "Annuls",
    "Deal",
    "Fuke",
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
    if game not in shipped():
        raise UnknownGame(f"unknown game {shown(game)}; there are {', '.join(shipped())}")
    name = f"{game}.toml"
    return parse(files("scorer").joinpath("rulesets", name).read_text(encoding="utf-8"), name)


@cache
def shipped() -> tuple[str, ...]:
    """List the ids of the games that come with the package, in alphabetical order.

    Example:
        >>> shipped()
        ('botan-cho', 'ino-shika-cho')
    """
    names = (entry.name for entry in files("scorer").joinpath("rulesets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))

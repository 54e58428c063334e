"""The rule files that come with the package, as text."""

from functools import cache
from importlib.resources import files

from scorer.errors import UnknownGame
from scorer.wording import shown

__all__ = ["shipped", "shipped_text"]


@cache
def shipped() -> tuple[str, ...]:
    """List the ids of the games that come with the package, in alphabetical order.

    Example:
        >>> shipped()
        ('botan-cho', 'ino-shika-cho', 'mushi', 'roppyakken')
    """
    names = (entry.name for entry in files("scorer").joinpath("rulesets").iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def shipped_text(game: str) -> str:
    """Return the text of a rule file that is shipped.

    Raises:
        UnknownGame: if no such game is shipped.
    """
    if game not in shipped():
        raise UnknownGame(f"unknown game {shown(game)}; there are {', '.join(shipped())}")
    return files("scorer").joinpath("rulesets", f"{game}.toml").read_text(encoding="utf-8")

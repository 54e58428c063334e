"""How a value is quoted in a message, whatever somebody sent."""

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["nearest", "shown"]

_LONGEST = 40


def shown(value: object) -> str:
    """Quote a value, cut short where it is very long; lists and tables are only named.

    Example:
        >>> shown("pine"), shown(True), shown([1])
        ("'pine'", 'true', 'a list')
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "an object"
    text = "null" if value is None else repr(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."


def nearest(word: str, known: Iterable[str]) -> str:
    """Return a question that offers the known word most like this one; empty if none is.

    Example:
        >>> nearest("pine-crain", ["pine-crane", "plum-warbler"])
        "did you mean 'pine-crane'?"
    """
    found = get_close_matches(word, list(known))
    return f"did you mean {found[0]!r}?" if found else ""

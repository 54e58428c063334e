"""Finds the line of a rule file where a key stands, which tomllib does not tell."""

import re
from collections import Counter

__all__ = ["line_of"]

_TABLE = re.compile(r"\s*(\[\[?)([\w.\"'-]+)\]")
_KEY = re.compile(r"\s*([\w.\"'-]+)\s*=\s*(.*)")
_LAST_STEP = re.compile(r"(^|[.\[])[^.\[]*$")


def line_of(text: str, key: str) -> int | None:
    r"""Return the line of a key, or of the table that it belongs to; None where neither stands.

    Args:
        text: the file, TOML.
        key: as in a fault: `names.tiny`, `yaku[2].cards[0]`, or `yaku 'gun'.kanji` for a row by its id.

    Example:
        >>> line_of('format = 1\n\n[[yaku]]\nid = "gun"\nvalue = 0', "yaku[0].value")
        5
    """
    places = _places(text)
    while key and key not in places:
        key = _LAST_STEP.sub("", key)
    return places.get(key)


def _places(text: str) -> dict[str, int]:
    places: dict[str, int] = {}
    rows = Counter[str]()
    name = table = ""
    for number, line in enumerate(text.split("\n"), 1):
        if found := _TABLE.match(line):
            name = _plain(found[2])
            table = f"{name}[{rows[name]}]" if found[1] == "[[" else name
            rows[name] += 1
            places.setdefault(table, number)
        elif found := _KEY.match(line):
            key = _plain(found[1])
            places.setdefault(f"{table}.{key}".removeprefix("."), number)
            if key == "id" and table != name:
                places.setdefault(f"{name} {_plain(found[2].partition('#')[0].strip())!r}", number)
    return places


def _plain(key: str) -> str:
    return key.replace('"', "").replace("'", "")

"""Reads the house rules of a rule file."""

from scorer.options import OPTION_KINDS, Choice, Flag, Kind, Option, Range, like_option
from scorer.tomltable import Table

__all__ = ["read_options"]


def read_options(top: Table) -> tuple[Option, ...]:
    """Read every table `[options.<id>]`; the ids are those of OPTION_KINDS."""
    if not top.has("options"):
        return ()
    table = top.table("options")
    options = []
    for key in table:
        if key in OPTION_KINDS:
            options.append(_read_option(table.table(key), key))
        else:
            table.fault(key, "unknown option", like_option(key))
    return tuple(options)


def _read_option(table: Table, key: str) -> Option:
    widest = OPTION_KINDS[key]
    kind: Kind = Flag()
    if isinstance(widest, Range):
        kind = _read_range(table, widest)
    elif isinstance(widest, Choice):
        kind = _read_choices(table, widest)
    default = table.value("default", f"{kind}", kind.allows)
    option = Option(
        id=key,
        kind=kind,
        default=default if isinstance(default, bool | int | str) else 0,
        kanji=table.text("kanji" if table.has("kanji") else "english"),
        english=table.label("english", 21),
        hint=table.text("hint"),
    )
    table.close()
    return option


def _read_range(table: Table, widest: Range) -> Range:
    right = f"[low, high] within [{widest.low}, {widest.high}]"
    ends = table.items("range", f"two whole numbers, {right}", int)
    if len(ends) == 2 and widest.low <= ends[0] <= ends[1] <= widest.high:
        return Range(ends[0], ends[1])
    if table.is_sound:
        table.fault("range", f"is {ends}", f"give {right}")
    return widest


def _read_choices(table: Table, widest: Choice) -> Choice:
    words = tuple(table.items("choices", "words", str))
    if words and set(words) <= set(widest.words):
        return Choice(words)
    if table.is_sound:
        table.fault("choices", f"is {list(words)}", f"choose from {', '.join(widest.words)}")
    return widest

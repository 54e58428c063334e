"""A rule file that changes only what differs: `extends = "ino-shika-cho"`.

Tables that list things (`names`, `deck`, `values`, `deal`, `options`) are merged key by key; tables
that say one thing (`settlement`, `fuke`, `leftover`) are taken whole; rows of `yaku` and `teyaku` are
merged by their id, and `drop_yaku` and `drop_teyaku` leave rows of the extended file out.
"""

import tomllib
from collections.abc import Callable
from typing import Any

from scorer.errors import Fault, UnknownGame
from scorer.tomltable import Row
from scorer.wording import nearest, shown

__all__ = ["with_bases"]

_MERGED = ("names", "deck", "values", "deal", "options")
_ROWS = ("yaku", "teyaku")
_DROPS = ("drop_yaku", "drop_teyaku")
_NEW = {"cards", "suits", "every_card_worth_0"}  # a row that is no change of another has one of these
_OWN = ("format", "id", "version")  # never taken from an extended file

_Values = dict[str, Any]


def with_bases(
    values: _Values, find: Callable[[str], str], faults: list[Fault], below: tuple[object, ...] = ()
) -> tuple[_Values, tuple[tuple[str, str], ...]]:
    """Fill in what a rule file leaves to the one that it extends.

    Args:
        values: the file, read as TOML.
        find: returns the text of a rule file by its id, or raises UnknownGame.
        faults: takes what is wrong with `extends` and with the lists of what is dropped.
        below: the ids of the files that extend this one.

    Returns:
        The whole rules, and the files that were needed for them, id and text, nearest first.
    """
    if "extends" not in values:
        return values, ()
    own = {key: value for key, value in values.items() if key != "extends"}
    game, path = values["extends"], (*below, values.get("id"))
    try:
        if game in path:
            raise UnknownGame(f"{shown(game)} leads back to itself")
        text = find(game)
        base = tomllib.loads(text)
    except (UnknownGame, tomllib.TOMLDecodeError) as exc:
        faults.append(Fault("extends", str(exc), "name another game that is there"))
        return own, ()
    whole, bases = with_bases(base, find, faults, path)
    return _extended(own, whole, game, faults), ((game, text), *bases)


def _extended(own: _Values, base: _Values, name: str, faults: list[Fault]) -> _Values:
    whole = {key: value for key, value in base.items() if key not in _OWN}
    for key, value in own.items():
        if key in _MERGED:
            whole[key] = _merged(whole.get(key), value)
        elif key not in (*_ROWS, *_DROPS):
            whole[key] = value
    for key, drop in zip(_ROWS, _DROPS, strict=True):
        theirs = _placed(base.get(key, []), f"{key} {{id!r}} of {name}")
        kept = _kept(theirs, own.get(drop, []), drop, faults)
        mine = own.get(key, [])
        is_sound = isinstance(mine, list) and all(isinstance(row, dict) for row in mine)
        whole[key] = (
            _merged_rows(kept, _meant(_placed(mine, f"{key}[{{index}}]"), kept, faults)) if is_sound else mine
        )
    return whole


def _merged(base: object, own: object) -> object:
    if not isinstance(base, dict) or not isinstance(own, dict):
        return own
    return {**base, **{key: _merged(base.get(key), value) for key, value in own.items()}}


def _placed(rows: list[_Values], place: str) -> list[Row]:
    """Return rows that know where they come from; those of a file further down know it already."""
    return [
        row if isinstance(row, Row) else Row(row, place.format(index=index, id=row.get("id")))
        for index, row in enumerate(rows)
    ]


def _kept(rows: list[Row], dropped: object, key: str, faults: list[Fault]) -> list[Row]:
    known = [str(row.get("id")) for row in rows]
    if not isinstance(dropped, list):
        faults.append(Fault(key, f"is {shown(dropped)}", "give a list of ids"))
        return rows
    for index, id_ in enumerate(dropped):
        if id_ not in known:
            hint = nearest(str(id_), known) or f"ids are {', '.join(known)}"
            faults.append(Fault(f"{key}[{index}]", f"unknown id {shown(id_)}", hint))
    return [_without(row, dropped) for row in rows if row.get("id") not in dropped]


def _without(row: Row, dropped: list[object]) -> Row:
    """Let a row no longer replace what is dropped."""
    replaces = row.get("replaces")
    if not isinstance(replaces, list):
        return row
    return Row({**row, "replaces": [id_ for id_ in replaces if id_ not in dropped]}, row.place)


def _meant(rows: list[Row], base: list[Row], faults: list[Fault]) -> list[Row]:
    """Note rows that seem to change one of the extended file, and miss its id by a letter."""
    ids = [str(row.get("id")) for row in base]
    meant = []
    for row in rows:
        hint = "" if row.get("id") in ids or row.keys() & _NEW else nearest(str(row.get("id")), ids)
        if hint:
            faults.append(
                Fault(
                    f"{row.place}.id",
                    f"unknown id {shown(row.get('id'))}",
                    f"{hint} A new row needs its cards",
                )
            )
        else:
            meant.append(row)
    return meant


def _merged_rows(base: list[Row], own: list[Row]) -> list[Row]:
    """Change the rows that both have, and put the new ones behind; a twin is left for the reader to note."""
    ids = [row.get("id") for row in base]
    changes: dict[object, Row] = {}
    new = []
    for row in own:
        if row.get("id") in ids and row.get("id") not in changes:
            changes[row.get("id")] = row
        else:
            new.append(row)
    return [_changed(row, changes.get(row.get("id"))) for row in base] + new


def _changed(row: Row, change: Row | None) -> Row:
    return row if change is None else Row({**row, **change}, change.place)

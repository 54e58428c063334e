"""Reads the yaku and teyaku rows of a rule file."""

from collections.abc import Sequence

from scorer.amounts import Points
from scorer.cards import Pile
from scorer.game import Teyaku, Yaku
from scorer.tomltable import Table
from scorer.wording import nearest, shown

__all__ = ["read_teyaku", "read_yaku"]


def read_yaku(top: Table, deck: Pile, option_ids: Sequence[str]) -> tuple[Yaku, ...]:
    """Read every row `[[yaku]]`.

    Args:
        top: the whole file.
        deck: the cards that rows may name.
        option_ids: the options that rows may name.
    """
    tables = top.tables("yaku")
    rows = [_read_yaku_row(table, deck, option_ids) for table in tables]
    _check_ids(tables, [(row.id, row.replaces) for row in rows])
    for table in tables:
        table.close()
    return tuple(rows)


def read_teyaku(top: Table, option_ids: Sequence[str]) -> tuple[Teyaku, ...]:
    """Read every row `[[teyaku]]`; a file that has any needs the option `teyaku`."""
    tables = top.tables("teyaku")
    rows = [_read_teyaku_row(table) for table in tables]
    _check_ids(tables, [(row.id, row.replaces) for row in rows])
    for table in tables:
        table.close()
    if tables:
        top.needs_options("teyaku", option_ids, ("teyaku",))
    return tuple(rows)


def _read_yaku_row(table: Table, deck: Pile, option_ids: Sequence[str]) -> Yaku:
    cards = table.cards("cards", within=deck)
    if not cards and table.is_sound:
        table.fault("cards", "is empty", "name the cards that make it")
    option = _read_option(table, option_ids) if table.has("option") else None
    added = _read_added(table, deck, option_ids)
    most = len(cards) or 1
    if table.has("wins_at_once"):
        table.needs_options("wins_at_once", option_ids, ("instant_wins",))
    return Yaku(
        id=table.ident("id"),
        names=table.names(),
        value=Points(table.number("value", 1)),
        cards=cards,
        count=table.number("any", 1, most) if table.has("any") else most,
        replaces=tuple(table.optional_texts("replaces", "ids of yaku")),
        option=option,
        added=added,
        wins_at_once=table.number("wins_at_once", 1, 9) if table.has("wins_at_once") else 0,
    )


def _read_teyaku_row(table: Table) -> Teyaku:
    by_chaff = table.has("every_card_worth_0")
    if by_chaff and table.has("suits"):
        table.fault("suits", "stands beside every_card_worth_0", "keep one of the two")
    if by_chaff and not table.flag("every_card_worth_0"):
        table.fault("every_card_worth_0", "is false", "give true, or leave it out and give suits")
    return Teyaku(
        id=table.ident("id"),
        names=table.names(),
        value=Points(table.number("value", 1)),
        suits=0 if by_chaff else table.number("suits", 1, 4),
        replaces=tuple(table.optional_texts("replaces", "ids of teyaku")),
    )


def _read_option(table: Table, option_ids: Sequence[str]) -> str:
    option = table.text("option")
    if option:
        table.needs_options("option", option_ids, (option,))
    return option


def _read_added(table: Table, deck: Pile, option_ids: Sequence[str]) -> tuple[tuple[str, Pile], ...]:
    if not table.has("added_by"):
        return ()
    added = table.table("added_by")
    for option in added:
        added.needs_options(option, option_ids, (option,))
    return tuple((option, added.cards(option, within=deck)) for option in added)


def _check_ids(tables: Sequence[Table], rows: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Note ids given twice, and `replaces` that name nobody or run in a circle."""
    ids = [id_ for id_, _ in rows]
    graph = dict(rows)
    for index, (table, (id_, replaces)) in enumerate(zip(tables, rows, strict=True)):
        if id_ and id_ in ids[:index]:
            table.fault("id", f"{id_!r} is taken by a row above", "give each row an id of its own")
        for place, other in enumerate(replaces):
            key = f"replaces[{place}]"
            if other not in graph:
                table.fault(
                    key, f"unknown id {shown(other)}", nearest(other, ids) or "name a row of this file"
                )
            elif id_ in _reachable(other, graph):
                table.fault(key, f"{other!r} leads back to {id_!r}", "a row cannot replace itself")


def _reachable(start: str, graph: dict[str, Sequence[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        id_ = waiting.pop()
        if id_ not in found:
            found.add(id_)
            waiting.extend(graph.get(id_, ()))
    return found

"""Reads a rule file: text in, a Ruleset out, or every fault at once."""

import tomllib
from collections.abc import Callable
from dataclasses import replace

from scorer.amounts import Points
from scorer.cards import Pile
from scorer.deckfile import Cards, read_cards
from scorer.errors import BadRules, Fault
from scorer.extend import with_bases
from scorer.game import Annuls, Deal, Fuke, Leftover, Names, Race, Ruleset, Settlement, ZeroSum
from scorer.optionfile import read_options
from scorer.shipped import shipped_text
from scorer.tomltable import Table
from scorer.yakufile import read_teyaku, read_yaku

__all__ = ["parse"]

_FORMAT = 1
"""The newest format of rule files that this version reads."""

_MOST_PLAYERS = 3


def parse(text: str, source: str = "rules", find: Callable[[str], str] = shipped_text) -> Ruleset:
    """Read a rule file.

    Args:
        text: the file's text, TOML.
        source: its name, for messages.
        find: returns the text of a file that this one extends, by id, or raises UnknownGame.

    Raises:
        BadRules: if anything is wrong, with every fault; a file of a newer format has that one only.
    """
    try:
        values = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as exc:
        fault = Fault("", f"this is no TOML: {exc}", "see toml.io for how it is written")
        raise BadRules(source, [fault], text) from exc
    faults: list[Fault] = []
    values, bases = with_bases(values, find, faults)
    if any(fault.key == "extends" for fault in faults):
        raise BadRules(source, faults, text)  # whatever else seems to be missing may stand in that file
    top = Table(values, faults)
    top.has("extends")  # read already; known, so that a slip of it is told with the right word
    for key in ("drop_yaku", "drop_teyaku"):
        if top.has(key):  # with_bases takes them away
            top.fault(key, "this file extends none", "say which game it extends, or leave this out")
    format_ = top.number("format", 1)
    if format_ > _FORMAT:
        fault = Fault(
            "format", f"is {format_}, newer than this scorekeeper", f"at most {_FORMAT} can be read"
        )
        raise BadRules(source, [fault], text)
    ruleset = _read_ruleset(top, text, faults)
    top.close()
    if faults:
        raise BadRules(source, faults, text)
    return replace(ruleset, bases=bases)


def _read_ruleset(top: Table, text: str, faults: list[Fault]) -> Ruleset:
    options = read_options(top)
    option_ids = [option.id for option in options]
    players = _read_players(top)
    cards = read_cards(top, faults)
    return Ruleset(
        id=top.ident("id"),
        version=top.number("version", 1),
        source=top.text("source"),
        names=_read_names(top),
        players=players,
        deck=cards.deck,
        card_values=cards.values,
        yaku=read_yaku(top, cards.deck, option_ids),
        teyaku=read_teyaku(top, option_ids),
        deal=_read_deal(top, players, cards.deck),
        settlement=_read_settlement(top, players, cards, option_ids),
        fuke=_read_fuke(top, option_ids),
        leftover=_read_leftover(top, cards.deck),
        suits_in_twos=cards.suits_in_twos,
        option_rows=options,
        text=text,
    )


def _read_players(top: Table) -> tuple[int, ...]:
    players = tuple(top.items("players", "numbers of players, as [2] or [2, 3]", int))
    if players not in ((), (2,), (3,), (2, 3)):
        top.fault("players", f"is {list(players)}", "give [2], [3] or [2, 3]")
    return tuple(number for number in players if 2 <= number <= _MOST_PLAYERS)


def _read_names(top: Table) -> Names:
    table = top.table("names")
    names = table.names()
    table.close()
    return names


def _read_deal(top: Table, players: tuple[int, ...], deck: Pile) -> dict[int, Deal]:
    if top.has("deal") and not players:
        return {}  # which numbers of players to look for has had its fault
    table = top.table("deal")
    deals = {}
    for number in players:
        row = table.table(str(number))
        deal = Deal(
            hand=row.number("hand", 1, 24), field=row.number("field", 0, 48), pile=row.number("pile", 0, 48)
        )
        dealt = number * deal.hand + deal.field + deal.pile
        if row.is_sound and dealt != len(deck):
            row.fault("pile", f"{dealt} cards are dealt, but the deck has {len(deck)}", "deal every card")
        row.close()
        deals[number] = deal
    table.close()
    return deals


def _read_settlement(top: Table, players: tuple[int, ...], cards: Cards, option_ids: list[str]) -> Settlement:
    table = top.table("settlement")
    settlement: Settlement = Race()
    if table.word("kind", ("race", "zero-sum")) == "race":
        table.needs_options("kind", option_ids, ("target",))
    else:
        table.needs_options("kind", option_ids, ("rounds", "chips"))
        if players != (2,):
            table.fault("kind", "only two players can pay each other", "give players = [2]")
        settlement = _read_zero_sum(table, cards)
    table.close()
    return settlement


def _read_zero_sum(table: Table, cards: Cards) -> ZeroSum:
    par = table.number("par", 1)
    if table.is_sound and cards.total and 2 * par != cards.total:
        half = f"half of the deck is {cards.total / 2:g}"
        table.fault("par", f"is {par}, but {half}", "give that: scores must sum to zero")
    has_counters = table.flag("counters")
    tie_card = table.card("tie_card") if table.has("tie_card") else None
    if tie_card is not None and tie_card not in cards.deck:
        table.fault("tie_card", "the deck lacks this card", "name a card of the deck")
    return ZeroSum(Points(par), has_counters, tie_card)


def _read_fuke(top: Table, option_ids: list[str]) -> Fuke | None:
    if not top.has("fuke"):
        return None
    table = top.table("fuke")
    annulled_by = Annuls(table.word("annulled_by", [annuls.value for annuls in Annuls]))
    fuke = Fuke(annulled_by, table.flag("dealer_leaves_yaku"))
    table.needs_options("annulled_by", option_ids, ("fuke", "fuke_limit", "fuke_counts"))
    table.close()
    return fuke


def _read_leftover(top: Table, deck: Pile) -> Leftover | None:
    if not top.has("leftover"):
        return None
    table = top.table("leftover")
    wild = table.cards("wild", within=deck)
    to_pair = table.flag("own_suit_to_pair") if table.has("own_suit_to_pair") else False
    table.close()
    return Leftover(wild, to_pair)

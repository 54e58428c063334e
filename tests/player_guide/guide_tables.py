"""The tables of the player's guide, made from the rule files: no value stands in the guide by hand.

In the guide a table stands between two marks, which a reader does not see. `filled` puts each anew.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from firmware.table.house_rules import values_of
from firmware.texts import Language, Texts
from firmware.texts import load as load_texts
from scorer import Card, CardType, Flag, Option, OptionValue, Ruleset, Suit, Yaku, load, shipped

__all__ = ["GUIDE", "TABLES", "all_four", "cards_of", "filled", "games", "marked", "worth"]

GUIDE = Path(__file__).parents[2] / "firmware" / "README.md"

_MARKED = re.compile(
    r"(<!-- table (?P<name>[a-z-]+), by make guides -->\n)(?P<table>.*?)(<!-- end -->)", re.S
)
_ORDER = ("botan-cho", "ino-shika-cho", "mushi", "roppyakken")


def english() -> Texts:
    """Return the words that the display has for cards, without kanji."""
    return load_texts(Language.ENGLISH)


def games() -> tuple[Ruleset, ...]:
    """Return the games that come with the box, those of the guide first."""
    return tuple(load(game) for game in sorted(shipped(), key=lambda game: (*_ORDER, game).index(game)))


def marked(text: str) -> dict[str, str]:
    """Return the tables that stand in a guide, by their names."""
    return {found["name"]: found["table"] for found in _MARKED.finditer(text)}


def filled(text: str) -> str:
    """Return a guide with each of its tables made anew."""
    return _MARKED.sub(lambda found: f"{found[1]}{TABLES[found['name']]()}{found[4]}", text)


def all_four(yaku: Yaku) -> Suit | None:
    """Return the flower whose four cards make a yaku, None if other cards do."""
    suits = {card.suit for card in yaku.cards}
    return next(iter(suits)) if len(suits) == 1 and len(yaku.cards) == len(_of_suit(*suits)) else None


def cards_of(yaku: Yaku) -> str:
    """Name the cards that make a yaku."""
    suit = all_four(yaku)
    if suit is not None:
        return f"the four of {english().flower(suit).lower()}"
    names = ", ".join(english().whole(card).lower() for card in yaku.cards)
    return names if yaku.count == len(yaku.cards) else f"any {yaku.count} of: {names}"


def worth(ruleset: Ruleset) -> str:
    """Say what the cards of a game are worth, each type and who differs from it."""
    parts = [_type_worth(ruleset, kind) for kind in CardType]
    return ", ".join(parts)


def _type_worth(ruleset: Ruleset, kind: CardType) -> str:
    usual, others = _values(ruleset, kind)
    names = ", ".join(f"{english().whole(card).lower()} {value}" for card, value in others)
    return f"{kind} {usual}" + (f" ({names})" if names else "")


def _values(ruleset: Ruleset, kind: CardType) -> tuple[int, list[tuple[Card, int]]]:
    """Return what most cards of a type are worth in a game, and the cards that are worth something else."""
    of_type = [(card, int(value)) for card, value in ruleset.card_values.items() if card.type is kind]
    values = [value for _, value in of_type]
    usual = max(set(values), key=values.count)
    return usual, [(card, value) for card, value in of_type if value != usual]


def _of_suit(suit: Suit) -> list[Card]:
    return [card for card in Card if card.suit is suit]


def _table(heads: Sequence[str], rows: Iterator[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def _yaku_rows(yaku: Sequence[Yaku]) -> Iterator[Sequence[object]]:
    for row in yaku:
        names = row.names
        yield f"**{names.english}** {names.kanji} *{names.romaji}*", int(row.value), cards_of(row)


def _yaku(game: str) -> str:
    return _table(("yaku", "points", "cards"), _yaku_rows(load(game).yaku))


def _more_yaku(game: str, than: str) -> str:
    known = {(row.id, row.value) for row in load(than).yaku}
    rows = [row for row in load(game).yaku if (row.id, row.value) not in known]
    return _table(("yaku", "points", "cards"), _yaku_rows(rows))


def _hands() -> str:
    def rows() -> Iterator[Sequence[object]]:
        for row in load("ino-shika-cho").teyaku:
            flowers = ("one flower", "each of two flowers")[row.suits - 1]
            shown = f"three cards of {flowers}" if row.suits else "the whole hand: every card is worth 0"
            names = row.names
            yield f"**{names.english}** {names.kanji} *{names.romaji}*", int(row.value), shown

    return _table(("lucky hand", "points", "what is shown"), rows())


def _worth() -> str:
    def rows() -> Iterator[Sequence[object]]:
        for game in games():
            whole = sum(int(value) for value in game.card_values.values())
            yield game.names.romaji, len(game.deck), worth(game), whole

    return _table(("game", "cards", "what a card is worth", "all together"), rows())


def _deals() -> str:
    def rows() -> Iterator[Sequence[object]]:
        for game in games():
            for players, deal in game.deal.items():
                yield game.names.romaji, players, deal.hand, deal.field, deal.pile

    return _table(("game", "players", "each hand", "field", "stock"), rows())


def _value_word(value: OptionValue) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return english().say(f"rules.{value}") if isinstance(value, str) else str(value)


def _option_values(option: Option) -> str:
    if isinstance(option.kind, Flag):
        return "on, off"
    return ", ".join(map(_value_word, values_of(option, option.default)))


def _house_rules() -> str:
    usual: dict[tuple[str, str, str], dict[str, list[str]]] = {}
    for game in games():
        for option in game.option_rows:
            row = usual.setdefault((option.english, option.hint, _option_values(option)), {})
            row.setdefault(_value_word(option.default), []).append(game.names.romaji)

    def rows() -> Iterator[Sequence[object]]:
        for (name, hint, values), defaults in usual.items():
            told = "; ".join(f"{value}: {', '.join(names)}" for value, names in defaults.items())
            yield f"**{name}**", hint, values, told

    return _table(("house rule", "what it does", "**OK** turns it through", "usual in"), rows())


TABLES: Mapping[str, Callable[[], str]] = {
    "worth": _worth,
    "deals": _deals,
    "botan-cho-yaku": lambda: _yaku("botan-cho"),
    "ino-shika-cho-yaku": lambda: _yaku("ino-shika-cho"),
    "lucky-hands": _hands,
    "roppyakken-yaku": lambda: _more_yaku("roppyakken", "ino-shika-cho"),
    "house-rules": _house_rules,
}
"""Every table that the guide may hold, by its name."""

"""The commands `rules list|show|cards|check|new`: rule files for people."""

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from firmware.columns import columns
from firmware.command_line import BadUsage, chosen_options
from firmware.rulebook import OWN_RULES, check, find, games
from firmware.wording import said
from scorer import (
    BadRules,
    Card,
    CardType,
    Options,
    Pile,
    RuleCardRow,
    Ruleset,
    ScorerError,
    Suit,
    rule_card,
    shipped,
)

__all__ = ["check_files", "list_cards", "list_games", "new_file", "show_game"]

_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

_TEMPLATE = """\
# {title}: what is not said here is as in {base}.
# `scorekeeper rules check FILE` looks this file over; every key is explained in scorer/rulesets/README.md.
format = 1
id = "{id}"
version = 1  # make it 2, 3, ... whenever the rules change, so that old matches can be told apart
extends = "{base}"

[names]
english = "{title}"
short = "{short}"  # at most 10 letters
tiny = "{tiny}"  # at most 7

# Another default for a house rule:
# [options.{option}]
# default = {default}

# Another value for a yaku:
# [[yaku]]
# id = "{yaku}"
# value = {value}

# A yaku that is not played:
# drop_yaku = ["{yaku}"]  (this line belongs to the top, above [names])
"""


def list_games(data: Path, write: Callable[[str], None], tell: Callable[[str], None]) -> None:
    """Write a line for each game; tell what is wrong with files that cannot be used.

    Args:
        data: the data folder, whose `rules` holds the players' own files.
        write: takes each line.
        tell: takes each fault.
    """
    rulesets, wrong = games(data)
    for fault in wrong:
        tell(fault)
    rows = [
        (
            ruleset.id,
            ruleset.names.kanji,
            ruleset.names.romaji,
            ruleset.names.english,
            _players(ruleset),
            f"version {ruleset.version}",
            "shipped" if ruleset.id in shipped() else "your own",
        )
        for ruleset in rulesets
    ]
    for line in columns(rows):
        write(line)


def show_game(asked: argparse.Namespace, write: Callable[[str], None]) -> None:
    """Write the rules of a game: names, deck, values, yaku with their cards, lucky hands, house rules.

    Args:
        asked: `game`, `data` and `option`.
        write: takes each line.

    Raises:
        BadUsage: if there is no such game, or it has no such option.
    """
    try:
        ruleset = find(asked.data, asked.game)
        options = ruleset.options(chosen_options(asked.option))
    except ScorerError as exc:
        raise BadUsage(str(exc)) from exc
    for line in _page(ruleset, options):
        write(line)


def list_cards(write: Callable[[str], None]) -> None:
    """Write a line for each suit: the month, the flower, and the ids of its cards."""
    rows = [
        (str(suit.number), suit.kanji, *(f"{card}" for card in Card if card.suit is suit)) for suit in Suit
    ]
    for line in columns(rows):
        write(line)


def check_files(paths: Sequence[Path], write: Callable[[str], None]) -> bool:
    """Look rule files over, and write what is wrong with each; True if nothing is."""
    is_right = True
    for path in paths:
        try:
            ruleset = check(path)
        except BadRules as exc:
            is_right = False
            write(str(exc))
        else:
            write(f"{path.name}: right; {ruleset.names.english}, version {ruleset.version}")
    return is_right


def new_file(asked: argparse.Namespace, write: Callable[[str], None]) -> None:
    """Begin a rule file that extends a game, and say where it is.

    Args:
        asked: `id`, `extends` and `data`.
        write: takes the path.

    Raises:
        BadUsage: if the id cannot be, is taken, or the folder cannot be written.
    """
    known = {ruleset.id: ruleset for ruleset in games(asked.data)[0]}
    if not _ID.fullmatch(asked.id):
        raise BadUsage(f"{asked.id!r} is no id: use lower-case letters, digits and hyphens, as my-botan-cho")
    if asked.id in known:
        raise BadUsage(f"there is a game {asked.id} already; choose another id")
    if asked.extends not in known:
        raise BadUsage(f"unknown game {asked.extends!r}; there are {', '.join(known)}")
    path = asked.data / OWN_RULES / f"{asked.id}.toml"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(_template(asked.id, known[asked.extends]))
    except FileExistsError as exc:  # a file with faults is no game that is known
        raise BadUsage(
            f"{path} exists; scorekeeper rules check tells its faults, or choose another id"
        ) from exc
    except OSError as exc:
        raise BadUsage(f"{path} cannot be written: {exc.strerror}; name another folder with --data") from exc
    write(f"{path}")


def _template(id_: str, base: Ruleset) -> str:
    title = " ".join(word.capitalize() for word in id_.split("-"))
    option, yaku = base.option_rows[0], base.yaku[0]
    return _TEMPLATE.format(
        id=id_,
        base=base.id,
        title=title[:21].strip(),
        short=title[:10].strip(),
        tiny=title[:7].strip(),
        option=option.id,
        default=option.default,
        yaku=yaku.id,
        value=yaku.value,
    )


def _page(ruleset: Ruleset, options: Options) -> Iterable[str]:
    names = ruleset.names
    yield f"{names.kanji}  {names.romaji}, {ruleset.id} version {ruleset.version}"
    yield f"{_players(ruleset)}, {len(ruleset.deck)} cards worth {ruleset.points(ruleset.deck)}"
    yield f"source: {ruleset.source}"
    yield ""
    yield from columns(_value_rows(ruleset))
    rows = rule_card(ruleset, options)
    yield ""
    yield from columns([_yaku_line(row, ruleset) for row in rows])
    yield ""
    yield from columns(
        [(row.id, said(options[row.id]), f"({row.kind})", row.hint) for row in ruleset.option_rows]
    )


def _players(ruleset: Ruleset) -> str:
    return f"{' or '.join(map(str, ruleset.players))} players"


def _value_rows(ruleset: Ruleset) -> list[tuple[str, ...]]:
    """Return what cards are worth: by type, and those that differ from most of theirs."""
    rows: list[tuple[str, ...]] = []
    for card_type in CardType:
        values = {card: ruleset.card_values[card] for card in ruleset.deck if card.type is card_type}
        usual = max(values.values(), key=list(values.values()).count)
        rows.append((str(card_type), str(usual), ""))
        rows += [("", str(value), str(card)) for card, value in values.items() if value != usual]
    return rows


def _yaku_line(row: RuleCardRow, ruleset: Ruleset) -> tuple[str, ...]:
    silences = f"; silences {', '.join(names.english for names in row.silences)}" if row.silences else ""
    wins = "; wins at once" if row.wins_at_once else ""
    names = row.names
    return (
        names.kanji,
        names.romaji,
        names.english,
        row.id,
        str(row.value),
        _made_of(row, ruleset) + silences + wins,
    )


def _made_of(row: RuleCardRow, ruleset: Ruleset) -> str:
    if not row.cards:
        return "a hand, shown before the first play"
    cards = " ".join(map(str, row.cards))
    if row.count < len(row.cards):
        return f"any {row.count} of: {cards}"
    suit = Pile.of(card for card in ruleset.deck if card.suit is row.cards[0].suit)
    return f"all {len(suit)} {row.cards[0].suit}" if Pile.of(row.cards) == suit else cards

"""The house rules of a game, as a list: OK turns the chosen one to its next value."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from firmware.table.choices import NewGame
from firmware.table.decision import Decision, decision
from firmware.table.lists import following, moved
from firmware.table.pages import InRules
from firmware.table.state import Table
from hardware import Button
from scorer import Choice, Flag, Option, Options, OptionValue, Ruleset

__all__ = ["changed", "in_force", "pressed", "rows", "turned", "values_of"]

_USUAL: Mapping[str, tuple[int, ...]] = {
    "rounds": (3, 6, 12),
    "target": (300, 600, 1000),
    "chips": (60, 120, 180, 240, 300, 600),
    "fuke_limit": (20, 30, 40, 50, 60, 80, 100),
}
"""Numbers that tables play with; a rule file's own default and the number in force stand beside them."""


def rows(ruleset: Ruleset) -> tuple[Option, ...]:
    """Return the house rules that the list offers: all but the match's length, which has a row of its own."""
    return tuple(option for option in ruleset.option_rows if option.id != ruleset.length_option)


def values_of(option: Option, now: OptionValue) -> tuple[OptionValue, ...]:
    """Return the values through which an option turns.

    Args:
        option: a flag, some words, or a number.
        now: the value in force.
    """
    match option.kind:
        case Flag():
            return (False, True)
        case Choice(words):
            return words
        case _:
            numbers = {*_USUAL.get(option.id, ()), option.default, now}
            return tuple(
                sorted(number for number in numbers if isinstance(number, int) and option.kind.allows(number))
            )


def turned(option: Option, now: OptionValue) -> OptionValue:
    """Return the value after the one in force."""
    return following(values_of(option, now), now)


def in_force(ruleset: Ruleset, game: NewGame) -> Options:
    """Return all options of a game that is about to begin.

    Raises:
        BadOption: if the game does not take them.
    """
    return ruleset.options({ruleset.length_option: game.length, **game.options})


def changed(ruleset: Ruleset, game: NewGame) -> int:
    """Count the house rules that are not as the rule file has them."""
    chosen = in_force(ruleset, game)
    return sum(chosen[option.id] != option.default for option in rows(ruleset))


def pressed(table: Table, mode: InRules, button: Button) -> Decision:
    """OK turns the chosen rule to its next value, BACK goes back to the page."""
    draft = mode.below.draft
    ruleset = table.ruleset(draft.game)
    offered = rows(ruleset)
    if button is Button.BACK:
        return decision(table, mode=mode.below)
    if button is not Button.OK:
        return decision(table, mode=replace(mode, choice=moved(table, mode.choice, button, len(offered))))
    option = offered[mode.choice]
    value = turned(option, in_force(ruleset, draft)[option.id])
    options = MappingProxyType({**draft.options, option.id: value})
    return decision(
        table, mode=replace(mode, below=replace(mode.below, draft=replace(draft, options=options)))
    )

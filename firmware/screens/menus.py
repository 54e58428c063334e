"""Home, its settings, the round menu, and the lists from which one value is picked."""

from collections.abc import Sequence

from firmware.screens.layout import Row, fitting, foot, large, page, scroll_list, title
from firmware.screens.running import seat_name
from firmware.screens.scene import Scene, Text
from firmware.table import Table
from firmware.table.home import SETTINGS, entries
from firmware.table.pages import AtHome, InHistory, InMenu, InSettings, Picking, PlayedMatch
from firmware.table.picking import values
from firmware.table.round_menu import ENTRIES
from firmware.table.setup import played_before
from firmware.texts import Texts
from scorer import Seat

__all__ = ["asking", "history", "home", "over_a_foot", "picking", "round_menu", "settings", "switch"]

_ROWS_OVER_A_FOOT = 3
_ROW_PX = 114
_POINTS_PX = 72


def home(table: Table, mode: AtHome, texts: Texts) -> Scene:
    """Show the first list, or ask once more."""
    again = played_before(table)
    heading = f"{texts.say('mark.product')} {texts.say('title.product')}".strip()
    names = ("",) if again is None else texts.brief(table.ruleset(again.game).names)
    count = table.deck.count()
    rows = [
        fitting([texts.say(f"home.{one}", count=count, game=name) for name in names], _ROW_PX)
        for one in entries(table)
    ]
    if mode.is_asking:
        is_off = entries(table)[mode.choice] == "power-off"
        sure = "menu.sure_power-off" if is_off else "menu.sure_end-match"
        return asking(rows[mode.choice], texts.say(sure), texts)
    return over_a_foot(heading, rows, mode.choice, texts.say("home.foot"))


def settings(table: Table, mode: InSettings, texts: Texts) -> Scene:
    """Show what can be chosen for the box as a whole."""
    now = {
        "language": texts.say(f"settings.language_{table.language}"),
        "sound": switch(table.is_heard, texts),
        "one-short": switch(table.has_chances, texts),
    }
    rows = [(texts.say(f"settings.{one}"), now[one]) for one in SETTINGS]
    return over_a_foot(texts.say("settings.title"), rows, mode.choice, texts.say("settings.foot"))


def history(table: Table, mode: InHistory, texts: Texts) -> Scene:
    """List the last matches: number, game, and what everybody ended with, the winner's marked."""
    if not mode.matches:
        said = texts.say("history.reading" if mode.matches is None else "history.none")
        return page(title(texts.say("home.history")), Text(4, 24, said), foot(texts.say("history.foot")))
    rows = [_played(match, texts) for match in mode.matches]
    game = mode.matches[mode.choice].game
    names = [texts.names(rules.names) for rules in table.games if rules.id == game]
    bottom = fitting(names[0] if names else [game], 124)
    return over_a_foot(texts.say("home.history"), rows, mode.choice, bottom)


def _played(match: PlayedMatch, texts: Texts) -> tuple[str, str]:
    """Return a match's number, who won, and what everybody ended with."""
    won = texts.say("history.won", seat=match.winner) if match.winner else ""
    points = " ".join(str(number) for _, number in match.points)
    return f"{match.number} {won}", fitting([points.replace(" ", " : "), points], _POINTS_PX)


def round_menu(table: Table, mode: InMenu, texts: Texts) -> Scene:
    """Show the round menu, or ask once more."""
    match, entry = table.running, ENTRIES[mode.choice]
    if mode.is_asking:
        count = len(match.ruleset.deck) - len(match.unaccounted())
        return asking(texts.say(f"menu.{entry}"), texts.say(f"menu.sure_{entry}", count=count), texts)
    length = match.ruleset.length_option
    now = {
        "dealer": str(match.round.dealer),
        "length": str(match.options.number(length)),
        "sound": switch(table.is_heard, texts),
    }
    keys = {"length": f"menu.{length}"}
    rows = [(texts.say(keys.get(one, f"menu.{one}")), now.get(one, "")) for one in ENTRIES]
    return _listed(texts.say("menu.title"), rows, mode.choice)


def picking(table: Table, mode: Picking, texts: Texts) -> Scene:
    """Show the players, or the lengths of a match; what is in force bears a mark."""
    match = table.running
    length = match.ruleset.length_option
    is_length = mode.entry == "length"
    heading = f"menu.pick_{length}" if is_length else f"menu.pick_{mode.entry}"
    now = {"length": str(match.options.number(length)), "dealer": str(match.round.dealer)}
    rows = [
        (one if is_length else seat_name(match, Seat(one)), "●" if one == now.get(mode.entry) else "")
        for one in values(table, mode.entry)
    ]
    return _listed(texts.say(heading), rows, mode.choice)


def switch(is_on: bool, texts: Texts) -> str:
    """Say whether something is on."""
    return texts.say("rules.on" if is_on else "rules.off")


def asking(heading: str, what: str, texts: Texts) -> Scene:
    """Ask once more."""
    return page(title(heading), large(64, 24, what), foot(texts.say("menu.sure")))


def over_a_foot(heading: str, rows: Sequence[Row], choice: int, bottom: str) -> Scene:
    """Show a list that has a line under it."""
    lines = scroll_list(rows, choice, shown=_ROWS_OVER_A_FOOT)
    return Scene((*title(heading), *lines.items, *foot(bottom, lit=False)), lines.beyond)


def _listed(heading: str, rows: list[tuple[str, str]], choice: int) -> Scene:
    lines = scroll_list(rows, choice)
    return Scene((*title(heading), *lines.items), lines.beyond)

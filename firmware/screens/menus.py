"""Home, its settings, the round menu, and the lists from which one value is picked."""

from collections.abc import Sequence

from firmware.screens.layout import Row, foot, page, scroll_list, title
from firmware.screens.running import seat_name
from firmware.screens.scene import Scene, Text
from firmware.table import Table
from firmware.table.home import SETTINGS, entries
from firmware.table.pages import AtHome, InHistory, InMenu, InSettings, Picking, PlayedMatch
from firmware.table.picking import values
from firmware.table.round_menu import ENTRIES
from firmware.table.setup import played_before
from firmware.table.yaku_line import shows_chances
from firmware.texts import Texts
from scorer import Seat

__all__ = ["asking", "history", "home", "over_a_foot", "picking", "round_menu", "settings", "switch"]

_ROWS_OVER_A_FOOT = 3


def home(table: Table, mode: AtHome, texts: Texts) -> Scene:
    """Show the first list, or ask once more."""
    again = played_before(table)
    kanji = "" if again is None else table.ruleset(again.game).names.kanji
    rows = [texts.say(f"home.{one}", count=table.deck.count(), game=kanji) for one in entries(table)]
    if mode.is_asking:
        is_off = entries(table)[mode.choice] == "power-off"
        sure = "menu.sure_power-off" if is_off else "menu.sure_end-match"
        return asking(rows[mode.choice], texts.say(sure), texts)
    return over_a_foot(f"花札 {texts.say('title.product')}", rows, mode.choice, texts.say("home.foot"))


def settings(table: Table, mode: InSettings, texts: Texts) -> Scene:
    """Show what can be chosen for the box as a whole."""
    now = {"sound": table.choices.is_heard, "one-short": shows_chances(table)}
    rows = [(texts.say(f"settings.{one}"), switch(now[one], texts)) for one in SETTINGS]
    return over_a_foot(texts.say("settings.title"), rows, mode.choice, texts.say("settings.foot"))


def history(table: Table, mode: InHistory, texts: Texts) -> Scene:
    """List the last matches: number, game, and what everybody ended with, the winner's marked."""
    if not mode.matches:
        said = texts.say("history.reading" if mode.matches is None else "history.none")
        return page(title(texts.say("home.history")), Text(4, 24, said), foot(texts.say("history.foot")))
    rows = [_played(table, match) for match in mode.matches]
    return over_a_foot(texts.say("home.history"), rows, mode.choice, texts.say("history.foot"))


def _played(table: Table, match: PlayedMatch) -> tuple[str, str]:
    known = next((rules.names.kanji for rules in table.games if rules.id == match.game), match.game)
    points = " ".join(f"{'●' if seat is match.winner else ''}{number}" for seat, number in match.points)
    return f"{match.number} {known}", points


def round_menu(table: Table, mode: InMenu, texts: Texts) -> Scene:
    """Show the round menu, or ask once more."""
    match, entry = table.running, ENTRIES[mode.choice]
    if mode.is_asking:
        return asking(texts.say(f"menu.{entry}"), texts.say(f"menu.sure_{entry}"), texts)
    length = match.ruleset.length_option
    now = {
        "dealer": str(match.round.dealer),
        "length": str(match.options.number(length)),
        "sound": switch(table.choices.is_heard, texts),
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
    return page(title(heading), Text(4, 24, what), foot(texts.say("menu.sure")))


def over_a_foot(heading: str, rows: Sequence[Row], choice: int, bottom: str) -> Scene:
    """Show a list that has a line under it."""
    lines = scroll_list(rows, choice, shown=_ROWS_OVER_A_FOOT)
    return Scene((*title(heading), *lines.items, *foot(bottom, lit=False)), lines.beyond)


def _listed(heading: str, rows: list[tuple[str, str]], choice: int) -> Scene:
    lines = scroll_list(rows, choice)
    return Scene((*title(heading), *lines.items), lines.beyond)

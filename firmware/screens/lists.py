"""Home, the new-game page, the round menu and the enrolling list."""

from firmware.screens.layout import big_suit, foot, page, scroll_list, title
from firmware.screens.scene import Bar, Scene, Text
from firmware.table import Table
from firmware.table.enrolling import HINT_AFTER_S, chosen_card
from firmware.table.menus import home_entries, menu_entries, setup_entries
from firmware.table.state import Enrolling, InMenu, SettingUp
from firmware.texts import Texts
from scorer import Card

__all__ = ["enrolling", "home", "menu", "setup"]

_ROWS_OVER_A_FOOT = 3


def home(table: Table, choice: int, texts: Texts) -> Scene:
    """Show the first list."""
    rows = [texts.say(f"home.{entry}", count=table.deck.count()) for entry in home_entries(table)]
    return _listed(f"花札 {texts.say('title.product')}", rows, choice, texts.say("home.foot"))


def setup(table: Table, mode: SettingUp, texts: Texts) -> Scene:
    """Show the new-game page."""
    if mode.is_asking:
        return _asking(texts.say("setup.title"), texts.say("menu.sure_end-match"), texts)
    draft = mode.draft
    ruleset = next(one for one in table.games if one.id == draft.game)
    values = {
        "game": f"{ruleset.names.kanji} {ruleset.names.short}",
        "players": draft.players,
        "length": draft.length,
        "dealer": draft.dealer,
    }
    keys = {"length": f"setup.{ruleset.length_option}"}
    rows = [texts.say(keys.get(row, f"setup.{row}"), **values) for row in setup_entries()]
    lines = scroll_list(rows, mode.choice)
    return Scene((*title(texts.say("setup.title")), *lines.items), lines.beyond)


def menu(mode: InMenu, texts: Texts) -> Scene:
    """Show the round menu, or ask once more."""
    entry = menu_entries()[mode.choice]
    if mode.is_asking:
        return _asking(texts.say(f"menu.{entry}"), texts.say(f"menu.sure_{entry}"), texts)
    rows = [texts.say(f"menu.{one}") for one in menu_entries()]
    lines = scroll_list(rows, mode.choice)
    return Scene((*title(texts.say("menu.title")), *lines.items), lines.beyond)


def enrolling(table: Table, mode: Enrolling, texts: Texts) -> Scene:
    """Show the card that the next tag is for, by what is painted on it."""
    card = chosen_card(mode)
    done = table.deck.count()
    waited_s = table.view.now_s - mode.since_s
    bottom = texts.say("enrol.hint" if waited_s >= HINT_AFTER_S else "enrol.foot")
    rows = [card.english, card.suit.english, texts.painted(card)]
    return page(
        Text(1, 0, texts.say("enrol.progress", done=done)),
        Bar(38, 2, 89, 8, done / len(Card)),
        *big_suit(card, 14),
        *(Text(38, 13 + 12 * place, row, width=90) for place, row in enumerate(rows)),
        foot(texts.say("enrol.has_tag") if table.deck.has(card) else bottom),
    )


def _asking(heading: str, what: str, texts: Texts) -> Scene:
    return page(title(heading), Text(4, 24, what), foot(texts.say("menu.sure")))


def _listed(heading: str, rows: list[str], choice: int, bottom: str) -> Scene:
    lines = scroll_list(rows, choice, shown=_ROWS_OVER_A_FOOT)
    return Scene((*title(heading), *lines.items, *foot(bottom, lit=False)), lines.beyond)

"""The new-game page, the house rules, and drawing for the dealer."""

from firmware.screens.layout import card_name, fitting, foot, page, scroll_list, title
from firmware.screens.menus import asking, over_a_foot
from firmware.screens.rule_file import option_name, value_words
from firmware.screens.scene import Invert, Item, Scene, Text
from firmware.table import NewGame, Table
from firmware.table.house_rules import changed, in_force
from firmware.table.house_rules import rows as house_rules
from firmware.table.pages import Drawing, InRules, SettingUp
from firmware.table.setup import ROWS
from firmware.texts import Texts
from scorer import Card, Seat

__all__ = ["rules", "setup"]

_ROW_HEIGHT = 12


def setup(table: Table, mode: SettingUp, texts: Texts) -> Scene:
    """Show the new-game page, a draw for the dealer, or ask once more."""
    if mode.is_asking:
        return asking(texts.say("setup.title"), texts.say("menu.sure_end-match"), texts)
    if mode.drawing is not None:
        return _drawing(mode.draft, mode.drawing, texts)
    draft = mode.draft
    ruleset = table.ruleset(draft.game)
    count = changed(ruleset, draft)
    said = {
        "start": texts.say("setup.start"),
        "game": fitting(texts.names(ruleset.names), 100),
        "players": texts.say("setup.players", players=draft.players),
        "length": texts.say(f"setup.{ruleset.length_option}", count=draft.length),
        "dealer": texts.say("setup.dealer", dealer=draft.dealer),
        "rules": texts.say("setup.rules_changed" if count else "setup.rules", count=count),
    }
    lines = scroll_list([said[row] for row in ROWS], mode.choice)
    return Scene((*title(texts.say("setup.title")), *lines.items), lines.beyond)


def rules(table: Table, mode: InRules, texts: Texts) -> Scene:
    """Show the house rules, each with its value."""
    ruleset = table.ruleset(mode.below.draft.game)
    chosen = in_force(ruleset, mode.below.draft)
    rows = [
        (option_name(option, texts), value_words(chosen[option.id], texts)) for option in house_rules(ruleset)
    ]
    return over_a_foot(texts.say("rules.title"), rows, mode.choice, texts.say("rules.foot"))


def _drawing(draft: NewGame, drawing: Drawing, texts: Texts) -> Scene:
    """Show who drew what, and who draws next or deals; that player's letter is lit."""
    waiting, is_tie = drawing.waiting, bool(drawing.tied) and not drawing.drawn
    drawn = dict(drawing.tied if is_tie else drawing.drawn)
    heading = texts.say("drawing.tie" if is_tie else "drawing.title")
    if waiting:
        lit, bottom = waiting[0], texts.say("drawing.next", seat=waiting[0])
    else:
        lit, bottom = draft.dealer, texts.say("drawing.deals", seat=draft.dealer)
    items: list[Item] = []
    for place, seat in enumerate(tuple(Seat)[: draft.players]):
        y = 14 + _ROW_HEIGHT * place
        if seat in drawn or seat in drawing.seats:
            items += [Text(3, y, str(seat)), Text(14, y, _drew(drawn.get(seat), texts), width=114)]
        if seat is lit:
            items.append(Invert(0, y, 12, _ROW_HEIGHT))
    return page(title(heading), items, foot(bottom))


def _drew(card: Card | None, texts: Texts) -> str:
    return "" if card is None else f"{card.suit.number:2} {card_name(card, texts, 96)}"

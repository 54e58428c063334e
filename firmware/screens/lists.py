"""The enrolling list."""

from firmware.screens.layout import big_suit, foot, page
from firmware.screens.scene import Bar, Scene, Text
from firmware.table import Table
from firmware.table.enrolling import HINT_AFTER_S, chosen_card
from firmware.table.state import Enrolling
from firmware.texts import Texts
from scorer import Card

__all__ = ["enrolling"]


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

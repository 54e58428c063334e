"""A button that is held: what it will do, and how far that is."""

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import card_name, large, page, title
from firmware.screens.scene import Align, Bar, Font, Scene, Text
from firmware.table import Table
from firmware.table.decide import HOLD_S, POWER_OFF_S, SHOW_HOLD_S
from firmware.table.decision import HoldWords
from firmware.table.holds import hold_words
from firmware.table.state import Hold
from firmware.texts import Texts
from hardware import Button

__all__ = ["holding"]

_CARDS_NAMED = 3
_OFF = HoldWords("title.off")


def holding(table: Table, hold: Hold, texts: Texts) -> Scene | None:
    """Say what a button that is down will do; None as long as it says nothing."""
    now_s = table.view.now_s
    if now_s < hold.since_s + SHOW_HOLD_S:
        return None
    if hold.button is Button.OK:
        is_counting = now_s >= hold.since_s + HOLD_S
        return _counted(hold, now_s, texts) if is_counting else _held(hold, _OFF, now_s, texts)
    words = None if hold.only_wakes or hold.acts else hold_words(table, hold)
    return None if words is None else _held(hold, words, now_s, texts)


def _counted(hold: Hold, now_s: float, texts: Texts) -> Scene:
    """Count down until the power goes off."""
    held_s = now_s - hold.since_s
    left = max(1, round(POWER_OFF_S - held_s))
    return page(
        large(64, 12, texts.say("title.power_off", seconds=left)),
        Bar(14, 36, 100, 10, min(held_s / POWER_OFF_S, 1.0)),
    )


def _held(hold: Hold, words: HoldWords, now_s: float, texts: Texts) -> Scene:
    """Say what a hold will do, with the first of the cards that it is about."""
    count = len(words.cards)
    said = texts.say(words.key, seat=words.seat, count=count)
    names = [card_name(card, texts) for card in words.cards]
    if count > _CARDS_NAMED:
        rest = count - (_CARDS_NAMED - 1)
        names = [*names[: _CARDS_NAMED - 1], texts.say("flash.rest", count=rest)]
    heading = texts.say("title.hold", button=hold.button.value)
    bar_x = text_width(heading) + 6
    bar = Bar(bar_x, 2, 126 - bar_x, 8, min((now_s - hold.since_s) / HOLD_S, 1.0))
    if not names:
        return page(title(heading), bar, large(64, 26, said))
    return page(
        title(heading),
        bar,
        large(2, 14, said, Align.LEFT),
        *(Text(2, 30 + 11 * place, name, Font.TINY, width=126) for place, name in enumerate(names)),
    )

"""What is wrong with a device, and that nothing is lost."""

from textwrap import wrap

from firmware.screens.scene import Align, Font, Invert, Item, Line, Scene, Text
from firmware.table import Table
from firmware.texts import Texts

__all__ = ["marks", "no_reader"]

_COLUMNS = 21
_ROWS = 3


def no_reader(table: Table, texts: Texts) -> Scene:
    """Say what is wrong, which wires to push in if it may be the wires, and how many cards are safe."""
    kept = 0
    if table.match is not None and table.match.rounds:
        kept = sum(len(cards) for cards in table.match.round.piles.values())
    last = texts.say("fault.kept", count=kept) if kept else texts.say("fault.trying")
    why = table.view.reader_fault or ""
    pins = [texts.say(f"fault.reader_{key}") for key in ("wires", "pins", "pins_more")]
    rows = pins if "wire" in why else wrap(why, _COLUMNS)
    items: tuple[Item, ...] = (
        Text(64, 0, texts.say("fault.reader"), Font.LARGE, align=Align.CENTER),
        Invert(0, 0, 128, 16),
        *(Text(1, 16 + 11 * place, row, Font.TINY) for place, row in enumerate(rows[:_ROWS])),
        Line(0, 50, 127, 50),
        Text(1, 52, last),
    )
    return Scene(items, beyond=tuple(rows[_ROWS:]))


def marks(table: Table, texts: Texts) -> tuple[Item, ...]:
    """Return small marks over the top right corner: no reader, not saved."""
    words = []
    if table.view.reader_fault is not None:
        words.append(texts.say("fault.short_reader"))
    if table.view.is_unsaved:
        words.append(texts.say("fault.short_not_saved"))
    if not words:
        return ()
    return (Text(128, 0, " " + " ".join(words), Font.TINY, align=Align.RIGHT, inverse=True),)

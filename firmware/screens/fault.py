"""What is wrong with a device, and that nothing is lost."""

from firmware.screens.scene import Align, Font, Invert, Item, Line, Scene, Text
from firmware.table import Table
from firmware.texts import Texts

__all__ = ["marks", "no_reader"]


def no_reader(table: Table, texts: Texts) -> Scene:
    """Say which wires to push in, and how many cards are safe."""
    kept = 0
    if table.match is not None and table.match.rounds:
        kept = sum(len(cards) for cards in table.match.round.piles.values())
    last = texts.say("fault.kept", count=kept) if kept else texts.say("fault.trying")
    items = (
        Text(64, 0, texts.say("fault.reader"), Font.LARGE, align=Align.CENTER),
        Invert(0, 0, 128, 16),
        Text(1, 16, texts.say("fault.reader_wires"), Font.TINY),
        Text(1, 27, texts.say("fault.reader_pins"), Font.TINY),
        Text(1, 38, texts.say("fault.reader_pins_more"), Font.TINY),
        Line(0, 50, 127, 50),
        Text(1, 52, last),
    )
    return Scene(items, beyond=(table.view.reader_fault or "",))


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

"""What is wrong with a device, and that nothing is lost."""

from collections.abc import Mapping
from textwrap import wrap

from firmware.doctor.reader import reader_pins
from firmware.screens.layout import fitting
from firmware.screens.scene import PANEL_WIDTH_PX, Align, Box, Font, Invert, Item, Line, Scene, Text
from firmware.table import Table
from firmware.texts import Texts
from scorer import Seat

__all__ = ["marks", "no_reader", "one_lost"]

_COLUMNS = 21
_ROWS = 3
_OWN_WIRES = ("SDA", "RST")
"""What each reader has for itself; readers share all other wires."""


def no_reader(table: Table, texts: Texts) -> Scene:
    """Say what is wrong, which wires to push in if it may be the wires, and how many cards are safe."""
    kept = 0
    if table.match is not None and table.match.rounds:
        kept = sum(len(cards) for cards in table.match.round.piles.values())
    last = texts.say("fault.kept", count=kept) if kept else texts.say("fault.trying")
    return _fault(table, texts.say("fault.reader"), last, texts)


def one_lost(table: Table, texts: Texts) -> Scene:
    """Say which reader is lost, what is wrong with it, and that another reads on."""
    lost = next(iter(table.view.reader_faults))
    working = next(
        number for number in range(len(table.reader_seats)) if number not in table.view.reader_faults
    )
    seat = table.seat_at(lost)
    heading = texts.say("fault.reader_number", number=lost + 1)
    if seat is not None:
        players = (_name(table, seat), str(seat))
        named = [texts.say("fault.reader_of", number=lost + 1, player=player) for player in players]
        heading = fitting(named, 128, Font.LARGE)
    return _fault(table, heading, texts.say("fault.other_reads", number=working + 1), texts)


def marks(table: Table, texts: Texts) -> tuple[Item, ...]:
    """Return what is wrong for as long as it is, over the title: no reader, not saved."""
    faults = table.view.reader_faults
    if not faults and not table.view.is_unsaved:
        return ()
    if faults and table.view.is_unsaved:
        words = texts.say("fault.short_both")
    elif table.view.is_unsaved:
        words = texts.say("fault.short_not_saved")
    elif table.is_blind:
        words = texts.say("fault.short_reader")
    else:
        words = texts.say("fault.short_reader_number", number=next(iter(faults)) + 1)
    ground = Box(0, 0, PANEL_WIDTH_PX, 12, filled=True)
    return ground, Text(64, 0, words, align=Align.CENTER, inverse=True)


def _fault(table: Table, heading: str, last: str, texts: Texts) -> Scene:
    """Say what is wrong with the first reader that is lost."""
    number, why = next(iter(table.view.reader_faults.items()))
    pins = reader_pins(_OWN_WIRES, table.readers[number])
    rows = _wires(pins, texts) if "wire" in why and all(pins.values()) else wrap(why, _COLUMNS)
    items: tuple[Item, ...] = (
        Text(64, 0, heading, Font.LARGE, align=Align.CENTER),
        Invert(0, 0, 128, 16),
        *(Text(1, 16 + 11 * place, row, Font.TINY) for place, row in enumerate(rows[:_ROWS])),
        Line(0, 50, 127, 50),
        Text(1, 52, last),
    )
    return Scene(items, beyond=tuple(rows[_ROWS:]))


def _wires(pins: Mapping[str, object], texts: Texts) -> list[str]:
    """Say which wires to push in, by the header's pins."""
    keys = ("fault.reader_wires", "fault.reader_pins", "fault.reader_pins_more")
    return [texts.say(key, sda=pins["SDA"], rst=pins["RST"]) for key in keys]


def _name(table: Table, seat: Seat) -> str:
    names = table.names if table.match is None else table.match.names
    return names.get(seat, str(seat))

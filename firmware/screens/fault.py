"""What is wrong with a device, and that nothing is lost."""

from textwrap import wrap

from firmware.screens.layout import fitting
from firmware.screens.scene import PANEL_WIDTH_PX, Align, Box, Font, Invert, Item, Line, Scene, Text
from firmware.table import Table
from firmware.texts import Texts
from hardware import SECOND_READER, ReaderSettings
from hardware.header import GPIO_PINS, SELECT_PINS
from scorer import Seat

__all__ = ["is_every_reader_lost", "marks", "no_reader", "one_lost"]

_COLUMNS = 21
_ROWS = 3
_USUAL_READERS = (ReaderSettings(), SECOND_READER)


def is_every_reader_lost(table: Table) -> bool:
    """Return whether no reader is left."""
    return len(table.view.reader_faults) == len(table.reader_seats)


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
    elif is_every_reader_lost(table):
        words = texts.say("fault.short_reader")
    else:
        words = texts.say("fault.short_reader_number", number=next(iter(faults)) + 1)
    ground = Box(0, 0, PANEL_WIDTH_PX, 12, filled=True)
    return ground, Text(64, 0, words, align=Align.CENTER, inverse=True)


def _fault(table: Table, heading: str, last: str, texts: Texts) -> Scene:
    """Say what is wrong with the first reader that is lost."""
    number, why = next(iter(table.view.reader_faults.items()))
    rows = _wires(number, texts) if "wire" in why else wrap(why, _COLUMNS)
    items: tuple[Item, ...] = (
        Text(64, 0, heading, Font.LARGE, align=Align.CENTER),
        Invert(0, 0, 128, 16),
        *(Text(1, 16 + 11 * place, row, Font.TINY) for place, row in enumerate(rows[:_ROWS])),
        Line(0, 50, 127, 50),
        Text(1, 52, last),
    )
    return Scene(items, beyond=tuple(rows[_ROWS:]))


def _wires(number: int, texts: Texts) -> list[str]:
    usual = _USUAL_READERS[number]
    sda, rst = SELECT_PINS[usual.bus, usual.device], GPIO_PINS[usual.reset_gpio]
    keys = ("fault.reader_wires", "fault.reader_pins", "fault.reader_pins_more")
    return [texts.say(key, sda=sda, rst=rst) for key in keys]


def _name(table: Table, seat: Seat) -> str:
    names = table.names if table.match is None else table.match.names
    return names.get(seat, str(seat))

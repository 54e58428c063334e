"""What wakes a display that is dim, dark, or not ready yet, and what a press does meanwhile."""

from firmware.table import playing
from firmware.table.inputs import Input, ReaderNews, ReadersReady, SaveNews
from firmware.table.light import Light
from firmware.table.state import Phase, Table
from hardware import Button, ButtonEdge, TagArrived

__all__ = ["lights", "only_wakes", "readies"]


def lights(given: Input) -> bool:
    """Return whether an input lights the display: whatever people do, and what they should see at once."""
    match given:
        case TagArrived() | ButtonEdge():
            return True
        case ReaderNews(fault):
            return fault is not None
        case SaveNews(is_unsaved):
            return is_unsaved
        case _:
            return False


def readies(given: Input) -> bool:
    """Return whether an input says of the readers that they look for tags, or are lost: the start is over."""
    return isinstance(given, ReadersReady | ReaderNews | TagArrived)


def only_wakes(table: Table, button: Button) -> bool:
    """Return whether a press is spent on waking the display: all but the letter of a player in play.

    Nothing is done that nobody could see coming: a press while the box starts is spent too.
    """
    if table.view.is_starting:
        return True
    if table.light is Light.LIT:
        return False
    return table.phase is not Phase.PLAYING or playing.seat_of(button, table.running) is None

"""What wakes a display that is dim, dark, not ready or covered, and what a press does meanwhile."""

from firmware.table import playing
from firmware.table.inputs import Input, ReaderNews, ReadersReady, SaveNews
from firmware.table.light import Light
from firmware.table.state import Phase, Table
from hardware import Button, ButtonEdge, TagArrived

__all__ = ["lights", "only_uncovers", "only_wakes", "readies"]


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
    return table.light is not Light.LIT and not _chooses_player(table, button)


def only_uncovers(table: Table, button: Button) -> bool:
    """Return whether a press is spent on the page that says that no reader is left: all but such a letter.

    Being held still does what it does: the screen says so in time.
    """
    return table.is_covered and not _chooses_player(table, button)


def _chooses_player(table: Table, button: Button) -> bool:
    return table.phase is Phase.PLAYING and playing.seat_of(button, table.running) is not None

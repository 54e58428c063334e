"""What is blinked and beeped where no display can say it."""

from firmware.table.state import Table

__all__ = ["NO_DISPLAY", "NO_READER", "beacon_of"]

NO_DISPLAY, NO_READER = 2, 3
"""So often the board's light blinks, and the buzzer sounds."""


def beacon_of(table: Table) -> tuple[int, ...]:
    """Return what is told by counting, in this order; nothing while the display can say it."""
    if not table.view.is_display_lost:
        return ()
    is_blind = len(table.view.reader_faults) == len(table.reader_seats)
    return (NO_DISPLAY, NO_READER) if is_blind else (NO_DISPLAY,)

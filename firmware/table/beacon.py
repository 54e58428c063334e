"""What is blinked and beeped where no display can say it."""

from firmware.table.state import Table

__all__ = ["NO_DISPLAY", "NO_READER", "beacon_of"]

NO_DISPLAY, NO_READER = 2, 3
"""So often the board's light blinks, and the buzzer sounds."""


def beacon_of(table: Table) -> tuple[int, ...]:
    """Return what is told by counting, in this order; nothing while the display can say it."""
    if not table.view.is_display_lost:
        return ()
    return (NO_DISPLAY, NO_READER) if table.is_blind else (NO_DISPLAY,)

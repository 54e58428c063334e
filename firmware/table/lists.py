"""What all lists have in common: A up, B down, and the value after another."""

from collections.abc import Sequence
from typing import TypeVar

from firmware.table.state import Table
from hardware import Button

__all__ = ["following", "moved"]

T = TypeVar("T")


def moved(table: Table, choice: int, button: Button, count: int) -> int:
    """Return the row that is chosen after a letter: A up, B down.

    A press at one end of the list goes on at the other; a button that is held stops there.

    Args:
        table: with the buttons that are still down.
        choice: the row before.
        button: any.
        count: of the rows, at least 1.
    """
    row = choice + {Button.A: -1, Button.B: 1}.get(button, 0)
    is_held = any(hold.button is button for hold in table.view.holds)
    return min(max(row, 0), count - 1) if is_held else row % count


def following(values: Sequence[T], value: T) -> T:
    """Return the value after another, and after the last the first."""
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]

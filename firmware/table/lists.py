"""What all lists have in common: A up, B down, and the value after another."""

from collections.abc import Sequence
from typing import TypeVar

from hardware import Button

__all__ = ["following", "moved"]

T = TypeVar("T")


def moved(choice: int, button: Button, count: int) -> int:
    """Return the row that is chosen after a press; the list does not go round."""
    step = {Button.A: -1, Button.B: 1}.get(button, 0)
    return min(max(choice + step, 0), count - 1)


def following(values: Sequence[T], value: T) -> T:
    """Return the value after another, and after the last the first."""
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]

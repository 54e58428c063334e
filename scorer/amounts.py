"""Numbers that must not mix."""

from typing import NewType

__all__ = ["Chips", "Points"]

Points = NewType("Points", int)
"""What cards, yaku and rounds are worth; may be negative in a zero-sum game."""

Chips = NewType("Chips", int)
"""What players pay each other with; negative for a player in debt."""

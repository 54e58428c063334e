"""What holding a button means: in which place, what the screen says of it, and what it does."""

from collections.abc import Callable, Mapping

from firmware.table import correcting, leftover, playing, result
from firmware.table.decision import Decision, HoldWords
from firmware.table.overlays import Correcting
from firmware.table.state import Hold, Phase, Table
from hardware import Button

__all__ = ["Place", "held", "hold_words", "place_of"]

Place = Phase | type[Correcting]
"""What a handler belongs to: a phase, or a mode that shares its phase with another."""

_WORDS: Mapping[Place, Callable[[Table, Button], HoldWords | None]] = {
    Phase.PLAYING: playing.hold_words,
    Phase.LEFTOVER: leftover.hold_words,
    Phase.RESULT: result.hold_words,
    Correcting: correcting.hold_words,
}

_HELD: Mapping[Place, Callable[[Table, Button], Decision]] = {
    Phase.PLAYING: playing.held,
    Phase.LEFTOVER: leftover.held,
    Phase.RESULT: result.held,
    Correcting: correcting.held,
}


def place_of(table: Table) -> Place:
    """Return whose handlers answer now."""
    return Correcting if isinstance(table.view.mode, Correcting) else table.phase


def hold_words(table: Table, hold: Hold) -> HoldWords | None:
    """Return what a button that is down will do by being held; None if nothing.

    It does nothing where the phase has changed since it went down: that was not meant.
    """
    words = _WORDS.get(place_of(table))
    return None if words is None or hold.phase is not table.phase else words(table, hold.button)


def held(table: Table, button: Button) -> Decision:
    """Do what holding a button does here; `hold_words` said that it does something."""
    return _HELD[place_of(table)](table, button)

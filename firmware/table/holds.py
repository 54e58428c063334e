"""What holding a button means: in which place, what the screen says of it, and what it does."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from firmware.table import correcting, leftover, playing, result
from firmware.table.decision import Decision, HoldWords
from firmware.table.match_pages import Correcting
from firmware.table.pages import Entering, InPiles
from firmware.table.state import Hold, Mode, Phase, Table
from hardware import Button

__all__ = ["Place", "handler", "held", "hold_words", "repeats"]

Place = Phase | type[Mode]
"""What a handler belongs to: a phase, or a mode that shares its phase with others."""

T = TypeVar("T")

_LISTS = (Phase.HOME, Phase.SETUP, Phase.MENU, Phase.ENROL)


def handler(handlers: Mapping[Place, T], table: Table) -> T:
    """Return who answers: for the mode that is up, else for its phase.

    Raises:
        KeyError: if nobody does.
    """
    mode = type(table.view.mode)
    return handlers[mode if mode in handlers else table.phase]


def _correction_words(_table: Table, button: Button) -> HoldWords | None:
    return HoldWords("correct.hold") if button is Button.BACK else None


def _open_correction(table: Table, _button: Button) -> Decision:
    return correcting.opened_correcting(table)


_WORDS: Mapping[Place, Callable[[Table, Button], HoldWords | None]] = {
    Phase.PLAYING: playing.hold_words,
    Phase.LEFTOVER: leftover.hold_words,
    Phase.RESULT: result.hold_words,
    Correcting: correcting.hold_words,
    InPiles: _correction_words,
}

_HELD: Mapping[Place, Callable[[Table, Button], Decision]] = {
    Phase.PLAYING: playing.held,
    Phase.LEFTOVER: leftover.held,
    Phase.RESULT: result.held,
    Correcting: correcting.held,
    InPiles: _open_correction,
}


def hold_words(table: Table, hold: Hold) -> HoldWords | None:
    """Return what a button that is down will do by being held; None if nothing.

    It does nothing where the phase has changed since it went down, or the display was dark: that was
    not meant.
    """
    has_meaning = {table.phase, type(table.view.mode)} & _WORDS.keys()
    is_meant = has_meaning and hold.phase is table.phase and not hold.has_woken
    return handler(_WORDS, table)(table, hold.button) if is_meant else None


def held(table: Table, button: Button) -> Decision:
    """Do what holding a button does here; `hold_words` said that it does something."""
    return handler(_HELD, table)(table, button)


def repeats(table: Table, button: Button) -> bool:
    """Return whether holding a button goes on through a list; entering a card by hand is none."""
    mode = table.view.mode
    is_none = isinstance(mode, Entering) or (isinstance(mode, Correcting) and mode.is_open)
    is_list = table.phase in _LISTS and not is_none
    return is_list and button in (Button.A, Button.B)

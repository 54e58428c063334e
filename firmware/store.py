"""The data folder: deck, choices, and matches. Everything the appliance writes goes through here."""

from dataclasses import dataclass
from pathlib import Path

from firmware.deck import Deck
from firmware.files import make_folder
from firmware.generations import read_newest, write_whole
from firmware.journal import Journal
from firmware.summary import note_on
from firmware.table import Choices, ChoicesMade, Fact, MatchBegun, Table, TagEnrolled
from firmware.table.pages import PlayedMatch
from firmware.unfinished import finish_restore
from hardware import Clock
from scorer import Match

__all__ = ["CHOICES_FILE", "DECK_FILE", "Found", "Store", "read_deck", "write_deck"]

DECK_FILE = "deck.json"
CHOICES_FILE = "table.json"

_MOST_PLAYED = 30
"""So many matches are listed on the display."""


@dataclass(frozen=True, slots=True)
class Found:
    """What the data folder held at the start, and what people should know about it."""

    deck: Deck
    match: Match | None
    warnings: tuple[str, ...]
    choices: Choices


class Store:
    """One data folder.

    Args:
        folder: made if it is missing.
        clock: for the date that is noted with each event.
    """

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._folder = folder
        self._clock = clock
        self._journal = Journal(folder)
        self._is_deck_ours = True
        self._waiting_deck: Deck | None = None
        self._are_choices_ours = True
        self._waiting_choices: Choices | None = None

    def open(self) -> Found:
        """Read the deck, the choices and the unfinished match; damaged files are put aside and told.

        Raises:
            OSError: if there is no such folder and none can be made. Whatever is wrong inside is a warning.
        """
        make_folder(self._folder)
        unfinished = self._finish_restore()
        deck, warnings, self._is_deck_ours = read_deck(self._folder, aside=True)
        choices, more, self._are_choices_ours = read_newest(
            self._folder / CHOICES_FILE, Choices.from_json, Choices(), aside=True
        )
        recovered = self._journal.recover()
        return Found(deck, recovered.match, (*unfinished, *warnings, *more, *recovered.warnings), choices)

    def keep(self, fact: Fact, before: Table, after: Table) -> None:
        """Bring a fact to the disk.

        Args:
            fact: what happened.
            before: the table before it.
            after: the table after it.

        Raises:
            OSError: if it, or something before it, cannot be written now; it is tried again with the next.
        """
        match fact:
            case MatchBegun():
                self._journal.begin(fact)
            case TagEnrolled():
                self._require_own_deck()
                self._waiting_deck = after.deck
            case ChoicesMade(choices):
                self._require_own_choices()
                self._waiting_choices = choices
            case _:
                running = before.running
                note = note_on(fact, running, after.match)
                self._journal.record(fact, running.event_count, self._clock.wall_time(), note)
        self.retry()

    def retry(self) -> None:
        """Write what could not be written before.

        Raises:
            OSError: if it still cannot be.
        """
        if self._waiting_deck is not None:
            self.write_deck(self._waiting_deck)
            self._waiting_deck = None
        self._journal.retry()
        if self._waiting_choices is not None:
            write_whole(self._folder / CHOICES_FILE, self._waiting_choices.to_json())
            self._waiting_choices = None

    def played(self) -> tuple[PlayedMatch, ...]:
        """Return the last matches that are over, newest first; what cannot be read is left out."""
        from firmware.history import last_played  # with what starting does not need

        return last_played(self._folder, _MOST_PLAYED)

    def close(self) -> None:
        """Let go of the files."""
        self._journal.close()

    def write_deck(self, deck: Deck) -> None:
        """Replace the deck file.

        Raises:
            OSError: if it cannot be written, or a newer program's deck would be lost.
        """
        self._require_own_deck()
        write_deck(self._folder, deck)

    def _finish_restore(self) -> tuple[str, ...]:
        try:
            finish_restore(self._folder)
        except OSError as exc:
            return (f"a restore cannot be finished: {exc.strerror}; restore the backup again",)
        return ()

    def _require_own_deck(self) -> None:
        if not self._is_deck_ours:
            raise PermissionError("a newer version of the program wrote the deck file")

    def _require_own_choices(self) -> None:
        if not self._are_choices_ours:
            raise PermissionError("a newer version of the program wrote the file of choices")


def write_deck(folder: Path, deck: Deck) -> None:
    """Replace the deck file of a folder, which `read_deck` must have said may be replaced.

    Raises:
        OSError: if it cannot be written.
    """
    write_whole(folder / DECK_FILE, deck.to_json())


def read_deck(folder: Path, *, aside: bool = False) -> tuple[Deck, tuple[str, ...], bool]:
    """Read the deck, from the older generation if the newer is damaged or missing.

    Args:
        folder: the data folder.
        aside: give what cannot be used another name, so that nothing is written over it.

    Returns:
        The deck, what people should know about its file, and whether it may be replaced.
    """
    return read_newest(folder / DECK_FILE, Deck.from_json, Deck(), aside=aside)

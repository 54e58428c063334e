"""The data folder: the deck, and the matches. Everything the appliance writes goes through here."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.deck import Deck
from firmware.errors import BadFile, NewerFile
from firmware.files import make_folder, older, put_aside, read_file, replace_file
from firmware.journal import Journal
from firmware.summary import note_on
from firmware.table import Fact, MatchBegun, Table, TagEnrolled
from firmware.unfinished import finish_restore
from hardware import Clock
from scorer import Match

__all__ = ["DECK_FILE", "Found", "Store", "read_deck", "read_json"]

DECK_FILE = "deck.json"


@dataclass(frozen=True, slots=True)
class Found:
    """What the data folder held at the start, and what people should know about it."""

    deck: Deck
    match: Match | None
    warnings: tuple[str, ...]


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

    def open(self) -> Found:
        """Read the deck and the unfinished match; damaged files are put aside and told.

        Raises:
            OSError: if there is no such folder and none can be made. Whatever is wrong inside is a warning.
        """
        make_folder(self._folder)
        unfinished = self._finish_restore()
        deck, warnings, self._is_deck_ours = read_deck(self._folder, aside=True)
        recovered = self._journal.recover()
        return Found(deck, recovered.match, (*unfinished, *warnings, *recovered.warnings))

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

    def close(self) -> None:
        """Let go of the files."""
        self._journal.close()

    def write_deck(self, deck: Deck) -> None:
        """Replace the deck file.

        Raises:
            OSError: if it cannot be written, or a newer program's deck would be lost.
        """
        self._require_own_deck()
        text = json.dumps(deck.to_json(), indent=1) + "\n"
        replace_file(self._folder / DECK_FILE, text.encode(), keep_older=True)

    def _finish_restore(self) -> tuple[str, ...]:
        try:
            finish_restore(self._folder)
        except OSError as exc:
            return (f"a restore cannot be finished: {exc.strerror}; restore the backup again",)
        return ()

    def _require_own_deck(self) -> None:
        if not self._is_deck_ours:
            raise PermissionError("a newer version of the program wrote the deck file")


def read_deck(folder: Path, *, aside: bool = False) -> tuple[Deck, tuple[str, ...], bool]:
    """Read the deck, from the older generation if the newer is damaged or missing.

    Args:
        folder: the data folder.
        aside: give what cannot be used another name, so that nothing is written over it.

    Returns:
        The deck, what people should know about its file, and whether it may be replaced.
    """
    warnings: list[str] = []
    newest = folder / DECK_FILE
    for path in (newest, older(newest)):
        try:
            return Deck.from_json(read_json(path)), tuple(warnings), True
        except FileNotFoundError:
            continue
        except NewerFile as exc:
            return Deck(), (*warnings, str(exc)), False
        except BadFile as exc:
            why = f"{path.name} is damaged: {exc}"
        except OSError as exc:
            why = f"{path.name} cannot be used: {exc.strerror}; look who may read it"
        warnings.append(why + _kept_aside(path) if aside else why)
    return Deck(), tuple(warnings), True


def _kept_aside(path: Path) -> str:
    try:
        return f"; it was kept as {put_aside(path).name}"
    except OSError as exc:
        return f"; it cannot be put aside: {exc.strerror}"


def read_json(path: Path) -> Any:
    """Read a file of ours.

    Raises:
        BadFile: if it is no file, too large, or no JSON.
        OSError: if it cannot be read.
    """
    try:
        return json.loads(read_file(path).decode())
    except BadFile:
        raise
    except (ValueError, RecursionError) as exc:
        raise BadFile(f"it is no JSON: {exc}") from exc

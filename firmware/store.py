"""The data folder: the deck, and the matches. Everything the appliance writes goes through here."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.deck import Deck
from firmware.errors import BadFile, NewerFile
from firmware.files import free_name, make_folder, older, replace_file, sync_folder
from firmware.journal import Journal
from firmware.table import Fact, MatchBegun, Table, TagEnrolled
from hardware import Clock
from scorer import Match

__all__ = ["Found", "Store", "read_deck"]

_DECK_FILE = "deck.json"


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
            OSError: if the folder cannot be made or read.
        """
        make_folder(self._folder)
        deck, warnings, self._is_deck_ours = read_deck(self._folder, put_aside=True)
        recovered = self._journal.recover()
        return Found(deck, recovered.match, (*warnings, *recovered.warnings))

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
                self._journal.record(fact, before.running.event_count, self._clock.wall_time())
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
        replace_file(self._folder / _DECK_FILE, text.encode(), keep_older=True)

    def _require_own_deck(self) -> None:
        if not self._is_deck_ours:
            raise PermissionError("a newer version of the program wrote the deck file")


def read_deck(folder: Path, *, put_aside: bool = False) -> tuple[Deck, tuple[str, ...], bool]:
    """Read the deck, from the older generation if the newer is damaged or missing.

    Args:
        folder: the data folder.
        put_aside: give a damaged file another name, so that nothing is written over it.

    Returns:
        The deck, what people should know about its file, and whether it may be replaced.

    Raises:
        OSError: if the folder cannot be read.
    """
    warnings: list[str] = []
    newest = folder / _DECK_FILE
    for path in (newest, older(newest)):
        try:
            return Deck.from_json(_read_json(path)), tuple(warnings), True
        except FileNotFoundError:
            continue
        except NewerFile as exc:
            return Deck(), (*warnings, str(exc)), False
        except BadFile as exc:
            warnings.append(f"{path.name} is damaged: {exc}")
            if put_aside:
                warnings[-1] += _kept_aside(path)
        except OSError as exc:
            warnings.append(f"{path.name} cannot be used: {exc.strerror}; look who may read it")
    return Deck(), tuple(warnings), True


def _kept_aside(path: Path) -> str:
    aside = free_name(path, "damaged")
    try:
        path.replace(aside)
        sync_folder(path.parent)
    except OSError as exc:
        return f"; it cannot be put aside: {exc.strerror}"
    return f"; it was kept as {aside.name}"


def _read_json(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError) as exc:
        raise BadFile(f"it is no JSON: {exc}") from exc

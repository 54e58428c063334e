"""Plays the evenings of `screens.txt` on the table alone, without devices.

A picture is named there wherever a screen is to be seen.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from firmware.deck import Deck
from firmware.doctor.finding import Topic, fault, fine, hint
from firmware.doctor.trials import untried
from firmware.table import (
    AddressesRead,
    CheckDone,
    HistoryRead,
    NewGame,
    ReaderNews,
    SaveNews,
    Table,
    Tick,
    View,
    decide,
    faulty_settings_told,
    resumed,
    started,
    wake_at,
)
from firmware.table.choices import Defaults
from firmware.table.pages import PlayedMatch
from firmware.table.report import report
from hardware import Button, ButtonEdge, DeviceSettings, TagArrived, TagChecked
from scorer import Card, Seat, load, shipped

__all__ = ["FOLDER", "tables"]

FOLDER = Path(__file__).parent
_UIDS = {card: bytes([4, 1, 2, 3, 4, 5, place]) for place, card in enumerate(Card)}
_GAMES = tuple(load(game) for game in shipped())
_BETWEEN_S = 0.5
_PRESS_S = 0.08
_ALL_TURNS_S = 24.0
_PLAYED = (
    PlayedMatch(12, "botan-cho", ((Seat.A, 252), (Seat.B, 108)), Seat.A),
    PlayedMatch(11, "ino-shika-cho", ((Seat.A, 410), (Seat.B, 615), (Seat.C, 75)), Seat.B),
)
_WELL = (
    fine(Topic.BOARD, "", "Pi Zero 2 W Rev 1.0"),
    fine(Topic.READER, "", "1: MFRC522 v2.0"),
    *untried(DeviceSettings()),
    fine(Topic.CLOCK, "", "2026-11-30"),
)
_FAULTS = (
    fault(Topic.SPI, "group", "", "", node="/dev/spidev0.0", group="spi"),
    fault(Topic.READER, "reader-loose", "", "", number=1, wires="SDA:24 SCK:23 MOSI:19 MISO:21"),
    hint(Topic.POWER, "power-was-low", "", ""),
)


class Evening:
    """Plays the lines of `screens.txt`.

    Attributes:
        table: as it stands.
        language: of the pictures.
    """

    def __init__(self) -> None:
        self.now_s = 64.0
        self.table = Table(())

    def play(self, line: str) -> None:
        """Do what one line says; what it does to the table is what the same gesture does."""
        word, *rest = line.split()
        getattr(self, f"_{word.replace('-', '_')}")(*rest)

    def _home(self, tags: str = "48") -> None:
        """Begin anew, with tags on so many cards; what takes turns does not heed the evening before."""
        self.now_s = (self.now_s // _ALL_TURNS_S + 1) * _ALL_TURNS_S
        deck = Deck({uid: card for place, (card, uid) in enumerate(_UIDS.items()) if place < int(tags)})
        self.table = Table(_GAMES, deck=deck, view=View(now_s=self.now_s, touched_s=self.now_s))

    def _begin(self, game: str, players: str, dealer: str, *options: str) -> None:
        """Begin a match."""
        self._home()
        self._names()
        ruleset = self.table.ruleset(game)
        said = {key: _value(value) for key, value in (one.split("=") for one in options)}
        chosen = ruleset.options(said)
        new = NewGame(game, int(players), chosen.number(ruleset.length_option), Seat(dealer), dict(chosen))
        self.table = started(self.table, new).applied_to(self.table)

    def _names(self, *names: str) -> None:
        """Name the players."""
        self.table = replace(self.table, names=dict(zip(Seat, names or ("Mio", "Ken", "Rin"), strict=False)))

    def _readers(self, *seats: str) -> None:
        self.table = replace(self.table, reader_seats=tuple(Seat(seat) for seat in seats))

    def _give(self, given: object) -> None:
        self.table = decide(self.table, given).applied_to(self.table)  # type: ignore[arg-type]

    def _wait(self, seconds: str | float) -> None:
        until_s = self.now_s + float(seconds)
        while (due_s := wake_at(self.table)) is not None and due_s <= until_s:
            self._give(Tick(due_s))
        self.now_s = until_s

    def _tap(self, *ids: str) -> None:
        """Tap cards that come together."""
        for id_ in ids:
            self._give(TagArrived(_UIDS[Card.parse(id_)], 0, self.now_s))
        self._wait(_BETWEEN_S)

    def _tap_at(self, reader: str, *ids: str) -> None:
        for id_ in ids:
            self._give(TagArrived(_UIDS[Card.parse(id_)], 0, self.now_s, int(reader)))
        self._wait(_BETWEEN_S)

    def _uid(self, uid: str, others: str = "0") -> None:
        """Tap a tag that is on no card."""
        self._give(TagArrived(bytes.fromhex(uid), 0, self.now_s, 0, int(others)))
        self._wait(_BETWEEN_S)

    def _sound(self, uid: str, reads: str) -> None:
        """Tell how many of five reads of a tag succeeded."""
        self._give(TagChecked(bytes.fromhex(uid), int(reads), 5, self.now_s))

    def _down(self, button: str, seconds: str) -> None:
        """Press a button down, and keep it down."""
        self._give(ButtonEdge(Button(button), True, self.now_s))
        self._wait(seconds)

    def _up(self, button: str) -> None:
        self._give(ButtonEdge(Button(button), False, self.now_s))
        self._wait(_BETWEEN_S)

    def _press(self, *buttons: str) -> None:
        for button in buttons:
            self._hold(button, str(_PRESS_S))

    def _hold(self, button: str, seconds: str) -> None:
        self._down(button, seconds)
        self._up(button)

    def _choose(self, id_: str) -> None:
        """Go down a list to an entry, and choose it."""
        self._to(id_)
        self._press("OK")

    def _to(self, id_: str) -> None:
        """Go down a list to an entry, once round at most."""
        passed = set()
        while (choice := report(self.table)["choice"]) != id_:
            if choice in passed:
                raise LookupError(f"no entry {id_!r}")
            passed.add(choice)
            self._press("B")

    def _lose(self, reader: str, *why: str) -> None:
        self._give(ReaderNews(" ".join(why), self.now_s, int(reader)))

    def _find(self, reader: str) -> None:
        self._give(ReaderNews(None, self.now_s, int(reader)))

    def _unsaved(self) -> None:
        self._give(SaveNews(True, self.now_s))

    def _history(self, kind: str) -> None:
        """Give the history page what was played."""
        self._give(HistoryRead(_PLAYED if kind == "some" else (), self.now_s))

    def _page(self) -> None:
        """Let browsers look at the scoreboard."""
        self.table = replace(self.table, has_page=True)

    def _addresses(self, *addresses: str) -> None:
        """Give the scoreboard's page where browsers find it."""
        self._give(AddressesRead(addresses, self.now_s))

    def _check(self, kind: str) -> None:
        """Give the check's pages what the doctor found."""
        found = (*_WELL, *_FAULTS) if kind == "faults" else _WELL
        self._give(CheckDone(found, DeviceSettings(), self.now_s))

    def _one_short(self) -> None:
        """Show the yaku that lack one card."""
        self.table = replace(self.table, defaults=Defaults(one_short=True))

    def _start(self) -> None:
        """Start the box again."""
        self.table = resumed(replace(self.table, view=View(now_s=self.now_s, touched_s=self.now_s)))

    def _starting(self) -> None:
        """Show what stands there until the readers are known."""
        self.table = Table(_GAMES, view=View(is_starting=True))

    def _settings_are_faulty(self) -> None:
        self.table = faulty_settings_told(self.table)

    def _rest(self) -> None:
        """Give every card that nobody has to the players in turn."""
        seats = self.table.running.seats
        for place, card in enumerate(self.table.running.unaccounted()):
            self._press(seats[place // 2 % len(seats)].value)
            self._tap(card.id)
        self._wait(4)


def _value(text: str) -> object:
    words: Mapping[str, object] = {"on": True, "off": False}
    return words.get(text, int(text) if text.isdigit() else text)


def tables() -> Iterator[tuple[str, Table]]:
    """Yield each picture's name, and the table that it shows.

    Raises:
        ValueError: for a line that cannot be played; the message names it.
    """
    evening = Evening()
    for number, line in enumerate((FOLDER / "screens.txt").read_text("utf-8").splitlines(), 1):
        words = line.partition("#")[0].strip()
        if words.startswith("picture "):
            yield words.removeprefix("picture "), evening.table
        elif words:
            try:
                evening.play(words)
            except Exception as exc:
                raise ValueError(f"screens.txt, line {number}: {line}: {exc!r}") from exc

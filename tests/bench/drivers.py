"""The drivers that are measured: ours, and what else one can take, as their users would take them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import peers

from firmware.reader_watch import POLL_PERIOD_S
from hardware.clock import Clock
from hardware.iso14443 import bcc
from hardware.mfrc522_package import import_mfrc522
from hardware.ports import TagArrived
from hardware.rc522 import Mfrc522Reader
from hardware.settings import ReaderSettings
from hardware.simulated.raspberry_pi import Board

__all__ = ["DRIVERS", "OUR_PACE", "TRAYS", "Driver", "Looker", "Pace"]

TRAYS = {"one 4-byte": 1, "one 7-byte": 1, "two 7-byte": 2, "three 7-byte": 3, "four 7-byte": 4}
"""What is put down, by the length of its UIDs: how many tags."""

_COLLIDE = {tray: "gives up when tags collide" for tray, count in TRAYS.items() if count > 1}
_CUT_SHORT = {"one 7-byte": "gives 3 of the 7 bytes"}
_NO_UIDS = dict.fromkeys(TRAYS, "tells that a tag is there, not which")


@dataclass(frozen=True, slots=True)
class Pace:
    """When a loop looks again: a period after it began to look, but not without a rest."""

    period_s: float
    rest_s: float

    def wait(self, clock: Clock, began_s: float) -> None:
        """Let time pass until the next look."""
        clock.sleep(max(began_s + self.period_s - clock.now_s(), self.rest_s))


OUR_PACE = Pace(POLL_PERIOD_S, 0.01)
_RESTLESS = Pace(0.0, 0.0)
_PYTHON_PACE = Pace(0.0, 0.2)


class Looker(Protocol):
    """A driver on a board, opened."""

    def look(self) -> list[bytes]:
        """Look once; return the UIDs that it told of, check bytes stripped."""

    def idle(self, seconds: float) -> int:
        """Look at an empty tray for about so long, in its own loop; return how often it asked."""


@dataclass(frozen=True, slots=True)
class Driver:
    """One way to read tags.

    Attributes:
        open: makes it on a board.
        own_loop: its own loop, in words.
        own_pace: the same; None if it has no loop of its own.
        keeps_our_pace: whether its looks can also be made at our pace.
        reasons: what it cannot do, by tray, and why.
        tells_uids: whether it tells which tag it found.
        remembers: whether it knows tags again at its next look, so that it must also see them go.
        needs_quick_tags: whether it gives tags no time to wake; they then wake at once.
    """

    open: Callable[[Board, Clock], Looker]
    own_loop: str
    own_pace: Pace | None
    keeps_our_pace: bool = True
    reasons: Mapping[str, str] = field(default_factory=dict)
    tells_uids: bool = True
    remembers: bool = False
    needs_quick_tags: bool = False


class _Looking:
    """A looker that asks when it is told to.

    Args:
        clock: on which it rests.
        pace: of its own loop.
        look: one look.
    """

    def __init__(self, clock: Clock, pace: Pace, look: Callable[[], list[bytes]]) -> None:
        self._clock, self._pace, self.look = clock, pace, look

    def idle(self, seconds: float) -> int:
        until_s, count = self._clock.now_s() + seconds, 0
        while (began_s := self._clock.now_s()) < until_s:
            self.look()
            self._pace.wait(self._clock, began_s)
            count += 1
        return count


class _Waiting:
    """pi-rc522 as its authors mean it: the IRQ wire tells that a tag answered."""

    _ROUND_S = 0.1

    def __init__(self, reader: Any) -> None:
        self._reader = reader

    def look(self) -> list[bytes]:
        self._reader.wait_for_tag(timeout=self._ROUND_S)
        return _uids(self._reader.read_id())

    def idle(self, seconds: float) -> int:
        rounds = round(10 * seconds / self._ROUND_S)  # so many that its beginning and end count for little
        self._reader.wait_for_tag(timeout=rounds * self._ROUND_S)
        return rounds


def _uids(uid: list[int] | None) -> list[bytes]:
    return [] if uid is None else [bytes(uid)]


def _uids_of_number(number: int | None) -> list[bytes]:
    """Take the check byte from an id of 40 bits."""
    if number is None:
        return []
    level = number.to_bytes(5, "big")
    return [level[:4] if bcc(level[:4]) == level[4] else level]


def _open_ours(board: Board, clock: Clock) -> Looker:
    package = import_mfrc522(board.spidev, board.gpio)
    reader = Mfrc522Reader(ReaderSettings(), clock, package.MFRC522)
    reader.open()
    return _Looking(
        clock, OUR_PACE, lambda: [news.uid for news in reader.poll() if isinstance(news, TagArrived)]
    )


def _open_stock_request(board: Board, clock: Clock) -> Looker:
    reader = import_mfrc522(board.spidev, board.gpio).MFRC522()

    def look() -> list[bytes]:
        reader.MFRC522_Request(reader.PICC_REQIDL)
        return []

    return _Looking(clock, _RESTLESS, look)


def _open_stock(board: Board, clock: Clock) -> Looker:
    reader = import_mfrc522(board.spidev, board.gpio).SimpleMFRC522()
    return _Looking(clock, _RESTLESS, lambda: _uids_of_number(reader.read_id_no_block()))


def _open_mfrc522_python(board: Board, clock: Clock) -> Looker:
    reader = peers.import_peer("mfrc522-python", board, clock).BasicMFRC522()
    return _Looking(clock, _PYTHON_PACE, lambda: _uids_of_number(reader.read_id_no_block()))


def _open_pi_rc522(board: Board, clock: Clock) -> Looker:
    reader = peers.import_peer("pi-rc522", board, clock).RFID(pin_irq=None)
    return _Looking(clock, _RESTLESS, lambda: _uids(reader.read_id()))


def _open_pi_rc522_on_irq(board: Board, clock: Clock) -> Looker:
    return _Waiting(peers.import_peer("pi-rc522", board, clock).RFID())


DRIVERS: Mapping[str, Driver] = {
    "ours": Driver(_open_ours, "every 50 ms", OUR_PACE, remembers=True),
    "mfrc522 MFRC522_Request": Driver(
        _open_stock_request, "never rests", _RESTLESS, reasons=_NO_UIDS, tells_uids=False
    ),
    "mfrc522 SimpleMFRC522": Driver(_open_stock, "never rests", _RESTLESS, reasons=_CUT_SHORT | _COLLIDE),
    "mfrc522-python": Driver(
        _open_mfrc522_python, "rests 200 ms", _PYTHON_PACE, reasons=_CUT_SHORT | _COLLIDE
    ),
    "pi-rc522 read_id": Driver(_open_pi_rc522, "has no loop", None, reasons=_COLLIDE),
    "pi-rc522 wait_for_tag": Driver(
        _open_pi_rc522_on_irq,
        "asks every 100 ms",
        _RESTLESS,
        keeps_our_pace=False,
        reasons=_COLLIDE,
        needs_quick_tags=True,
    ),
}

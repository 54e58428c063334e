"""A disk that can lose its power: QEMU's card, with a write cache that forgets.

QEMU reaches it over the NBD protocol. What the guest has written but not flushed waits in memory. When the
power goes, each waiting sector is on the card or not, as chance has it: as on a real card that promises no
order but what a flush demands.

Source: the NBD protocol, doc/proto.md of NetworkBlockDevice/nbd: fixed newstyle, simple replies.
"""

import os
import random
import socket
import struct
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from stream import take

__all__ = ["SECTOR", "Disk", "WriteCache"]

SECTOR = 512
_MOST_WAITING = 65_536
"""Sectors, 32 MiB: what a cache does not hold any more reaches the card without a flush."""

_MAGIC, _HAVE_OPTIONS, _OPTION_REPLY = b"NBDMAGIC", b"IHAVEOPT", 0x3E889045565A9
_FIXED_NEWSTYLE, _NO_ZEROES = 1, 2
_ABORT, _GO = 2, 7
_ACK, _INFO, _UNSUPPORTED = 1, 3, 0x80000001
_EXPORT = 0
_HAS_FLAGS, _SENDS_FLUSH, _SENDS_FUA = 1, 4, 8
_REQUEST, _REPLY = 0x25609513, 0x67446698
_READ, _WRITE, _LEAVE, _FLUSH = range(4)
_FUA = 1
_INVALID = 22


class WriteCache:
    """The sectors of a card, and those of them that wait in its memory.

    Args:
        file: descriptor of the card.
    """

    def __init__(self, file: int) -> None:
        self._file = file
        self._waiting: dict[int, bytes] = {}

    @property
    def waiting(self) -> int:
        """How many sectors wait."""
        return len(self._waiting)

    def read(self, offset: int, length: int) -> bytes:
        """Return what the guest would read: what it wrote last, flushed or not."""
        data = bytearray(os.pread(self._file, length, offset).ljust(length, b"\0"))
        if self._waiting:
            for place in range(0, length, SECTOR):
                sector = self._waiting.get((offset + place) // SECTOR)
                if sector is not None:
                    data[place : place + SECTOR] = sector
        return bytes(data)

    def write(self, offset: int, data: bytes) -> None:
        """Take whole sectors; they wait for a flush."""
        first = offset // SECTOR
        for number in range(len(data) // SECTOR):
            self._waiting[first + number] = data[number * SECTOR : (number + 1) * SECTOR]
        while len(self._waiting) > _MOST_WAITING:
            self._keep(next(iter(self._waiting)))

    def flush(self) -> None:
        """Bring all that waits to the card."""
        for number in list(self._waiting):
            self._keep(number)

    def lose_power(self, chance: random.Random) -> int:
        """Forget what waits, but what chance has brought to the card; return how many sectors are lost."""
        waiting = list(self._waiting)
        for number in waiting:
            if chance.random() < 0.5:
                self._keep(number)
        lost = len(self._waiting)
        self._waiting.clear()
        return lost

    def _keep(self, number: int) -> None:
        os.pwrite(self._file, self._waiting.pop(number), number * SECTOR)


class Disk:
    """Serves one card to one QEMU at a time, on a socket.

    Args:
        card: the file; its size is the card's.
        address: where the socket is made.
    """

    def __init__(self, card: Path, address: Path) -> None:
        self._file = os.open(card, os.O_RDWR)
        self._size = os.fstat(self._file).st_size
        self.cache = WriteCache(self._file)
        self.flushes = 0
        self._lock = threading.Lock()
        self._is_off = False
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(address))
        self._socket.listen()
        self.address = address
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let the card go with all that was written: its machine was switched off properly."""
        with self._lock:
            if not self._is_off:
                self.cache.flush()
            self._is_off = True
            os.close(self._file)
        self._socket.close()
        self.address.unlink()

    def lose_power(self, chance: random.Random) -> int:
        """Take no more, and forget; return how many sectors are lost. Comes before QEMU's end."""
        with self._lock:
            self._is_off = True
            return self.cache.lose_power(chance)

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                guest, _ = self._socket.accept()
                with guest, suppress(OSError, EOFError):
                    if self._agree(guest):
                        while self._answer(guest):
                            pass

    def _agree(self, guest: socket.socket) -> bool:
        guest.sendall(_MAGIC + _HAVE_OPTIONS + struct.pack(">H", _FIXED_NEWSTYLE | _NO_ZEROES))
        take(guest, 4)
        while True:
            _, option, length = struct.unpack(">8sII", take(guest, 16))
            take(guest, length)
            if option == _GO:
                flags = _HAS_FLAGS | _SENDS_FLUSH | _SENDS_FUA
                info = struct.pack(">HQH", _EXPORT, self._size, flags)
                guest.sendall(_option_reply(option, _INFO, info) + _option_reply(option, _ACK))
                return True
            guest.sendall(_option_reply(option, _ACK if option == _ABORT else _UNSUPPORTED))
            if option == _ABORT:
                return False

    def _answer(self, guest: socket.socket) -> bool:
        magic, flags, kind, handle, offset, length = struct.unpack(">IHHQQI", take(guest, 28))
        if magic != _REQUEST or kind == _LEAVE:
            return False
        data = take(guest, length) if kind == _WRITE else b""
        with self._lock:
            if self._is_off:
                return False
            if kind == _WRITE:
                self.cache.write(offset, data)
            if kind == _FLUSH or flags & _FUA:
                self.cache.flush()
                self.flushes += 1
            answer = self.cache.read(offset, length) if kind == _READ else b""
        guest.sendall(struct.pack(">IIQ", _REPLY, 0 if kind <= _FLUSH else _INVALID, handle) + answer)
        return True


def _option_reply(option: int, kind: int, data: bytes = b"") -> bytes:
    return struct.pack(">QIII", _OPTION_REPLY, option, kind, len(data)) + data

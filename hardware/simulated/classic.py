"""MIFARE Classic 1K: sixteen sectors that open only to their key.

The cipher Crypto1 is not modelled. A frame says whether it is encrypted, and the reader proves
its key by showing it to the tag, which no eavesdropper of a simulation will mind.
"""

from hardware.iso14443 import crc_a
from hardware.simulated.iso14443_tag import Frame, Tag, whole_bytes

__all__ = ["Classic"]

_BLOCK_BYTES, _BLOCKS = 16, 64
_KEY_BYTES = 6
_AUTH_A, _AUTH_B = 0x60, 0x61
_ACK, _NAK_NOT_ALLOWED, _NAK_CRC = 0xA, 0x4, 0x5
_WRITE_S = 2.5e-3
_NONCE = bytes.fromhex("01200145")
_TRAILER = bytes.fromhex("ffffffffffffff078069ffffffffffff")  # both keys and access as delivered


class Classic(Tag):
    """A card as delivered: every key FF FF FF FF FF FF, access bits not modelled."""

    def __init__(self, uid: bytes) -> None:
        super().__init__(uid, atqa=bytes.fromhex("0400" if len(uid) == 4 else "4400"), sak=0x08)
        self.memory = bytearray(_BLOCKS * _BLOCK_BYTES)
        """All blocks, keys included, for tests to look at or fill."""
        self.memory[:4] = self.uid[:4]
        for trailer in range(3, _BLOCKS, 4):
            self.memory[trailer * _BLOCK_BYTES : (trailer + 1) * _BLOCK_BYTES] = _TRAILER
        self._forget()

    def _forget(self) -> None:
        self._asked: tuple[int, int] | None = None
        self._open_sector: int | None = None
        self._writing: int | None = None

    @property
    def has_asked(self) -> bool:
        """Whether it has sent its nonce and waits for the proof of a key."""
        return self._asked is not None

    def prove(self, key: bytes, uid: bytes) -> bool:
        """Finish an authentication that the tag has just answered with its nonce.

        Args:
            key: the six bytes the reader holds.
            uid: the four UID bytes the reader mixes in: the last cascade level.

        Returns:
            Whether the reader is let in; otherwise the tag is back where its search began.
        """
        asked, self._asked = self._asked, None
        if asked is None or self._key(*asked) != key or uid != self._levels[-1][:4]:
            self._drop()
            return False
        self._open_sector = asked[1] // 4
        return True

    def _key(self, command: int, block: int) -> bytes:
        start = (block | 3) * _BLOCK_BYTES + (0 if command == _AUTH_A else _BLOCK_BYTES - _KEY_BYTES)
        return bytes(self.memory[start : start + _KEY_BYTES])

    def _understands(self, frame: Frame) -> bool:
        return frame.encrypted == (self._open_sector is not None)

    def _command(self, frame: Frame) -> Frame | None:
        writing, self._writing, self._asked = self._writing, None, None
        body = frame.data[:-2]
        if not self._understands(frame) or frame.bits != 8 * len(frame.data) or not body:
            return self._drop()
        if crc_a(body) != frame.data[-2:]:
            return self._refuse(_NAK_CRC)
        if writing is not None:
            return self._store(writing, body)
        if len(body) != 2 or body[1] >= _BLOCKS:
            return self._refuse(_NAK_NOT_ALLOWED)
        return self._run(body[0], body[1])

    def _run(self, command: int, block: int) -> Frame | None:
        if command in (_AUTH_A, _AUTH_B):
            self._asked = (command, block)
            return whole_bytes(_NONCE)
        if self._open_sector != block // 4:
            return self._refuse(_NAK_NOT_ALLOWED)
        if command == 0x30:
            return self._read(block)
        if command == 0xA0 and block != 0:  # block 0 is the manufacturer's
            self._writing = block
            return Frame(bytes([_ACK]), 4)
        return self._refuse(_NAK_NOT_ALLOWED)

    def _read(self, block: int) -> Frame:
        data = bytes(self.memory[block * _BLOCK_BYTES : (block + 1) * _BLOCK_BYTES])
        if block % 4 == 3:
            data = bytes(_KEY_BYTES) + data[_KEY_BYTES:]  # key A never comes out
        return whole_bytes(data + crc_a(data))

    def _store(self, block: int, data: bytes) -> Frame:
        if len(data) != _BLOCK_BYTES:
            return self._refuse(_NAK_NOT_ALLOWED)
        self.memory[block * _BLOCK_BYTES : (block + 1) * _BLOCK_BYTES] = data
        return Frame(bytes([_ACK]), 4, delay_s=_WRITE_S)

    def _refuse(self, nak: int) -> Frame:
        self._drop()
        return Frame(bytes([nak]), 4)

"""NTAG213 and NTAG215 stickers: a type 2 tag with 4-byte pages."""

from enum import Enum

from hardware.iso14443 import crc_a
from hardware.simulated.iso14443_tag import Frame, Tag, whole_bytes

__all__ = ["Ntag", "NtagModel"]

_ACK, _NAK_ARGUMENT, _NAK_CRC = 0xA, 0x0, 0x1
_WRITE_S = 4.1e-3  # the data sheet allows 10 ms
_PAGE_BYTES = 4
_LOCK_PAGE, _CC_PAGE, _LAST_LOCKABLE_PAGE = 2, 3, 15


class NtagModel(Enum):
    """Number of pages, size byte of the capability container, size byte of GET_VERSION."""

    NTAG213 = (45, 0x12, 0x0F)
    NTAG215 = (135, 0x3E, 0x11)


class Ntag(Tag):
    """A sticker as it leaves the factory; its passwords and counters are not modelled.

    Source: NXP NTAG213/215/216 data sheet, sections 8 to 10.
    """

    def __init__(self, uid: bytes, model: NtagModel = NtagModel.NTAG213) -> None:
        if len(uid) != 7:
            raise ValueError(f"an NTAG has a UID of 7 bytes, not {len(uid)}: '{uid.hex()}'")
        super().__init__(uid, atqa=bytes.fromhex("4400"), sak=0x00)
        self._pages, size, self._version_size = model.value
        self.memory = bytearray(self._pages * _PAGE_BYTES)
        """Everything READ shows, for tests to look at or fill."""
        first, second = self._levels
        header = first[1:] + second + bytes.fromhex("480000") + bytes([0xE1, 0x10, size, 0x00])
        self.memory[: len(header)] = header
        self.memory[16:20] = bytes.fromhex("0300fe00")  # an empty NDEF message
        self.memory[-20:-8] = bytes.fromhex("000000bd040000ff00050000")  # dynamic lock, CFG0, CFG1
        self._compat_page: int | None = None

    def _command(self, frame: Frame) -> Frame | None:
        page, self._compat_page = self._compat_page, None
        body, check = frame.data[:-2], frame.data[-2:]
        if frame.encrypted or frame.bits != 8 * len(frame.data) or not body:
            return self._drop()
        if crc_a(body) != check:
            return self._refuse(_NAK_CRC)
        if page is not None:
            return self._write(page, body[:4]) if len(body) == 16 else self._refuse(_NAK_ARGUMENT)
        return self._run(body)

    def _run(self, body: bytes) -> Frame | None:
        match body[0], len(body):
            case (0x30, 2):
                return self._read(body[1])
            case (0x3A, 3):
                return self._fast_read(body[1], body[2])
            case (0x60, 1):
                return self._checked(bytes([0x00, 0x04, 0x04, 0x02, 0x01, 0x00, self._version_size, 0x03]))
            case (0xA2, 6):
                return self._write(body[1], body[2:])
            case (0xA0, 2) if body[1] < self._pages:
                self._compat_page = body[1]
                return Frame(bytes([_ACK]), 4)
        return self._refuse(_NAK_ARGUMENT)

    def _read(self, page: int) -> Frame | None:
        if page >= self._pages:
            return self._refuse(_NAK_ARGUMENT)
        start = page * _PAGE_BYTES
        return self._checked(bytes((self.memory + self.memory[:12])[start : start + 16]))  # wraps

    def _fast_read(self, first: int, last: int) -> Frame | None:
        if not first <= last < self._pages:
            return self._refuse(_NAK_ARGUMENT)
        return self._checked(bytes(self.memory[first * _PAGE_BYTES : (last + 1) * _PAGE_BYTES]))

    def _write(self, page: int, four: bytes) -> Frame | None:
        """Write a page. Lock bytes and capability container only ever gain bits."""
        if not _LOCK_PAGE <= page < self._pages or self._is_locked(page):
            return self._refuse(_NAK_ARGUMENT)
        start = page * _PAGE_BYTES
        old = self.memory[start : start + _PAGE_BYTES]
        if page == _LOCK_PAGE:
            four = bytes([old[0], old[1], old[2] | four[2], old[3] | four[3]])
        elif page == _CC_PAGE:
            four = bytes(was | now for was, now in zip(old, four, strict=True))
        self.memory[start : start + _PAGE_BYTES] = four
        return Frame(bytes([_ACK]), 4, delay_s=_WRITE_S)

    def _is_locked(self, page: int) -> bool:
        """Read the static lock bits: bit 3 of the first byte is page 3, and so on to page 15."""
        bits = int.from_bytes(self.memory[10:12], "little")
        return _CC_PAGE <= page <= _LAST_LOCKABLE_PAGE and bool(bits >> page & 1)

    def _checked(self, data: bytes) -> Frame:
        return whole_bytes(data + crc_a(data))

    def _refuse(self, nak: int) -> Frame:
        self._drop()
        return Frame(bytes([nak]), 4)

    def _forget(self) -> None:
        self._compat_page = None

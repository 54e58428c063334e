"""Who is in the field: anticollision, selection and halting of ISO 14443-3 type A.

Each look asks REQA, works out one tag bit by bit, selects it and halts it, until nobody answers.
A halted tag is silent to REQA, so a card that lies on the tray costs nothing, and is asked for by
name (WUPA, then SELECT with its whole UID).
"""

from dataclasses import dataclass

from hardware.iso14443 import CASCADE_TAG, HLTA, REQA, SAK_CASCADE, SEL, WUPA, bcc, cascade_levels, crc_a
from hardware.rc522_link import Heard, Link, Reply

__all__ = ["Inventory", "Tag"]

_LEVEL_BITS = 40  # four bytes of UID and their BCC
_MOST_ROUNDS = 32  # of anticollision in one level: no more bits can differ
_MOST_FAILURES = 4  # to select somebody, in one look
_MOST_TAGS = 16  # in one look; the field of an RC522 feeds fewer
_SHORT = 7  # bits of REQA and WUPA


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that was selected: its whole UID in wire order, and its last SAK."""

    uid: bytes
    sak: int


class Inventory:
    """The conversation with the tags, over one link.

    The data sheet leaves open whether CollReg counts a second collision in one cascade level from
    the level's start or from the first byte of the reply. Where the two differ, one reading is
    kept for as long as it leads to a tag, and the other tried when it does not.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._counts_from_level = True

    def find(self, *, wake_halted: bool) -> list[Tag]:
        """Return the tags that answer, each selected and halted.

        Args:
            wake_halted: ask with WUPA first, which halted tags hear too.

        Raises:
            ReaderLost: if the chip fails.
        """
        found: list[Tag] = []
        failures = 0
        request = WUPA if wake_halted else REQA
        while len(found) < _MOST_TAGS and failures < _MOST_FAILURES:
            if self._link.exchange(bytes([request]), last_bits=_SHORT).heard is Heard.NOTHING:
                if not failures:
                    break
                failures += 1  # a tag that lost the thread is silent once, and hears the next
                continue
            tag = self._select_any()
            if tag is None:
                failures += 1
                continue
            self._halt()
            request = REQA
            if tag in found:
                failures += 1  # it did not hear HLTA, or is the twin of another
            else:
                found.append(tag)
        return found

    def is_silent(self, uid: bytes) -> bool:
        """Return whether a tag that was here certainly does not answer: clean silence, no noise.

        Raises:
            ReaderLost: if the chip fails.
        """
        if self._link.exchange(bytes([WUPA]), last_bits=_SHORT).heard is Heard.NOTHING:
            return True
        for select, level in zip(SEL, cascade_levels(uid), strict=False):
            if self._select(select, level).heard is Heard.NOTHING:
                return True
        self._halt()
        return False

    def wake_all(self) -> None:
        """Take every tag's power for a moment, so that halted ones answer `find` again.

        Raises:
            ReaderLost: if the chip fails.
        """
        self._link.restart_field()

    def _select_any(self) -> Tag | None:
        uid = b""
        for select in SEL:
            level = self._resolve(select)
            if level is None:
                return None
            sak = _sak(self._select(select, level))
            if sak is None:
                return None
            if not sak & SAK_CASCADE:
                return Tag(uid + level[:4], sak)
            if level[0] != CASCADE_TAG:
                return None
            uid += level[1:4]
        return None

    def _resolve(self, select: int) -> bytes | None:
        """Work out the four bytes and BCC of one tag in one cascade level, bit by bit."""
        bits, known = 0, 0  # the level as a number, first bit lowest, and how many bits are sure
        was_ambiguous = False
        for _ in range(_MOST_ROUNDS):
            reply = self._ask(select, bits, known)
            if reply.heard is Heard.REPLY:
                level = _merge(bits, known, reply)
                return level if level is not None and bcc(level[:4]) == level[4] else None
            if reply.heard is Heard.COLLISION:
                at, is_ambiguous = self._position(reply, known)
                was_ambiguous = was_ambiguous or is_ambiguous
                if known < at <= _LEVEL_BITS:
                    bits = _first_bits(_raw_merge(bits, known, reply), at - 1) | 1 << (at - 1)
                    known = at
                    continue
            if was_ambiguous:
                self._counts_from_level = not self._counts_from_level
            return None
        return None

    def _ask(self, select: int, bits: int, known: int) -> Reply:
        whole, part = divmod(known, 8)
        nvb = (2 + whole) << 4 | part
        prefix = bits.to_bytes(5, "little")[: whole + (part > 0)]
        return self._link.exchange(bytes([select, nvb]) + prefix, last_bits=part, align=part)

    def _position(self, reply: Reply, known: int) -> tuple[int, bool]:
        """Return the number of the collided bit in its level, and whether it could be another."""
        from_level = reply.collision_at
        from_reply = 8 * (known // 8) + reply.collision_at
        if from_level <= known or from_level == from_reply:
            return from_reply, False
        if from_reply > _LEVEL_BITS:
            return from_level, False
        return (from_level if self._counts_from_level else from_reply), True

    def _select(self, select: int, level: bytes) -> Reply:
        frame = bytes([select, 0x70]) + level
        return self._link.exchange(frame + crc_a(frame))

    def _halt(self) -> None:
        self._link.exchange(HLTA)


def _first_bits(number: int, count: int) -> int:
    return number & ((1 << count) - 1)


def _raw_merge(bits: int, known: int, reply: Reply) -> int:
    """Put a reply behind the bits already known; its first byte is aligned to them."""
    received = int.from_bytes(reply.data, "little") << 8 * (known // 8)
    return _first_bits(bits, known) | received >> known << known


def _merge(bits: int, known: int, reply: Reply) -> bytes | None:
    """Return the level's five bytes, None unless exactly the missing bits came."""
    if reply.bits or known // 8 + len(reply.data) != _LEVEL_BITS // 8:
        return None
    return _raw_merge(bits, known, reply).to_bytes(5, "little")


def _sak(reply: Reply) -> int | None:
    """Return the SAK of an acknowledged SELECT, None if it is damaged."""
    if reply.heard is not Heard.REPLY or reply.bits or len(reply.data) != 3:
        return None
    return reply.data[0] if crc_a(reply.data[:1]) == reply.data[1:] else None

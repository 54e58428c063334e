"""Who is in the field: anticollision, selection and halting of ISO 14443-3 type A.

Each look asks REQA, works out one tag bit by bit, selects it and halts it, until nobody answers.
A halted tag is silent to REQA, so cards that lie on the tray do not hide a new one; they are asked
for by name (WUPA, then SELECT with the whole UID).

A tag is reported only when its last SELECT was acknowledged with a sound CRC_A: it answers that
frame only if every bit of its UID stood in it, so damage on the air can delay a UID, not alter it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from hardware.iso14443 import CASCADE_TAG, HLTA, REQA, SAK_CASCADE, SEL, WUPA, bcc, cascade_levels, crc_a
from hardware.rc522_link import Heard, Link, Reply

__all__ = ["Called", "Inventory", "Tag"]

_LEVEL_BITS = 40  # four bytes of UID and their BCC
_MOST_ROUNDS = 32  # of anticollision in one level: no more bits can differ
_MOST_DAMAGED = 8  # answers in one level, each asked for anew
_MOST_CONFIRMATIONS = 4  # of a UID whose acknowledge was damaged
_MOST_FAILURES = 4  # to select somebody, in one look
_MOST_S = 0.1  # in one look for new tags; the next one goes on
_SHORT = 7  # bits of REQA and WUPA
_NONSENSE = HLTA[:2] + bytes(2)  # its CRC_A is wrong: nobody expects this (ISO 14443-3, 6.3)


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag that was selected: its whole UID in wire order, and its last SAK."""

    uid: bytes
    sak: int


class Called(Enum):
    """How a tag that was asked for by name answered."""

    SILENT = "silent"
    DAMAGED = "damaged"
    SOUND = "sound"


class Inventory:
    """The conversation with the tags, over one link.

    The data sheet leaves open whether CollReg counts a second collision in one cascade level from
    the level's start or from the first byte of the reply. NXP's own reader library takes the
    latter; clones may differ. Where the two differ, one reading is kept for as long as it leads to
    a tag, and the other tried when it does not.

    Every method raises ReaderLost if the chip fails.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._counts_from_level = False
        self._until_s = 0.0  # when the look for new tags ends

    def find(self) -> list[Tag]:
        """Return the tags that answer REQA, each selected and halted: those that do not sleep yet."""
        found: list[Tag] = []
        failures, self._until_s = 0, self._link.now_s() + _MOST_S
        while self._link.now_s() < self._until_s and failures < _MOST_FAILURES:
            if not self._request(REQA):
                if not failures:
                    break
                failures += 1  # a tag that lost the thread is silent once, and hears the next
                continue
            tag = self._select_any()
            if tag is not None:
                self._halt()
            if tag is None or tag in found:  # the latter did not hear HLTA, or is the twin of another
                failures += 1
            else:
                found.append(tag)
        if failures:
            self._drop()
        return found

    def call(self, uids: Sequence[bytes]) -> list[Called]:
        """Ask for each of these tags by name, once; return how each answered.

        Only clean silence is `SILENT`: noise means that something is there.
        """
        answers: list[Called] = []
        for uid in uids:
            if not self._request(WUPA):
                break
            replies = self._call(uid)
            if replies[-1].heard is Heard.NOTHING:
                answers.append(Called.SILENT)
                continue
            self._halt()
            is_sound = all(_sak(reply) is not None for reply in replies)
            answers.append(Called.SOUND if is_sound else Called.DAMAGED)
        return answers + [Called.SILENT] * (len(uids) - len(answers))

    def is_asleep(self, uid: bytes) -> bool:
        """Return whether a tag is certainly there and has had power ever since it was halted.

        A tag that is dropped falls back to where it was woken from: one that was asleep is silent
        to every REQA. One that was not may miss a frame; so each is sent again.
        """
        if not self._request(WUPA):
            return False
        reply = self._call(uid)[-1]
        if reply.heard is Heard.NOTHING:
            return False
        self._drop()
        self._drop()
        is_silent = not any(self._request(REQA) for _ in range(3))
        self._drop()
        return is_silent and _sak(reply) is not None

    def reads_at_once(self, uid: bytes) -> bool:
        """Return whether an idle tag is selected with nothing asked twice; it is left idle."""
        self._request(REQA)
        levels = zip(SEL, cascade_levels(uid), strict=False)
        are_sound = [_sak(self._select(select, level)) is not None for select, level in levels]
        self._drop()
        return all(are_sound)

    def is_nobody_there(self) -> bool:
        """Return whether the field is empty, sleepers included; everybody is left as he was."""
        if not self._request(WUPA):
            return True
        self._drop()
        return False

    def wake_all(self) -> None:
        """Take every tag's power for a moment, so that halted ones answer `find` again."""
        self._link.chip.restart_field()

    def _select_any(self) -> Tag | None:
        uid = b""
        for select in SEL:
            level = self._resolve(select)
            if level is None:
                return None
            reply = self._select(select, level)
            if reply.heard is Heard.NOTHING:
                return None
            sak = _sak(reply)
            if level[0] != CASCADE_TAG or select == SEL[-1]:
                return self._last_selected(uid + level[:4], sak)
            if sak is not None and not sak & SAK_CASCADE:
                # No single UID begins with 88, but a double one of an older tag may have it fourth.
                return self._last_selected(uid + level[:4], None) if uid else None
            uid += level[1:4]  # also where the SAK is damaged: the next level answers only who was selected
        return None

    def _last_selected(self, uid: bytes, sak: int | None) -> Tag | None:
        """Return the tag whose last level was acknowledged; ask again where the answer was damaged."""
        for _ in range(_MOST_CONFIRMATIONS):
            if sak is not None:
                break
            self._drop()
            self._request(REQA)
            sak = _sak(self._call(uid)[-1])
        return None if sak is None or sak & SAK_CASCADE else Tag(uid, sak)

    def _resolve(self, select: int) -> bytes | None:
        """Work out the four bytes and BCC of one tag in one cascade level, bit by bit."""
        bits, known = 0, 0  # the level as a number, first bit lowest, and how many bits are sure
        was_ambiguous, damaged = False, 0
        for _ in range(_MOST_ROUNDS):
            if self._link.now_s() >= self._until_s:
                return None
            reply = self._ask(select, bits, known)
            at, is_ambiguous = self._position(reply, known)
            was_ambiguous = was_ambiguous or is_ambiguous
            if known < at <= _LEVEL_BITS:
                bits = _first_bits(_raw_merge(bits, known, reply), at - 1) | 1 << (at - 1)
                known = at
                continue
            if reply.heard in (Heard.NOTHING, Heard.COLLISION):
                self._counts_from_level ^= was_ambiguous
                return None
            level = _merge(bits, known, reply)
            if level is not None:
                return level
            bits, known, damaged = 0, 0, damaged + 1
            if damaged == _MOST_DAMAGED:
                return None
        return None

    def _ask(self, select: int, bits: int, known: int) -> Reply:
        whole, part = divmod(known, 8)
        nvb = (2 + whole) << 4 | part
        prefix = bits.to_bytes(5, "little")[: whole + (part > 0)]
        return self._link.exchange(bytes([select, nvb]) + prefix, last_bits=part, align=part)

    def _position(self, reply: Reply, known: int) -> tuple[int, bool]:
        """Return the number of the collided bit in its level, and whether it could be another.

        The number is 0 if there was no collision, or nobody knows where.
        """
        if reply.heard is not Heard.COLLISION or not reply.collision_at:
            return 0, False
        from_level = reply.collision_at
        from_reply = 8 * (known // 8) + reply.collision_at
        if from_level <= known or from_level == from_reply:
            return from_reply, False
        if from_reply > _LEVEL_BITS:
            return from_level, False
        return (from_level if self._counts_from_level else from_reply), True

    def _request(self, request: int) -> bool:
        return self._link.is_answered(bytes([request]), last_bits=_SHORT)

    def _call(self, uid: bytes) -> list[Reply]:
        """Select a woken tag by its whole UID; return its acknowledges, up to the first silence."""
        replies = []
        for select, level in zip(SEL, cascade_levels(uid), strict=False):
            replies.append(self._select(select, level))
            if replies[-1].heard is Heard.NOTHING:
                break
        return replies

    def _select(self, select: int, level: bytes) -> Reply:
        frame = bytes([select, 0x70]) + level
        return self._link.exchange(frame + crc_a(frame))

    def _halt(self) -> None:
        self._link.is_answered(HLTA)

    def _drop(self) -> None:
        """Let every tag that is awake fall back to where it was woken from: to idle, or asleep."""
        self._link.is_answered(_NONSENSE)


def _first_bits(number: int, count: int) -> int:
    return number & ((1 << count) - 1)


def _raw_merge(bits: int, known: int, reply: Reply) -> int:
    """Put a reply behind the bits already known; its first byte is aligned to them."""
    received = int.from_bytes(reply.data, "little") << 8 * (known // 8)
    return _first_bits(bits, known) | received >> known << known


def _merge(bits: int, known: int, reply: Reply) -> bytes | None:
    """Return the level's five bytes, None unless exactly the missing bits came and the BCC fits."""
    if reply.heard is not Heard.REPLY or reply.bits or known // 8 + len(reply.data) != _LEVEL_BITS // 8:
        return None
    level = _raw_merge(bits, known, reply).to_bytes(5, "little")
    return level if bcc(level[:4]) == level[4] else None


def _sak(reply: Reply) -> int | None:
    """Return the SAK of an acknowledged SELECT, None if it is damaged."""
    if reply.heard is not Heard.REPLY or reply.bits or len(reply.data) != 3:
        return None
    return reply.data[0] if crc_a(reply.data[:1]) == reply.data[1:] else None

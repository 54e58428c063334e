"""Frames between antenna and tags at 106 kbit/s: how long they take, how they overlap, what arrives."""

import random
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from hardware.iso14443 import odd_parity
from hardware.simulated.iso14443_tag import Frame

__all__ = ["BIT_S", "CollPosCounts", "Noise", "Receiver", "Reception", "air_s", "answer_delay_s", "receive"]

BIT_S = 128 / 13.56e6
_DELAY_AFTER_ONE_S = 1236 / 13.56e6
_DELAY_AFTER_ZERO_S = 1172 / 13.56e6
_COLL_ERR, _PARITY_ERR = 0x08, 0x02
_POS_NOT_VALID = 0x20
_LAST_POS = 32


_Bits = tuple[int, int]
"""Bits as a number, the first lowest, and how many there are."""


class CollPosCounts(Enum):
    """From where CollPos counts in an answer to a split frame; the data sheet does not settle it."""

    FROM_LEVEL_START = "level start"
    FROM_FIRST_FIFO_BYTE = "first FIFO byte"


@dataclass(frozen=True, slots=True)
class Noise:
    """What the air does to the tags' answers.

    Attributes:
        rate: the probability that a bit of an answer, data or parity, arrives wrong.
        chance: whence chance comes.
        blurred: the share of the wrong bits in which both halves are modulated, 0 to 1; the chip
            takes such a bit for a collision.
    """

    rate: float
    chance: random.Random
    blurred: float = 0.0

    def disturb(self, bits: _Bits, collision: int | None) -> tuple[_Bits, int | None]:
        """Return the bits as they arrive, and the index of the first that looks like a collision."""
        random_, rate, blurred = self.chance.random, self.rate, self.blurred
        arrived, count = bits
        wrong = [index for index in range(count) if random_() < rate]
        if not wrong:
            return bits, collision
        for index in wrong:
            arrived ^= 1 << index
        collisions = [index for index in wrong if blurred and random_() < blurred]
        if collision is not None:
            collisions.append(collision)
        return (arrived, count), min(collisions, default=None)


@dataclass(frozen=True, slots=True)
class Receiver:
    """How the receiver is set for one answer.

    Attributes:
        align: RxAlign, the place of the first bit in the first byte.
        before: added to the number of a bit of the answer to get CollPos.
        keeps_values_after_coll: ValuesAfterColl; if not, bits from the collision on are stored as 0.
    """

    align: int
    before: int
    keeps_values_after_coll: bool


@dataclass(frozen=True, slots=True)
class Reception:
    """What the receiver made of one answer.

    Attributes:
        data: bytes for the FIFO.
        last_bits: how many bits of the last are valid, 0 for all eight.
        errors: bits of ErrorReg.
        coll: bits 5..0 of CollReg.
    """

    data: bytes
    last_bits: int
    errors: int = 0
    coll: int = _POS_NOT_VALID


def air_s(frame: Frame) -> float:
    """Return how long a frame is on the air: a start bit, its bits, a parity bit for each byte."""
    return (1 + frame.bits + (frame.skipped + frame.bits) // 8) * BIT_S


def answer_delay_s(sent: Frame) -> float:
    """Return the frame delay time of a tag, which depends on the last bit sent (ISO 14443-3, 6.2.1.1)."""
    last, bits = sent.data[-1], sent.bits % 8
    bit = last >> (bits - 1) & 1 if bits else odd_parity(last)
    return _DELAY_AFTER_ONE_S if bit else _DELAY_AFTER_ZERO_S


def receive(answers: list[Frame], receiver: Receiver, noise: Noise) -> Reception:
    """Let the answers of one or more tags overlap, and read what arrives."""
    first = answers[0]
    if noise.rate == 0 and len(answers) == 1 and first.skipped == receiver.align:
        return _receive_clean(first, receiver.align)
    bits, collision = _to_air(first.data, first.skipped, first.bits), None
    for other in answers[1:]:
        bits, collision = _superpose(bits, collision, _to_air(other.data, other.skipped, other.bits))
    if noise.rate:
        bits, collision = noise.disturb(bits, collision)
    return _read(bits, bits[1] if collision is None else collision, receiver)


def _receive_clean(frame: Frame, align: int) -> Reception:
    """Read a single answer without noise; the same as the long way, only faster."""
    data = frame.data
    if align:
        data = bytes([data[0] >> align << align]) + data[1:]
    return Reception(data, (align + frame.bits) % 8)


@lru_cache(maxsize=256)
def _to_air(data: bytes, skipped: int, left: int) -> _Bits:
    """Spread a frame into bits; a byte sent to its end is followed by its parity."""
    bits, count, start = 0, 0, skipped
    for byte in data:
        end = min(8, start + left)
        bits |= (byte & (1 << end) - 1) >> start << count
        count += end - start
        left -= end - start
        if end == 8:
            bits |= odd_parity(byte) << count
            count += 1
        start = 0
    return bits, count


def _superpose(bits: _Bits, collision: int | None, other: _Bits) -> tuple[_Bits, int | None]:
    """Lay one more answer over others; where they differ, both halves of the bit are modulated.

    Args:
        bits: the others so far, a 1 where they differ.
        collision: the index of the first bit in which they differ, None if there is none.
        other: what is laid over them.

    Returns:
        Bits and collision with this one.
    """
    shorter, longer = sorted((bits[1], other[1]))
    differing = (bits[0] ^ other[0]) & (1 << shorter) - 1
    if differing:
        first = (differing & -differing).bit_length() - 1
        collision = first if collision is None else min(first, collision)
    return (bits[0] | other[0], longer), collision


def _read(bits: _Bits, collision: int, receiver: Receiver) -> Reception:
    """Cut bits into bytes, and check each parity up to the collision.

    The parity of a split first byte is not checked: the chip does not hold the byte's other half.
    """
    value, count = bits
    kept = value if receiver.keeps_values_after_coll else value & (1 << collision) - 1
    data, errors, number, coll = bytearray(), 0, 0, _POS_NOT_VALID
    at, place = 0, receiver.align
    while at < count:
        length = min(8 - place, count - at)
        byte = (kept >> at & (1 << length) - 1) << place
        data.append(byte)
        if at <= collision < at + length:
            coll = _coll_pos(receiver.before + number + collision - at + 1)
        at, place, number = at + length, place + length, number + length
        if place == 8 and at < count:
            is_split = receiver.align and len(data) == 1
            if value >> at & 1 != odd_parity(byte) and not is_split and at < collision:
                errors |= _PARITY_ERR
            at, place = at + 1, 0
    return Reception(bytes(data), place % 8, errors | (_COLL_ERR if collision < count else 0), coll)


def _coll_pos(number: int) -> int:
    return number % _LAST_POS if number <= _LAST_POS else _POS_NOT_VALID

"""Frames between antenna and tags at 106 kbit/s: how long they take, how they overlap, what arrives."""

import random
from dataclasses import dataclass
from enum import Enum
from itertools import zip_longest

from hardware.iso14443 import odd_parity
from hardware.simulated.iso14443_tag import Frame

__all__ = ["BIT_S", "CollPosCounts", "Noise", "Receiver", "Reception", "air_s", "answer_delay_s", "receive"]

BIT_S = 128 / 13.56e6
_DELAY_AFTER_ONE_S = 1236 / 13.56e6
_DELAY_AFTER_ZERO_S = 1172 / 13.56e6
_COLL_ERR, _PARITY_ERR = 0x08, 0x02
_POS_NOT_VALID = 0x20
_LAST_POS = 32


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

    def disturb(self, bits: list[int], collision: int | None) -> tuple[list[int], int | None]:
        """Return the bits as they arrive, and the index of the first that looks like a collision."""
        random_, rate, blurred = self.chance.random, self.rate, self.blurred
        wrong = [index for index in range(len(bits)) if random_() < rate]
        arrived = bits.copy()
        for index in wrong:
            arrived[index] ^= 1
        collisions = [index for index in wrong if blurred and random_() < blurred]
        if collision is not None:
            collisions.append(collision)
        return arrived, min(collisions, default=None)


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
    bits, collision = _superpose([_to_air(answer) for answer in answers])
    if noise.rate:
        bits, collision = noise.disturb(bits, collision)
    return _read(bits, len(bits) if collision is None else collision, receiver)


def _receive_clean(frame: Frame, align: int) -> Reception:
    """Read a single answer without noise; the same as the long way, only faster."""
    data = frame.data
    if align:
        data = bytes([data[0] >> align << align]) + data[1:]
    return Reception(data, (align + frame.bits) % 8)


def _to_air(frame: Frame) -> list[int]:
    """Spread a frame into bits; a byte sent to its end is followed by its parity."""
    bits: list[int] = []
    start, left = frame.skipped, frame.bits
    for byte in frame.data:
        end = min(8, start + left)
        bits += [byte >> place & 1 for place in range(start, end)]
        left -= end - start
        if end == 8:
            bits.append(odd_parity(byte))
        start = 0
    return bits


def _superpose(streams: list[list[int]]) -> tuple[list[int], int | None]:
    """Lay answers over each other; where they differ, both halves of the bit are modulated.

    Returns:
        The bits, a 1 where they differ, and the index of the first such.
    """
    bits: list[int] = []
    collision = None
    for index, column in enumerate(zip_longest(*streams)):
        values = {bit for bit in column if bit is not None}
        if len(values) == 2 and collision is None:
            collision = index
        bits.append(max(values))
    return bits, collision


def _read(bits: list[int], collision: int, receiver: Receiver) -> Reception:
    """Cut bits into bytes, and check each parity up to the collision.

    The parity of a split first byte is not checked: the chip does not hold the byte's other half.
    """
    data, byte, place, errors, number = bytearray(), 0, receiver.align, 0, 0
    coll = _POS_NOT_VALID
    for index, bit in enumerate(bits):
        if place == 8:
            is_split = receiver.align and not data
            if bit != odd_parity(byte) and not is_split and index < collision:
                errors |= _PARITY_ERR
            data.append(byte)
            byte, place = 0, 0
            continue
        number += 1
        if index == collision:
            coll = _coll_pos(receiver.before + number)
        if index < collision or receiver.keeps_values_after_coll:
            byte |= bit << place
        place += 1
    if place:
        data.append(byte)
    return Reception(bytes(data), place % 8, errors | (_COLL_ERR if collision < len(bits) else 0), coll)


def _coll_pos(number: int) -> int:
    return number % _LAST_POS if number <= _LAST_POS else _POS_NOT_VALID

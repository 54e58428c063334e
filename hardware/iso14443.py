"""ISO 14443-3 type A as far as both ends of the air need it: frames, check bytes, cascade levels.

Pure functions, no I/O. Bytes are in the order in which they go over the air; in each byte the
least significant bit goes first.
"""

from functools import lru_cache

__all__ = [
    "CASCADE_TAG",
    "HLTA",
    "REQA",
    "SAK_CASCADE",
    "SAK_ISO_DEP",
    "SEL",
    "WUPA",
    "bcc",
    "cascade_levels",
    "crc_a",
    "is_random_uid",
    "odd_parity",
]

REQA = 0x26
"""Wakes tags that are idle; a frame of 7 bits."""

WUPA = 0x52
"""Wakes tags that are idle or halted; a frame of 7 bits."""

HLTA = bytes.fromhex("500057cd")
"""Sends the selected tag to sleep until WUPA; with its CRC_A. Silence is the answer."""

SEL = (0x93, 0x95, 0x97)
"""The anticollision and select command of cascade level 1, 2 and 3."""

CASCADE_TAG = 0x88
"""Stands before three UID bytes when another level follows; never begins a 4-byte UID."""

SAK_CASCADE = 0x04
"""Set in the select acknowledge while the UID is not complete."""

SAK_ISO_DEP = 0x20
"""Set in the last select acknowledge of phones and bank cards (ISO 14443-4)."""

_RANDOM_UID = 0x08
_POLYNOMIAL = 0x8408  # x^16 + x^12 + x^5 + 1, reflected


def _crc_of_byte(value: int) -> int:
    for _ in range(8):
        value = (value >> 1) ^ (_POLYNOMIAL if value & 1 else 0)
    return value


_CRC_TABLE = tuple(_crc_of_byte(value) for value in range(256))


@lru_cache(maxsize=256)  # the same few frames are sent again and again
def crc_a(data: bytes, preset: int = 0x6363) -> bytes:
    """Return the two check bytes that follow `data`, low byte first.

    Args:
        data: the frame without its check bytes.
        preset: where the register starts; 0x6363 is CRC_A, the MFRC522 also offers others.

    Source: ISO 14443-3, annex B.
    """
    crc = preset
    for byte in data:
        crc = (crc >> 8) ^ _CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc.to_bytes(2, "little")


def bcc(four: bytes) -> int:
    """Return the check byte of a cascade level, the exclusive or of its four bytes.

    Raises:
        ValueError: unless there are four bytes.
    """
    a, b, c, d = four
    return a ^ b ^ c ^ d


def odd_parity(byte: int) -> int:
    """Return the bit that makes the number of ones odd."""
    return 1 - byte.bit_count() % 2


@lru_cache(maxsize=128)
def cascade_levels(uid: bytes) -> tuple[bytes, ...]:
    """Return what the tag answers at each cascade level: four bytes and their BCC.

    Args:
        uid: 4, 7 or 10 bytes, as a phone shows them.

    Raises:
        ValueError: if the UID has another length.
    """
    if len(uid) not in (4, 7, 10):
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}: '{uid.hex()}'")
    last = len(uid) - 4
    fours = [bytes([CASCADE_TAG]) + uid[start : start + 3] for start in range(0, last, 3)]
    return tuple(four + bytes([bcc(four)]) for four in [*fours, uid[last:]])


def is_random_uid(uid: bytes) -> bool:
    """Return whether the UID is made up anew at each meeting, as phones do.

    Source: ISO 14443-3, 6.5.4: single size UIDs that begin with 08.
    """
    return len(uid) == 4 and uid[0] == _RANDOM_UID

"""The MFRC522's registers as far as a driver needs them, and the makes of chip that have them.

Source: NXP MFRC522 data sheet, section 9.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

__all__ = ["CHIPS", "GAINS_DB", "NOBODY", "RX_GAIN", "Chip", "Register"]


class Register(IntEnum):
    """Addresses; each byte over the bus carries one, shifted left by one bit."""

    COMMAND = 0x01
    COM_IRQ = 0x04
    ERROR = 0x06
    FIFO_DATA = 0x09
    FIFO_LEVEL = 0x0A
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLL = 0x0E
    MODE = 0x11
    TX_MODE = 0x12
    RX_MODE = 0x13
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    RF_CFG = 0x26
    T_MODE = 0x2A
    T_PRESCALER = 0x2B
    T_RELOAD_HIGH = 0x2C
    T_RELOAD_LOW = 0x2D
    VERSION = 0x37


RX_GAIN: Mapping[int, int] = {18: 2, 23: 3, 33: 4, 38: 5, 43: 6, 48: 7}
"""Gain of the receiver in dB, and its step in RFCfgReg."""

GAINS_DB = tuple(RX_GAIN)
"""What the receiver can be set to, in dB."""

NOBODY = (0x00, 0xFF)
"""What VersionReg reads where no chip answers: the line is held low, or floats."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A make of chip."""

    name: str
    is_clone: bool = False


CHIPS: Mapping[int, Chip] = {
    0x90: Chip("MFRC522 v0.0"),
    0x91: Chip("MFRC522 v1.0"),
    0x92: Chip("MFRC522 v2.0"),
    0x88: Chip("FM17522", is_clone=True),
    0x89: Chip("FM17522E", is_clone=True),
    0xB2: Chip("FM17522", is_clone=True),
    0x12: Chip("counterfeit MFRC522", is_clone=True),
    0x82: Chip("make not known", is_clone=True),
}
"""By VersionReg. Source: the MFRC522 data sheet, 9.3.4.8, and for clones what people saw."""

"""An MFRC522 on its bus: its registers, how it is set up, and its field.

Registers and bits are those of the MFRC522 data sheet, chapters 8 and 9.
"""

import logging
from collections.abc import Sequence
from typing import Protocol

from hardware.clock import Clock
from hardware.errors import ReaderLost
from hardware.rc522_registers import NOBODY, RX_GAIN, Register

__all__ = ["FIELD_MASK", "TIMEOUT_S", "Mfrc522", "SpiBus"]

logger = logging.getLogger(__name__)


class SpiBus(Protocol):
    """What is used of spidev.SpiDev."""

    def xfer2(self, data: list[int]) -> Sequence[int]:
        """Send bytes and return as many."""


FIELD_MASK = 0x03
"""Of TxControlReg: both antenna drivers."""

_POWER_DOWN = 0x10  # of CommandReg: the oscillator is not running yet
_FIELD_ON, _FIELD_OFF = 0x80 | FIELD_MASK, 0x80  # TxControlReg

_NOBODY_THERE = "no reader on the bus: check its wires"
_LOOSE = "the reader answers differently each time: a wire of SPI is loose"

_TIMER_TICK_S = 25e-6  # prescaler 0xA9: 13.56 MHz / (2 * 0xA9 + 1)
_TIMER_TICKS = 34  # replies to REQA, anticollision and SELECT begin 86 or 91 us after the request
TIMEOUT_S = (_TIMER_TICKS + 1) * _TIMER_TICK_S
"""From the end of a request until the chip's timer runs out; a reply that begins stops it."""

_START_UP_S = 50e-3
_TAG_POWER_UP_S = 5e-3  # ISO 14443-3, 5: field on to first request
_TAG_POWER_DOWN_S = 6e-3  # the same: after 5 ms without field a tag has forgotten


class Mfrc522:
    """The chip, from power-up to single registers.

    Every method raises ReaderLost if the bus fails.

    Args:
        spi: an opened bus.
        clock: for all waiting.
        gain_db: of the receiver, one of GAINS_DB.
    """

    def __init__(self, spi: SpiBus, clock: Clock, gain_db: int) -> None:
        self._spi = spi
        self._clock = clock
        self._version = 0
        # register, value, and the bits that the data sheet defines: clones read the others as they like
        self._settings = (
            (Register.TX_MODE, 0x00, 0xF8),  # no CRC by the chip: short frames have none
            (Register.RX_MODE, 0x00, 0xFC),
            (Register.T_MODE, 0x80, 0xFF),  # the timer starts by itself at the end of each transmission
            (Register.T_PRESCALER, 0xA9, 0xFF),
            (Register.T_RELOAD_HIGH, 0, 0xFF),
            (Register.T_RELOAD_LOW, _TIMER_TICKS, 0xFF),
            (Register.TX_ASK, 0x40, 0x40),  # 100 % modulation
            (Register.MODE, 0x3D, 0xAB),
            (Register.RF_CFG, _rf_cfg(gain_db), 0x70),
            (Register.TX_CONTROL, _FIELD_ON, FIELD_MASK),
        )

    def configure(self) -> int:
        """Set the chip up for type A at 106 kbit/s with the field on, and read back that it took.

        Returns:
            VersionReg.

        Raises:
            ReaderLost: if it does not start up, or does not keep its settings.
        """
        self._wait_for_oscillator()
        self._clock.sleep(_TAG_POWER_DOWN_S)  # the field is off since the reset: let every tag forget
        self._version = self.version()
        for register, value, _ in self._settings:
            self.write(register, value)
        self.check()
        self._clock.sleep(_TAG_POWER_UP_S)
        return self._version

    def check(self) -> None:
        """See whether the chip is the one that was set up, and still set up so: one transfer.

        Raises:
            ReaderLost: if it is not.
        """
        registers = (register for register, _, _ in self._settings)
        version, *kept = self.read(Register.VERSION, *registers)
        if version != self._version:
            raise ReaderLost(_LOOSE if version not in NOBODY else _NOBODY_THERE)
        for (register, value, mask), read in zip(self._settings, kept, strict=True):
            if (read ^ value) & mask:
                logger.debug("%s was set to %02X and reads %02X", register.name, value, read)
                raise ReaderLost("the reader forgets its settings: check 3.3 V, GND and the wires of SPI")

    def version(self) -> int:
        """Return VersionReg.

        Raises:
            ReaderLost: if nothing is on the bus, or two reads differ.
        """
        first, second = self.read(Register.VERSION), self.read(Register.VERSION)
        if first != second:
            raise ReaderLost(_LOOSE)
        if first[0] in NOBODY:
            raise ReaderLost(_NOBODY_THERE)
        return first[0]

    def set_gain(self, gain_db: int) -> None:
        """Set the receiver to one of GAINS_DB."""
        self.write(Register.RF_CFG, _rf_cfg(gain_db))

    def field_off(self) -> None:
        """Take the power from every tag."""
        self.write(Register.TX_CONTROL, _FIELD_OFF)

    def field_on(self) -> None:
        """Give tags power, and wait until they hear."""
        self.write(Register.TX_CONTROL, _FIELD_ON)
        self._clock.sleep(_TAG_POWER_UP_S)

    def restart_field(self) -> None:
        """Switch the field off for long enough that every tag forgets, halted ones too, and on again."""
        self.field_off()
        self._clock.sleep(_TAG_POWER_DOWN_S)
        self.field_on()

    def write(self, register: int, *values: int) -> None:
        """Write one register, several bytes one after the other (only the FIFO takes them)."""
        self.transfer([register << 1, *values])

    def read(self, *registers: int) -> list[int]:
        """Read registers in one transfer."""
        return list(self.transfer([*[0x80 | register << 1 for register in registers], 0])[1:])

    def transfer(self, data: list[int]) -> Sequence[int]:
        """Send bytes as they stand, and return as many."""
        try:
            return self._spi.xfer2(data)
        except OSError as exc:
            raise ReaderLost(f"the SPI bus failed ({exc}): check the reader's wires") from exc

    def _wait_for_oscillator(self) -> None:
        until_s = self._clock.now_s() + _START_UP_S
        while True:
            command, version = self.read(Register.COMMAND, Register.VERSION)
            if version not in NOBODY and not command & _POWER_DOWN:
                return
            if self._clock.now_s() >= until_s:
                raise ReaderLost(_NOBODY_THERE)
            self._clock.sleep(1e-3)


def _rf_cfg(gain_db: int) -> int:
    return RX_GAIN[gain_db] << 4 | 0x08  # the low half is reserved, and 8 after a reset

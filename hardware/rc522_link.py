"""One exchange with the tags through the MFRC522, in as few SPI transfers as it takes.

Registers and bits are those of the MFRC522 data sheet, chapters 8 and 9. Seven writes start an
exchange, one read of several registers tells how it ended, one more fetches the reply.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from hardware.clock import Clock
from hardware.errors import ReaderLost
from hardware.rc522_registers import NOBODY, RX_GAIN, Register

__all__ = ["Heard", "Link", "Reply", "SpiBus"]

logger = logging.getLogger(__name__)


class SpiBus(Protocol):
    """What is used of spidev.SpiDev."""

    def xfer2(self, data: list[int]) -> Sequence[int]:
        """Send bytes and return as many."""


_IDLE, _TRANSCEIVE = 0x00, 0x0C  # commands
_POWER_DOWN = 0x10  # of CommandReg: the oscillator is not running yet
_START_SEND = 0x80  # of BitFramingReg
_IRQ_SET1, _IRQ_TX, _IRQ_RX, _IRQ_ERROR, _IRQ_TIMER = 0x80, 0x40, 0x20, 0x02, 0x01
_ALL_IRQS = 0x7F
_FLUSH = 0x80  # of FIFOLevelReg
_FIFO_BYTES = 64
_TOO_HOT = 0x40  # of ErrorReg: the chip has switched its antenna off
_COLLISION = 0x08  # of ErrorReg
_BAD_FRAME = 0x13  # of ErrorReg: BufferOvfl, ParityErr, ProtocolErr
_COLL_POS_NOT_VALID = 0x20  # of CollReg
_FIELD_ON, _FIELD_OFF = 0x83, 0x80  # TxControlReg: both antenna drivers, or none
_FIELD_MASK = 0x03
_READ_RESULT = (
    0x80 | Register.COM_IRQ << 1,
    0x80 | Register.ERROR << 1,
    0x80 | Register.FIFO_LEVEL << 1,
    0x80 | Register.CONTROL << 1,
    0x80 | Register.COLL << 1,
    0x80 | Register.TX_CONTROL << 1,
)

# Members of an enumeration are slow to get at, and each exchange needs seven: their bytes on the bus.
_AT_COMMAND, _AT_COM_IRQ = Register.COMMAND << 1, Register.COM_IRQ << 1
_AT_FIFO_LEVEL, _AT_FIFO_DATA = Register.FIFO_LEVEL << 1, Register.FIFO_DATA << 1
_AT_BIT_FRAMING = Register.BIT_FRAMING << 1

_NOBODY_THERE = "no reader on the bus: check its wires"
_LOOSE = "the reader answers differently each time: a wire of SPI is loose"

_BIT_S = 128 / 13.56e6  # at 106 kbit/s
_TIMER_TICK_S = 25e-6  # prescaler 0xA9: 13.56 MHz / (2 * 0xA9 + 1)
_TIMER_TICKS = 34  # replies to REQA, anticollision and SELECT begin 86 or 91 us after the request
_TIMEOUT_S = (_TIMER_TICKS + 1) * _TIMER_TICK_S
_REPLY_S = 0.55e-3  # from the request's last bit to the end of a reply of five bytes, and a little
_MARGIN_S = 0.05e-3
_STEP_S = 0.2e-3
_GIVE_UP_S = 7e-3  # a FIFO full of answer takes 5.5 ms: nothing that goes on for longer is one
_START_UP_S = 50e-3
_TAG_POWER_UP_S = 5e-3  # ISO 14443-3, 5: field on to first request
_TAG_POWER_DOWN_S = 6e-3  # the same: after 5 ms without field a tag has forgotten


class Heard(Enum):
    """What came back."""

    NOTHING = "nothing"
    REPLY = "reply"
    COLLISION = "collision"
    NOISE = "noise"


@dataclass(frozen=True, slots=True)
class Reply:
    """The end of one exchange.

    Attributes:
        heard: whether `data` can be believed (REPLY), or its bits before `collision_at` (COLLISION).
        data: the bytes received, the first and last perhaps in part.
        bits: how many bits of the last byte are valid, 0 for all.
        collision_at: number of the first bit that two tags sent differently, from 1, as CollReg
            has it; 0 where it does not say.
    """

    heard: Heard
    data: bytes = b""
    bits: int = 0
    collision_at: int = 0


class Link:
    """The chip on its bus, from power-up to single exchanges.

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
            (Register.TX_CONTROL, _FIELD_ON, _FIELD_MASK),
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

    def now_s(self) -> float:
        """Return the time of the clock that the link waits by."""
        return self._clock.now_s()

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

    def exchange(self, frame: bytes, *, last_bits: int = 0, align: int = 0) -> Reply:
        """Send a frame and return what the tags said.

        Args:
            frame: the bytes, CRC included where the frame has one.
            last_bits: how many bits of the last byte to send, 0 for all (7 for REQA and WUPA).
            align: where in its first byte the reply's first bit belongs (a split anticollision).

        Raises:
            ReaderLost: if the bus fails, or the chip does not do what it was told.
        """
        sent_s = self._send(frame, align << 4 | last_bits)
        error, level, control, coll, is_silent = self._wait_for_end(sent_s, _REPLY_S)
        if is_silent:
            return Reply(Heard.NOTHING)
        if not 0 < level <= _FIFO_BYTES or (error & _BAD_FRAME and not error & _COLLISION):
            return Reply(Heard.NOISE)
        data = bytes(self.read(*[Register.FIFO_DATA] * level))
        if error & _COLLISION:
            at = 0 if coll & _COLL_POS_NOT_VALID else (coll & 0x1F) or 32
            return Reply(Heard.COLLISION, data, control & 0x07, at)
        return Reply(Heard.REPLY, data, control & 0x07)

    def is_answered(self, frame: bytes, *, last_bits: int = 0) -> bool:
        """Send a frame that is mostly met with silence; return whether anybody said anything.

        Args:
            frame: as in `exchange`.
            last_bits: as in `exchange`.

        Raises:
            ReaderLost: as `exchange`.
        """
        sent_s = self._send(frame, last_bits)
        *_, is_silent = self._wait_for_end(sent_s, _TIMEOUT_S + _MARGIN_S)
        return not is_silent

    def _send(self, frame: bytes, framing: int) -> float:
        """Start the transmission; return how long it is on the air, in seconds."""
        self._transfer([_AT_COMMAND, _IDLE])
        self._transfer([_AT_COM_IRQ, _ALL_IRQS])
        self._transfer([_AT_FIFO_LEVEL, _FLUSH])
        self._transfer([_AT_FIFO_DATA, *frame])
        self._transfer([_AT_BIT_FRAMING, framing])
        self._transfer([_AT_COMMAND, _TRANSCEIVE])
        self._transfer([_AT_BIT_FRAMING, _START_SEND | framing])
        return (len(frame) * 9 + 3) * _BIT_S

    def _wait_for_end(self, sent_s: float, answered_s: float) -> tuple[int, int, int, int, bool]:
        """Return ErrorReg, FIFO level, ControlReg, CollReg, and whether the timer ran out."""
        waited_s = sent_s + answered_s
        self._clock.sleep(waited_s)
        while True:
            irq, error, level, control, coll = self._read_result()
            is_late = waited_s >= sent_s + _TIMEOUT_S
            if irq & _IRQ_RX:
                return error, level & 0x7F, control, coll, False
            if irq & _IRQ_TIMER and is_late:  # earlier it is left over from an answer that broke off
                return error, level, control, coll, True
            if not irq & _IRQ_TX and is_late:
                raise ReaderLost("the reader does not send: check 3.3 V and its wires")
            if (irq & _IRQ_ERROR and is_late) or waited_s > _GIVE_UP_S:
                return error, 0, control, coll, False  # somebody babbles, or broke off
            step_s = max(sent_s + _TIMEOUT_S - waited_s, _STEP_S)
            self._clock.sleep(step_s)
            waited_s += step_s

    def _read_result(self) -> list[int]:
        """Read how an exchange stands; once more where a bit is wrong that only a bad wire or reset makes."""
        for _ in range(2):
            *result, tx_control = self._transfer([*_READ_RESULT, 0])[1:]
            if result[1] & _TOO_HOT and not result[0] & _IRQ_SET1:
                raise ReaderLost("the reader is too hot: take the power off and let it cool")
            if not result[0] & _IRQ_SET1 and tx_control & _FIELD_MASK == _FIELD_MASK:
                return result
        raise ReaderLost("the reader stopped answering: check its wires")

    def _wait_for_oscillator(self) -> None:
        until_s = self._clock.now_s() + _START_UP_S
        while True:
            command, version = self.read(Register.COMMAND, Register.VERSION)
            if version not in NOBODY and not command & _POWER_DOWN:
                return
            if self._clock.now_s() >= until_s:
                raise ReaderLost(_NOBODY_THERE)
            self._clock.sleep(1e-3)

    def write(self, register: int, *values: int) -> None:
        """Write one register, several bytes one after the other (only the FIFO takes them)."""
        self._transfer([register << 1, *values])

    def read(self, *registers: int) -> list[int]:
        """Read registers in one transfer."""
        return list(self._transfer([*[0x80 | register << 1 for register in registers], 0])[1:])

    def _transfer(self, data: list[int]) -> Sequence[int]:
        try:
            return self._spi.xfer2(data)
        except OSError as exc:
            raise ReaderLost(f"the SPI bus failed ({exc}): check the reader's wires") from exc


def _rf_cfg(gain_db: int) -> int:
    return RX_GAIN[gain_db] << 4 | 0x08  # the low half is reserved, and 8 after a reset

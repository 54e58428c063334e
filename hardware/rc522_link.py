"""One exchange with the tags through the MFRC522, in as few SPI transfers as it takes.

Seven writes start an exchange, one read of several registers tells how it ended, one more fetches
the reply. Registers and bits are those of the MFRC522 data sheet, chapters 8 to 10.
"""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from hardware.clock import Clock
from hardware.errors import ReaderLost
from hardware.rc522_chip import FIELD_MASK, TIMEOUT_S, Mfrc522
from hardware.rc522_registers import Register

__all__ = ["Heard", "Link", "Reply"]

_IDLE, _TRANSCEIVE = 0x00, 0x0C  # commands
_START_SEND = 0x80  # of BitFramingReg
_IRQ_SET1, _IRQ_TX, _IRQ_RX, _IRQ_ERROR, _IRQ_TIMER = 0x80, 0x40, 0x20, 0x02, 0x01
_ALL_IRQS = 0x7F
_FLUSH = 0x80  # of FIFOLevelReg
_FIFO_BYTES = 64
_TOO_HOT = 0x40  # of ErrorReg: the chip has switched its antenna off
_COLLISION = 0x08  # of ErrorReg
_BAD_FRAME = 0x13  # of ErrorReg: BufferOvfl, ParityErr, ProtocolErr
_COLL_POS_NOT_VALID = 0x20  # of CollReg
_RX_LAST_BITS = 0x07  # of ControlReg
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

_BIT_S = 128 / 13.56e6  # at 106 kbit/s
_REPLY_S = 0.55e-3  # from the request's last bit to the end of a reply of five bytes, and a little
_MARGIN_S = 0.05e-3
_STEP_S = 0.2e-3
_GIVE_UP_S = 7e-3  # a FIFO full of answer takes 5.5 ms: nothing that goes on for longer is one


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


class _End(NamedTuple):
    """How an exchange stood when it was over."""

    error: int
    level: int
    control: int
    coll: int
    is_silent: bool = False


class Link:
    """The talk with the tags over a chip that is set up.

    Every method raises ReaderLost if the bus fails, or the chip does not do what it was told.

    Args:
        chip: its field is on.
        clock: for all waiting.

    Attributes:
        chip: the same.
    """

    def __init__(self, chip: Mfrc522, clock: Clock) -> None:
        self.chip = chip
        self._transfer = chip.transfer
        self._clock = clock

    def now_s(self) -> float:
        """Return the time of the clock that the link waits by."""
        return self._clock.now_s()

    def exchange(self, frame: bytes, *, last_bits: int = 0, align: int = 0) -> Reply:
        """Send a frame and return what the tags said.

        Args:
            frame: the bytes, CRC included where the frame has one.
            last_bits: how many bits of the last byte to send, 0 for all (7 for REQA and WUPA).
            align: where in its first byte the reply's first bit belongs (a split anticollision).
        """
        sent_s = self._send(frame, align << 4 | last_bits)
        end = self._wait_for_end(sent_s, _REPLY_S)
        if end.is_silent:
            return Reply(Heard.NOTHING)
        is_collision = bool(end.error & _COLLISION)
        if not 0 < end.level <= _FIFO_BYTES or (end.error & _BAD_FRAME and not is_collision):
            return Reply(Heard.NOISE)
        data = bytes(self.chip.read(*[Register.FIFO_DATA] * end.level))
        if is_collision:
            at = 0 if end.coll & _COLL_POS_NOT_VALID else (end.coll & 0x1F) or 32
            return Reply(Heard.COLLISION, data, end.control & _RX_LAST_BITS, at)
        return Reply(Heard.REPLY, data, end.control & _RX_LAST_BITS)

    def is_answered(self, frame: bytes, *, last_bits: int = 0) -> bool:
        """Send a frame that is mostly met with silence; return whether anybody said anything.

        Args:
            frame: as in `exchange`.
            last_bits: as in `exchange`.
        """
        sent_s = self._send(frame, last_bits)
        return not self._wait_for_end(sent_s, TIMEOUT_S + _MARGIN_S).is_silent

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

    def _wait_for_end(self, sent_s: float, answered_s: float) -> _End:
        """Sleep until an answer is in or the chip's timer has run out.

        Args:
            sent_s: how long the frame is on the air.
            answered_s: from its last bit until it is worth to look.
        """
        waited_s = sent_s + answered_s
        self._clock.sleep(waited_s)
        while True:
            irq, error, level, control, coll = self._read_result()
            is_late = waited_s >= sent_s + TIMEOUT_S
            if irq & _IRQ_RX:
                return _End(error, level & 0x7F, control, coll)
            if irq & _IRQ_TIMER and is_late:  # earlier it is left over from an answer that broke off
                return _End(error, level, control, coll, is_silent=True)
            if not irq & _IRQ_TX and is_late:
                raise ReaderLost("the reader does not send: check 3.3 V and its wires")
            if (irq & _IRQ_ERROR and is_late) or waited_s > _GIVE_UP_S:
                return _End(error, 0, control, coll)  # somebody babbles, or broke off
            step_s = max(sent_s + TIMEOUT_S - waited_s, _STEP_S)
            self._clock.sleep(step_s)
            waited_s += step_s

    def _read_result(self) -> list[int]:
        """Read how an exchange stands; once more where a bit is wrong that only a bad wire or reset makes."""
        for _ in range(2):
            *result, tx_control = self._transfer([*_READ_RESULT, 0])[1:]
            if result[1] & _TOO_HOT and not result[0] & _IRQ_SET1:
                raise ReaderLost("the reader is too hot: take the power off and let it cool")
            if not result[0] & _IRQ_SET1 and tx_control & FIELD_MASK == FIELD_MASK:
                return result
        raise ReaderLost("the reader stopped answering: check its wires")

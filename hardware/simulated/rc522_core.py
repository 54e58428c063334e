"""The MFRC522's digital part: registers, FIFO, interrupt flags, and what is due when."""

from collections.abc import Callable

from hardware.simulated import rc522_registers as reg
from hardware.simulated.rc522_timer import Timer

__all__ = ["Core"]

_FIFO_BYTES = 64
_BUFFER_OVERFLOW = 0x10
_ERR_IRQ, _TIMER_IRQ = 0x02, 0x01
_HI_ALERT, _LO_ALERT, _T_RUNNING, _IRQ = 0x02, 0x01, 0x08, 0x10  # the alerts' flags sit two bits higher
_CRC_OK, _CRC_READY = 0x40, 0x20
_COM_IRQ_PINS, _DIV_IRQ_PINS = 0x7F, 0x14
_NEVER = float("inf")


class Core:
    """What software sees, without the bus.

    Attributes:
        registers: the 64 addresses; those that are worked out when read hold anything.
        fifo: the bytes in the FIFO, oldest first.
        due_s: when `settle` next has something to do.
    """

    def __init__(self) -> None:
        self.registers = list(reg.RESET_VALUES)
        self.fifo = bytearray()
        self.timer = Timer(self.registers)
        self.due_s = _NEVER
        self._deeds: list[tuple[float, Callable[[float], None]]] = []

    def reset(self, version: int) -> None:
        """Set every register to its reset value; nothing is due any more."""
        self.registers[:] = reg.RESET_VALUES
        self.registers[reg.VERSION] = version
        self.fifo.clear()
        self.stop_timer()
        self.cancel()

    def settle(self, now_s: float) -> None:
        """Do all that was due up to now, in the order in which it was due."""
        while self.due_s <= now_s:
            if self.timer.expires_at_s == self.due_s:
                self.timer.expire()
                self.raise_irq(_TIMER_IRQ)
            else:
                at_s, deed = self._deeds.pop(0)
                deed(at_s)
            self._plan()

    def at(self, at_s: float, deed: Callable[[float], None]) -> None:
        """Note a deed, called with its time; deeds are noted in the order in which they are due."""
        self._deeds.append((at_s, deed))
        self._plan()

    def cancel(self) -> None:
        """Forget the deeds; the timer runs on."""
        if self._deeds:
            self._deeds.clear()
            self._plan()

    def start_timer(self, now_s: float) -> None:
        """Start the timer with the values that its registers hold now."""
        self.timer.start(now_s)
        self._plan()

    def stop_timer(self) -> None:
        """Stop the timer."""
        self.timer.stop()
        self._plan()

    def _plan(self) -> None:
        due_s = self.timer.expires_at_s
        if self._deeds and self._deeds[0][0] < due_s:
            due_s = self._deeds[0][0]
        self.due_s = due_s

    def raise_irq(self, bits: int) -> None:
        """Set flags of ComIrqReg."""
        self.registers[reg.COM_IRQ] |= bits

    def fail(self, bits: int) -> None:
        """Set flags of ErrorReg, and ErrIRq with them."""
        if bits:
            self.registers[reg.ERROR] |= bits
            self.raise_irq(_ERR_IRQ)

    def push(self, data: bytes) -> None:
        """Append to the FIFO; what does not fit is lost and sets BufferOvfl."""
        was = len(self.fifo)
        self.fifo += data
        if len(self.fifo) > _FIFO_BYTES:
            del self.fifo[_FIFO_BYTES:]
            self.fail(_BUFFER_OVERFLOW)
        if was < _FIFO_BYTES - self._water_level() <= len(self.fifo):
            self.raise_irq(_HI_ALERT << 2)

    def drain(self, count: int = _FIFO_BYTES) -> bytes:
        """Take up to `count` bytes."""
        if not self.fifo:
            return b""
        was = len(self.fifo)
        data = bytes(self.fifo[:count])
        del self.fifo[:count]
        if was > self._water_level() >= len(self.fifo):
            self.raise_irq(_LO_ALERT << 2)
        return data

    def _water_level(self) -> int:
        return self.registers[reg.WATER_LEVEL] & 0x3F

    def _alerts(self) -> int:
        level, water = len(self.fifo), self._water_level()
        return (_HI_ALERT if _FIFO_BYTES - level <= water else 0) | (_LO_ALERT if level <= water else 0)

    def status1(self) -> int:
        """Return Status1Reg as it stands."""
        registers = self.registers
        com = registers[reg.COM_IRQ] & registers[reg.COM_I_EN] & _COM_IRQ_PINS
        div = registers[reg.DIV_IRQ] & registers[reg.DIV_I_EN] & _DIV_IRQ_PINS
        crc_is_zero = not (registers[reg.CRC_RESULT_H] or registers[reg.CRC_RESULT_L])
        return (
            _CRC_READY
            | (_CRC_OK if crc_is_zero else 0)
            | (_IRQ if com or div else 0)
            | (_T_RUNNING if self.timer.is_running else 0)
            | self._alerts()
        )

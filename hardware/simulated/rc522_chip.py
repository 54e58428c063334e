"""An MFRC522, register by register, as its SPI bus shows it.

Nothing runs by itself: each access first settles what has happened since the last one, by the
clock. The exchange with the tags is worked out when it starts, and shows when it is due.

Source: NXP MFRC522 data sheet; section 8.1.2 (SPI), 9 (registers), 10 (commands).
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from hardware.clock import Clock, make_lock
from hardware.simulated import rc522_registers as reg
from hardware.simulated.rc522_air import CollPosCounts, Noise
from hardware.simulated.rc522_commands import Commands
from hardware.simulated.rc522_core import Core
from hardware.simulated.rc522_field import Field

__all__ = ["CollPosCounts", "Rc522Chip", "Rc522Make"]

_FIFO_DATA = reg.FIFO_DATA
_POWER_DOWN, _RX_OFF = 0x10, 0x20
_IRQ, _IRQ_INV = 0x10, 0x80
_SET, _COM_IRQ_BITS, _DIV_IRQ_BITS = 0x80, 0x7F, 0x14
_FLUSH, _BUFFER_OVERFLOW, _CRYPTO_ON, _START_SEND = 0x80, 0x10, 0x08, 0x80
_T_STOP_NOW, _T_START_NOW = 0x80, 0x40
_VALUES_AFTER_COLL, _TX_RF_EN = 0x80, 0x03
_CRC_EN_AND_SPEED = 0xF0


@dataclass(frozen=True, slots=True)
class Rc522Make:
    """How one specimen differs from the next.

    Attributes:
        version: VersionReg; clones read 88, 12, B2 and others.
        start_up_s: after a reset, writes are lost for so long.
        transfer_s: fixed cost of an SPI transfer, in seconds of the host.
        byte_s: cost of each byte of it; 8 us at 1 MHz.
        coll_pos: from where CollPos counts.
        reset_pin: the GPIO (BCM number) on its RST pin, None if RST is tied to 3.3 V.
        irq_pin: the GPIO on its IRQ pin, None if that wire is left out.
    """

    version: int = 0x92
    start_up_s: float = 0.001
    transfer_s: float = 20e-6
    byte_s: float = 8e-6
    coll_pos: CollPosCounts = CollPosCounts.FROM_FIRST_FIFO_BYTE
    reset_pin: int | None = 25
    irq_pin: int | None = None


class Rc522Chip:
    """One chip with its antenna. It begins powered, out of reset, its start-up behind it.

    Its wires may be pulled while a driver talks with it, from another thread.

    Attributes:
        field: where tags are put down and lifted.
        make: what this specimen is like.
        unplugged: its wires are off; nothing reaches it, and MISO stands at `miso_level`.
        miso_level: 0x00 or 0xFF, what the host reads from an unplugged chip.
        bit_error_rate_at: by RxGain (bits 6..4 of RFCfgReg), where it is not `bit_error_rate`: weak
            tags are lost at low gain, and at high gain the receiver may be driven too far.
    """

    def __init__(
        self, clock: Clock, make: Rc522Make | None = None, chance: random.Random | None = None
    ) -> None:
        self.make = make or Rc522Make()
        chance = chance or random.Random(0)
        self.field = Field(clock, chance)
        self.unplugged = False
        self.miso_level = 0x00
        self.bit_error_rate_at: dict[int, float] = {}
        self._clock = clock
        self._lock = make_lock()
        self._now_s = clock.now_s()
        self._ready_at_s = self._now_s
        self._is_held_in_reset = False
        self._bit_error_rate = 0.0
        self._core = Core()
        self._core.reset(self.make.version)
        self._registers = self._core.registers
        noise = Noise(0.0, chance)
        self._commands = Commands(self._core, self.field, self.make.coll_pos, noise)
        self._readers = self._reader_table()
        self._writers = self._writer_table()

    @property
    def bit_error_rate(self) -> float:
        """Probability that a bit of a tag's answer, data or parity, arrives wrong."""
        return self._bit_error_rate

    @bit_error_rate.setter
    def bit_error_rate(self, rate: float) -> None:
        self._bit_error_rate = rate
        self._tune()

    @property
    def blurred_share(self) -> float:
        """How many of the wrong bits look like a collision, 0 to 1."""
        return self._commands.noise.blurred

    @blurred_share.setter
    def blurred_share(self, share: float) -> None:
        self._commands.noise = replace(self._commands.noise, blurred=share)

    @property
    def is_irq_low(self) -> bool:
        """Whether the IRQ pin pulls its wire down; high, or without power, it lets go (open drain)."""
        if self.unplugged or self._is_held_in_reset:
            return False
        with self._lock:
            self._core.settle(self._clock.now_s())
            is_active = bool(self._core.status1() & _IRQ)
            return is_active is bool(self._registers[reg.COM_I_EN] & _IRQ_INV)

    def power_cycle(self) -> None:
        """Lose and regain the supply: what a glitch on the 3.3 V line does."""
        with self._lock:
            self._now_s = self._clock.now_s()
            self._reset()

    def drive_reset_pin(self, is_high: bool) -> None:
        """Set NRSTPD; low is hard power-down, in which everything is lost."""
        if self._is_held_in_reset is is_high:
            self._is_held_in_reset = not is_high
            self.power_cycle()

    def transfer(self, mosi: Sequence[int]) -> list[int]:
        """Exchange bytes while chip select is low.

        Args:
            mosi: an address byte and data for a write; address bytes and a last 0 for a read.

        Returns:
            As many bytes; of a read, each byte but the first answers the address before it.
        """
        count, make = len(mosi), self.make
        self._clock.sleep(make.transfer_s + make.byte_s * count)
        if self.unplugged:
            return [self.miso_level] * count
        if self._is_held_in_reset or not count:
            return [0] * count
        with self._lock:
            self._now_s = now_s = self._clock.now_s()
            if self._core.due_s <= now_s:
                self._core.settle(now_s)
            if mosi[0] & 0x80:
                return self._read_each(mosi)
            if now_s >= self._ready_at_s:
                self._write(mosi[0] >> 1 & 0x3F, mosi[1:])
            return [0] * count

    def _reader_table(self) -> dict[int, Callable[[], int]]:
        """List the registers whose value is worked out when it is read."""
        return {
            reg.COMMAND: self._read_command,
            reg.STATUS1: self._core.status1,
            reg.FIFO_DATA: lambda: (self._core.drain(1) or b"\0")[0],
            reg.FIFO_LEVEL: lambda: len(self._core.fifo),
            reg.T_COUNTER_H: lambda: self._core.timer.counter(self._now_s) >> 8,
            reg.T_COUNTER_L: lambda: self._core.timer.counter(self._now_s) & 0xFF,
        }

    def _writer_table(self) -> dict[int, Callable[[int], None]]:
        """List what writing does to each register, the FIFO's apart; to most, it keeps the byte."""
        return {
            **{address: partial(self._registers.__setitem__, address) for address in range(0x40)},
            **dict.fromkeys(reg.READ_ONLY, lambda _: None),
            reg.COMMAND: self._write_command,
            reg.COM_IRQ: lambda value: self._write_irq(reg.COM_IRQ, value, _COM_IRQ_BITS),
            reg.DIV_IRQ: lambda value: self._write_irq(reg.DIV_IRQ, value, _DIV_IRQ_BITS),
            reg.STATUS2: self._write_status2,
            reg.FIFO_LEVEL: self._write_fifo_level,
            reg.CONTROL: self._write_control,
            reg.BIT_FRAMING: self._write_bit_framing,
            reg.COLL: self._write_coll,
            reg.TX_MODE: lambda value: self._write_mode(reg.TX_MODE, value),
            reg.RX_MODE: lambda value: self._write_mode(reg.RX_MODE, value),
            reg.TX_CONTROL: self._write_tx_control,
            reg.RF_CFG: self._write_rf_cfg,
        }

    def _read_each(self, mosi: Sequence[int]) -> list[int]:
        if mosi[0] >> 1 & 0x3F == _FIFO_DATA and mosi.count(mosi[0]) == len(mosi) - 1:
            data = self._core.drain(len(mosi) - 1)  # the usual case, all at once
            return [0, *data, *[0] * (len(mosi) - 1 - len(data))]
        return [0, *[self._read(byte >> 1 & 0x3F) for byte in mosi[:-1]]]

    def _read(self, address: int) -> int:
        reader = self._readers.get(address)
        return reader() if reader else self._registers[address]

    def _write(self, address: int, values: Sequence[int]) -> None:
        if address == _FIFO_DATA:
            self._write_fifo(bytes(values))
            return
        write = self._writers[address]
        for value in values:
            write(value)

    def _reset(self) -> None:
        """Do what SoftReset and the end of a power-down do; the field collapses."""
        self._commands.start(reg.CODE_IDLE, self._now_s)
        self._core.reset(self.make.version)
        self._tune()
        self.field.collapse()
        self._ready_at_s = self._now_s + self.make.start_up_s

    def _read_command(self) -> int:
        """Return CommandReg; PowerDown reads 1 until the oscillator runs."""
        is_starting = self._now_s < self._ready_at_s
        bits = self._registers[reg.COMMAND] & (_POWER_DOWN | _RX_OFF)
        return bits | (_POWER_DOWN if is_starting else 0) | self._commands.code

    def _write_command(self, value: int) -> None:
        code, was_down = value & 0x0F, self._registers[reg.COMMAND] & _POWER_DOWN
        if code == reg.CODE_SOFT_RESET:
            self._reset()
            return
        self._registers[reg.COMMAND] = value & (_POWER_DOWN | _RX_OFF)
        if value & _POWER_DOWN:
            self._commands.start(reg.CODE_IDLE, self._now_s)
            self.field.collapse()
        elif was_down:
            self._ready_at_s = self._now_s + self.make.start_up_s
            self._radiate()
        elif code != reg.CODE_NO_CHANGE:
            self._commands.start(code, self._now_s)

    def _write_irq(self, address: int, value: int, mask: int) -> None:
        """Set the marked flags if the top bit (Set1, Set2) is 1, else clear them."""
        if value & _SET:
            self._registers[address] |= value & mask
        else:
            self._registers[address] &= ~value

    def _write_status2(self, value: int) -> None:
        """Let software clear MFCrypto1On but not set it."""
        crypto = self._registers[reg.STATUS2] & value & _CRYPTO_ON
        self._registers[reg.STATUS2] = value & 0xC0 | crypto

    def _write_fifo(self, values: bytes) -> None:
        if self._commands.code != reg.CODE_CALC_CRC:
            self._core.push(values)
            return
        for value in values:
            self._core.push(bytes([value]))
            self._commands.eat_fifo()

    def _write_fifo_level(self, value: int) -> None:
        if value & _FLUSH:
            self._core.drain()
            self._registers[reg.ERROR] &= ~_BUFFER_OVERFLOW

    def _write_control(self, value: int) -> None:
        if value & _T_STOP_NOW:
            self._core.stop_timer()
        elif value & _T_START_NOW:
            self._core.start_timer(self._now_s)

    def _write_bit_framing(self, value: int) -> None:
        was = self._registers[reg.BIT_FRAMING]
        self._registers[reg.BIT_FRAMING] = value
        if value & ~was & _START_SEND and self._commands.code == reg.CODE_TRANSCEIVE:
            self._commands.send(self._now_s)

    def _write_coll(self, value: int) -> None:
        kept = self._registers[reg.COLL] & ~_VALUES_AFTER_COLL
        self._registers[reg.COLL] = value & _VALUES_AFTER_COLL | kept

    def _write_mode(self, address: int, value: int) -> None:
        if value & _CRC_EN_AND_SPEED:
            raise NotImplementedError(
                f"the simulated MFRC522 knows neither CRC of its own nor other speeds: {value:02X}"
            )
        self._registers[address] = value

    def _write_tx_control(self, value: int) -> None:
        self._registers[reg.TX_CONTROL] = value
        self._radiate()

    def _write_rf_cfg(self, value: int) -> None:
        self._registers[reg.RF_CFG] = value
        self._tune()

    def _tune(self) -> None:
        gain = self._registers[reg.RF_CFG] >> 4 & 0x07
        rate = self.bit_error_rate_at.get(gain, self._bit_error_rate)
        self._commands.noise = replace(self._commands.noise, rate=rate)

    def _radiate(self) -> None:
        self.field.switch(bool(self._registers[reg.TX_CONTROL] & _TX_RF_EN))

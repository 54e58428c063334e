"""An I2C bus that behaves as `smbus2.SMBus`, with panels on it."""

import errno
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from hardware.clock import Clock
from hardware.simulated.oled_panel import OledPanel

__all__ = ["FakeI2cBus", "I2cMessage"]

_BLOCK_BYTES = 32
_BITS_A_BYTE = 9  # eight and the acknowledge
_READ_FLAG = 0x0001


class I2cMessage(Protocol):
    """An `smbus2.i2c_msg`, as far as the bus looks at it."""

    addr: int
    flags: int

    def __bytes__(self) -> bytes:
        """Return the bytes to send."""


class FakeI2cBus:
    """One opened bus. Each transfer takes its time on the wire.

    Args:
        clock: what the time is taken from.
        number: the bus, as in /dev/i2c-1.
        panels: by bus and address.
        trace: called with a dict for each transfer, also for one that nobody answers.
        speed_hz: bits a second.
    """

    def __init__(
        self,
        clock: Clock,
        number: int,
        panels: Mapping[tuple[int, int], OledPanel],
        trace: Callable[[dict[str, Any]], None] | None,
        speed_hz: int,
    ) -> None:
        self._clock = clock
        self._number = number
        self._panels = panels
        self._trace = trace
        self._bit_s = 1 / speed_hz
        self._is_open = True

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write a register byte and up to 32 data bytes.

        Raises:
            ValueError: if there are more.
            OSError: EREMOTEIO if nobody answers, or what the panel was told to fail with.
        """
        if len(data) > _BLOCK_BYTES:
            raise ValueError(f"Data length cannot exceed {_BLOCK_BYTES} bytes")
        self._send(i2c_addr, bytes([register, *data]))

    def read_byte(self, i2c_addr: int) -> int:
        """Read one byte: a panel answers with its status.

        Raises:
            OSError: EREMOTEIO if nobody answers, or what the panel was told to fail with.
        """
        return self._reach(i2c_addr, b"", answered=1).status

    def i2c_rdwr(self, *messages: I2cMessage) -> None:
        """Write messages of any length, one after the other.

        Raises:
            OSError: EREMOTEIO if nobody answers, EOPNOTSUPP for a message that reads.
        """
        for message in messages:
            if message.flags & _READ_FLAG:
                raise OSError(errno.EOPNOTSUPP, os.strerror(errno.EOPNOTSUPP))
            self._send(message.addr, bytes(message))

    def close(self) -> None:
        """Close the bus; harmless if it is closed."""
        self._is_open = False

    def _send(self, address: int, data: bytes) -> None:
        self._reach(address, data).receive(data)

    def _reach(self, address: int, data: bytes, answered: int = 0) -> OledPanel:
        """Spend the time of a transfer and return who is at the address, or raise what the bus raises."""
        if not self._is_open:
            raise TypeError("argument must be an int, or have a fileno() method")  # as smbus2 does
        panel = self._panels.get((self._number, address))
        if self._trace is not None:
            bus = f"i2c-{self._number}"
            self._trace({"t": self._clock.now_s(), "bus": bus, "addr": f"{address:02x}", "out": data.hex()})
        if panel is None:
            self._spend(0)
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        fault = panel.next_fault()
        if fault is not None:
            arrived = data[: fault.arriving]
            self._spend(len(arrived))
            if arrived:
                panel.receive(arrived)
            raise OSError(fault.error, os.strerror(fault.error))
        self._spend(len(data) + answered)
        return panel

    def _spend(self, count: int) -> None:
        """Let the time pass that the address and so many bytes take."""
        self._clock.sleep((1 + count) * _BITS_A_BYTE * self._bit_s)

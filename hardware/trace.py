"""Writes down what goes over the buses of a real machine, between the drivers and the kernel's nodes.

What fails is written down as well: of SPI without an answer, of I2C each message before it is sent.
"""

from collections.abc import Callable
from typing import Any

from hardware.clock import Clock
from hardware.oled import I2cBus

__all__ = ["Trace", "TracedI2c", "TracedSpidev"]

Trace = Callable[[dict[str, Any]], None]
"""Takes a transfer: seconds of the clock, bus, for I2C the address, and the bytes out and in as hex."""


class TracedSpidev:
    """Stands for the module spidev, and writes down what goes over its buses."""

    def __init__(self, spidev: Any, clock: Clock, trace: Trace) -> None:
        self._spidev, self._clock, self._trace = spidev, clock, trace

    def SpiDev(self) -> "_TracedSpi":  # noqa: N802 - spidev's own name
        """Make a device that is not open."""
        return _TracedSpi(self._spidev.SpiDev(), self._clock, self._trace)


class _TracedSpi:
    max_speed_hz: int = 0

    def __init__(self, spi: Any, clock: Clock, trace: Trace) -> None:
        self._spi, self._clock, self._trace, self._name = spi, clock, trace, ""

    def open(self, bus: int, device: int) -> None:
        self._name = f"spi{bus}.{device}"
        self._spi.open(bus, device)

    def close(self) -> None:
        self._spi.close()

    def xfer2(self, data: list[int]) -> list[int]:
        self._spi.max_speed_hz = self.max_speed_hz
        row, back = {"bus": self._name, "out": bytes(data).hex()}, b""
        try:
            back = bytes(self._spi.xfer2(data))
        finally:
            self._trace({"t": self._clock.now_s(), **row, "in": back.hex()})
        return list(back)


class TracedI2c:
    """Stands for an opened bus, and writes down what goes over it."""

    def __init__(self, bus: I2cBus, number: int, clock: Clock, trace: Trace) -> None:
        self._bus, self._name, self._clock, self._trace = bus, f"i2c-{number}", clock, trace

    def i2c_rdwr(self, *messages: Any) -> None:
        """Send messages of any length."""
        for message in messages:
            self._note(message.addr, bytes(message))
        self._bus.i2c_rdwr(*messages)

    def read_byte(self, i2c_addr: int) -> int:
        """Read one byte."""
        self._note(i2c_addr, b"")
        return self._bus.read_byte(i2c_addr)

    def close(self) -> None:
        """Let go of the node."""
        self._bus.close()

    def _note(self, address: int, out: bytes) -> None:
        row = {"bus": self._name, "addr": f"{address:02x}", "out": out.hex()}
        self._trace({"t": self._clock.now_s(), **row})

"""The Pi's side of the wires: the board, what is wired to it, and a stand-in for `spidev`."""

import errno
import os
from collections.abc import Callable, Sequence
from typing import Any

from hardware.clock import Clock
from hardware.simulated.i2c_bus import FakeI2cBus
from hardware.simulated.oled_panel import OledPanel
from hardware.simulated.rc522_chip import Rc522Chip
from hardware.simulated.rpi_gpio import FakeGPIO

__all__ = ["Board", "FakeSpidev", "SpiDevice"]

_I2C_HZ = 400_000


class Board:
    """One Pi with what is wired to it. Nothing is at first; put chips and panels into the tables.

    Attributes:
        chips: by SPI bus and chip select.
        panels: by I2C bus and address.
        missing_nodes: names such as "/dev/spidev0.0" that are not there.
        forbidden_nodes: names that are there but may not be opened.
        trace: called with a dict for each transfer, or None.
        spidev: stands for the module `spidev`.
        gpio: stands for the module `RPi.GPIO`.
    """

    def __init__(self, clock: Clock, trace: Callable[[dict[str, Any]], None] | None = None) -> None:
        self.clock = clock
        self.trace = trace
        self.chips: dict[tuple[int, int], Rc522Chip] = {}
        self.panels: dict[tuple[int, int], OledPanel] = {}
        self.missing_nodes: set[str] = set()
        self.forbidden_nodes: set[str] = set()
        self.spidev = FakeSpidev(self)
        self.gpio = FakeGPIO(clock, self.is_pulled_low, self.drive_reset_pins)

    def open_i2c(self, bus: int) -> FakeI2cBus:
        """Open a bus as `smbus2.SMBus(bus)` does.

        Raises:
            FileNotFoundError: if its node is missing.
            PermissionError: if it may not be opened.
        """
        self.check_node(f"/dev/i2c-{bus}")
        return FakeI2cBus(self.clock, bus, self.panels, self.trace, _I2C_HZ)

    def power_cycle(self) -> None:
        """Cut the power and bring it back: all devices as at power-on, all pins inputs."""
        for panel in self.panels.values():
            panel.power_cycle()
        for chip in self.chips.values():
            chip.power_cycle()
        self.gpio.power_cycle()

    def check_node(self, node: str) -> None:
        """Raise what opening this node would raise."""
        if node in self.missing_nodes:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), node)
        if node in self.forbidden_nodes:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), node)

    def drive_reset_pins(self) -> None:
        """Let every chip feel the level of the GPIO on its RST pin."""
        for chip in self.chips.values():
            if chip.make.reset_pin is not None:
                chip.drive_reset_pin(self.gpio.level(chip.make.reset_pin))

    def is_pulled_low(self, pin: int) -> bool:
        """Return whether a chip's IRQ output is wired to this GPIO (BCM number) and holds it low."""
        return any(chip.make.irq_pin == pin and chip.is_irq_low for chip in self.chips.values())


class FakeSpidev:
    """Stands for the module `spidev`."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def SpiDev(self) -> "SpiDevice":  # noqa: N802 (the name in py-spidev)
        """Make a device that is not open."""
        return SpiDevice(self._board)


class SpiDevice:
    """A `spidev.SpiDev`.

    Attributes:
        max_speed_hz: kept; what a transfer costs is a matter of the chip.
        mode: kept.
    """

    def __init__(self, board: Board) -> None:
        self.max_speed_hz = 500_000
        self.mode = 0
        self._board = board
        self._name = ""
        self._chip: Rc522Chip | None = None

    def open(self, bus: int, device: int) -> None:
        """Open the node of a bus and chip select.

        Raises:
            FileNotFoundError: if the node is missing, or nothing is wired to it.
            PermissionError: if it may not be opened.
        """
        self._board.check_node(f"/dev/spidev{bus}.{device}")
        chip = self._board.chips.get((bus, device))
        if chip is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), f"/dev/spidev{bus}.{device}")
        self._chip, self._name = chip, f"spi{bus}.{device}"
        self._board.drive_reset_pins()

    def xfer2(self, values: Sequence[int]) -> list[int]:
        """Exchange bytes with chip select held low.

        Raises:
            OSError: EBADF if the device is not open.
        """
        if self._chip is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        answer = self._chip.transfer(values)
        trace = self._board.trace
        if trace is not None:
            now_s = self._board.clock.now_s()
            trace({"t": now_s, "bus": self._name, "out": bytes(values).hex(), "in": bytes(answer).hex()})
        return answer

    def close(self) -> None:
        """Close the device; harmless if it is closed."""
        self._chip = None

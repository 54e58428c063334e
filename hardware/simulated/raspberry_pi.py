"""The Pi's side of the wires: stand-ins for `spidev` and `RPi.GPIO`, and the board that owns them."""

import errno
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from hardware.clock import Clock
from hardware.simulated.gpio_edges import Edge, EdgeWatch
from hardware.simulated.i2c_bus import FakeI2cBus
from hardware.simulated.oled_panel import OledPanel
from hardware.simulated.rc522_chip import Rc522Chip

__all__ = ["Board", "FakeGPIO", "FakeSpidev", "SpiDevice"]

_I2C_HZ = 400_000

# Header pin to BCM number; the other pins are supply, ground or reserved.
_BCM_OF_BOARD = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9,
    22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26,
    38: 20, 40: 21,
}  # fmt: skip
_LAST_PULLED_UP = 8  # after a reset GPIO 0 to 8 are pulled up, 9 to 27 down


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
        self.gpio = FakeGPIO(self)

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


class FakeGPIO:
    """Stands for the module `RPi.GPIO`: outputs, inputs with their pulls, edges.

    Attributes:
        calls: every call in order, as the function's name and its arguments.
    """

    BOARD, BCM = 10, 11
    OUT, IN = 0, 1
    LOW, HIGH = 0, 1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = (edge.value for edge in Edge)

    def __init__(self, board: Board) -> None:
        self.calls: list[tuple[str | int, ...]] = []
        self._board = board
        self._mode: int | None = None
        self._outputs: dict[int, bool] = {}
        self._pulls: dict[int, int] = {}
        self._edges = EdgeWatch(board.clock, self.level)

    def getmode(self) -> int | None:
        """Return BOARD or BCM, None while neither is set."""
        self.calls.append(("getmode",))
        return self._mode

    def setmode(self, mode: int) -> None:
        """Choose the numbering.

        Raises:
            ValueError: if the other was chosen before.
        """
        self.calls.append(("setmode", mode))
        if mode not in (self.BOARD, self.BCM):
            raise ValueError("An invalid mode was passed to setmode()")
        if self._mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        self._mode = mode

    def setup(
        self, channel: int, direction: int, pull_up_down: int = PUD_OFF, initial: int | None = None
    ) -> None:
        """Make a pin an output, low unless `initial` says so, or an input with a pull.

        Raises:
            RuntimeError: if no numbering was chosen.
            ValueError: if there is no such pin.
        """
        self.calls.append(("setup", channel, direction))
        pin = self._bcm(channel)
        if direction == self.OUT:
            self._outputs[pin] = self._outputs.get(pin, False) if initial is None else bool(initial)
        else:
            self._outputs.pop(pin, None)
            self._pulls[pin] = pull_up_down
        self._board.drive_reset_pins()

    def output(self, channel: int, value: int) -> None:
        """Drive a pin.

        Raises:
            RuntimeError: if no numbering was chosen, or the pin is no output.
        """
        self.calls.append(("output", channel, value))
        pin = self._bcm(channel)
        if pin not in self._outputs:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self._outputs[pin] = bool(value)
        self._board.drive_reset_pins()

    def input(self, channel: int) -> int:
        """Return the level of a pin.

        Raises:
            RuntimeError: if no numbering was chosen, or the pin was not set up.
        """
        self.calls.append(("input", channel))
        pin = self._bcm(channel)
        if pin not in self._outputs and pin not in self._pulls:
            raise RuntimeError("You must setup() the GPIO channel first")
        return int(self.level(pin))

    def add_event_detect(self, channel: int, edge: int, callback: Callable[[int], object]) -> None:
        """Call back with `channel`, in a thread of its own, at each such edge of an input.

        Raises:
            RuntimeError: if the pin is no input, or is watched already.
            ValueError: if there is no such edge.
        """
        self.calls.append(("add_event_detect", channel, edge))
        pin = self._bcm(channel)
        if pin not in self._pulls or pin in self._outputs:
            raise RuntimeError("You must setup() the GPIO channel as an input first")
        self._edges.add(pin, Edge(edge), partial(callback, channel))

    def remove_event_detect(self, channel: int) -> None:
        """Watch a pin no more."""
        self.calls.append(("remove_event_detect", channel))
        self._edges.remove(self._bcm(channel))

    def cleanup(self, channel: int | None = None) -> None:
        """Make one pin an input again; without argument all, and forget the numbering."""
        if channel is None:
            self.calls.append(("cleanup",))
            self.power_cycle()
            return
        self.calls.append(("cleanup", channel))
        pin = self._bcm(channel)
        self._edges.remove(pin)
        self._outputs.pop(pin, None)
        self._pulls.pop(pin, None)
        self._board.drive_reset_pins()

    def level(self, bcm: int) -> bool:
        """Return the level on a pin: what drives it, its pull, or the pull it has after a reset."""
        if bcm in self._outputs:
            return self._outputs[bcm]
        if self._board.is_pulled_low(bcm):
            return False
        pull = self._pulls.get(bcm, self.PUD_OFF)
        return bcm <= _LAST_PULLED_UP if pull == self.PUD_OFF else pull == self.PUD_UP

    def power_cycle(self) -> None:
        """Make every pin an input with its pull, as the Pi's reset does."""
        self._mode = None
        self._edges.clear()
        self._outputs.clear()
        self._pulls.clear()
        self._board.drive_reset_pins()

    def _bcm(self, channel: int) -> int:
        if self._mode is None:
            raise RuntimeError(
                "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
            )
        pin = channel if self._mode == self.BCM else _BCM_OF_BOARD.get(channel)
        if pin is None or pin not in _BCM_OF_BOARD.values():
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        return pin

"""The one switch between real and simulated devices: which machine the drivers run on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from hardware.buttons import GpioButtons
from hardware.clock import Clock
from hardware.errors import DisplayLost, ReaderLost
from hardware.oled import I2cBus, LumaDisplay
from hardware.ports import ButtonEdge, Buttons, Display, TagReader
from hardware.rc522 import Mfrc522Reader, make_on_bcm
from hardware.settings import DeviceSettings

__all__ = ["Devices", "Machine", "RaspberryPi", "Trace", "open_devices"]

Trace = Callable[[dict[str, Any]], None]
"""Takes one bus transfer as the JSON object that contract.md describes."""


class Machine(Protocol):
    """What drivers are wired to: a Raspberry Pi, or a simulated one."""

    pin_factory: Any
    """gpiozero's pin factory, None for the one that it finds by itself."""

    def make_mfrc522(self, **arguments: Any) -> Any:
        """Make an `mfrc522.MFRC522` on this machine's SPI bus and pins."""

    def open_i2c(self, bus: int) -> I2cBus:
        """Open /dev/i2c-N."""


@dataclass(frozen=True, slots=True)
class Devices:
    """The drivers of one box, not opened yet."""

    reader: TagReader
    display: Display
    buttons: Buttons


def open_devices(
    settings: DeviceSettings, clock: Clock, machine: Machine, report: Callable[[ButtonEdge], None]
) -> Devices:
    """Make the drivers for what is wired to a machine; nothing is touched before each one's `open`.

    Args:
        settings: buses, addresses and pins.
        clock: the drivers' time.
        machine: real or simulated.
        report: takes presses and releases.
    """
    return Devices(
        Mfrc522Reader(settings.reader, clock, machine.make_mfrc522),
        LumaDisplay(settings.display, machine.open_i2c),
        GpioButtons(settings.button_pins, clock, report, machine.pin_factory),
    )


class RaspberryPi:
    """The machine that the program runs on.

    Args:
        clock: stamps the trace.
        trace: takes every bus transfer, None for no trace.
    """

    pin_factory: Any = None

    def __init__(self, clock: Clock, trace: Trace | None = None) -> None:
        self._clock = clock
        self._trace = trace

    def make_mfrc522(self, **arguments: Any) -> Any:
        """Make the driver on the real spidev and RPi.GPIO (on newer systems rpi-lgpio's).

        Raises:
            ReaderLost: if a package is missing, or this is no Raspberry Pi.
        """
        try:
            import spidev
            from RPi import GPIO

            from hardware.mfrc522_package import import_mfrc522

            bus = spidev if self._trace is None else _TracedSpidev(spidev, self._clock, self._trace)
            package = import_mfrc522(bus, GPIO)
        except ImportError as exc:
            wanted = "python3-spidev, python3-rpi-lgpio and mfrc522, as the README says"
            raise ReaderLost(f"the package {exc.name} is missing: install {wanted}") from exc
        except RuntimeError as exc:
            raise ReaderLost(f"no GPIO pins here: {exc}") from exc
        return make_on_bcm(package.MFRC522, **arguments)

    def open_i2c(self, bus: int) -> I2cBus:
        """Open the bus with smbus2.

        Raises:
            DisplayLost: if the package is missing.
            OSError: if the node cannot be opened.
        """
        try:
            import smbus2
        except ImportError as exc:
            raise DisplayLost("the package smbus2 is missing: install luma.oled") from exc
        opened: I2cBus = smbus2.SMBus(bus)
        return opened if self._trace is None else _TracedI2c(opened, bus, self._clock, self._trace)


class _TracedSpidev:
    """Stands for the module spidev, and writes down what goes over its buses."""

    def __init__(self, spidev: Any, clock: Clock, trace: Trace) -> None:
        self._spidev, self._clock, self._trace = spidev, clock, trace

    def SpiDev(self) -> "_TracedSpi":  # noqa: N802 - spidev's own name
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
        out = bytes(data).hex()
        back = list(self._spi.xfer2(data))
        self._trace({"t": self._clock.now_s(), "bus": self._name, "out": out, "in": bytes(back).hex()})
        return back


class _TracedI2c:
    def __init__(self, bus: I2cBus, number: int, clock: Clock, trace: Trace) -> None:
        self._bus, self._name, self._clock, self._trace = bus, f"i2c-{number}", clock, trace

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Any) -> None:
        self._bus.write_i2c_block_data(i2c_addr, register, data)
        out = bytes([register, *data]).hex()
        self._trace({"t": self._clock.now_s(), "bus": self._name, "addr": f"{i2c_addr:02x}", "out": out})

    def close(self) -> None:
        self._bus.close()

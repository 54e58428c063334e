"""The one switch between real and simulated devices: which machine the drivers run on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from hardware.buttons import GpioButtons
from hardware.buzzer import GpioBuzzer
from hardware.clock import Clock
from hardware.errors import DisplayLost, ReaderLost
from hardware.host import Host, LinuxHost
from hardware.led import BoardLed, Led
from hardware.mfrc522_package import import_mfrc522
from hardware.oled import I2cBus, LumaDisplay
from hardware.pin_refusal import why_no_pins
from hardware.ports import ButtonEdge, Buttons, Buzzer, Display, TagReader
from hardware.rc522 import Mfrc522Reader
from hardware.rc522_connection import make_on_bcm
from hardware.settings import DeviceSettings
from hardware.trace import Trace, TracedI2c, TracedSpidev

__all__ = ["Devices", "Machine", "RaspberryPi", "open_devices"]


class Machine(Protocol):
    """What drivers are wired to: a Raspberry Pi, or a simulated one."""

    pin_factory: Any
    """gpiozero's pin factory, None for the one that it finds by itself."""

    host: Host
    """What the machine says of itself."""

    led: Led
    """The board's own light."""

    def make_mfrc522(self, **arguments: Any) -> Any:
        """Make an `mfrc522.MFRC522` on this machine's SPI bus and pins."""

    def open_i2c(self, bus: int) -> I2cBus:
        """Open /dev/i2c-N."""


@dataclass(frozen=True, slots=True)
class Devices:
    """The drivers of one box, not opened yet."""

    readers: tuple[TagReader, ...]
    display: Display
    buttons: Buttons
    buzzer: Buzzer
    led: Led


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
        tuple(
            Mfrc522Reader(each, clock, machine.make_mfrc522, number, shares_air=len(settings.readers) > 1)
            for number, each in enumerate(settings.readers)
        ),
        LumaDisplay(settings.display, machine.open_i2c),
        GpioButtons(settings.button_pins, clock, report, machine.pin_factory),
        GpioBuzzer(settings.buzzer, clock, machine.pin_factory),
        machine.led,
    )


class RaspberryPi:
    """The machine that the program runs on.

    Args:
        clock: stamps the trace.
        trace: takes every bus transfer, None for no trace.
    """

    pin_factory: Any = None

    def __init__(self, clock: Clock, trace: Trace | None = None) -> None:
        self.host: Host = LinuxHost()
        self.led: Led = BoardLed()
        self._clock = clock
        self._trace = trace
        self._package: Any = None

    def make_mfrc522(self, **arguments: Any) -> Any:
        """Make the driver on the real spidev and RPi.GPIO (on newer systems rpi-lgpio's).

        Raises:
            ReaderLost: if a package is missing, or this is no Raspberry Pi.
        """
        if self._package is None:
            self._package = self._load()
        return make_on_bcm(self._package.MFRC522, **arguments)

    def _load(self) -> Any:
        try:
            import spidev
        except ImportError as exc:
            raise _missing("spidev", "python3-spidev") from exc
        try:
            from RPi import GPIO
        except ImportError as exc:
            raise _missing("RPi.GPIO", "python3-rpi-lgpio") from exc
        except Exception as exc:  # off a Pi a RuntimeError; rpi-lgpio imports lgpio, which may fail otherwise
            raise ReaderLost(why_no_pins(exc)) from exc
        return import_mfrc522(
            spidev if self._trace is None else TracedSpidev(spidev, self._clock, self._trace), GPIO
        )

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
        return opened if self._trace is None else TracedI2c(opened, bus, self._clock, self._trace)


def _missing(package: str, debian: str) -> ReaderLost:
    return ReaderLost(f"the package {package} is missing: install {debian}, or run systemd/install.sh")

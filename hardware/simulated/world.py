"""The world around a simulated box: tags on a tray, fingers on buttons, ears, wires, power.

A script and a browser both drive this one. The drivers on it are the real ones; the chip, the
panel and the pins are simulated at the wire.
"""

import random
from collections.abc import Iterable, Mapping
from typing import Any

from hardware.clock import Clock
from hardware.host import Host
from hardware.led import Led
from hardware.mfrc522_package import import_mfrc522
from hardware.oled import I2cBus
from hardware.ports import Button
from hardware.rc522_connection import make_on_bcm
from hardware.settings import BuzzerKind, BuzzerSettings, DeviceSettings
from hardware.simulated.host import SimulatedHost
from hardware.simulated.led import SimulatedLed
from hardware.simulated.oled_controllers import CONTROLLERS
from hardware.simulated.oled_panel import OledPanel
from hardware.simulated.piezo import Piezo
from hardware.simulated.raspberry_pi import Board
from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make
from hardware.simulated.tags import Tag
from hardware.trace import Trace

__all__ = ["SimulatedPi", "World"]


class SimulatedPi:
    """A `Machine` whose buses and pins end in simulated devices.

    Args:
        board: with the buses.
        piezo: the buzzer on its pin; None if there is none.
    """

    def __init__(self, board: Board, piezo: Piezo | None = None) -> None:
        self._board = board
        self._package = import_mfrc522(board.spidev, board.gpio)
        self._piezo = piezo or Piezo(board.clock, BuzzerSettings(kind=BuzzerKind.NONE))
        self.pin_factory = _new_pin_factory(self._piezo)
        self.host: Host = SimulatedHost(board)
        self.led: Led = SimulatedLed(board.clock)

    def make_mfrc522(self, **arguments: Any) -> Any:
        """Make the package's driver on the simulated bus and pins."""
        return make_on_bcm(self._package.MFRC522, **arguments)

    def open_i2c(self, bus: int) -> I2cBus:
        """Open the simulated bus."""
        return self._board.open_i2c(bus)

    def release_pins(self) -> None:
        """Give every pin back, as a power cut does: all buttons are up, and nobody owns them."""
        self._piezo.rest()
        self.led = SimulatedLed(self._board.clock)
        self.pin_factory.piezo = None
        self.pin_factory = _new_pin_factory(self._piezo)


class World:
    """One box on a table.

    Args:
        clock: the box's and the world's.
        settings: where its devices are wired.
        seed: of all that is random: noise, and what a panel shows when power comes.
        trace: takes every bus transfer.

    Attributes:
        piezo: the buzzer, and what was heard of it.
    """

    def __init__(
        self, clock: Clock, settings: DeviceSettings, seed: int = 1, trace: Trace | None = None
    ) -> None:
        self._clock = clock
        self._settings = settings
        self.board = Board(clock, trace)
        self.piezo = Piezo(clock, settings.buzzer)
        self.machine = SimulatedPi(self.board, self.piezo)
        self.chips = tuple(
            Rc522Chip(clock, Rc522Make(reset_pin=each.reset_gpio), random.Random(seed + number))
            for number, each in enumerate(settings.readers)
        )
        display = settings.display
        self.panel = OledPanel(CONTROLLERS[display.driver], display.first_column, random.Random(seed))
        for each, chip in zip(settings.readers, self.chips, strict=True):
            self.board.chips[each.bus, each.device] = chip
        self.board.panels[display.bus, display.address] = self.panel

    @property
    def tray(self) -> tuple[Tag, ...]:
        """The tags in any reader's field."""
        return tuple(tag for chip in self.chips for tag in chip.field.tags)

    def put_down(self, tags: Iterable[Tag], reader: int = 0) -> None:
        """Put tags on a reader's tray, all at once."""
        for tag in tags:
            self.chips[reader].field.add(tag)

    def take_away(self, tags: Iterable[Tag], reader: int | None = None) -> None:
        """Lift tags from a reader's tray, None: from wherever they lie; all at once."""
        chips = self.chips if reader is None else (self.chips[reader],)
        for tag in tags:
            for chip in chips:
                chip.field.remove(tag)

    def push(self, button: Button) -> None:
        """Push a button down; it connects its pin to ground."""
        self._pin(button).drive_low()

    def let_go(self, button: Button) -> None:
        """Let a button up; the pull-up takes its pin."""
        self._pin(button).drive_high()

    def set_noise(self, rate: float) -> None:
        """Flip each bit of the tags' replies with this chance, 0 to 1."""
        for chip in self.chips:
            chip.bit_error_rate = rate

    def set_reader_plugged(self, is_plugged: bool, reader: int = 0) -> None:
        """Pull a reader's wires out or push them in; without 3.3 V it forgets everything."""
        self.chips[reader].unplugged = not is_plugged
        self.chips[reader].power_cycle()
        self.board.drive_reset_pins()

    def set_display_plugged(self, is_plugged: bool) -> None:
        """Pull the display's wires out or push them in; without power it forgets everything."""
        self.panel.unplugged = not is_plugged
        self.panel.power_cycle()

    def cut_power(self) -> None:
        """Take the power from all devices and give it back; what lies or is unplugged stays so."""
        self.machine.release_pins()
        self.board.power_cycle()

    def _pin(self, button: Button) -> Any:
        pins: Mapping[Button, int] = self._settings.button_pins
        return self.machine.pin_factory.pin(pins[button])


def _new_pin_factory(piezo: Piezo) -> Any:
    from hardware.simulated.pins import WiredFactory

    return WiredFactory(piezo)

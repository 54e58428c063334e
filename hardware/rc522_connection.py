"""An RC522 as the `mfrc522` package opens it: its bus, its reset pin, and the talk over both."""

import contextlib
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from hardware.clock import Clock
from hardware.errors import ReaderLost
from hardware.pin_refusal import why_no_pin
from hardware.rc522_chip import Mfrc522
from hardware.rc522_link import Link
from hardware.settings import ReaderSettings

__all__ = ["Connection", "MakeDriver", "make_on_bcm"]

logger = logging.getLogger(__name__)

MakeDriver = Callable[..., Any]
"""The class `mfrc522.MFRC522`, or a copy bound to a simulated board."""

_BCM = 11  # RPi.GPIO's constant for BCM numbering
_RESET_S = 1e-3
_RST = "the reader's RST"


class Connection:
    """A chip whose bus and reset pin are ours until `close`.

    Attributes:
        chip: its registers.
        link: the talk with the tags over it.

    Args:
        settings: node, reset pin, speed and gain.
        clock: for all waiting.
        make_driver: makes the package's driver.

    Raises:
        ReaderLost: if the node or the pin cannot be had.
    """

    def __init__(self, settings: ReaderSettings, clock: Clock, make_driver: MakeDriver) -> None:
        self._pin = settings.reset_gpio
        self._clock = clock
        self._driver = _new_driver(settings, make_driver)
        self._gpio = _gpio_of(type(self._driver))
        self.chip = Mfrc522(self._driver.spi, clock, settings.gain_db)
        self.link = Link(self.chip, clock)

    def pulse_reset(self) -> None:
        """Reset the chip by its RST pin; what it held is lost.

        Raises:
            ReaderLost: if the pin was taken away.
        """
        try:
            self._gpio.output(self._pin, 0)
            self._clock.sleep(_RESET_S)
            self._gpio.output(self._pin, 1)
        except Exception as exc:  # rpi-lgpio's errors share no other parent with the rest
            raise ReaderLost(why_no_pin(exc, self._pin, _RST)) from exc

    def close(self) -> None:
        """Switch the field off, release the bus and the reset pin, and nothing else's. Never raises."""
        for let_go in (self.chip.field_off, self._driver.spi.close, partial(self._gpio.cleanup, self._pin)):
            try:
                let_go()
            except Exception as exc:  # whoever cleaned up first, the rest is still to do
                logger.debug("while the reader was closed: %s", exc)


def make_on_bcm(driver: Any, **arguments: Any) -> Any:
    """Make the package's driver, where its pins will be counted as BCM numbers.

    The package takes over a numbering that somebody chose before, and with it would drive
    another pin than the one that is meant. Where the bus fails after it took the reset pin, it
    keeps that, and perhaps the field on; given back, the pin falls and stops the chip.

    Args:
        driver: the class `mfrc522.MFRC522`.
        arguments: its own, `pin_rst` among them.

    Raises:
        ReaderLost: if the process counts pins otherwise.
        OSError: if the bus is missing, forbidden, or fails.
    """
    gpio = _gpio_of(driver)
    if gpio.getmode() not in (None, _BCM):
        raise ReaderLost("pins are counted along the header (GPIO.BOARD) here: let nobody else set that")
    try:
        return driver(**arguments)
    except (FileNotFoundError, PermissionError):
        raise  # of the node, which comes before the pin
    except OSError:
        with contextlib.suppress(Exception):  # rpi-lgpio's errors share no other parent
            gpio.cleanup(arguments["pin_rst"])
        raise


def _new_driver(settings: ReaderSettings, make_driver: MakeDriver) -> Any:
    node, pin = settings.node, settings.reset_gpio
    try:
        return make_driver(
            bus=settings.bus, device=settings.device, spd=settings.speed_hz, pin_mode=_BCM, pin_rst=pin
        )
    except ReaderLost:
        raise
    except FileNotFoundError as exc:
        raise ReaderLost(f"{node} is missing: is SPI on? See Check") from exc
    except PermissionError as exc:
        raise ReaderLost(f"{node} is closed to this user: add it to group spi") from exc
    except OSError as exc:
        raise ReaderLost(f"the SPI bus failed ({exc}): check the reader's wires") from exc
    except Exception as exc:  # rpi-lgpio's 'GPIO busy' shares no other parent with the rest
        raise ReaderLost(why_no_pin(exc, pin, _RST)) from exc
    finally:
        logging.getLogger("mfrc522Logger").handlers.clear()  # each instance adds one, and prints


def _gpio_of(driver: Any) -> Any:
    """Return the RPi.GPIO module that the driver class's own module was bound to."""
    return driver.__init__.__globals__["GPIO"]

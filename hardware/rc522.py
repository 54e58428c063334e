"""The tag reader on the `mfrc522` package: whole UIDs, several tags at once, little bus time.

Only the package's bus, reset pin and constructor are used. Its `MFRC522_Request` reads a register
2,000 times for each empty poll, its anticollision knows one cascade level, and nothing in it
halts a tag; so the talk with the chip (`rc522_link`) and with the tags (`inventory`) is ours.
"""

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from hardware.clock import Clock
from hardware.errors import ReaderLost
from hardware.inventory import Inventory
from hardware.ports import TagArrived
from hardware.presence import Presence
from hardware.rc522_link import Link
from hardware.settings import ReaderSettings

__all__ = ["Mfrc522Reader", "make_on_bcm"]

logger = logging.getLogger(__name__)

_BCM = 11  # RPi.GPIO's constant for BCM numbering
_KNOWN_VERSIONS = (0x90, 0x91, 0x92)
_RESET_S = 1e-3


class Mfrc522Reader:
    """A `TagReader` on one RC522.

    Args:
        settings: node, reset pin, speed and gain.
        clock: for all waiting.
        make_driver: the class `mfrc522.MFRC522`, or a copy bound to a simulated board.
        number: which reader this is, for its events.
    """

    def __init__(
        self, settings: ReaderSettings, clock: Clock, make_driver: Callable[..., Any], number: int = 0
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._make_driver = make_driver
        self._number = number
        self._presence = Presence()
        self._driver: Any = None
        self._link: Link | None = None
        self._inventory: Inventory | None = None

    def open(self) -> None:
        """Reset the chip, set it up, and switch the field on.

        Raises:
            ReaderLost: if the node is missing or forbidden, nothing is on the bus, a wire is
                loose, or the chip does not keep what is written to it.
        """
        self.close()
        self._driver = self._new_driver()
        self._link = Link(self._driver.spi, self._clock, self._settings.gain)
        self._pulse_reset()
        self._link.configure()
        _name_the_chip(self._link.version())
        self._inventory = Inventory(self._link)

    def poll(self) -> Sequence[TagArrived]:
        """Look once; return the tags that came since the last look.

        Raises:
            ReaderLost: if the chip stopped answering or forgot its settings.
        """
        if self._inventory is None:
            raise ReaderLost("the reader is not open")
        known = self._presence.known()
        missed = []
        for uid in known:
            if self._inventory.is_silent(uid):
                missed.append(uid)
            else:
                self._presence.hear(uid, self._clock.now_s())
        if self._presence.miss(missed, self._clock.now_s()):
            # A halted tag that was only badly heard would stay silent to REQA beside the others.
            self._inventory.wake_all()
        found = self._inventory.find(wake_halted=not known)
        now_s = self._clock.now_s()
        new = [tag for tag in found if self._presence.hear(tag.uid, now_s)]
        others = len(self._presence.known()) - 1
        return [TagArrived(tag.uid, tag.sak, now_s, self._number, others) for tag in new]

    def close(self) -> None:
        """Switch the field off, release the bus and the reset pin, and nothing else's."""
        driver, link = self._driver, self._link
        self._driver = self._link = self._inventory = None
        if driver is None:
            return
        release_pin = partial(_gpio_of(type(driver)).cleanup, self._settings.reset_gpio)
        let_goes = [driver.spi.close, release_pin]
        if link is not None:
            let_goes.insert(0, link.field_off)
        for let_go in let_goes:
            try:
                let_go()
            except Exception as exc:  # whoever cleaned up first, the rest is still to do
                logger.debug("while the reader was closed: %s", exc)

    def _new_driver(self) -> Any:
        node, pin = self._settings.node, self._settings.reset_gpio
        try:
            return self._make_driver(
                bus=self._settings.bus,
                device=self._settings.device,
                spd=self._settings.speed_hz,
                pin_mode=_BCM,
                pin_rst=pin,
            )
        except ReaderLost:
            raise
        except FileNotFoundError as exc:
            raise ReaderLost(f"{node} is missing: turn SPI on in raspi-config") from exc
        except PermissionError as exc:
            raise ReaderLost(f"{node} is closed to this user: add it to group spi") from exc
        except Exception as exc:  # rpi-lgpio's 'GPIO busy' shares no other parent with the rest
            raise ReaderLost(f"{node} or GPIO {pin} cannot be had, is it in use? {exc}") from exc
        finally:
            logging.getLogger("mfrc522Logger").handlers.clear()  # each instance adds one, and prints

    def _pulse_reset(self) -> None:
        gpio = _gpio_of(type(self._driver))
        gpio.output(self._settings.reset_gpio, 0)
        self._clock.sleep(_RESET_S)
        gpio.output(self._settings.reset_gpio, 1)


def make_on_bcm(driver: Any, **arguments: Any) -> Any:
    """Make the package's driver, where its pins will be counted as BCM numbers.

    The package takes over a numbering that somebody chose before, and with it would drive
    another pin than the one that is meant.

    Args:
        driver: the class `mfrc522.MFRC522`.
        arguments: its own.

    Raises:
        ReaderLost: if the process counts pins otherwise.
    """
    if _gpio_of(driver).getmode() not in (None, _BCM):
        raise ReaderLost("pins are counted along the header (GPIO.BOARD) here: let nobody else set that")
    return driver(**arguments)


def _gpio_of(driver: Any) -> Any:
    """Return the RPi.GPIO module that the driver class's own module was bound to."""
    return driver.__init__.__globals__["GPIO"]


def _name_the_chip(version: int) -> None:
    if version in _KNOWN_VERSIONS:
        logger.info("reader found, version 0x%02X", version)
    else:
        logger.warning("reader of an unknown make, version 0x%02X; it may miss some tags", version)

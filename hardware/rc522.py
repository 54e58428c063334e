"""The tag reader on the `mfrc522` package: whole UIDs, several tags at once, little bus time.

Only the package's bus, reset pin and constructor are used. Its `MFRC522_Request` reads a register
2,000 times for each empty poll, its anticollision knows one cascade level, and nothing in it
halts a tag; so the talk with the chip (`rc522_link`) and with the tags (`inventory`) is ours.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Any

from hardware.clock import Clock
from hardware.errors import ReaderLost
from hardware.inventory import Inventory
from hardware.ports import TagArrived
from hardware.presence import Presence
from hardware.rc522_link import Link
from hardware.settings import ReaderSettings

__all__ = ["Mfrc522Reader"]

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
        try:
            self._driver = self._make_driver(
                bus=self._settings.bus,
                device=self._settings.device,
                spd=self._settings.speed_hz,
                pin_mode=_BCM,
                pin_rst=self._settings.reset_gpio,
            )
        except FileNotFoundError as exc:
            raise ReaderLost(f"{self._settings.node} is missing: turn SPI on in raspi-config") from exc
        except PermissionError as exc:
            raise ReaderLost(f"{self._settings.node} is closed to this user: add it to group spi") from exc
        except (OSError, RuntimeError, ValueError) as exc:
            raise ReaderLost(f"the reader's bus or reset pin cannot be had: {exc}") from exc
        logging.getLogger("mfrc522Logger").handlers.clear()  # each instance adds one, and prints
        self._link = Link(self._driver.spi, self._clock, self._settings.gain)
        self._pulse_reset()
        self._link.configure()
        self._inventory = Inventory(self._link)
        _name_the_chip(self._link.version())

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
        self._presence.miss(missed, self._clock.now_s())
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
        try:
            if link is not None:
                link.field_off()
        except ReaderLost:
            logger.debug("the reader was gone before its field was switched off")
        try:
            driver.spi.close()
        finally:
            _gpio_of(driver).cleanup(self._settings.reset_gpio)

    def _pulse_reset(self) -> None:
        gpio = _gpio_of(self._driver)
        gpio.output(self._settings.reset_gpio, 0)
        self._clock.sleep(_RESET_S)
        gpio.output(self._settings.reset_gpio, 1)


def _gpio_of(driver: Any) -> Any:
    """Return the RPi.GPIO module that the driver's own module was bound to."""
    return type(driver).__init__.__globals__["GPIO"]


def _name_the_chip(version: int) -> None:
    if version in _KNOWN_VERSIONS:
        logger.info("reader found, version 0x%02X", version)
    else:
        logger.warning("reader of an unknown make, version 0x%02X; it may miss some tags", version)

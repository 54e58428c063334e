"""The display on luma.oled: sends only what the panel does not hold already."""

import contextlib
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from hardware.errors import DisplayLost
from hardware.oled_pages import Addressing, Pages, Window, changed_windows, pack
from hardware.settings import DisplaySettings, PanelDriver

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["ADDRESSES", "I2cBus", "LumaDisplay", "other_address"]

logger = logging.getLogger(__name__)

ADDRESSES = (0x3C, 0x3D)
"""Those that displays have."""

_DIM = 0x01
_BRIGHT = {PanelDriver.SSD1306: 0xCF, PanelDriver.SSD1309: 0xCF, PanelDriver.SH1106: 0x7F}
"""Contrasts: the lowest that still lights, and those that luma sets a panel up with."""

_NORMAL, _INVERTED = 0xA6, 0xA7
_DISPLAY_OFF, _DISPLAY_ON = 0xAE, 0xAF
_COLUMNS, _PAGES = 0x21, 0x22  # first and last follow
_LOW_COLUMN, _HIGH_COLUMN, _PAGE = 0x00, 0x10, 0xB0  # the number is part of the command
_INSTEAD_OF_PARAMETERS = (0xE3, 0xE3)
"""Commands that do nothing: as many as the parameters that a message that broke off may have left awaited."""

_OFF = 0x40  # of the status byte that the controllers answer a read with
_TRIES = 2

# A message begins with the address, and a byte that tells commands from data; a window is a message of
# commands and one of data.
_COMMANDS, _DATA = 0x00, 0x40
_WINDOWS = Addressing(overhead_bytes=2 + 6 + 2, spans_pages=True)
_PAGE_BY_PAGE = Addressing(overhead_bytes=2 + 3 + 2, spans_pages=False)


class I2cBus(Protocol):
    """What is used of smbus2.SMBus."""

    def i2c_rdwr(self, *messages: Any) -> None:
        """Send `smbus2.i2c_msg`s of any length."""

    def read_byte(self, i2c_addr: int) -> int:
        """Read one byte."""

    def close(self) -> None:
        """Let go of the node."""


def other_address(bus: I2cBus, address: int) -> int | None:
    """Return another address of displays at which something answers; None if nothing does."""
    return next((one for one in ADDRESSES if one != address and _answers(bus, one)), None)


def _answers(bus: I2cBus, address: int) -> bool:
    try:
        bus.read_byte(address)
    except OSError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class _Held:
    """What the panel holds; None where that is not certain."""

    pages: Pages | None = None
    contrast: int | None = None
    is_inverted: bool | None = None


class LumaDisplay:
    """A `Display` on an SSD1306, SSD1309 or SH1106.

    Args:
        settings: bus, address, controller, offset, rotation and contrast.
        open_bus: opens /dev/i2c-N by its number: smbus2.SMBus, or a simulated board's.
    """

    def __init__(self, settings: DisplaySettings, open_bus: Callable[[int], I2cBus]) -> None:
        self._settings = settings
        self._open_bus = open_bus
        self._bus: I2cBus | None = None
        self._device: Any = None
        self._held = _Held()
        self._tells_power = False

    def open(self) -> None:
        """Set the panel up and light it.

        Raises:
            DisplayLost: if the node is missing or forbidden, or nobody answers at the address.
        """
        self._release()
        self._bus = self._open_node()
        try:
            self.check()
            self._set_up(_Wire(self._bus, self._settings.address))
        except DisplayLost:
            self._release()
            raise
        except OSError as exc:
            self._release()
            raise DisplayLost(f"the display does not answer: {exc}") from exc
        logger.debug("display set up on %s at 0x%02X", self._settings.node, self._settings.address)

    def check(self) -> None:
        """Ask the panel whether it is there, and still lit.

        One that lost its power for a moment is there, but dark and without a picture.

        Raises:
            DisplayLost: if nobody answers, or the panel says that it is off.
        """
        if self._bus is None:
            raise DisplayLost("the display is not open")
        try:
            status = self._bus.read_byte(self._settings.address)
        except OSError as exc:
            words = f"no display at address 0x{self._settings.address:02X}"
            if (other := other_address(self._bus, self._settings.address)) is not None:
                words = f"{words}, but one at 0x{other:02X}: set address = 0x{other:02X} under [display]"
                raise DisplayLost(words) from exc
            raise DisplayLost(f"{words}: check its wires") from exc
        if self._tells_power and status & _OFF:
            raise DisplayLost("the display lost its power for a moment")

    def show(self, picture: "Image", *, is_dim: bool = False, is_inverted: bool = False) -> None:
        """Put a picture of mode "1", 128 by 64, on the panel; sends only what is not so already.

        A dark display is one that shows nothing: the panel stays on, so that `check` still notices
        when it loses its power, and waking it takes no longer than another picture.

        Args:
            picture: what to show.
            is_dim: whether with little light.
            is_inverted: whether with light and dark changed; that is one command, however much
                of the picture it changes.

        Raises:
            DisplayLost: if the panel does not take it.
        """
        if self._device is None:
            raise DisplayLost("the display is not open")
        pages = pack(picture, self._settings.rotation)
        held, self._held = self._held, _Held()
        wanted = _Held(pages, self._contrast(is_dim=is_dim), is_inverted)
        try:
            if wanted.contrast != held.contrast:
                self._device.contrast(wanted.contrast)
            if is_inverted is not held.is_inverted:
                self._device.command(_INVERTED if is_inverted else _NORMAL)
            for window in changed_windows(held.pages, pages, self._addressing):
                self._device.command(*self._place(window))
                self._device.data(window.cut(pages))
        except OSError as exc:
            raise DisplayLost(f"the display stopped answering: {exc}") from exc
        self._held = wanted

    def close(self) -> None:
        """Blank the panel, switch it off and let go of the bus.

        The panel keeps its power when the program ends, so one message that breaks off must not leave it lit.
        """
        if self._device is not None and not self._blank():
            self._blank()
        self._release()

    def _open_node(self) -> I2cBus:
        node = self._settings.node
        try:
            return self._open_bus(self._settings.bus)
        except DisplayLost:
            raise
        except FileNotFoundError as exc:
            raise DisplayLost(f"{node} is missing: is I2C on? See Check") from exc
        except PermissionError as exc:
            raise DisplayLost(f"{node} is closed to this user: add it to group i2c") from exc
        except OSError as exc:
            raise DisplayLost(f"{node} cannot be opened: {exc}") from exc

    def _set_up(self, wire: "_Wire") -> None:
        self._device = self._make_device(wire)
        # Not every module answers a read truly: who says "on" now is believed when it says "off".
        self._tells_power = any(self._is_lit_anew(wire) for _ in range(_TRIES))

    def _blank(self) -> bool:
        """Switch the panel off and clear it; return whether it took that."""
        try:
            self._device.command(*_INSTEAD_OF_PARAMETERS)
            self._device.hide()
            self._device.clear()
        except OSError:
            return False
        return True

    @staticmethod
    def _is_lit_anew(wire: "_Wire") -> bool:
        """Set the panel up in one message more, and return whether it says that it is on.

        Wires that are plugged in may take its power once more while luma sets it up: then it would be
        lit, but half of its settings gone.
        """
        wire.command(*_INSTEAD_OF_PARAMETERS, *wire.setting_up, _DISPLAY_ON)
        return not wire.status() & _OFF

    def _contrast(self, *, is_dim: bool) -> int:
        """Return how bright the panel is to be; dim is less than lit, but for the very least."""
        chosen = self._settings.contrast
        bright = _BRIGHT[self._settings.driver] if chosen is None else chosen
        return min(_DIM, max(bright - 1, 0)) if is_dim else bright

    @property
    def _addressing(self) -> Addressing:
        return _PAGE_BY_PAGE if self._settings.driver is PanelDriver.SH1106 else _WINDOWS

    def _place(self, window: Window) -> tuple[int, ...]:
        """Return the commands that say where a window's bytes go."""
        if self._addressing.spans_pages:
            columns, pages = (window.first_column, window.last_column), (window.first_page, window.last_page)
            return (_COLUMNS, *columns, _PAGES, *pages)
        column = window.first_column + self._settings.first_column
        return (_PAGE | window.first_page, _LOW_COLUMN | column & 0x0F, _HIGH_COLUMN | column >> 4)

    def _make_device(self, wire: "_Wire") -> Any:
        import luma.core.device
        from luma.oled.device import sh1106, ssd1306, ssd1309

        luma.core.device.atexit = _NoHooks  # blanking at the end is ours; its hook keeps each device for ever
        wire.command(*_INSTEAD_OF_PARAMETERS)
        match self._settings.driver:
            case PanelDriver.SH1106:
                return sh1106(wire, page_address_offset=self._settings.first_column)
            case PanelDriver.SSD1309:
                return ssd1309(wire)
            case PanelDriver.SSD1306:
                return ssd1306(wire)

    def _release(self) -> None:
        bus, self._bus, self._device, self._held = self._bus, None, None, _Held()
        self._tells_power = False
        if bus is not None:
            with contextlib.suppress(OSError):
                bus.close()


class _Wire:
    """What luma sends through: each message whole, where its own would cut data into blocks of 32 bytes.

    Attributes:
        setting_up: the commands with which luma set the panel up, after switching it off.
    """

    def __init__(self, bus: I2cBus, address: int) -> None:
        self.setting_up: tuple[int, ...] = ()
        self._bus = bus
        self._address = address

    def command(self, *commands: int) -> None:
        first, *following = commands
        if first == _DISPLAY_OFF and following:
            self.setting_up = tuple(following)
        self._send(_COMMANDS, commands)

    def data(self, data: Iterable[int]) -> None:
        self._send(_DATA, data)

    def status(self) -> int:
        return self._bus.read_byte(self._address)

    def _send(self, control: int, body: Iterable[int]) -> None:
        from smbus2 import i2c_msg

        self._bus.i2c_rdwr(i2c_msg.write(self._address, [control, *body]))


class _NoHooks:
    """Stands for `atexit` where luma registers its devices with it."""

    @staticmethod
    def register(_hook: Callable[[], None]) -> None:
        """Forget the hook."""

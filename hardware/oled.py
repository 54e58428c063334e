"""The display on luma.oled: one picture at a time, sent only when it differs from the last."""

import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from hardware.errors import DisplayLost
from hardware.settings import DisplaySettings, PanelDriver

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["I2cBus", "LumaDisplay"]

logger = logging.getLogger(__name__)

_DIM = 0x01
_BRIGHT = {PanelDriver.SSD1306: 0xCF, PanelDriver.SH1106: 0x7F}
"""Contrasts: the lowest that still lights, and those that luma sets a panel up with."""

_NORMAL, _INVERTED = 0xA6, 0xA7
"""Commands of both controllers: show the memory as it is, or light for dark."""

_OFF = 0x40  # of the status byte that both controllers answer a read with


class I2cBus(Protocol):
    """What is used of smbus2.SMBus."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Send a byte and up to 32 more."""

    def read_byte(self, i2c_addr: int) -> int:
        """Read one byte."""

    def close(self) -> None:
        """Let go of the node."""


class LumaDisplay:
    """A `Display` on an SSD1306 or SH1106.

    Args:
        settings: bus, address, controller, offset and rotation.
        open_bus: opens /dev/i2c-N by its number: smbus2.SMBus, or a simulated board's.
    """

    def __init__(self, settings: DisplaySettings, open_bus: Callable[[int], I2cBus]) -> None:
        self._settings = settings
        self._open_bus = open_bus
        self._bus: I2cBus | None = None
        self._device: Any = None
        self._shown: bytes | None = None
        self._is_dim = self._is_inverted = False
        self._tells_power = False

    def open(self) -> None:
        """Set the panel up and light it.

        Raises:
            DisplayLost: if the node is missing or forbidden, or nobody answers at the address.
        """
        self._release()
        node = self._settings.node
        try:
            self._bus = self._open_bus(self._settings.bus)
            self.check()
            self._device = self._make_device(self._bus)
        except FileNotFoundError as exc:
            raise DisplayLost(f"{node} is missing: turn I2C on in raspi-config") from exc
        except PermissionError as exc:
            raise DisplayLost(f"{node} is closed to this user: add it to group i2c") from exc
        except DisplayLost:
            self._release()
            raise
        except _bus_errors() as exc:
            self._release()
            raise DisplayLost(f"the display does not answer: {exc}") from exc
        # Not every module answers a read truly: only one that says "on" now is believed when it says "off".
        self._tells_power = not self._bus.read_byte(self._settings.address) & _OFF
        logger.info("display found on %s at 0x%02X", node, self._settings.address)

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
            raise DisplayLost(
                f"no display at address 0x{self._settings.address:02X}: check its wires"
            ) from exc

        if self._tells_power and status & _OFF:
            raise DisplayLost("the display lost its power for a moment")

    def show(self, picture: "Image", *, is_dim: bool = False, is_inverted: bool = False) -> None:
        """Put a picture of mode "1", 128 by 64, on the panel; sends only what is not so already.

        A dark display is one that shows nothing: the panel stays on, so that `check` still notices
        when it loses its power, and waking it takes no longer than another picture.

        Raises:
            DisplayLost: if the panel does not take it.
        """
        if self._device is None:
            raise DisplayLost("the display is not open")
        pixels, shown = picture.tobytes(), self._shown
        self._shown = None
        try:
            if is_dim is not self._is_dim:
                self._device.contrast(_DIM if is_dim else _BRIGHT[self._settings.driver])
            self._is_dim = is_dim
            if is_inverted is not self._is_inverted:
                self._device.command(_INVERTED if is_inverted else _NORMAL)
            self._is_inverted = is_inverted
            if pixels != shown:
                self._device.display(picture)
        except _bus_errors() as exc:
            raise DisplayLost(f"the display stopped answering: {exc}") from exc
        self._shown = pixels

    def close(self) -> None:
        """Blank the panel, switch it off and let go of the bus."""
        if self._device is not None:
            with contextlib.suppress(*_bus_errors()):
                self._device.clear()
                self._device.hide()
        self._release()

    def _make_device(self, bus: I2cBus) -> Any:
        import luma.core.device
        from luma.core.interface.serial import i2c
        from luma.oled.device import sh1106, ssd1306

        luma.core.device.atexit = _NoHooks  # blanking at the end is ours; its hook keeps each device for ever
        serial = i2c(bus=bus, address=self._settings.address)
        quarter_turns = self._settings.rotation // 90
        if self._settings.driver is PanelDriver.SH1106:
            return sh1106(serial, rotate=quarter_turns, page_address_offset=self._settings.column_offset)
        return ssd1306(serial, rotate=quarter_turns)

    def _release(self) -> None:
        bus, self._bus, self._device, self._shown = self._bus, None, None, None
        self._tells_power = self._is_dim = self._is_inverted = False
        if bus is not None:
            with contextlib.suppress(OSError):
                bus.close()


class _NoHooks:
    """Stands for `atexit` where luma registers its devices with it."""

    @staticmethod
    def register(_hook: Callable[[], None]) -> None:
        """Forget the hook."""


def _bus_errors() -> tuple[type[Exception], ...]:
    """What luma raises: its own errors for commands, and bare OSErrors for data."""
    from luma.core.error import Error

    return (OSError, Error)

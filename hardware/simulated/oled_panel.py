"""OLED panels of 128 by 64 pixels that decode the bytes they are sent.

The glass is mounted as on the usual modules: after segment remap (A1) and COM scan down (C8) the
first column of the memory is at the left and its first row at the top.

Source: Solomon Systech SSD1306 data sheet, sections 8.1.5, 8.7, 9, 10; Sino Wealth SH1106 data
sheet, command table.
"""

import errno
import random
from dataclasses import dataclass, field, replace

from PIL import Image

from hardware.simulated.oled_controllers import SSD1306, Controller

__all__ = ["Glitch", "OledPanel", "UnknownCommand"]

WIDTH_PX, HEIGHT_PX = 128, 64
_PAGES = 8
_COMMANDS, _DATA = 0x00, 0x40
_VERTICAL, _PAGE = 1, 2  # modes of addressing; the third is horizontal

_FLAGS = {
    0xA0: ("is_remapped", False),
    0xA1: ("is_remapped", True),
    0xA4: ("is_all_on", False),
    0xA5: ("is_all_on", True),
    0xA6: ("is_inverted", False),
    0xA7: ("is_inverted", True),
    0xAE: ("is_on", False),
    0xAF: ("is_on", True),
    0xC0: ("scans_down", False),
    0xC8: ("scans_down", True),
}
_VALUES = {0x20: "mode", 0x81: "contrast", 0xA8: "multiplex", 0xD3: "offset"}
_BIT_TO_LUMINANCE = [bytes(255 * (byte >> bit & 1) for byte in range(256)) for bit in range(8)]


class UnknownCommand(ValueError):
    """The controller was sent what its data sheet does not list."""


@dataclass(slots=True)
class _Settings:
    """The controller's registers, with their values after power-on."""

    has_pump: bool
    columns: tuple[int, int]
    pages: tuple[int, int] = (0, _PAGES - 1)
    is_remapped: bool = False
    is_all_on: bool = False
    is_inverted: bool = False
    is_on: bool = False
    scans_down: bool = False
    mode: int = _PAGE
    contrast: int = 0x7F
    multiplex: int = HEIGHT_PX - 1
    offset: int = 0
    start_line: int = 0
    column: int = 0
    page: int = 0
    awaited: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Glitch:
    """A transfer that fails.

    Attributes:
        error: its errno.
        after: how many transfers go through before.
        arriving: how many of its bytes the panel takes before it breaks off.
    """

    error: int
    after: int = 0
    arriving: int = 0


class OledPanel:
    """One module.

    Attributes:
        unplugged: nobody answers at its address.
        fails_with: the errno of every transfer to it, None while it works.
        glitch: the one transfer that is to fail, None for none.
    """

    def __init__(
        self,
        controller: Controller = SSD1306,
        first_column: int = 0,
        chance: random.Random | None = None,
        is_strict: bool = True,
    ) -> None:
        """Make a module that has just got power.

        Args:
            controller: `SSD1306`, `SSD1309` or `SH1106`.
            first_column: the memory column at the glass's left edge; 2 on most SH1106 modules.
            chance: what fills the memory at power-on; None for zeros.
            is_strict: whether unknown commands raise.
        """
        self.unplugged = False
        self.fails_with: int | None = None
        self.glitch: Glitch | None = None
        self._controller = controller
        self._first_column = first_column
        self._chance = chance
        self._is_strict = is_strict
        self.power_cycle()

    @property
    def is_on(self) -> bool:
        """Whether the glass is lit: display on, and a voltage to light it."""
        return self._settings.is_on and self._settings.has_pump

    @property
    def status(self) -> int:
        """The byte that a read gives: bit 6 is set while the display is off."""
        return 0x03 if self._settings.is_on else 0x43

    @property
    def contrast(self) -> int:
        """The brightness set, 0 to 255."""
        return self._settings.contrast

    def next_fault(self) -> Glitch | None:
        """Return what is wrong with the transfer that comes now, None if it goes through."""
        if self.unplugged:
            return Glitch(errno.EREMOTEIO)
        if self.fails_with is not None:
            return Glitch(self.fails_with)
        glitch = self.glitch
        if glitch is None or not glitch.after:
            self.glitch = None
            return glitch
        self.glitch = replace(glitch, after=glitch.after - 1)
        return None

    def power_cycle(self) -> None:
        """Lose everything; dark until it is initialised again."""
        controller = self._controller
        self._settings = _Settings(controller.has_pump_on, (0, controller.columns - 1))
        self._ram = [bytearray(self._noise(controller.columns)) for _ in range(_PAGES)]

    def _noise(self, count: int) -> bytes:
        return self._chance.randbytes(count) if self._chance else bytes(count)

    def receive(self, message: bytes) -> None:
        """Take one I2C message, address apart.

        Raises:
            UnknownCommand: for an unknown control byte, or in strict mode an unknown command.
        """
        control, body = message[0], message[1:]
        if control == _COMMANDS:
            for byte in body:
                self._take(byte)
        elif control == _DATA:
            self._store(body)
        else:
            raise UnknownCommand(f"control byte {control:02X}")

    def picture(self) -> Image.Image:
        """Return what a viewer sees: mode "1", 128 by 64, a lit pixel 255."""
        settings = self._settings
        if not self.is_on:
            return Image.new("1", (WIDTH_PX, HEIGHT_PX))
        lines = [self._line(com) for com in range(HEIGHT_PX)]
        if not settings.scans_down:
            lines.reverse()
        grey = Image.frombytes("L", (WIDTH_PX, HEIGHT_PX), b"".join(lines))
        return grey.convert("1", dither=Image.Dither.NONE)

    def _line(self, com: int) -> bytes:
        """Return the luminance of what one COM line shows, left to right."""
        settings = self._settings
        if com > settings.multiplex:
            return bytes(WIDTH_PX)
        if settings.is_all_on:
            return b"\xff" * WIDTH_PX
        row = (com + settings.start_line + settings.offset) % HEIGHT_PX
        memory = self._ram[row // 8][::-1][self._first_column : self._first_column + WIDTH_PX]
        if settings.is_inverted:
            memory = bytearray(byte ^ 0xFF for byte in memory)
        return bytes(memory.translate(_BIT_TO_LUMINANCE[row % 8]))

    def _take(self, byte: int) -> None:
        """Collect a command and its parameters, which may come in a later message."""
        awaited = self._settings.awaited
        awaited.append(byte)
        code = awaited[0]
        if len(awaited) > self._controller.parameters.get(code, 0):
            self._settings.awaited = []
            self._run(code, awaited[1:])

    def _run(self, code: int, parameters: list[int]) -> None:
        settings = self._settings
        if code in _FLAGS:
            setattr(settings, *_FLAGS[code])
        elif parameters:
            self._set(code, parameters)
        elif code < 0x10:
            settings.column = settings.column & 0xF0 | code
        elif code < 0x20:
            settings.column = settings.column & 0x0F | (code & 0x0F) << 4
        elif 0x40 <= code < 0x80:
            settings.start_line = code & 0x3F
        elif 0xB0 <= code < 0xB0 + _PAGES:
            settings.page = code & 0x07
        elif self._is_strict and code not in self._controller.plain:
            raise UnknownCommand(f"command {code:02X}")

    def _set(self, code: int, parameters: list[int]) -> None:
        settings = self._settings
        pump = self._controller.pump
        if pump is not None and code == pump[0]:
            settings.has_pump = bool(parameters[0] & pump[1])
        elif code in _VALUES:
            setattr(settings, _VALUES[code], parameters[0])
        elif code == 0x21:
            settings.columns = (parameters[0] & 0x7F, parameters[1] & 0x7F)
            settings.column = settings.columns[0]
        elif code == 0x22:
            settings.pages = (parameters[0] & 0x07, parameters[1] & 0x07)
            settings.page = settings.pages[0]

    def _store(self, data: bytes) -> None:
        """Write bytes, as many at once as go side by side, and step on behind each."""
        while data:
            count = min(len(data), self._side_by_side())
            self._put(data[:count])
            self._settings.column += count - 1
            self._step_on()
            data = data[count:]

    def _side_by_side(self) -> int:
        """Return how many bytes surely go side by side from here on, 1 or more."""
        settings, last = self._settings, self._controller.columns - 1
        if settings.mode == _VERTICAL:
            return 1
        end = last if settings.mode == _PAGE else settings.columns[1]
        return max(end - settings.column + 1, 1)

    def _put(self, data: bytes) -> None:
        """Put bytes side by side. The remap acts on the way into the memory (SSD1306, 10.1.8)."""
        settings, columns = self._settings, self._controller.columns
        first, behind = settings.column, settings.column + len(data)
        if first < columns and settings.is_remapped:
            self._ram[settings.page][columns - behind : columns - first] = data[::-1]
        elif first < columns:
            self._ram[settings.page][first:behind] = data

    def _step_on(self) -> None:
        settings = self._settings
        if settings.mode == _PAGE:
            settings.column = self._after_in_page()
        elif settings.mode == _VERTICAL:
            settings.page, is_over = _step(settings.page, settings.pages)
            settings.column = _step(settings.column, settings.columns)[0] if is_over else settings.column
        else:
            settings.column, is_over = _step(settings.column, settings.columns)
            settings.page = _step(settings.page, settings.pages)[0] if is_over else settings.page

    def _after_in_page(self) -> int:
        """Step on in page mode: the SSD1306 begins the page again, the SH1106 stops behind its end."""
        columns = self._controller.columns
        following = self._settings.column + 1
        return following % columns if self._controller.has_windows else min(following, columns)


def _step(place: int, window: tuple[int, int]) -> tuple[int, bool]:
    """Return the next place in a window, and whether it began again."""
    return (window[0], True) if place == window[1] else (place + 1, False)

"""Where the devices are: buses, addresses and pins. The defaults are the wiring of hardware/README.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from hardware.ports import Button

__all__ = [
    "DEFAULT_BUTTON_PINS",
    "SECOND_READER",
    "BuzzerKind",
    "BuzzerSettings",
    "DeviceSettings",
    "DisplaySettings",
    "PanelDriver",
    "ReaderSettings",
]

DEFAULT_BUTTON_PINS: Mapping[Button, int] = {
    Button.A: 13,
    Button.B: 19,
    Button.C: 26,
    Button.OK: 5,
    Button.BACK: 6,
}


_SH1106_COLUMN = 2  # on most modules


class PanelDriver(Enum):
    """The controllers of 128 by 64 panels that luma.oled drives for us."""

    SSD1306 = "ssd1306"
    SSD1309 = "ssd1309"
    SH1106 = "sh1106"


@dataclass(frozen=True, slots=True)
class ReaderSettings:
    """An RC522 on the SPI bus.

    Attributes:
        bus, device: the node /dev/spidev{bus}.{device}; devices 0 and 1 are chip selects CE0 and CE1.
        reset_gpio: BCM number of the pin that is wired to RST.
        speed_hz: clock of the SPI bus, at most 10 MHz.
        gain_db: of the receiver: 18, 23, 33, 38, 43 or 48.
    """

    bus: int = 0
    device: int = 0
    reset_gpio: int = 25
    speed_hz: int = 1_000_000
    gain_db: int = 33

    @property
    def node(self) -> str:
        """The device file."""
        return f"/dev/spidev{self.bus}.{self.device}"


SECOND_READER = ReaderSettings(device=1, reset_gpio=23)
"""Where a second reader is wired: its chip select on CE1, its RST on GPIO 23."""


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """The panel on the I2C bus.

    Attributes:
        bus: the node /dev/i2c-{bus}.
        address: 7-bit address; boards marked 78 or 7A mean 0x3C or 0x3D.
        driver: which controller the panel has.
        column_offset: first of the SH1106's 132 columns that is visible, 0 or 2; None: 2. The others
            have no more columns than are visible, and heed no offset.
        rotation: 0 or 180 degrees.
        contrast: 0 to 255; None: as luma sets the controller up.
    """

    bus: int = 1
    address: int = 0x3C
    driver: PanelDriver = PanelDriver.SSD1306
    column_offset: int | None = None
    rotation: int = 0
    contrast: int | None = None

    @property
    def node(self) -> str:
        """The device file."""
        return f"/dev/i2c-{self.bus}"

    @property
    def first_column(self) -> int:
        """Which column of the controller's memory is at the left edge."""
        if self.driver is not PanelDriver.SH1106:
            return 0
        return _SH1106_COLUMN if self.column_offset is None else self.column_offset


class BuzzerKind(Enum):
    """What is wired to the buzzer's pin."""

    PASSIVE = "passive"
    ACTIVE = "active"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class BuzzerSettings:
    """The buzzer on a pin.

    Attributes:
        pin: BCM number.
        kind: passive ones sound at the pitch that they are driven at, active ones at their own.
        sounds_at_low: a module that sounds while its pin is low, and rests while it is high.
    """

    pin: int = 12
    kind: BuzzerKind = BuzzerKind.PASSIVE
    sounds_at_low: bool = False


@dataclass(frozen=True, slots=True)
class DeviceSettings:
    """All that is wired to the board.

    Attributes:
        readers: one, or two for the two sides of the table; each has a node and a reset pin of its own.
        display: the panel.
        button_pins: BCM number of each button's pin.
        buzzer: what makes the sounds.
    """

    readers: tuple[ReaderSettings, ...] = (ReaderSettings(),)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    button_pins: Mapping[Button, int] = field(default_factory=lambda: DEFAULT_BUTTON_PINS)
    buzzer: BuzzerSettings = field(default_factory=BuzzerSettings)

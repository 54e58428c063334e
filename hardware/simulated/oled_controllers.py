"""What the data sheets say of the controllers on OLED panels of 128 by 64 pixels.

Source: Solomon Systech SSD1306 data sheet, sections 9 and 10, and SSD1309 data sheet, command
table; Sino Wealth SH1106 data sheet, command table.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.settings import PanelDriver

__all__ = ["CONTROLLERS", "SH1106", "SSD1306", "SSD1309", "Controller"]


@dataclass(frozen=True, slots=True)
class Controller:
    """What tells one controller from another.

    Attributes:
        columns: width of its memory.
        parameters: how many bytes follow each command that has any.
        plain: commands without parameter and without effect here.
        pump: the command whose parameter switches the charge pump, and the bit that does; None if the
            glass has its voltage from outside.
        has_pump_on: whether there is voltage after power-on; without it the glass stays dark.
        has_windows: whether it has the addressing modes besides page mode.
    """

    columns: int
    parameters: Mapping[int, int]
    plain: frozenset[int]
    pump: tuple[int, int] | None
    has_pump_on: bool
    has_windows: bool


_SHARED_PARAMETERS = {0x81: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}

SSD1306 = Controller(
    columns=128,
    parameters=_SHARED_PARAMETERS | {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1},
    plain=frozenset({0x2E, 0xE3}),
    pump=(0x8D, 0x04),
    has_pump_on=False,
    has_windows=True,
)

SSD1309 = Controller(
    columns=128,
    parameters=_SHARED_PARAMETERS | {0x20: 1, 0x21: 2, 0x22: 2},
    # 8D is the SSD1306's pump, which luma sends here too; what follows is taken as a command.
    plain=frozenset({0x2E, 0x8D, 0xE3}),
    pump=None,
    has_pump_on=True,
    has_windows=True,
)

SH1106 = Controller(
    columns=132,
    parameters=_SHARED_PARAMETERS | {0xAD: 1},
    # 20 and 8D are commands of the SSD1306 that luma also sends here; the SH1106 passes over them
    # and takes what follows as a command.
    plain=frozenset({0x20, 0x30, 0x31, 0x32, 0x33, 0x8D, 0xE3}),
    pump=(0xAD, 0x01),
    has_pump_on=True,
    has_windows=False,
)

CONTROLLERS: Mapping[PanelDriver, Controller] = {
    PanelDriver.SSD1306: SSD1306,
    PanelDriver.SSD1309: SSD1309,
    PanelDriver.SH1106: SH1106,
}
"""What each driver of the display is meant for."""

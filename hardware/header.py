"""The 40-pin header: which of its pins each wire goes to. `make guides` draws the wiring from this table."""

from collections.abc import Mapping

__all__ = [
    "BUTTON_GROUNDS",
    "BUZZER_GROUND",
    "DISPLAY_WIRES",
    "GPIO_PINS",
    "READER_WIRES",
    "SELECT_PINS",
]

GPIO_PINS: Mapping[int, int] = {
    2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
    16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
}  # fmt: skip
"""The pin of each GPIO, by its BCM number."""

SELECT_PINS: Mapping[tuple[int, int], int] = {(0, 0): GPIO_PINS[8], (0, 1): GPIO_PINS[7]}
"""The pin of a reader's SDA, by bus and device: CE0 and CE1."""

READER_WIRES: Mapping[str, int] = {
    "3.3 V": 17,
    "GND": 20,
    "SCK": GPIO_PINS[11],
    "MOSI": GPIO_PINS[10],
    "MISO": GPIO_PINS[9],
}
"""The pins of a reader's other wires, all but RST; two readers share them."""

DISPLAY_WIRES: Mapping[str, int] = {"SDA": GPIO_PINS[2], "SCL": GPIO_PINS[3], "VCC": 1, "GND": 9}
"""The pins of the display's wires."""

BUTTON_GROUNDS = (30, 34, 39)
"""The pins of GND that lie near the buttons' pins: any of them will do."""

BUZZER_GROUND = 34
"""The pin of the buzzer's other side."""

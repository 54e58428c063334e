"""From how far the display's letters can be read, by its size."""

from dataclasses import dataclass

__all__ = ["LETTER_PX", "PANELS", "Panel", "table"]

_COLUMNS = 128
LETTER_PX = 7
"""How high a capital of the smallest font is."""
_EASY = 200
"""A letter is read with ease from about so many times its height: a rule of thumb."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A size of display.

    Attributes:
        inches: as it is sold.
        controller: that most of this size have.
        width_mm: of the picture, by data sheets of such modules.
    """

    inches: str
    controller: str
    width_mm: float

    @property
    def letter_mm(self) -> float:
        """How high the letters are."""
        return self.width_mm / _COLUMNS * LETTER_PX

    @property
    def easy_cm(self) -> float:
        """From how far they are read with ease."""
        return self.letter_mm * _EASY / 10


PANELS = (
    Panel("0.96", "SSD1306", 21.7),
    Panel("1.3", "SH1106, whatever the shop says", 29.4),
    Panel("2.42", "SSD1309", 55.0),
)


def table() -> str:
    """Return the sizes as a table of the guide."""
    rows = [
        f"| {one.inches} | {one.controller} | {one.width_mm:.0f} | {one.letter_mm:.1f} | {one.easy_cm:.0f} |"
        for one in PANELS
    ]
    head = "| inches | controller, mostly | picture, mm wide | letters, mm high | read with ease from, cm |"
    return "\n".join([head, "|---|---|---|---|---|", *rows])

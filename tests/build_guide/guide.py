"""The pictures of the build guide, and its tables between their marks."""

from collections.abc import Mapping
from pathlib import Path

from case import case_drawing
from displays import table as displays_table
from header_drawing import wiring_drawing
from pdf import to_pdf
from stickers import sizes, suits_table
from svg import to_svg
from template import template
from wiring import second_reader_table
from wiring import table as wiring_table

from hardware import DeviceSettings

__all__ = ["GUIDE", "drawings", "filled", "tables"]

GUIDE = Path(__file__).parents[2] / "hardware" / "README.md"


def drawings() -> Mapping[str, bytes]:
    """Return the files beside the guide by their names."""
    sheet = template()
    return {
        "wiring.svg": to_svg(wiring_drawing(DeviceSettings())).encode(),
        "stickers.svg": to_svg(sheet).encode(),
        "stickers.pdf": to_pdf(sheet),
        "case.svg": to_svg(case_drawing()).encode(),
    }


def tables() -> Mapping[str, str]:
    """Return the guide's tables by the names in their marks."""
    return {
        "displays": displays_table(),
        "wiring": wiring_table(DeviceSettings()),
        "second reader": second_reader_table(),
        "sticker sizes": sizes(),
        "sticker places": suits_table(),
    }


def filled(text: str) -> str:
    """Return the guide with each table between its marks as it should be.

    Raises:
        ValueError: if a table has no place, or more than one.
    """
    for name, table in tables().items():
        begin, end = f"<!-- make guides: {name} -->", f"<!-- end of {name} -->"
        before, *rest = text.split(begin)
        if len(rest) != 1 or rest[0].count(end) != 1:
            raise ValueError(f"the guide has not one place for the table {name!r}")
        text = f"{before}{begin}\n\n{table}\n\n{end}{rest[0].partition(end)[2]}"
    return text

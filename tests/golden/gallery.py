"""Every screen there is, drawn: `python tests/golden/gallery.py sheets|write`.

`screens.txt` names the pictures. The test compares each with the one kept here for its language; `write`
keeps what is drawn now, and `sheets` draws them side by side, four times as large.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PIL import Image
from screenplay import FOLDER, tables

from firmware.screens import scene_of
from firmware.screens.painter import enlarge, paint
from firmware.texts import Language, load

__all__ = ["best", "drawn", "is_same", "save"]

_GAP_PX = 24
_GROUND = (40, 40, 44)


def drawn(language: Language) -> dict[str, Image.Image]:
    """Return every picture by its name."""
    return {name: paint(scene_of(table, load(language)), strict=True) for name, table in tables()}


def is_same(one: Image.Image, other: Image.Image) -> bool:
    """Tell whether two pictures are the same to the last pixel."""
    return one.size == other.size and one.tobytes() == other.tobytes()


def save(pictures: Mapping[str, Image.Image], folder: Path) -> Path:
    """Write pictures into a folder of their own, and return it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        picture.save(folder / f"{name}.png", optimize=True)
    return folder


def best() -> list[str]:
    """Return the names of the pictures that the README shows."""
    return (FOLDER / "best.txt").read_text().split()


def _write() -> None:
    for language in Language:
        folder, pictures = FOLDER / language.value, drawn(language)
        for old in folder.glob("*.png"):
            old.unlink()
        save(pictures, folder)


def _contact_sheet(pictures: Sequence[Image.Image], columns: int) -> Image.Image:
    """Put pictures side by side in rows, each as it looks on the panel."""
    large = [enlarge(picture) for picture in pictures]
    width, height = (side + _GAP_PX for side in large[0].size)
    rows = -(-len(large) // columns)
    sheet = Image.new("RGB", (columns * width + _GAP_PX, rows * height + _GAP_PX), _GROUND)
    for place, picture in enumerate(large):
        row, column = divmod(place, columns)
        sheet.paste(picture, (_GAP_PX + column * width, _GAP_PX + row * height))
    return sheet


def _sheets() -> None:
    target = Path("build/gallery")
    target.mkdir(parents=True, exist_ok=True)
    for language in Language:
        _contact_sheet(list(drawn(language).values()), columns=5).save(target / f"{language}.png")
    pictures = drawn(Language.BOTH)
    _contact_sheet([pictures[name] for name in best()], columns=3).save(
        "firmware/screens/gallery.png", optimize=True
    )
    print(f"see {target}: en.png, ja.png and both.png, in the order of screens.txt")


_COMMANDS: Mapping[str, Callable[[], None]] = {"write": _write, "sheets": _sheets}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in _COMMANDS:
        sys.exit(f"usage: gallery.py {'|'.join(_COMMANDS)}")
    _COMMANDS[sys.argv[1]]()

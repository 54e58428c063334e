"""The display's picture in a terminal: two pixels a letter, or eight where it is narrow."""

from PIL import Image

__all__ = ["to_lines"]

_HALF_BLOCKS = " ▀▄█"
_BRAILLE = 0x2800
# bits of a Braille pattern by row and column, as Unicode orders its dots
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def to_lines(picture: Image.Image, columns: int) -> list[str]:
    """Draw a picture in letters, with a border.

    Args:
        picture: mode "1".
        columns: how wide the terminal is; half blocks need two more than the picture's pixels,
            Braille patterns two more than half of them.
    """
    width, height = picture.size
    draw = _half_blocks if columns >= width + 2 else _braille
    rows = draw(picture, width, height)
    return ["┌" + "─" * len(rows[0]) + "┐", *(f"│{row}│" for row in rows), "└" + "─" * len(rows[0]) + "┘"]


def _half_blocks(picture: Image.Image, width: int, height: int) -> list[str]:
    def letter(x: int, y: int) -> str:
        return _HALF_BLOCKS[bool(picture.getpixel((x, y))) + 2 * bool(picture.getpixel((x, y + 1)))]

    return ["".join(letter(x, y) for x in range(width)) for y in range(0, height, 2)]


def _braille(picture: Image.Image, width: int, height: int) -> list[str]:
    def letter(x: int, y: int) -> str:
        dots = sum(
            bit
            for row, bits in enumerate(_DOTS)
            for column, bit in enumerate(bits)
            if picture.getpixel((x + column, y + row))
        )
        return chr(_BRAILLE + dots)

    return ["".join(letter(x, y) for x in range(0, width, 2)) for y in range(0, height, 4)]

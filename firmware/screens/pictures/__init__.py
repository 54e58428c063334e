"""Pictures of the flowers and of the types of cards, as text files, and how they are read.

A file holds as many lines as the picture is high, each of as many characters as it is wide:
`#` is a lit pixel, `.` a dark one.
"""

from functools import cache
from importlib.resources import files

from scorer import CardType, Suit

__all__ = ["load_picture", "parse_picture"]

_BITS = str.maketrans(".#", "01")


@cache
def load_picture(of: Suit | CardType, size_px: int) -> bytes:
    """Read a picture from its file; once in a process, at its first use.

    Args:
        of: The flower or type.
        size_px: Its width and height; there must be such a file.

    Returns:
        The rows from the top, each filled up to whole bytes, leftmost pixel in the highest
        bit, 1 for lit.
    """
    path = f"{'flowers' if isinstance(of, Suit) else 'types'}-{size_px}/{of}.txt"
    return parse_picture(files(__package__).joinpath(path).read_text(encoding="ascii"), size_px, path)


def parse_picture(text: str, size_px: int, source: str) -> bytes:
    """Turn a picture's text into rows of bits, as `load_picture` returns them.

    Raises:
        ValueError: if it has not `size_px` lines of `size_px` pixels; the message names the
            source and the line.
    """
    lines = text.splitlines()
    if len(lines) != size_px:
        raise ValueError(f"{source} has {len(lines)} lines, not {size_px}")
    return b"".join(_row(line, size_px, f"{source}, line {number}") for number, line in enumerate(lines, 1))


def _row(line: str, size_px: int, place: str) -> bytes:
    if len(line) != size_px:
        raise ValueError(f"{place} has {len(line)} pixels, not {size_px}")
    if strange := line.strip(".#"):
        raise ValueError(f"{place}: {strange[0]!r} is neither '#' nor '.'")
    width_bytes = (size_px + 7) // 8
    return (int(line.translate(_BITS), 2) << 8 * width_bytes - size_px).to_bytes(width_bytes)

"""Writes a drawing in millimetres as a PDF of one page, the same bytes each time.

It needs no package: a page is lines, curves and the fonts that every reader of PDF has.
"""

from drawing import Align, Disc, Drawing, Item, Line, Plate, Point, Words

__all__ = ["to_pdf"]

_POINTS_PER_MM = 72 / 25.4
_ROUND = 0.5522847498  # how far the handles of a curve lie out that makes a quarter of a circle
_QUARTERS: tuple[tuple[Point, Point, Point], ...] = (
    ((1, _ROUND), (_ROUND, 1), (0, 1)),
    ((-_ROUND, 1), (-1, _ROUND), (-1, 0)),
    ((-1, -_ROUND), (-_ROUND, -1), (0, -1)),
    ((_ROUND, -1), (1, -_ROUND), (1, 0)),
)
_WIDTHS = (
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778,
    722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278,
    278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)  # fmt: skip
"""Of Helvetica's letters from the space on, in thousandths of its size."""


def to_pdf(drawing: Drawing) -> bytes:
    """Return the drawing as a file, to be printed at 100 %.

    Raises:
        ValueError: if the drawing is not in millimetres.
    """
    if drawing.unit != "mm":
        raise ValueError(f"a page is measured in mm, not {drawing.unit}")
    page = "\n".join(_marks(item, drawing.size[1]) for item in drawing.items).encode("cp1252")
    width, height = (_number(side * _POINTS_PER_MM) for side in drawing.size)
    fonts = " ".join(
        f"/{name} << /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>"
        for name, font in (("F", "Helvetica"), ("B", "Helvetica-Bold"))
    )
    title = drawing.title.replace("(", "").replace(")", "")
    return _file(
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width} {height}] /Contents 4 0 R"
        f" /Resources << /Font << {fonts} >> >> >>".encode(),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(page), page),
        f"<< /Title ({title}) >>".encode("cp1252"),
    )


def _file(*objects: bytes) -> bytes:
    """Return objects with the table of where each begins; the last says what the file is about."""
    written, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    trailer = b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (size, len(objects))
    head = b"xref\n0 %d\n0000000000 65535 f \n" % size
    return written + head + table + trailer + b"startxref\n%d\n%%%%EOF\n" % len(written)


def _marks(item: Item, height: float) -> str:
    """Return what draws one item; a page of PDF is measured from its lower edge."""

    def at(point: Point) -> str:
        return f"{_points(point[0])} {_points(height - point[1])}"

    match item:
        case Line():
            first, *others = (at(point) for point in item.points)
            path = " ".join([f"{first} m", *(f"{one} l" for one in others), "S"])
            return f"{_pen(item.colour, item.width, item.dashed)} {path}"
        case Plate(corner=(x, y), size=(width, tall)):
            path = f"{at((x, y + tall))} {_points(width)} {_points(tall)} re"
            return f"{_pen(item.rim, item.width, item.dashed)} {_closed(path, item.fill)}"
        case Disc(centre=(x, y)):
            turns = [
                " ".join(at((x + right * item.radius, y - up * item.radius)) for right, up in quarter) + " c"
                for quarter in _QUARTERS
            ]
            path = " ".join([f"{at((x + item.radius, y))} m", *turns])
            return f"{_pen(item.rim, item.width, item.dashed)} {_closed(path, item.fill)}"
        case Words():
            return _text(item, at((item.at[0] - _shift(item), item.at[1])))


def _text(words: Words, where: str) -> str:
    text = words.text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    font = "B" if words.bold else "F"
    size = _points(words.size)
    return f"{_colour(words.colour)} rg BT /{font} {size} Tf {where} Td ({text}) Tj ET"


def _shift(words: Words) -> float:
    """Return how far words begin before their point."""
    thousandths = sum(_WIDTHS[ord(letter) - 32] if " " <= letter <= "~" else 556 for letter in words.text)
    return {Align.START: 0, Align.MIDDLE: 0.5, Align.END: 1}[words.align] * thousandths * words.size / 1000


def _closed(path: str, fill: str) -> str:
    return f"{_colour(fill)} rg {path} B" if fill else f"{path} S"


def _pen(colour: str, width: float, dashed: bool) -> str:
    dash = _points(width * 3)
    return f"{_colour(colour)} RG {_points(width)} w [{dash if dashed else ''}] 0 d"


def _colour(written: str) -> str:
    parts = (int(written[place : place + 2], 16) / 255 for place in (1, 3, 5))
    return " ".join(_number(part) for part in parts)


def _points(mm: float) -> str:
    return _number(mm * _POINTS_PER_MM)


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")

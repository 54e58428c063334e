"""Writes a drawing as SVG."""

from xml.sax.saxutils import escape, quoteattr

from drawing import Disc, Drawing, Item, Line, Plate, Words

__all__ = ["to_svg"]

_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif"
_PAPER, _RIM = "#fdfcf8", "#d8d4c8"


def to_svg(drawing: Drawing) -> str:
    """Return the drawing as a file; it brings its own light ground."""
    width, height = drawing.size
    unit = drawing.unit
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}{unit}"'
        f' height="{_number(height)}{unit}" viewBox="0 0 {_number(width)} {_number(height)}"'
        f' font-family="{_FONT}" role="img" aria-label={quoteattr(drawing.title)}>'
    )
    rim = 1 if unit == "px" else 0.2
    ground = Plate((rim / 2, rim / 2), (width - rim, height - rim), _RIM, rim, _PAPER, 8 * rim)
    lines = [head, f"<title>{escape(drawing.title)}</title>", *map(_element, (ground, *drawing.items))]
    return "\n".join([*lines, "</svg>", ""])


def _element(item: Item) -> str:
    match item:
        case Line():
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in item.points)
            return (
                f'<polyline points="{points}" fill="none" {_rim(item.colour, item.width, item.dashed)}'
                ' stroke-linejoin="round" stroke-linecap="round"/>'
            )
        case Disc(centre=(x, y)):
            where = f'cx="{_number(x)}" cy="{_number(y)}" r="{_number(item.radius)}"'
            return f"<circle {where} {_fill(item.fill)} {_rim(item.rim, item.width, item.dashed)}/>"
        case Plate(corner=(x, y), size=(width, height)):
            where = f'x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}"'
            rounding = f' rx="{_number(item.rounding)}"' if item.rounding else ""
            return f"<rect {where}{rounding} {_fill(item.fill)} {_rim(item.rim, item.width, item.dashed)}/>"
        case Words(at=(x, y)):
            weight = ' font-weight="bold"' if item.bold else ""
            return (
                f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(item.size)}"'
                f' text-anchor="{item.align.value}" fill="{item.colour}"{weight}>{escape(item.text)}</text>'
            )


def _fill(colour: str) -> str:
    return f'fill="{colour or "none"}"'


def _rim(colour: str, width: float, dashed: bool) -> str:
    dashes = f' stroke-dasharray="{_number(width * 3)} {_number(width * 3)}"' if dashed else ""
    return f'stroke="{colour}" stroke-width="{_number(width)}"{dashes}'


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")

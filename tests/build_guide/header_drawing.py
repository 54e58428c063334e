"""Draws the wiring: the header in the middle, display and buttons left of it, reader and buzzer right."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from drawing import Align, Disc, Drawing, Item, Line, Plate, Point, Words
from wiring import GROUND, Wire, second_wires, wires

from hardware import DeviceSettings

__all__ = ["wiring_drawing"]

_SIZE = (1000.0, 740.0)
_TOP, _PITCH = 100.0, 31.0
_ODD_X, _EVEN_X, _PIN = 478.0, 522.0, 20.0
_LEFT_X, _RIGHT_X = 300.0, 730.0  # where devices begin
_FAN_X = (560.0, 700.0)  # between these the wires on the right are spread
_SPREAD = 27.0
_RAIL_X, _CAP_X = 80.0, 150.0
_COLOURS: Mapping[str, str] = {
    "red": "#cc2222",
    "black": "#222222",
    "blue": "#1f5fbf",
    "orange": "#d9730d",
    "green": "#2e8b3d",
    "violet": "#8a3fb5",
    "brown": "#7a4a21",
    "yellow": "#c79a00",
    "grey": "#77777a",
}
_INK, _PALE = "#222222", "#eeece4"
_TITLES = {
    "display": "OLED display",
    "buttons": "buttons",
    "reader": "RC522 reader",
    "buzzer": "buzzer",
    "second": "second reader",
}


def wiring_drawing(settings: DeviceSettings) -> Drawing:
    """Return the wiring of a box with these settings, with the two more wires of a second reader."""
    all_wires = wires(settings)
    display = [wire for wire in all_wires if wire.device == "display"]
    buttons = [wire for wire in all_wires if wire.device not in ("display", "reader", "buzzer")]
    right = [wire for wire in all_wires if wire.device in ("reader", "buzzer")]
    seconds = [Wire("second", wire.end, wire.pin, wire.colour) for wire in second_wires()]
    items = (
        *_header(),
        *_plate("display", [_row_y(wire.pin) for wire in display], 40, _LEFT_X),
        *(item for wire in display for item in _straight(wire)),
        *_buttons(buttons),
        *_right_side(sorted([*right, *seconds], key=lambda wire: _leaves_y(wire.pin))),
        *(item for wire in [*all_wires, *seconds] for item in _pin(wire.pin, _COLOURS[wire.colour])),
    )
    title = "The wiring: which pin of display, buttons, reader and buzzer goes to which pin of the header"
    return Drawing(_SIZE, "px", title, items)


def _header() -> Iterable[Item]:
    """Draw the forty pins, with all that tells which is pin 1."""
    corner, size = (_ODD_X - 20, _TOP - 20), (_EVEN_X - _ODD_X + 40, 19 * _PITCH + 40)
    yield Words((500, 32), "The Pi's header", 20, Align.MIDDLE, _INK, bold=True)
    yield Words((500, 54), "from above, the end with the SD card at the top", 13, Align.MIDDLE)
    yield Words((_ODD_X, 74), "pin 1", 13, Align.END)
    yield Words((_EVEN_X, 74), "the board's edge", 13)
    yield Plate(corner, size, _INK, 1.5, _PALE, 6)
    for pin in range(1, 41):
        yield from _pin(pin, "")


def _pin(pin: int, colour: str) -> Iterable[Item]:
    x, y = _pin_x(pin), _row_y(pin)
    yield Plate((x - _PIN / 2, y - _PIN / 2), (_PIN, _PIN), colour or "#b9b5a8", 1, colour or "#ffffff", 3)
    yield Words((x, y + 4), str(pin), 11, Align.MIDDLE, "#ffffff" if colour else "#77777a", bold=bool(colour))


def _plate(name: str, rows: Sequence[float], left: float, right: float) -> Iterable[Item]:
    top, bottom = rows[0] - 48, rows[-1] + 18
    yield Plate((left, top), (right - left, bottom - top), _INK, 1.5, "#ffffff", 8, name == "second")
    yield Words((left + 14, top + 22), _TITLES[name], 15, Align.START, _INK, bold=True)


def _straight(wire: Wire) -> Iterable[Item]:
    """Draw a wire of the display, straight from its row of the header."""
    y = _row_y(wire.pin)
    yield Line(((_LEFT_X, y), *_leaves(wire.pin, to_left=True)), _COLOURS[wire.colour], 3)
    yield Words((_LEFT_X - 12, y + 5), f"{wire.end}: {_place(wire)}", 14, Align.END, _INK)


def _buttons(found: Sequence[Wire]) -> Iterable[Item]:
    """Draw the buttons, each between its pin and the wire to GND that all share."""
    signals = [wire for wire in found if wire.end != GROUND]
    (ground,) = (wire for wire in found if wire.end == GROUND)
    yield from _plate("buttons", [_row_y(wire.pin) for wire in found], 40, 345)
    rail = [(_RAIL_X, _row_y(signals[0].pin)), (_RAIL_X, _row_y(ground.pin))]
    yield Line((*rail, *_leaves(ground.pin, to_left=True)), _COLOURS[ground.colour], 3)
    yield Words((_CAP_X + 24, _row_y(ground.pin) - 6), f"{GROUND} of all five", 14)
    for wire in signals:
        y = _row_y(wire.pin)
        yield Line(((_RAIL_X, y), (_CAP_X, y)), _COLOURS[ground.colour], 3)
        yield Line(((_CAP_X, y), *_leaves(wire.pin, to_left=True)), _COLOURS[wire.colour], 3)
        yield Disc((_CAP_X, y), 11, _INK, 1.5, _COLOURS[wire.colour])
        yield Words((_CAP_X + 24, y - 6), f"{wire.device}: {_place(wire)}", 14)


def _right_side(found: Sequence[Wire]) -> Iterable[Item]:
    """Draw the wires on the right: in the order in which they leave the header, so that none cross."""
    rows = _spread(found)
    for name, some in groupby(zip(found, rows, strict=True), key=lambda one: one[0].device):
        group = list(some)
        yield from _plate(name, [y for _, y in group], _RIGHT_X, _SIZE[0] - 40)
        for wire, y in group:
            first = _leaves(wire.pin, to_left=False)
            path = (*first, (_FAN_X[0], first[-1][1]), (_FAN_X[1], y), (_RIGHT_X, y))
            yield Line(path, _COLOURS[wire.colour], 3, wire.device == "second")
            yield Words((_RIGHT_X + 12, y + 5), f"{wire.end}: {_place(wire)}", 14)


def _spread(found: Sequence[Wire]) -> list[float]:
    """Return the height of each wire's end: a row apart in a device, more from one device to the next."""
    heights, y = [], 0.0
    for before, wire in zip([None, *found], found, strict=False):
        y += _SPREAD if before is not None and before.device == wire.device else 80.0
        heights.append(y)
    middle = sum(_leaves_y(wire.pin) for wire in found) / len(found)
    shift = middle - (heights[0] + heights[-1]) / 2
    return [height + shift for height in heights]


def _leaves(pin: int, *, to_left: bool) -> tuple[Point, ...]:
    """Return how a wire leaves the header: straight, or past the pin that is in its way."""
    x, y = _pin_x(pin), _row_y(pin)
    if (pin % 2 == 1) == to_left:
        return ((x, y),) if to_left else ((x, y), (x + 30, y))
    side = -1 if to_left else 1
    past = [(x + side * 12, y + _PITCH / 2), (x + side * 70, y + _PITCH / 2)]
    return (*reversed(past), (x, y)) if to_left else ((x, y), *past)


def _leaves_y(pin: int) -> float:
    """Return at what height a wire leaves the header to the right."""
    return _leaves(pin, to_left=False)[-1][1]


def _pin_x(pin: int) -> float:
    return _ODD_X if pin % 2 else _EVEN_X


def _row_y(pin: int) -> float:
    return _TOP + (pin - 1) // 2 * _PITCH


def _place(wire: Wire) -> str:
    gpio = "" if wire.gpio is None else f"GPIO {wire.gpio}, "
    return f"{gpio}pin {wire.pin}"

import re
from collections.abc import Iterable
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from case import (
    BOX_MM,
    BUTTON_MM,
    BUTTONS,
    COIL,
    COIL_MM,
    METAL_MM,
    PI,
    PILES_MM,
    WINDOW,
    case_drawing,
    nearest_to_coil,
)
from displays import LETTER_PX
from drawing import Disc, Drawing, Line, Plate, Point, Words, box_of
from header_drawing import wiring_drawing
from pdf import to_pdf
from stickers import CARD_MM, RECTANGLE, ROUND, Sticker, gap, largest_round, overlap, places, suits
from svg import to_svg
from template import A4_MM, template
from wiring import second_wires, table, wires

from firmware.screens.painter import paint
from firmware.screens.scene import Font, Scene, Text
from hardware import DEFAULT_BUTTON_PINS, Button, BuzzerSettings, DeviceSettings, ReaderSettings
from scorer import Card

POINTS_PER_MM = 72 / 25.4
DRAWINGS = {"wiring": wiring_drawing(DeviceSettings()), "template": template(), "case": case_drawing()}


def do_boxes_meet(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def spanned(a: Point, b: Point) -> tuple[float, ...]:
    """The box around a segment; a hair more, so that a line has a breadth."""
    return min(a[0], b[0]) - 0.1, min(a[1], b[1]) - 0.1, max(a[0], b[0]) + 0.1, max(a[1], b[1]) + 0.1


def do_lines_cross(one: Line, other: Line) -> bool:
    return any(
        do_boxes_meet(spanned(a, b), spanned(c, d))
        and side(a, b, c) * side(a, b, d) <= 0
        and side(c, d, a) * side(c, d, b) <= 0
        for a, b in pairwise(one.points)
        for c, d in pairwise(other.points)
    )


def segment_meets_box(a: Point, b: Point, box: tuple[float, ...]) -> bool:
    steps = (step / 60 for step in range(61))
    points = ((a[0] + (b[0] - a[0]) * step, a[1] + (b[1] - a[1]) * step) for step in steps)
    return any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in points)


def flat(points: Iterable[Point]) -> list[float]:
    return [number for point in points for number in point]


def words_of(drawing: Drawing) -> list[Words]:
    """The header's pins are drawn twice, first as if none were used."""
    found = [item for item in drawing.items if isinstance(item, Words)]
    return list({one.at: one for one in found}.values())


def wire_lines() -> list[Line]:
    return [item for item in DRAWINGS["wiring"].items if isinstance(item, Line)]


@pytest.mark.parametrize("name", DRAWINGS)
def test_no_words_lie_on_others_or_leave_the_drawing(name):
    boxes = [box_of(words) for words in words_of(DRAWINGS[name])]
    width, height = DRAWINGS[name].size
    assert len(boxes) > 10
    assert [pair for pair in combinations(boxes, 2) if do_boxes_meet(*pair)] == []
    assert [box for box in boxes if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height] == []


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_written_as_xml_with_a_light_ground(name):
    svg = ElementTree.fromstring(to_svg(DRAWINGS[name]))
    (title, ground, *others) = svg
    assert title.text == DRAWINGS[name].title
    assert ground.get("fill") == "#fdfcf8"
    assert len(others) == len(DRAWINGS[name].items)


def test_each_pin_of_the_settings_has_its_wire():
    settings = DeviceSettings()
    pins = {wire.gpio for wire in wires(settings)} - {None}
    buses = {2, 3, 8, 9, 10, 11}
    assert pins == {
        *DEFAULT_BUTTON_PINS.values(),
        settings.readers[0].reset_gpio,
        settings.buzzer.pin,
        *buses,
    }
    assert [(wire.end, wire.pin) for wire in second_wires()] == [("RST", 16), ("SDA", 26)]


def test_the_table_follows_the_settings():
    moved = DeviceSettings(
        readers=(ReaderSettings(reset_gpio=24),),
        button_pins={**DEFAULT_BUTTON_PINS, Button.A: 16},
        buzzer=BuzzerSettings(pin=18),
    )
    changed = set(table(moved).splitlines()) - set(table(DeviceSettings()).splitlines())
    assert changed == {
        "| RC522 reader | RST | GPIO 24 | 18 | brown |",
        "| button A | one side | GPIO 16 | 36 | red |",
        "| buzzer, if you like | + | GPIO 18 | 12 | green |",
    }


def test_the_drawing_tells_each_wire_s_pin_and_gpio():
    said = " ".join(words.text for words in words_of(DRAWINGS["wiring"]))
    for wire in (*wires(DeviceSettings()), *second_wires()):
        if wire.gpio is not None:
            assert f": GPIO {wire.gpio}, pin {wire.pin}" in said


def test_no_two_wires_cross_but_those_that_are_joined():
    lines = [line for line in wire_lines() if line.colour != "#222222"]
    assert len(lines) == 17
    assert [pair for pair in combinations(lines, 2) if do_lines_cross(*pair)] == []
    black = [line for line in wire_lines() if line.colour == "#222222"]
    touching = [(one, other) for one in black for other in lines if do_lines_cross(one, other)]
    ends = {other.points[0] for _, other in touching}
    assert len(touching) == len(Button)  # each button's wire begins where its way to GND ends
    assert ends == {one.points[-1] for one, _ in touching}


def test_no_wire_runs_over_a_pin_that_is_not_its_own():
    pins = [
        item for item in DRAWINGS["wiring"].items if isinstance(item, Plate) and item.size == (20.0, 20.0)
    ]
    boxes = {one.corner: (*one.corner, one.corner[0] + 20, one.corner[1] + 20) for one in pins}
    assert len(boxes) == 40
    for line in wire_lines():
        met = {
            corner
            for corner, box in boxes.items()
            for a, b in pairwise(line.points)
            if segment_meets_box(a, b, box)
        }
        assert len(met) == (0 if line.points[0][0] < 100 and line.points[-1][0] < 200 else 1)


@pytest.mark.parametrize("sticker", [ROUND, RECTANGLE], ids=lambda one: one.name)
def test_stickers_of_a_suit_lie_apart_and_on_the_card(sticker):
    assert overlap(sticker) == 0
    assert gap(sticker) > 0.2
    insets = [
        min(at - size / 2, whole - at - size / 2)
        for place in places(sticker)
        for at, size, whole in zip(place, sticker.size, CARD_MM, strict=True)
    ]
    assert min(insets) == pytest.approx(sticker.edge)
    assert sticker.edge >= 0.5


@pytest.mark.parametrize("sticker", [ROUND, RECTANGLE], ids=lambda one: one.name)
def test_a_card_turned_upside_down_brings_place_1_onto_4_and_2_onto_3(sticker):
    turned = [(CARD_MM[0] - x, CARD_MM[1] - y) for x, y in places(sticker)]
    assert flat(turned) == pytest.approx(flat(reversed(places(sticker))))


def test_stickers_of_25_mm_do_not_fit_four_times():
    assert 18.5 < largest_round() < 18.7
    assert overlap(Sticker((25.0, 25.0))) == pytest.approx(0.39, abs=0.005)
    assert overlap(Sticker((20.0, 20.0))) == pytest.approx(0.06, abs=0.005)


def test_places_in_a_grid_would_hold_smaller_stickers_yet():
    assert largest_round() > CARD_MM[0] / 2


def test_every_card_has_one_place_and_no_two_of_a_suit_the_same():
    listed = [card for _, four in suits() for card in four]
    assert sorted(listed, key=list(Card).index) == list(Card)
    assert [len(four) for _, four in suits()] == [4] * 12


def test_the_holes_of_the_template_are_at_the_places():
    frames = [item for item in template().items if isinstance(item, Plate) and item.size == CARD_MM]
    discs = [item for item in template().items if isinstance(item, Disc)]
    holes = [
        (disc.centre[0] - frame.corner[0], disc.centre[1] - frame.corner[1])
        for disc, frame in zip(discs, frames[:4], strict=True)
    ]
    assert flat(holes) == pytest.approx(flat(places(ROUND)))
    assert {disc.radius * 2 for disc in discs} == {18.0}
    assert len(frames) == 8


def test_the_pdf_is_a_page_of_a4_to_scale():
    written = to_pdf(template()).decode("cp1252")
    (page,) = re.findall(r"/MediaBox \[0 0 (\S+) (\S+)\]", written)
    assert [float(side) / POINTS_PER_MM for side in page] == pytest.approx(A4_MM, abs=0.01)
    lines = [
        [float(number) / POINTS_PER_MM for number in line]
        for line in re.findall(r"\[\] 0 d (\S+) (\S+) m (\S+) (\S+) l S", written)
    ]
    assert 50 in [pytest.approx(x2 - x1, abs=0.01) for x1, _, x2, _ in lines]
    cards = re.findall(r"0 d \S+ \S+ (\S+) (\S+) re S", written)
    sizes = {tuple(round(float(side) / POINTS_PER_MM, 2) for side in card) for card in cards}
    assert CARD_MM in sizes
    assert "/PrintScaling /None" in written


def test_the_pdf_says_where_each_of_its_objects_begins():
    written = to_pdf(template())
    places_told = [int(place) for place in re.findall(rb"(\d{10}) 00000 n ", written)]
    assert [written[place : place + 7] for place in places_told] == [b"%d 0 obj" % n for n in range(1, 6)]
    assert written[int(written.split()[-2]) :].startswith(b"xref")
    (length,) = re.findall(rb"/Length (\d+) >>\nstream\n", written)
    assert len(written.partition(b"stream\n")[2].partition(b"\nendstream")[0]) == int(length)


def test_a_drawing_in_pixels_makes_no_page():
    with pytest.raises(ValueError, match="measured in mm, not px"):
        to_pdf(DRAWINGS["case"])


def test_cards_beside_the_box_are_5_cm_from_the_coil():
    to_edges = [*COIL, BOX_MM[1] - COIL[1], BOX_MM[0] - COIL[0]]
    assert min(to_edges) - COIL_MM / 2 >= PILES_MM


def test_what_has_metal_stays_away_from_the_coil_and_on_the_lid():
    half = BUTTON_MM / 2
    buttons = [((x - half, y - half), (BUTTON_MM, BUTTON_MM)) for x, y in BUTTONS.values()]
    assert len(buttons) == len(Button)
    for corner, size in [PI, WINDOW, *buttons]:
        assert nearest_to_coil(corner, size) >= METAL_MM
        assert all(
            at > 0 and at + length < whole for at, length, whole in zip(corner, size, BOX_MM, strict=True)
        )


def test_a_letter_of_the_smallest_font_is_as_high_as_the_guide_reckons():
    drawn = paint(Scene((Text(0, 0, "H", Font.TINY),))).getbbox()
    assert drawn is not None
    assert drawn[3] - drawn[1] == LETTER_PX

from textwrap import dedent

import pytest
from PIL import Image
from pixel_art import art

from firmware.screens.painter import OffPanel, enlarge, paint
from firmware.screens.scene import (
    Align,
    Bar,
    Box,
    Direction,
    Font,
    Invert,
    Line,
    Picture,
    Scene,
    Text,
    Triangle,
)
from scorer import CardType, Suit


@pytest.mark.parametrize(
    ("items", "width", "height", "picture"),
    [
        pytest.param(
            (Box(1, 1, 5, 4), Box(7, 1, 3, 3, filled=True)),
            11,
            6,
            """\
            ...........
            .#####.###.
            .#...#.###.
            .#...#.###.
            .#####.....
            ...........
            """,
            id="boxes",
        ),
        pytest.param(
            (Line(5, 0, 1, 4), Line(6, 2, 8, 2)),
            10,
            5,
            """\
            .....#....
            ....#.....
            ...#..###.
            ..#.......
            .#........
            """,
            id="lines hold both ends",
        ),
        pytest.param(
            (Box(0, 0, 4, 4), Invert(2, 1, 4, 2), Box(5, 1, 1, 1)),
            7,
            5,
            """\
            ####...
            #.#.##.
            #.#.##.
            ####...
            .......
            """,
            id="an inversion changes what was drawn before it",
        ),
        pytest.param(
            (Bar(0, 0, 8, 3, 0), Bar(0, 4, 8, 3, 0.5), Bar(0, 8, 8, 3, 1), Bar(0, 12, 1, 3, 1)),
            9,
            15,
            """\
            ########.
            #......#.
            ########.
            .........
            ########.
            ####...#.
            ########.
            .........
            ########.
            ########.
            ########.
            .........
            #........
            #........
            #........
            """,
            id="bars fill from the left",
        ),
        pytest.param(
            (
                Triangle(0, 0, 5, 3, Direction.UP),
                Triangle(6, 0, 5, 3, Direction.DOWN),
                Triangle(0, 4, 3, 5, Direction.LEFT),
                Triangle(6, 4, 3, 5, Direction.RIGHT),
            ),
            12,
            9,
            """\
            ..#...#####.
            .###...###..
            #####...#...
            ............
            ..#...#.....
            .##...##....
            ###...###...
            .##...##....
            ..#...#.....
            """,
            id="triangles",
        ),
        pytest.param(
            (Box(0, 0, 4, 3, filled=True), Picture(2, 1, CardType.BRIGHT, 12)),
            15,
            14,
            """\
            ####...........
            ####...##......
            ####...##...#..
            ....#......#...
            ......####.....
            .....######....
            ..##.######.##.
            ..##.######.##.
            .....######....
            ......####.....
            ....#......#...
            ...#...##...#..
            .......##......
            ...............
            """,
            id="a picture leaves what is under its dark pixels",
        ),
        pytest.param(
            (Picture(2, 1, CardType.BRIGHT, 12, text="bright"), Invert(0, 0, 15, 14)),
            15,
            14,
            """\
            ###############
            #######..######
            ###.###..###.##
            ####.######.###
            ######....#####
            #####......####
            ##..#......#..#
            ##..#......#..#
            #####......####
            ######....#####
            ####.######.###
            ###.###..###.##
            #######..######
            ###############
            """,
            id="a picture inverted, its text not drawn",
        ),
    ],
)
def test_an_item_lights_these_pixels(items, width, height, picture):
    assert art(paint(Scene(items)), width, height) == dedent(picture)


def test_a_picture_is_the_panel_in_one_bit():
    image = paint(Scene(()))
    assert (image.mode, image.size, image.getbbox()) == ("1", (128, 64), None)


def test_a_lit_half_inverted_twice_is_as_before():
    items = (Text(2, 13, "A Mio 猪"), Bar(2, 30, 40, 9, 0.3))
    twice = (Invert(0, 12, 64, 52), Invert(0, 12, 64, 52))
    assert paint(Scene(items + twice)).tobytes() == paint(Scene(items)).tobytes()


@pytest.mark.parametrize(
    "item",
    [
        pytest.param(Text(128, 52, "41", align=Align.RIGHT), id="a text up to the right border"),
        pytest.param(Text(123, 0, "1"), id="a text whose gap alone is outside"),
        pytest.param(Text(0, 54, "1"), id="a text whose lowest rows are dark"),
        pytest.param(Text(200, 0, " "), id="a text that lights nothing"),
        pytest.param(Text(0, 52, "1", inverse=True), id="an inverse text at the foot"),
        pytest.param(Text(64, 0, "a much longer text", width=64), id="a text cut in time"),
        pytest.param(Text(0, 0, "Wisterias", Font.LARGE, 2, width=128), id="a large text cut in time"),
        pytest.param(Box(0, 0, 128, 64), id="a box around all"),
        pytest.param(Line(0, 0, 127, 63), id="a line across"),
        pytest.param(Invert(64, 0, 64, 64), id="the right half"),
        pytest.param(Bar(0, 54, 128, 10, 1), id="a bar at the foot"),
        pytest.param(Triangle(121, 57, 7, 7, Direction.RIGHT), id="a triangle in the corner"),
        pytest.param(Picture(96, 32, Suit.PINE, 32), id="a picture in the corner"),
    ],
)
def test_strict_painting_takes_what_fits(item):
    assert paint(Scene((item,)), strict=True).tobytes() == paint(Scene((item,))).tobytes()


@pytest.mark.parametrize(
    "item",
    [
        pytest.param(
            Text(129, 52, "4", align=Align.RIGHT, inverse=True), id="an inverse text over the right"
        ),
        pytest.param(Text(124, 0, "4"), id="a lit pixel over the right"),
        pytest.param(Text(0, 55, "1"), id="a lit pixel over the foot"),
        pytest.param(Text(-1, 0, "B"), id="over the left"),
        pytest.param(Text(0, -2, "1"), id="over the top"),
        pytest.param(Text(0, 53, "1", inverse=True), id="the ground of an inverse text"),
        pytest.param(Text(0, 0, "a text of 22 letters .."), id="a text too long"),
        pytest.param(Box(1, 0, 128, 64), id="a box"),
        pytest.param(Line(127, 64, 0, 0), id="a line"),
        pytest.param(Invert(64, 1, 64, 64), id="an inversion"),
        pytest.param(Bar(0, 55, 128, 10, 0), id="a bar"),
        pytest.param(Triangle(122, 0, 7, 7, Direction.DOWN), id="a triangle"),
        pytest.param(Picture(97, 0, Suit.PINE, 32), id="a picture over the right"),
        pytest.param(Picture(0, -1, Suit.PLUM, 16), id="a picture over the top"),
    ],
)
def test_strict_painting_refuses_to_lose_a_pixel(item):
    assert paint(Scene((item,))).size == (128, 64)
    with pytest.raises(OffPanel, match=type(item).__name__):
        paint(Scene((item,)), strict=True)


def test_an_enlarged_picture_shows_every_pixel_with_a_gap():
    image = Image.new("1", (2, 1))
    image.putpixel((1, 0), 255)
    large = enlarge(image, 3)
    row = [large.getpixel((x, 0)) for x in range(6)]
    dark, lit, gap = (8, 8, 14), (200, 228, 240), (0, 0, 0)
    assert (large.mode, large.size) == ("RGB", (6, 3))
    assert row == [dark, dark, gap, lit, lit, gap]
    assert large.getpixel((4, 2)) == gap

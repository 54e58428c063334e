"""Pictures as the controllers' memory holds them, and the windows of them that have changed."""

import random

import pytest
from PIL import Image

from hardware.oled_pages import Addressing, Window, changed_windows, pack

SIZE = (128, 64)
WINDOWS, PAGE_BY_PAGE = Addressing(10, spans_pages=True), Addressing(7, spans_pages=False)
DARK = pack(Image.new("1", SIZE))


def pages_of(*boxes):
    """Return a dark memory with some bytes set: (page, first column, last column)."""
    rows = [bytearray(128) for _ in range(8)]
    for page, first, last in boxes:
        rows[page][first : last + 1] = b"\xff" * (last + 1 - first)
    return tuple(map(bytes, rows))


def pixel_by_pixel(picture):
    def byte(page, x):
        return sum(1 << bit for bit in range(8) if picture.getpixel((x, 8 * page + bit)))

    return tuple(bytes(byte(page, x) for x in range(128)) for page in range(8))


@pytest.mark.parametrize("rotation", [0, 180])
def test_packing_puts_every_pixel_where_the_memory_has_it(rotation):
    picture = Image.frombytes("1", SIZE, random.Random(1).randbytes(1024))
    assert pack(picture, rotation) == pixel_by_pixel(picture.rotate(rotation))


def test_the_topmost_pixel_is_bit_0():
    picture = Image.new("1", SIZE)
    picture.putpixel((5, 16), 255)
    assert pack(picture)[2][5] == 1
    assert pack(picture, 180)[5][122] == 0x80


@pytest.mark.parametrize("addressing", [WINDOWS, PAGE_BY_PAGE], ids=["windows", "page by page"])
def test_nothing_is_sent_where_nothing_has_changed(addressing):
    assert changed_windows(DARK, DARK, addressing) == []


@pytest.mark.parametrize(
    ("addressing", "windows"),
    [
        pytest.param(WINDOWS, [Window(0, 7, 0, 127)], id="one window"),
        pytest.param(PAGE_BY_PAGE, [Window(page, page, 0, 127) for page in range(8)], id="eight pages"),
    ],
)
def test_a_memory_that_nobody_knows_is_sent_whole(addressing, windows):
    assert changed_windows(None, DARK, addressing) == windows


@pytest.mark.parametrize(
    ("boxes", "windows"),
    [
        pytest.param([(3, 5, 5)], [(3, 3, 5, 5)], id="one byte"),
        pytest.param([(0, 0, 127)], [(0, 0, 0, 127)], id="a whole page"),
        pytest.param([(3, 5, 9), (3, 20, 22)], [(3, 3, 5, 22)], id="ten between, as dear as a window"),
        pytest.param([(3, 5, 9), (3, 21, 22)], [(3, 3, 5, 9), (3, 3, 21, 22)], id="eleven between"),
        pytest.param([(3, 5, 9), (4, 5, 9)], [(3, 4, 5, 9)], id="one below the other"),
        pytest.param([(2, 5, 9), (4, 5, 9)], [(2, 4, 5, 9)], id="with a page between that costs less"),
        pytest.param([(2, 0, 9), (4, 0, 9)], [(2, 2, 0, 9), (4, 4, 0, 9)], id="that costs as much"),
        pytest.param([(3, 5, 9), (4, 60, 69)], [(3, 3, 5, 9), (4, 4, 60, 69)], id="far apart"),
        pytest.param(
            [(page, 6 * (page % 2), 6 * (page % 2) + 2) for page in range(8)],
            [(0, 6, 0, 2), (1, 7, 6, 8)],
            id="a zigzag, in two that overlap",
        ),
        pytest.param(
            [(4, 5, 17), (5, 1, 18), (6, 1, 5), (7, 0, 17)], [(4, 7, 0, 18)], id="one around all is cheaper"
        ),
        pytest.param(
            [(1, 0, 40), (2, 0, 40), (1, 80, 90), (2, 80, 90), (3, 80, 90)],
            [(1, 2, 0, 40), (1, 3, 80, 90)],
            id="two blocks side by side",
        ),
    ],
)
def test_windows_are_joined_where_that_saves_bytes(boxes, windows):
    found = changed_windows(DARK, pages_of(*boxes), WINDOWS)
    assert sorted(found, key=lambda one: (one.first_page, one.first_column)) == [
        Window(*each) for each in windows
    ]


@pytest.mark.parametrize(
    ("boxes", "windows"),
    [
        pytest.param([(3, 5, 9), (3, 17, 19)], [(3, 3, 5, 19)], id="seven between, as dear as a window"),
        pytest.param([(3, 5, 9), (3, 18, 19)], [(3, 3, 5, 9), (3, 3, 18, 19)], id="eight between"),
        pytest.param([(3, 5, 9), (4, 5, 9)], [(3, 3, 5, 9), (4, 4, 5, 9)], id="one below the other"),
    ],
)
def test_page_by_page_they_are_joined_within_their_page_alone(boxes, windows):
    assert changed_windows(DARK, pages_of(*boxes), PAGE_BY_PAGE) == [Window(*each) for each in windows]


def test_a_window_holds_its_bytes_page_by_page():
    pages = pages_of((2, 4, 5), (3, 5, 6))
    assert Window(2, 3, 4, 6).cut(pages) == bytes.fromhex("ffff00 00ffff")
    assert Window(2, 3, 4, 6).size == 6

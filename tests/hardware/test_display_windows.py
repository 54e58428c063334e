"""Only what changed goes over the wire, and the panel shows what the whole frame would have shown."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image, ImageChops, ImageDraw

from hardware.settings import DisplaySettings, PanelDriver

WIDTH, HEIGHT = 128, 64
WHOLE = {PanelDriver.SSD1306: 1034, PanelDriver.SSD1309: 1034, PanelDriver.SH1106: 1080}
STOCK = {PanelDriver.SSD1306: ssd1306, PanelDriver.SSD1309: ssd1309, PanelDriver.SH1106: sh1106}
PANELS = [
    pytest.param(DisplaySettings(driver=driver, column_offset=offset, rotation=rotation), id=name)
    for driver, offset in [
        (PanelDriver.SSD1306, None),
        (PanelDriver.SSD1309, None),
        (PanelDriver.SH1106, 0),
        (PanelDriver.SH1106, 2),
    ]
    for rotation in (0, 180)
    for name in [f"{driver.value} {offset or 0} {rotation}"]
]

boxes = st.tuples(
    st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1), st.integers(1, 60), st.integers(1, 40)
)
changes = st.lists(st.tuples(boxes, st.sampled_from([0, 255])), max_size=6)
noise = st.binary(min_size=WIDTH * HEIGHT // 8, max_size=WIDTH * HEIGHT // 8)
steps = st.lists(changes | noise, min_size=1, max_size=6)


def changed(picture, step):
    """Return a picture with some rectangles lit or darkened, or one of other bytes altogether."""
    if isinstance(step, bytes):
        return Image.frombytes("1", picture.size, step)
    picture = picture.copy()
    for (x, y, width, height), level in step:
        ImageDraw.Draw(picture).rectangle((x, y, x + width - 1, y + height - 1), fill=level)
    return picture


def pictures(steps):
    shown = [Image.new("1", (WIDTH, HEIGHT))]
    for step in steps:
        shown.append(changed(shown[-1], step))
    return shown[1:]


def changed_windows_bytes(before, after, display):
    """Return what the changed windows cost with their addressing, worked out from the pixels alone.

    A window's addressing are 10 bytes where it may be any rectangle (SSD1306 and SSD1309: address and
    control byte, 21 and 22 with two parameters each, address and control byte of the data), 7 where it
    is part of a page (SH1106: three commands). The windows are either the runs of changed columns of
    each page, with what lies between two of them where that is no dearer than another addressing; or
    one rectangle around all that changed, if the controller has those: whichever is less.
    """
    addressing = 7 if display.driver is PanelDriver.SH1106 else 10
    differing = ImageChops.logical_xor(before, after).rotate(display.rotation).convert("L").tobytes()
    places = {(place // WIDTH // 8, place % WIDTH) for place, level in enumerate(differing) if level}
    by_page = 0
    for page in {page for page, _ in places}:
        columns = sorted(column for one, column in places if one == page)
        gaps = [right - left - 1 for left, right in pairwise(columns)]
        by_page += addressing + len(columns) + sum(min(gap, addressing) for gap in gaps)
    if not places or display.driver is PanelDriver.SH1106:
        return by_page
    rows, columns = zip(*places, strict=True)
    around = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
    return min(by_page, addressing + around)


def shown_by_stock_luma(screen, picture):
    """Return what luma's own whole frame leaves on the same panel after it lost its power."""
    screen.panel.power_cycle()
    display = screen.settings
    serial = i2c(bus=screen.board.open_i2c(display.bus), address=display.address)
    device = STOCK[display.driver](
        serial, rotate=display.rotation // 90, page_address_offset=display.first_column
    )
    device.display(picture)
    return screen.panel.picture().tobytes()


def opened(make_screen, display):
    screen = make_screen(display.driver, column_offset=display.column_offset, rotation=display.rotation)
    screen.display.open()
    screen.messages.clear()
    return screen


few = settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@pytest.mark.parametrize("display", PANELS)
@given(steps=steps)
@few
def test_after_any_pictures_the_panel_shows_the_last_to_the_pixel(make_screen, display, steps):
    screen = opened(make_screen, display)
    seen = []
    for picture in pictures(steps):
        screen.display.show(picture)
        seen.append(screen.seen())
    assert seen == [picture.tobytes() for picture in pictures(steps)]
    assert screen.panel.picture().tobytes() == shown_by_stock_luma(screen, pictures(steps)[-1])


@pytest.mark.parametrize("display", PANELS)
@given(steps=steps)
@few
def test_no_more_is_sent_than_the_changed_windows_with_their_addressing(make_screen, display, steps):
    screen = opened(make_screen, display)
    before = Image.new("1", (WIDTH, HEIGHT))
    screen.display.show(before)
    screen.messages.clear()
    for picture in pictures(steps):
        screen.display.show(picture)
        sent = screen.wire_bytes()
        assert sent <= 1.15 * changed_windows_bytes(before, picture, display)
        assert sent <= WHOLE[display.driver]
        before = picture


@pytest.mark.parametrize("display", PANELS)
def test_the_first_picture_is_sent_whole(make_screen, display):
    screen = opened(make_screen, display)
    screen.display.show(Image.new("1", (WIDTH, HEIGHT)))
    contrast_and_inversion = 4 + 3
    assert screen.wire_bytes() == WHOLE[display.driver] + contrast_and_inversion


@pytest.mark.parametrize("display", PANELS)
def test_a_change_of_8_by_8_pixels_costs_its_bytes_and_one_addressing(make_screen, display):
    screen = opened(make_screen, display)
    picture = Image.new("1", (WIDTH, HEIGHT))
    screen.display.show(picture)
    screen.messages.clear()
    screen.display.show(changed(picture, [((40, 16, 8, 8), 255)]))
    assert screen.wire_bytes() == 8 + (7 if display.driver is PanelDriver.SH1106 else 10)


@pytest.mark.parametrize("display", PANELS)
@pytest.mark.parametrize("gap", [3, 7, 8, 10, 11])
def test_what_lies_between_two_changes_is_sent_where_that_is_no_dearer(make_screen, display, gap):
    screen = opened(make_screen, display)
    picture = Image.new("1", (WIDTH, HEIGHT))
    screen.display.show(picture)
    screen.messages.clear()
    screen.display.show(changed(picture, [((40, 16, 8, 8), 255), ((48 + gap, 16, 8, 8), 255)]))
    addressing = 7 if display.driver is PanelDriver.SH1106 else 10
    assert screen.wire_bytes() == addressing + 16 + min(gap, addressing)


@pytest.mark.parametrize("offset", [0, 2])
def test_a_part_of_a_page_is_placed_by_the_offset_too(make_screen, offset):
    display = DisplaySettings(driver=PanelDriver.SH1106, column_offset=offset)
    screen = opened(make_screen, display)
    picture = Image.new("1", (WIDTH, HEIGHT))
    screen.display.show(picture)
    screen.messages.clear()
    screen.display.show(changed(picture, [((46, 16, 2, 8), 255)]))
    assert screen.messages == [{0: "00b20e12", 2: "00b20013"}[offset], "40ffff"]

"""Care for the panel: dim, then dark, a picture that moves about, and the picture that shows its border."""

import random

import pytest
from PIL import Image, ImageChops

from firmware.screens.border import border
from firmware.screens.painter import paint, shifted
from firmware.screens.scene import Box, Scene
from firmware.table.light import Idle
from firmware.texts import load
from hardware import DeviceSettings, DisplaySettings, PanelDriver, VirtualClock, open_devices
from hardware.simulated import World

SIZE = (128, 64)
PLACES = [(right, down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
FRAME = paint(Scene((Box(0, 0, *SIZE),)))
BORDER = border(load("en"))


@pytest.mark.parametrize(("right", "down"), PLACES)
def test_a_moved_picture_is_the_same_but_along_the_border(right, down):
    picture = Image.frombytes("1", SIZE, random.Random(2).randbytes(1024))
    inner = (2, 2, 126, 62)
    there = (2 - right, 2 - down, 126 - right, 62 - down)
    assert shifted(picture, right, down).crop(inner).tobytes() == picture.crop(there).tobytes()


@pytest.mark.parametrize(("right", "down"), PLACES)
def test_a_moved_frame_keeps_all_its_sides(right, down):
    left, top = max(right, 0), max(down, 0)
    box = Box(left, top, 128 - abs(right), 64 - abs(down))
    assert shifted(FRAME, right, down).tobytes() == paint(Scene((box,))).tobytes()


@pytest.mark.parametrize(("right", "down"), PLACES)
def test_a_picture_that_is_lit_all_over_stays_so_but_for_what_it_moved_away_from(right, down):
    moved = shifted(Image.new("1", SIZE, 255), right, down)
    assert moved.getbbox() == (max(right, 0), max(down, 0), 128 + min(right, 0), 64 + min(down, 0))
    assert ImageChops.invert(moved.crop(moved.getbbox())).getbbox() is None


def test_the_panel_is_dimmed_then_dark_and_lit_again_by_a_button_or_a_card(make_evening):
    evening = make_evening(idle=Idle(20, 30))
    panel = evening.world.panel
    evening.play("tap pine-crane", "wait 4")
    bright, table = panel.contrast, panel.picture().tobytes()
    evening.play("wait 18")
    assert (panel.contrast, panel.picture().tobytes()) == (1, table)
    evening.play("press BACK")
    assert (panel.contrast, panel.picture().tobytes()) == (bright, table)
    evening.play("wait 31")
    assert panel.picture().getbbox() is None
    evening.play("press BACK")
    assert (panel.contrast, panel.picture().tobytes()) == (bright, table)
    evening.play("wait 21", "tap plum-warbler", "wait 4")
    assert panel.contrast == bright
    assert panel.picture().getbbox() is not None


def test_a_dark_panel_that_lost_its_power_for_a_moment_is_dark_again_and_wakes(make_evening):
    evening = make_evening(idle=Idle(6, 8))
    panel = evening.world.panel
    evening.play("wait 4")
    table = panel.picture().tobytes()
    evening.play("wait 9", "unplug display", "plug display", "wait 1")
    assert (panel.is_on, panel.picture().getbbox()) == (True, None)
    evening.play("press OK", "check notice null")
    assert panel.picture().tobytes() == table


def sent_in(evening, seconds):
    """Let time pass and return the messages that the panel was sent, questions apart."""
    del evening.transfers[:]
    evening.play(f"wait {seconds}")
    return [row["out"] for row in evening.transfers if row["bus"] == "i2c-1" and row["out"]]


def test_a_dim_picture_moves_on_the_panel_and_nothing_else_is_sent(make_evening):
    evening = make_evening(idle=Idle(12, 0))
    panel = evening.world.panel
    evening.play("wait 10")
    table = panel.picture()
    assert sent_in(evening, 12) == ["008101"]
    assert sent_in(evening, 45) == []
    assert sent_in(evening, 10) != []
    assert panel.picture().tobytes() == shifted(table, 1, 0).tobytes()
    evening.play("press BACK")
    assert panel.picture().tobytes() == table.tobytes()


def test_at_a_clean_exit_the_panel_is_blank(evening):
    panel = evening.world.panel
    evening.play("tap pine-crane")
    evening.player.end()
    assert not panel.is_on
    panel.receive(b"\x00\xaf")
    assert panel.picture().getbbox() is None


def test_the_border_lights_the_outermost_pixels_of_all_sides():
    assert ImageChops.logical_and(paint(BORDER, strict=True), FRAME).tobytes() == FRAME.tobytes()
    assert BORDER.says("Frame whole? If not, set driver, offset")


@pytest.mark.parametrize(
    ("given", "fitted", "sides"),
    [
        pytest.param(DisplaySettings(driver=PanelDriver.SH1106), 2, [True, True], id="all right"),
        pytest.param(
            DisplaySettings(driver=PanelDriver.SH1106, column_offset=0), 2, [False, False], id="too small"
        ),
        pytest.param(
            DisplaySettings(driver=PanelDriver.SH1106, column_offset=2), 0, [False, False], id="too great"
        ),
    ],
)
def test_with_a_wrong_offset_neither_side_of_the_border_is_whole(given, fitted, sides):
    clock = VirtualClock()
    world = World(clock, DeviceSettings(display=given))
    world.panel._first_column = fitted
    display = open_devices(DeviceSettings(display=given), clock, world.machine, print).display
    display.open()
    display.show(paint(BORDER))
    seen = [world.panel.picture().crop((x, 0, x + 1, 64)) for x in (0, 127)]
    assert [ImageChops.invert(side).getbbox() is None for side in seen] == sides


def test_the_border_has_words_in_japanese_too():
    scene = border(load("ja"))
    paint(scene, strict=True)
    assert scene.lines() == ["ふちは全部見える?", "だめなら設定の", "driver, offset"]


def test_the_border_tells_top_from_bottom_and_has_equal_sides():
    picture = paint(BORDER)
    assert picture.rotate(180).tobytes() != picture.tobytes()
    left, right = picture.crop((0, 0, 12, 64)), picture.crop((116, 0, 128, 64))
    assert left.transpose(Image.Transpose.FLIP_LEFT_RIGHT).tobytes() == right.tobytes()
    teeth = [left.crop((x, 1, x + 1, 63)).getbbox() for x in range(1, 11)]
    heights = [foot - top for _, top, _, foot in filter(None, teeth)]
    assert heights == sorted(set(heights), reverse=True)
    assert len(heights) == 5

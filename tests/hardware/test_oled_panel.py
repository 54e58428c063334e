"""Simulated panels: they show what the data sheets say of the bytes that they are sent."""

import random

import pytest
from luma.oled.device import sh1106, ssd1306, ssd1309
from panels import DARK, LIGHT_SSD1306, SIZE, drawing, lit, told

from hardware.simulated.oled_controllers import SH1106, SSD1306, SSD1309
from hardware.simulated.oled_panel import OledPanel, UnknownCommand


@pytest.mark.parametrize("rotate", [0, 2])
@pytest.mark.parametrize(
    ("panel", "device", "options"),
    [
        pytest.param(OledPanel(SSD1306), ssd1306, {}, id="ssd1306"),
        pytest.param(OledPanel(SSD1309), ssd1309, {}, id="ssd1309"),
        pytest.param(OledPanel(SH1106, first_column=2), sh1106, {"page_address_offset": 2}, id="sh1106, 2"),
        pytest.param(OledPanel(SH1106, first_column=0), sh1106, {"page_address_offset": 0}, id="sh1106, 0"),
    ],
)
def test_luma_shows_a_picture_pixel_by_pixel(wire, panel, device, options, rotate):
    picture = drawing()
    device(wire(panel), rotate=rotate, **options).display(picture)
    seen = panel.picture()
    assert (seen.mode, seen.size) == ("1", SIZE)
    assert seen.tobytes() == picture.rotate(90 * rotate).tobytes()


@pytest.mark.parametrize(
    ("panel", "device", "options"),
    [
        pytest.param(
            OledPanel(SH1106, first_column=2), sh1106, {"page_address_offset": 0}, id="wrong offset"
        ),
        pytest.param(OledPanel(SH1106, first_column=2), ssd1306, {}, id="wrong driver"),
    ],
)
def test_a_wrong_setting_shows_a_wrong_picture(wire, panel, device, options):
    panel._is_strict = False
    picture = drawing()
    device(wire(panel), **options).display(picture)
    assert panel.picture().tobytes() != picture.tobytes()


def test_the_wrong_offset_shifts_by_two_columns(wire):
    panel = OledPanel(SH1106, first_column=2)
    picture = drawing()
    sh1106(wire(panel), page_address_offset=0).display(picture)
    assert panel.picture().crop((0, 0, 126, 64)).tobytes() == picture.crop((2, 0, 128, 64)).tobytes()


def test_luma_contrast_hide_and_show(wire):
    panel = OledPanel()
    device = ssd1306(wire(panel))
    device.display(drawing())
    device.contrast(1)
    assert (panel.contrast, panel.is_on) == (1, True)
    device.hide()
    assert (panel.is_on, panel.picture().tobytes()) == (False, DARK.tobytes())
    device.show()
    assert panel.picture().tobytes() == drawing().tobytes()


def test_a_power_cut_leaves_the_panel_dark_until_it_is_initialised(wire):
    panel = OledPanel(chance=random.Random(1))
    serial = wire(panel)
    ssd1306(serial).display(drawing())
    panel.power_cycle()
    assert (panel.is_on, panel.picture().tobytes()) == (False, DARK.tobytes())
    told(panel, LIGHT_SSD1306)
    assert panel.picture().tobytes() not in (DARK.tobytes(), drawing().tobytes())
    ssd1306(serial).display(drawing())
    assert panel.picture().tobytes() == drawing().tobytes()


@pytest.mark.parametrize(
    ("messages", "pixels"),
    [
        pytest.param([LIGHT_SSD1306, "40 01"], [(0, 0)], id="the first byte is at the top left"),
        pytest.param([LIGHT_SSD1306, "40 80"], [(0, 7)], id="its top bit is the lowest pixel"),
        pytest.param([LIGHT_SSD1306, "00 b3 05 12", "40 01"], [(37, 24)], id="page and column nibbles"),
        pytest.param(["00 8d14 a0 c8 af", "40 01"], [(127, 0)], id="without segment remap"),
        pytest.param(["00 8d14 a1 c0 af", "40 01"], [(0, 63)], id="without COM remap"),
        pytest.param([LIGHT_SSD1306, "40 01", "00 41"], [(0, 63)], id="start line 1"),
        pytest.param([LIGHT_SSD1306, "40 01", "00 d301"], [(0, 63)], id="display offset 1"),
        pytest.param([LIGHT_SSD1306, "40 01", "00 ae"], [], id="display off"),
        pytest.param(["00 a1 c8 af", "40 01"], [], id="without the charge pump"),
        pytest.param(["40 01"], [], id="never initialised"),
        pytest.param([LIGHT_SSD1306, "00 81ae", "40 01"], [(0, 0)], id="a parameter is no command"),
        pytest.param([LIGHT_SSD1306, "00 81", "00 ae", "40 01"], [(0, 0)], id="not even in a later message"),
        pytest.param(
            [LIGHT_SSD1306, "00 d5ae a8 3f d9ae daae dbae", "40 01"], [(0, 0)], id="all two-byte commands"
        ),
        pytest.param(
            [LIGHT_SSD1306, "00 a80f", "40 01", "00 b2 00 10", "40 01"], [(0, 0)], id="multiplex of 16"
        ),
        pytest.param(
            [LIGHT_SSD1306, "00 b0 0f 17", "40 0101"], [(0, 0), (127, 0)], id="page mode stays on its page"
        ),
        pytest.param(
            [LIGHT_SSD1306, "00 2000 210506 220102", "40 0101010101"],
            [(5, 8), (6, 8), (5, 16), (6, 16)],
            id="horizontal mode fills its window and begins again",
        ),
        pytest.param(
            [LIGHT_SSD1306, "00 2001 210506 220102", "40 010101"],
            [(5, 8), (6, 8), (5, 16)],
            id="vertical mode goes down first",
        ),
    ],
)
def test_the_ssd1306_obeys_its_commands(messages, pixels):
    assert lit(told(OledPanel(), *messages)) == pixels


@pytest.mark.parametrize(
    ("messages", "pixels"),
    [
        pytest.param(["00 a1 c8 af", "40 01"], [(0, 0)], id="it is lit without a charge pump"),
        pytest.param(
            ["00 2000 a1 c8 8d af 210506 220102", "40 0101010101"],
            [(5, 8), (6, 8), (5, 16), (6, 16)],
            id="it passes over the SSD1306's pump command, and has its windows",
        ),
        pytest.param(["00 a1 c8 af b3 05 12", "40 0101"], [(37, 24), (38, 24)], id="page and column nibbles"),
        pytest.param(["00 a1 c8 af b0 0f 17", "40 0101"], [(0, 0), (127, 0)], id="it begins a page again"),
    ],
)
def test_the_ssd1309_obeys_its_commands(messages, pixels):
    assert lit(told(OledPanel(SSD1309), *messages)) == pixels


@pytest.mark.parametrize(
    ("messages", "pixels"),
    [
        pytest.param(["00 a1 c8 af 02 10", "40 01"], [(0, 0)], id="column 2 is at the left edge"),
        pytest.param(["00 a1 c8 af 00 10", "40 0101"], [], id="columns 0 and 1 are not on the glass"),
        pytest.param(["00 a1 c8 af 01 18", "40 0101"], [(127, 0)], id="column 129 is the last"),
        pytest.param(["00 a1 c8 af 03 18", "40 01010101"], [], id="beyond column 131 bytes are lost"),
        pytest.param(["00 a0 c8 af 02 10", "40 01"], [(127, 0)], id="without segment remap"),
        pytest.param(["00 a1 c8 af 02 10 ad8a", "40 01"], [], id="converter off"),
        pytest.param(
            ["00 a1 c8 af 2000 02 10", "40 01"], [(0, 0)], id="it passes over the SSD1306's mode command"
        ),
    ],
)
def test_the_sh1106_obeys_its_commands(messages, pixels):
    assert lit(told(OledPanel(SH1106, first_column=2), *messages)) == pixels


@pytest.mark.parametrize(
    ("command", "count"), [("a7", 128 * 64 - 1), ("a5", 128 * 64), ("a7a6", 1), ("a5a4", 1)]
)
def test_inversion_and_all_on_leave_the_memory_alone(command, count):
    assert len(lit(told(OledPanel(), LIGHT_SSD1306, "40 01", "00" + command))) == count


@pytest.mark.parametrize("message", ["00 ad", "00 ff", "80 af", "00 26"], ids=str)
def test_an_unknown_command_raises(message):
    with pytest.raises(UnknownCommand):
        told(OledPanel(), message)


def test_an_unknown_command_is_passed_over_if_not_strict():
    panel = told(OledPanel(is_strict=False), "00 ff", LIGHT_SSD1306, "40 01")
    assert lit(panel) == [(0, 0)]

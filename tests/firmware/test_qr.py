"""The code on the panel is read by a reader that others wrote."""

import pytest
import zxingcpp
from PIL import Image, ImageFilter

from firmware.screens.painter import enlarge, paint
from firmware.screens.qr import modules_of
from firmware.screens.scene import QrCode, Scene

ADDRESSES = {
    "a short number": "http://10.0.0.7:8021",
    "the longest number": "http://255.255.255.255:8021",
    "the usual name": "http://raspberrypi.local:8021",
    "a name": "http://hanafuda-scorekeeper.local:8021",
    "the longest name": f"http://{'scorekeeper-' * 5}abc.local:8021",
}


def _panel(address):
    return paint(Scene((QrCode(0, 0, 64, address),)), strict=True)


def _read(image):
    return [found.text for found in zxingcpp.read_barcodes(image.convert("L"))]


def _from_afar(panel):
    """Show a panel as a camera sees it: larger, its pixels apart, not quite sharp, a bit askew."""
    near = Image.new("RGB", (panel.width * 4 + 120, panel.height * 4 + 120), (40, 40, 44))
    near.paste(enlarge(panel), (60, 60))
    return near.rotate(6, Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(2))


LOOKS = {
    "as it is": lambda panel: panel,
    "four times as large": lambda panel: panel.resize((512, 256), Image.Resampling.NEAREST),
    "from afar": _from_afar,
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("address", ADDRESSES)
def test_another_reader_reads_the_address(address, look):
    (read,) = _read(LOOKS[look](_panel(ADDRESSES[address])))
    assert read.lower() == ADDRESSES[address]


def test_a_code_with_a_wrong_corner_is_not_read():
    panel = _panel(ADDRESSES["a short number"])
    panel.paste(255, (4, 4, 24, 24))
    assert _read(panel) == []


@pytest.mark.parametrize("address", ["a short number", "the longest number", "the usual name", "a name"])
def test_there_is_a_quiet_zone_of_three_and_a_half_modules(address):
    panel = _panel(ADDRESSES[address]).crop((0, 0, 64, 64))
    dark = panel.point(lambda value: 255 - value).getbbox()
    assert dark == (7, 7, 57, 57)


def test_capitals_are_used_only_where_small_letters_do_not_fit():
    def reads(name):
        return _read(_panel(ADDRESSES[name]))[0]

    assert (reads("the usual name").islower(), reads("a name").isupper()) == (True, True)


def test_a_longer_text_than_a_panel_holds_leaves_the_square_lit():
    assert modules_of("http://" + "x" * 5000) == ()
    assert _panel("http://" + "x" * 5000).getcolors() == [(64 * 64, 0), (64 * 64, 255)]

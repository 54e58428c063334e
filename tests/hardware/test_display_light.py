"""A display is made dim, bright or inverted, and shows the same picture."""

import pytest
from panels import DARK, drawing

from hardware.settings import PanelDriver


def test_a_dim_display_shows_the_same_with_less_light(each_screen):
    each_screen.display.show(drawing())
    bright = each_screen.panel.contrast
    each_screen.display.show(drawing(), is_dim=True)
    assert (each_screen.panel.contrast, each_screen.seen()) == (1, drawing().tobytes())
    each_screen.display.show(drawing())
    assert (each_screen.panel.contrast, each_screen.seen()) == (bright, drawing().tobytes())
    assert bright > 100


def test_dimming_sends_the_contrast_alone_and_only_once(screen):
    screen.display.show(drawing())
    screen.messages.clear()
    screen.display.show(drawing(), is_dim=True)
    screen.display.show(drawing(), is_dim=True)
    assert screen.messages == ["008101"]


@pytest.mark.parametrize("driver", PanelDriver, ids=lambda driver: driver.value)
@pytest.mark.parametrize(("contrast", "dim"), [(255, 1), (200, 1), (2, 1), (1, 0), (0, 0)])
def test_the_contrast_is_the_one_of_the_settings_and_dim_is_below_it(make_screen, driver, contrast, dim):
    screen = make_screen(driver, contrast=contrast)
    screen.display.open()
    screen.display.show(drawing())
    assert screen.panel.contrast == contrast
    screen.display.show(drawing(), is_dim=True)
    assert screen.panel.contrast == dim


@pytest.mark.parametrize(
    ("driver", "contrast"),
    [(PanelDriver.SSD1306, 0xCF), (PanelDriver.SSD1309, 0xCF), (PanelDriver.SH1106, 0x7F)],
)
def test_without_that_setting_it_is_luma_s(make_screen, driver, contrast):
    screen = make_screen(driver)
    screen.display.open()
    assert screen.panel.contrast == contrast
    screen.display.show(drawing())
    assert screen.panel.contrast == contrast


def test_a_display_that_was_dim_is_bright_when_it_is_opened_anew(each_screen):
    bright = each_screen.panel.contrast
    each_screen.display.show(drawing(), is_dim=True)
    each_screen.display.open()
    assert each_screen.panel.contrast == bright
    each_screen.display.show(drawing(), is_dim=True)
    assert (each_screen.panel.contrast, each_screen.seen()) == (1, drawing().tobytes())


def negative(picture):
    return picture.point(lambda pixel: 255 - pixel).tobytes()


def test_an_inverted_display_shows_light_for_dark_at_the_price_of_one_command(each_screen):
    each_screen.display.show(drawing())
    each_screen.messages.clear()
    each_screen.display.show(drawing(), is_inverted=True)
    each_screen.display.show(drawing(), is_inverted=True)
    assert each_screen.seen() == negative(drawing())
    each_screen.display.show(drawing())
    assert each_screen.seen() == drawing().tobytes()
    assert each_screen.messages == ["00a7", "00a6"]


def test_a_display_that_was_inverted_is_not_when_it_is_opened_anew(each_screen):
    each_screen.display.show(drawing(), is_inverted=True)
    each_screen.display.open()
    assert each_screen.seen() == DARK.tobytes()
    each_screen.display.show(drawing())
    assert each_screen.seen() == drawing().tobytes()


def test_another_picture_may_come_inverted_and_dim_at_once(each_screen):
    each_screen.display.show(drawing(1))
    each_screen.display.show(drawing(2), is_dim=True, is_inverted=True)
    assert (each_screen.panel.contrast, each_screen.seen()) == (1, negative(drawing(2)))

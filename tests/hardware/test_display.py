"""The display on its three controllers: what was shown is what is seen."""

import atexit
import errno

import pytest
from panels import DARK, drawing
from PIL import Image

from hardware.errors import DisplayLost, HardwareError
from hardware.settings import DisplaySettings, PanelDriver


@pytest.mark.parametrize(
    ("driver", "column_offset"),
    [
        pytest.param(PanelDriver.SSD1306, None, id="SSD1306"),
        pytest.param(PanelDriver.SSD1309, None, id="SSD1309"),
        pytest.param(PanelDriver.SH1106, None, id="SH1106"),
        pytest.param(PanelDriver.SH1106, 2, id="SH1106 from column 2"),
        pytest.param(PanelDriver.SH1106, 0, id="SH1106 from column 0"),
    ],
)
@pytest.mark.parametrize("rotation", [0, 180])
def test_what_is_shown_is_what_is_seen(make_screen, driver, column_offset, rotation):
    screen = make_screen(driver, column_offset=column_offset, rotation=rotation)
    screen.display.open()
    screen.display.show(drawing())
    assert screen.panel.picture().tobytes() == drawing().rotate(rotation).tobytes()
    assert screen.seen() == drawing().tobytes()


@pytest.mark.parametrize(
    ("settings", "column"),
    [
        pytest.param(DisplaySettings(driver=PanelDriver.SH1106), 2, id="most SH1106"),
        pytest.param(DisplaySettings(driver=PanelDriver.SH1106, column_offset=0), 0, id="an SH1106 from 0"),
        pytest.param(DisplaySettings(driver=PanelDriver.SSD1306), 0, id="an SSD1306"),
        pytest.param(DisplaySettings(driver=PanelDriver.SSD1306, column_offset=2), 0, id="which has no more"),
        pytest.param(DisplaySettings(driver=PanelDriver.SSD1309, column_offset=2), 0, id="nor an SSD1309"),
    ],
)
def test_the_first_column_is_that_of_the_controller(settings, column):
    assert settings.first_column == column


def test_offsets_differ_only_in_the_column_command(make_screen):
    """rm-hull/luma.oled 376: a picture that is shifted by two columns."""
    sent = []
    for offset in (0, 2):
        screen = make_screen(PanelDriver.SH1106, column_offset=offset)
        screen.display.open()
        screen.messages.clear()
        screen.display.show(drawing())
        sent.append(list(screen.messages))
    differing = [pair for pair in zip(*sent, strict=True) if pair[0] != pair[1]]
    assert differing == [(f"00b{page}0010", f"00b{page}0210") for page in range(8)]


def test_an_open_display_is_lit_and_empty(each_screen):
    assert each_screen.panel.is_on
    assert each_screen.seen() == DARK.tobytes()


def test_the_same_picture_again_sends_nothing(each_screen):
    each_screen.display.show(drawing())
    each_screen.messages.clear()
    each_screen.display.show(drawing())
    assert each_screen.messages == []


def test_another_picture_is_sent(each_screen):
    each_screen.display.show(drawing(1))
    each_screen.display.show(drawing(2))
    assert each_screen.seen() == drawing(2).tobytes()


def test_a_picture_is_sent_again_after_opening_anew(each_screen):
    each_screen.display.show(drawing())
    each_screen.display.open()
    each_screen.display.show(drawing())
    assert each_screen.seen() == drawing().tobytes()


def remove_node(screen):
    screen.board.missing_nodes.add("/dev/i2c-1")


def forbid_node(screen):
    screen.board.forbidden_nodes.add("/dev/i2c-1")


def lose_node(screen):
    def gone(_bus):
        raise OSError(errno.ENODEV, "No such device")

    screen.display._open_bus = gone


def unplug(screen):
    screen.panel.unplugged = True


def move(screen):
    screen.board.panels[1, 0x3D] = screen.board.panels.pop((1, 0x3C))


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        pytest.param(remove_node, "/dev/i2c-1 is missing: is I2C on? See Check", id="no node"),
        pytest.param(forbid_node, "/dev/i2c-1 is closed to this user: add it to group i2c", id="forbidden"),
        pytest.param(lose_node, "/dev/i2c-1 cannot be opened: [Errno 19] No such device", id="node lost"),
        pytest.param(unplug, "no display at address 0x3C: check its wires", id="nobody at the address"),
        pytest.param(
            move,
            "no display at address 0x3C, but one at 0x3D: set address = 0x3D under [display]",
            id="the other address",
        ),
    ],
)
def test_a_display_that_cannot_be_had_is_named_in_plain_words(make_screen, fault, message):
    screen = make_screen()
    fault(screen)
    with pytest.raises(DisplayLost) as caught:
        screen.display.open()
    assert str(caught.value) == message
    with pytest.raises(DisplayLost, match="not open"):
        screen.display.check()


def test_a_lost_display_is_a_hardware_error_and_an_os_error():
    assert issubclass(DisplayLost, HardwareError)
    assert issubclass(DisplayLost, OSError)


def test_looking_at_a_display_that_is_there_changes_nothing(screen):
    screen.display.show(drawing())
    screen.display.check()
    assert screen.seen() == drawing().tobytes()


def test_looking_notices_that_it_was_unplugged(screen):
    unplug(screen)
    with pytest.raises(DisplayLost, match="no display at address 0x3C: check its wires"):
        screen.display.check()


def test_closing_blanks_it_and_switches_it_off(each_screen):
    each_screen.display.show(drawing())
    each_screen.display.close()
    assert not each_screen.panel.is_on
    each_screen.panel.receive(b"\x00\xaf")
    assert each_screen.seen() == DARK.tobytes()


def break_closing(screen):
    screen.display._bus.close = lambda: (_ for _ in ()).throw(OSError("gone"))


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(unplug, id="unplugged"),
        pytest.param(break_closing, id="node gone"),
        pytest.param(lambda screen: screen.display.close(), id="closed before"),
    ],
)
def test_closing_never_raises(screen, fault):
    fault(screen)
    screen.display.close()
    screen.display.close()
    with pytest.raises(DisplayLost, match="not open"):
        screen.display.show(drawing())


@pytest.fixture
def hooks(monkeypatch):
    """What is registered to run at exit; nothing of it will."""
    hooks = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    return hooks


@pytest.mark.parametrize("fault", [remove_node, forbid_node, unplug], ids=["no node", "forbidden", "nobody"])
def test_failing_openings_leave_nothing_to_run_at_exit(make_screen, hooks, fault):
    screen = make_screen()
    fault(screen)
    for _ in range(10):
        with pytest.raises(DisplayLost):
            screen.display.open()
    assert hooks == []


def test_ten_openings_leave_nothing_to_run_at_exit(make_screen, hooks):
    screen = make_screen()
    for _ in range(10):
        screen.display.open()
    assert hooks == []


def test_a_picture_of_another_size_is_refused(screen):
    with pytest.raises(ValueError, match="a picture of mode '1', 64 by 128"):
        screen.display.show(drawing().transpose(Image.Transpose.ROTATE_90))
    with pytest.raises(ValueError, match="a picture of mode 'L', 128 by 64"):
        screen.display.show(drawing().convert("L"))

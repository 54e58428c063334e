"""The display on both controllers: what was shown is what is seen, and every fault is one plain word."""

import atexit
import errno
import os
import random

import pytest
from PIL import Image

from hardware.errors import DisplayLost, HardwareError
from hardware.oled import LumaDisplay
from hardware.settings import DisplaySettings, PanelDriver
from hardware.simulated.oled_panel import SH1106, SSD1306, OledPanel
from hardware.simulated.raspberry_pi import Board

SIZE = (128, 64)
DRIVERS = {PanelDriver.SSD1306: SSD1306, PanelDriver.SH1106: SH1106}
ERRORS = [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT, errno.ENXIO]


def drawing(seed=1):
    """Make a picture in which no two places look alike."""
    return Image.frombytes("1", SIZE, random.Random(seed).randbytes(1024))


class Glitch:
    """Opens a board's bus, and lets one message of those to come fail.

    Attributes:
        in_messages: how many go through before; None for no fault.
        sent: how many messages went through.
    """

    def __init__(self, board):
        self._board = board
        self._bus = None
        self.in_messages = None
        self.number = 0
        self.sent = 0
        self.opened = self.closed = 0

    def __call__(self, bus):
        self._bus = self._board.open_i2c(bus)
        self.opened += 1
        return self

    def read_byte(self, i2c_addr):
        self._pass()
        return self._bus.read_byte(i2c_addr)

    def write_i2c_block_data(self, i2c_addr, register, data):
        self._pass()
        self._bus.write_i2c_block_data(i2c_addr, register, data)

    def _pass(self):
        if self.in_messages == 0:
            self.in_messages = None
            raise OSError(self.number, os.strerror(self.number))
        if self.in_messages is not None:
            self.in_messages -= 1
        self.sent += 1

    def close(self):
        self._bus.close()
        self.closed += 1


class Bench:
    """A display on a panel that shows noise when power comes.

    Attributes:
        messages: what was sent, as the board traces it.
    """

    def __init__(self, clock, settings, panel):
        self.messages = []
        board = Board(clock, self.messages.append)
        board.panels[settings.bus, settings.address] = panel
        self.board, self.panel, self.glitch = board, panel, Glitch(board)
        self.display = LumaDisplay(settings, self.glitch)

    def seen(self):
        return self.panel.picture().tobytes()


@pytest.fixture
def make_bench(clock):
    """Make a display, not open, on a panel of its driver's kind."""

    def make(driver=PanelDriver.SSD1306, **settings):
        settings = DisplaySettings(driver=driver, **settings)
        first = settings.column_offset if driver is PanelDriver.SH1106 else 0
        return Bench(clock, settings, OledPanel(DRIVERS[driver], first, random.Random(3)))

    return make


@pytest.fixture
def bench(make_bench):
    bench = make_bench()
    bench.display.open()
    return bench


@pytest.mark.parametrize(
    ("driver", "column_offset"),
    [
        pytest.param(PanelDriver.SSD1306, 0, id="SSD1306"),
        pytest.param(PanelDriver.SH1106, 2, id="SH1106 from column 2"),
        pytest.param(PanelDriver.SH1106, 0, id="SH1106 from column 0"),
    ],
)
@pytest.mark.parametrize("rotation", [0, 180])
def test_what_is_shown_is_what_is_seen(make_bench, driver, column_offset, rotation):
    bench = make_bench(driver, column_offset=column_offset, rotation=rotation)
    bench.display.open()
    bench.display.show(drawing())
    assert bench.seen() == drawing().rotate(rotation).tobytes()


def test_offsets_differ_only_in_the_column_command(make_bench):
    sent = []
    for offset in (0, 2):
        bench = make_bench(PanelDriver.SH1106, column_offset=offset)
        bench.display.open()
        del bench.messages[:]
        bench.display.show(drawing())
        sent.append([message["out"] for message in bench.messages])
    differing = [pair for pair in zip(*sent, strict=True) if pair[0] != pair[1]]
    assert differing == [(f"00b{page}0010", f"00b{page}0210") for page in range(8)]


@pytest.mark.parametrize("driver", PanelDriver, ids=lambda driver: driver.value)
def test_an_open_display_is_lit_and_empty(make_bench, driver):
    bench = make_bench(driver)
    bench.display.open()
    assert bench.panel.is_on
    assert bench.seen() == Image.new("1", SIZE).tobytes()


def test_the_same_picture_again_sends_nothing(bench):
    bench.display.show(drawing())
    del bench.messages[:]
    bench.display.show(drawing())
    assert bench.messages == []


def test_another_picture_is_sent(bench):
    bench.display.show(drawing(1))
    bench.display.show(drawing(2))
    assert bench.seen() == drawing(2).tobytes()


def test_a_picture_is_sent_again_after_opening_anew(bench):
    bench.display.show(drawing())
    bench.display.open()
    bench.display.show(drawing())
    assert bench.seen() == drawing().tobytes()


def frame_messages(bench):
    """Return how many messages one frame takes."""
    bench.glitch.sent = 0
    bench.display.show(drawing(9))
    return bench.glitch.sent


def outcome(bench, index, number):
    """Let one message of a frame fail; return whether that was told, and the picture right afterwards."""
    bench.glitch.in_messages, bench.glitch.number = index, number
    try:
        bench.display.show(drawing(index))
    except DisplayLost:
        bench.display.open()
        bench.display.show(drawing(index))
        return "lost", bench.seen() == drawing(index).tobytes()
    return "shown", True


@pytest.mark.parametrize("driver", PanelDriver, ids=lambda driver: driver.value)
@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
def test_a_fault_at_any_message_of_a_frame_is_told_and_mended(make_bench, driver, number):
    bench = make_bench(driver)
    bench.display.open()
    messages = frame_messages(bench)
    outcomes = [outcome(bench, index, number) for index in range(messages)]
    assert messages > 30
    assert outcomes == [("lost", True)] * messages


@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
def test_a_picture_whose_sending_failed_is_not_taken_as_shown(bench, number):
    bench.display.show(drawing(1))
    bench.glitch.in_messages, bench.glitch.number = 5, number
    with pytest.raises(DisplayLost, match="the display stopped answering"):
        bench.display.show(drawing(2))
    bench.display.show(drawing(1))
    assert bench.seen() == drawing(1).tobytes()


@pytest.mark.parametrize("driver", PanelDriver, ids=lambda driver: driver.value)
@pytest.mark.parametrize("number", ERRORS, ids=errno.errorcode.get)
@pytest.mark.parametrize("index", [0, 1, 2, 10])
def test_a_fault_while_it_is_set_up_is_told_and_mended(make_bench, driver, number, index):
    bench = make_bench(driver)
    bench.glitch.in_messages, bench.glitch.number = index, number
    with pytest.raises(DisplayLost):
        bench.display.open()
    assert (bench.glitch.opened, bench.glitch.closed) == (1, 1)
    with pytest.raises(DisplayLost, match="the display is not open"):
        bench.display.show(drawing())
    bench.display.open()
    bench.display.show(drawing())
    assert bench.seen() == drawing().tobytes()


def remove_node(bench):
    bench.board.missing_nodes.add("/dev/i2c-1")


def forbid_node(bench):
    bench.board.forbidden_nodes.add("/dev/i2c-1")


def unplug(bench):
    bench.panel.unplugged = True


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        pytest.param(remove_node, "/dev/i2c-1 is missing: turn I2C on in raspi-config", id="no node"),
        pytest.param(forbid_node, "/dev/i2c-1 is closed to this user: add it to group i2c", id="forbidden"),
        pytest.param(unplug, "no display at address 0x3C: check its wires", id="nobody at the address"),
    ],
)
def test_a_display_that_cannot_be_had_is_named_in_plain_words(make_bench, fault, message):
    bench = make_bench()
    fault(bench)
    with pytest.raises(DisplayLost) as caught:
        bench.display.open()
    assert str(caught.value) == message
    with pytest.raises(DisplayLost, match="not open"):
        bench.display.check()


def test_a_lost_display_is_a_hardware_error_and_an_os_error():
    assert issubclass(DisplayLost, HardwareError)
    assert issubclass(DisplayLost, OSError)


def test_looking_at_a_display_that_is_there_changes_nothing(bench):
    bench.display.show(drawing())
    bench.display.check()
    assert bench.seen() == drawing().tobytes()


def test_looking_notices_that_it_was_unplugged(bench):
    unplug(bench)
    with pytest.raises(DisplayLost, match="no display at address 0x3C: check its wires"):
        bench.display.check()


def test_after_a_power_glitch_it_is_set_up_anew_by_opening(bench):
    bench.display.show(drawing())
    bench.panel.power_cycle()
    bench.display.open()
    bench.display.show(drawing())
    assert bench.panel.is_on
    assert bench.seen() == drawing().tobytes()


def test_closing_blanks_it_and_switches_it_off(bench):
    bench.display.show(drawing())
    bench.display.close()
    assert not bench.panel.is_on
    assert bench.glitch.closed == 1
    bench.panel.receive(b"\x00\xaf")
    assert bench.seen() == Image.new("1", SIZE).tobytes()


def break_closing(bench):
    bench.glitch.close = lambda: (_ for _ in ()).throw(OSError(errno.EIO, "gone"))


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(unplug, id="unplugged"),
        pytest.param(break_closing, id="node gone"),
        pytest.param(lambda bench: bench.display.close(), id="closed before"),
    ],
)
def test_closing_never_raises(bench, fault):
    fault(bench)
    bench.display.close()
    bench.display.close()
    with pytest.raises(DisplayLost, match="not open"):
        bench.display.show(drawing())


@pytest.fixture
def hooks(monkeypatch):
    """What is registered to run at exit; nothing of it will."""
    hooks = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    return hooks


@pytest.mark.parametrize("fault", [remove_node, forbid_node, unplug], ids=["no node", "forbidden", "nobody"])
def test_failing_openings_leave_nothing_to_run_at_exit(make_bench, hooks, fault):
    bench = make_bench()
    fault(bench)
    for _ in range(10):
        with pytest.raises(DisplayLost):
            bench.display.open()
    assert hooks == []


def test_ten_openings_leave_nothing_to_run_at_exit(make_bench, hooks):
    bench = make_bench()
    for _ in range(10):
        bench.display.open()
    assert hooks == []


@pytest.fixture(params=PanelDriver, ids=lambda driver: driver.value)
def open_bench(request, make_bench):
    bench = make_bench(request.param)
    bench.display.open()
    return bench


def test_a_dim_display_shows_the_same_with_less_light(open_bench):
    bright = open_bench.panel.contrast
    open_bench.display.show(drawing(), is_dim=True)
    assert (open_bench.panel.contrast, open_bench.seen()) == (1, drawing().tobytes())
    open_bench.display.show(drawing())
    assert (open_bench.panel.contrast, open_bench.seen()) == (bright, drawing().tobytes())
    assert bright > 100


def test_dimming_sends_the_contrast_alone_and_only_once(bench):
    bench.display.show(drawing())
    del bench.messages[:]
    bench.display.show(drawing(), is_dim=True)
    bench.display.show(drawing(), is_dim=True)
    assert [message["out"] for message in bench.messages] == ["008101"]


def test_a_display_that_was_dim_is_bright_when_it_is_opened_anew(open_bench):
    bright = open_bench.panel.contrast
    open_bench.display.show(drawing(), is_dim=True)
    open_bench.display.open()
    assert open_bench.panel.contrast == bright
    open_bench.display.show(drawing(), is_dim=True)
    assert (open_bench.panel.contrast, open_bench.seen()) == (1, drawing().tobytes())


def test_a_display_that_fails_while_it_is_dimmed_is_lost_and_dimmed_after_opening(bench):
    bench.display.show(drawing())
    bench.glitch.in_messages, bench.glitch.number = 0, errno.EIO
    with pytest.raises(DisplayLost, match="the display stopped answering"):
        bench.display.show(drawing(), is_dim=True)
    bench.display.open()
    bench.display.show(drawing(), is_dim=True)
    assert (bench.panel.contrast, bench.seen()) == (1, drawing().tobytes())


def negative(picture):
    return bytes(byte ^ 0xFF for byte in picture.tobytes())


def test_an_inverted_display_shows_light_for_dark_until_it_is_told_otherwise(open_bench):
    open_bench.display.show(drawing(1), is_inverted=True)
    assert open_bench.seen() == negative(drawing(1))
    open_bench.display.show(drawing(2), is_inverted=True)
    assert open_bench.seen() == negative(drawing(2))
    open_bench.display.show(drawing(2))
    assert open_bench.seen() == drawing(2).tobytes()


def test_inverting_sends_one_command_each_time_it_changes(bench):
    bench.display.show(drawing())
    del bench.messages[:]
    for is_inverted in (True, True, False, False):
        bench.display.show(drawing(), is_inverted=is_inverted)
    assert [message["out"] for message in bench.messages] == ["00a7", "00a6"]


@pytest.mark.parametrize("is_inverted", [True, False])
def test_a_display_that_was_inverted_shows_what_it_is_told_when_it_is_opened_anew(open_bench, is_inverted):
    open_bench.display.show(drawing(), is_inverted=True)
    open_bench.display.open()
    open_bench.display.show(drawing(), is_inverted=is_inverted)
    assert open_bench.seen() == (negative(drawing()) if is_inverted else drawing().tobytes())


def test_a_display_that_fails_while_it_is_inverted_is_lost_and_inverted_after_opening(bench):
    bench.display.show(drawing())
    bench.glitch.in_messages, bench.glitch.number = 0, errno.EIO
    with pytest.raises(DisplayLost, match="the display stopped answering"):
        bench.display.show(drawing(), is_inverted=True)
    bench.display.open()
    bench.display.show(drawing(), is_inverted=True)
    assert bench.seen() == negative(drawing())

"""The simulated I2C bus: what goes through, how long it takes and how it fails, as luma and smbus2 see it."""

import errno

import pytest
from luma.core.error import DeviceNotFoundError
from luma.oled.device import sh1106, ssd1306
from panels import LIGHT_SSD1306, drawing, lit, told

from hardware.simulated.oled_controllers import SH1106, SSD1306
from hardware.simulated.oled_panel import Glitch, OledPanel
from hardware.simulated.raspberry_pi import Board


def test_an_unplugged_panel_is_not_found(wire):
    panel = OledPanel()
    serial = wire(panel)
    panel.unplugged = True
    with pytest.raises(DeviceNotFoundError, match="0x3C"):
        serial.command(0xAF)
    with pytest.raises(OSError, match="Remote I/O error") as caught:
        serial.data([1])
    assert caught.value.errno == errno.EREMOTEIO == 121


@pytest.mark.parametrize("fault", [errno.EIO, errno.ETIMEDOUT, errno.ENXIO])
def test_a_panel_can_be_told_to_fail(wire, fault):
    panel = OledPanel()
    serial = wire(panel)
    panel.fails_with = fault
    with pytest.raises(OSError, match=r".") as caught:
        serial.data([1])
    assert caught.value.errno == fault


@pytest.mark.parametrize(
    ("arriving", "pixels"),
    [
        pytest.param(0, [], id="before a byte arrives"),
        pytest.param(2, [(0, 0)], id="in the middle"),
        pytest.param(99, [(0, 0), (1, 0)], id="after the last"),
    ],
)
def test_a_panel_can_be_told_to_break_off_one_message_to_come(wire, arriving, pixels):
    panel = told(OledPanel(), LIGHT_SSD1306)
    serial = wire(panel)
    panel.glitch = Glitch(errno.EIO, after=1, arriving=arriving)
    serial.command(0xAF)
    with pytest.raises(OSError, match=r".") as caught:
        serial.data([1, 1])
    assert (caught.value.errno, lit(panel)) == (errno.EIO, pixels)
    serial.command(0xB0, 0x00, 0x10)
    serial.data([1, 1, 1])
    assert lit(panel) == [(0, 0), (1, 0), (2, 0)]


def test_reading_a_panel_may_fail_too(clock):
    board, panel = Board(clock), OledPanel()
    board.panels[1, 0x3C] = panel
    bus = board.open_i2c(1)
    panel.glitch = Glitch(errno.ENXIO)
    with pytest.raises(OSError, match=r".") as caught:
        bus.read_byte(0x3C)
    assert caught.value.errno == errno.ENXIO
    assert bus.read_byte(0x3C) == 0x43


def test_nobody_answers_at_another_address(clock):
    board = Board(clock)
    board.panels[1, 0x3D] = OledPanel()
    with pytest.raises(OSError, match="Remote I/O error"):
        board.open_i2c(1).write_i2c_block_data(0x3C, 0x00, [0xAF])


def test_transfers_take_nine_bits_a_byte_and_are_traced(clock, wire):
    seen = []
    wire(OledPanel(), seen.append).command(0x81, 0x10)
    assert clock.now_s() == pytest.approx(4 * 9 / 400_000)
    assert seen == [{"t": 0.0, "bus": "i2c-1", "addr": "3c", "out": "008110"}]


@pytest.mark.parametrize(("device", "messages"), [(ssd1306, 33), (sh1106, 40)], ids=["ssd1306", "sh1106"])
def test_a_frame_takes_as_many_messages_as_on_a_real_bus(wire, device, messages):
    seen = []
    panel = OledPanel(SSD1306 if device is ssd1306 else SH1106)
    display = device(wire(panel, seen.append))
    seen.clear()
    display.display(drawing())
    assert len(seen) == messages


def test_a_block_has_at_most_32_bytes(clock):
    board = Board(clock)
    board.panels[1, 0x3C] = OledPanel()
    with pytest.raises(ValueError, match="32 bytes"):
        board.open_i2c(1).write_i2c_block_data(0x3C, 0x40, [0] * 33)


class Message:
    """As `smbus2.i2c_msg`."""

    def __init__(self, addr, data, flags=0):
        self.addr, self.flags, self._data = addr, flags, data

    def __bytes__(self):
        return self._data


def test_a_message_may_be_longer(clock):
    board, panel = Board(clock), OledPanel()
    board.panels[1, 0x3C] = panel
    bus = board.open_i2c(1)
    bus.i2c_rdwr(Message(0x3C, bytes.fromhex(LIGHT_SSD1306)), Message(0x3C, b"\x40" + b"\x01" * 128))
    assert len(lit(panel)) == 128


def test_reading_is_not_offered(clock):
    board = Board(clock)
    with pytest.raises(OSError, match="not supported"):
        board.open_i2c(1).i2c_rdwr(Message(0x3C, b"\x00", flags=1))


def test_a_closed_bus_sends_nothing(clock):
    board = Board(clock)
    board.panels[1, 0x3C] = OledPanel()
    bus = board.open_i2c(1)
    bus.close()
    with pytest.raises(TypeError):
        bus.write_i2c_block_data(0x3C, 0x00, [0xAF])


@pytest.mark.parametrize(
    ("nodes", "error"), [("missing_nodes", FileNotFoundError), ("forbidden_nodes", PermissionError)]
)
def test_an_i2c_node_that_cannot_be_opened_is_named(clock, nodes, error):
    board = Board(clock)
    getattr(board, nodes).add("/dev/i2c-1")
    with pytest.raises(error) as caught:
        board.open_i2c(1)
    assert caught.value.filename == "/dev/i2c-1"

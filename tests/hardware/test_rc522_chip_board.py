import errno
import sys

import pytest

from hardware.mfrc522_package import import_mfrc522
from hardware.simulated.raspberry_pi import Board
from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make

VERSION = [0xEE, 0x00]


@pytest.fixture
def spi(board):
    """The open device, its chip out of reset."""
    board.gpio.setmode(board.gpio.BCM)
    board.gpio.setup(25, board.gpio.OUT, initial=1)
    device = board.spidev.SpiDev()
    device.open(0, 0)
    return device


def test_a_device_reaches_the_chip_at_its_node(spi):
    assert spi.xfer2(VERSION) == [0x00, 0x92]


@pytest.mark.parametrize(
    ("missing", "device"),
    [pytest.param(set(), 1, id="nothing wired"), pytest.param({"/dev/spidev0.0"}, 0, id="node missing")],
)
def test_a_missing_spi_node_is_named(board, missing, device):
    board.missing_nodes |= missing
    with pytest.raises(FileNotFoundError) as caught:
        board.spidev.SpiDev().open(0, device)
    assert (caught.value.errno, caught.value.filename) == (errno.ENOENT, f"/dev/spidev0.{device}")


def test_a_forbidden_spi_node_is_named(board):
    board.forbidden_nodes.add("/dev/spidev0.0")
    with pytest.raises(PermissionError) as caught:
        board.spidev.SpiDev().open(0, 0)
    assert caught.value.filename == "/dev/spidev0.0"


def test_a_closed_device_transfers_nothing(spi):
    spi.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        spi.xfer2(VERSION)


def test_transfers_are_traced(clock):
    seen = []
    board = Board(clock, seen.append)
    board.chips[0, 0] = Rc522Chip(clock, Rc522Make(reset_pin=None))
    device = board.spidev.SpiDev()
    device.open(0, 0)
    device.xfer2(VERSION)
    assert seen == [{"t": pytest.approx(36e-6), "bus": "spi0.0", "out": "ee00", "in": "0092"}]


@pytest.mark.parametrize(
    ("mode", "pin", "value", "version"),
    [
        pytest.param("BCM", 25, 1, 0x92, id="BCM 25 high"),
        pytest.param("BCM", 25, 0, 0x00, id="BCM 25 low"),
        pytest.param("BOARD", 22, 1, 0x92, id="pin 22 of the header is BCM 25"),
        pytest.param("BCM", 22, 1, 0x00, id="BCM 22 is another"),
        pytest.param("BCM", 15, 1, 0x00, id="the package's own choice in BCM mode"),
    ],
)
def test_only_its_pin_takes_the_chip_out_of_reset(board, mode, pin, value, version):
    device = board.spidev.SpiDev()
    device.open(0, 0)
    board.gpio.setmode(getattr(board.gpio, mode))
    board.gpio.setup(pin, board.gpio.OUT)
    board.gpio.output(pin, value)
    assert device.xfer2(VERSION) == [0x00, version]


def test_cleanup_lets_the_reset_pin_fall(board, spi):
    board.gpio.cleanup()
    assert spi.xfer2(VERSION) == [0x00, 0x00]
    assert board.gpio.getmode() is None


def test_cleanup_of_another_pin_does_not(board, spi):
    board.gpio.setup(24, board.gpio.OUT)
    board.gpio.cleanup(24)
    assert spi.xfer2(VERSION) == [0x00, 0x92]


def test_a_power_cut_makes_pins_inputs_and_resets_the_chip(board, spi):
    spi.xfer2([0x2A, 0x40])
    board.power_cycle()
    assert spi.xfer2(VERSION) == [0x00, 0x00]
    board.gpio.setmode(board.gpio.BCM)
    board.gpio.setup(25, board.gpio.OUT, initial=1)
    assert spi.xfer2([0xAA, 0x00]) == [0x00, 0x00]


def test_a_second_numbering_is_refused(board):
    board.gpio.setmode(board.gpio.BOARD)
    board.gpio.setmode(board.gpio.BOARD)
    with pytest.raises(ValueError, match="A different mode has already been set"):
        board.gpio.setmode(board.gpio.BCM)


@pytest.mark.parametrize(
    ("mode", "pin", "error"),
    [
        pytest.param(None, 25, RuntimeError, id="no numbering"),
        pytest.param(10, 1, ValueError, id="pin 1 is 3.3 V"),
        pytest.param(11, 28, ValueError, id="no BCM 28 on the header"),
    ],
)
def test_a_pin_that_cannot_be_is_refused(board, mode, pin, error):
    board.gpio.setmode(mode) if mode else None
    with pytest.raises(error):
        board.gpio.setup(pin, board.gpio.OUT)


def test_a_pin_that_is_no_output_cannot_be_driven(board):
    board.gpio.setmode(board.gpio.BCM)
    with pytest.raises(RuntimeError, match="OUTPUT"):
        board.gpio.output(25, 1)


def test_gpio_records_every_call_in_order(board):
    board.gpio.getmode()
    board.gpio.setmode(11)
    board.gpio.setup(25, 0)
    board.gpio.output(25, 1)
    board.gpio.cleanup(25)
    board.gpio.cleanup()
    assert board.gpio.calls == [
        ("getmode",),
        ("setmode", 11),
        ("setup", 25, 0),
        ("output", 25, 1),
        ("cleanup", 25),
        ("cleanup",),
    ]


def test_importing_the_package_leaves_no_trace(board):
    before = dict(sys.modules)
    import_mfrc522(board.spidev, board.gpio)
    after = {
        name: module
        for name, module in sys.modules.items()
        if "mfrc522" in name or "RPi" in name or name == "spidev"
    }
    assert after == {name: before[name] for name in after}


def test_an_import_leaves_what_was_there(board, monkeypatch):
    marker = object()
    monkeypatch.setitem(sys.modules, "spidev", marker)
    import_mfrc522(board.spidev, board.gpio)
    assert sys.modules["spidev"] is marker


def test_each_copy_of_the_package_is_bound_to_its_own_board(clock, board):
    other = Board(clock)
    other.chips[0, 0] = Rc522Chip(clock, Rc522Make(version=0x12, start_up_s=0.0))
    first = import_mfrc522(board.spidev, board.gpio).MFRC522()
    second = import_mfrc522(other.spidev, other.gpio).MFRC522()
    assert [reader.Read_MFRC522(0x37) for reader in (first, second)] == [0x92, 0x12]

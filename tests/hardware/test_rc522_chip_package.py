"""The unmodified `mfrc522` package on the simulated chip: it works as far as it works on a real one."""

import pytest

from hardware.mfrc522_package import import_mfrc522
from hardware.simulated.tags import Classic, Ntag

# Its wait loop inverts a bool (defect 3), which Python 3.12 and later warn of at each empty poll.
pytestmark = pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning")


@pytest.fixture
def field(board):
    return board.chips[0, 0].field


@pytest.fixture
def simple(board, clock):
    reader = import_mfrc522(board.spidev, board.gpio).SimpleMFRC522()
    clock.sleep(0.005)
    return reader


@pytest.mark.parametrize(
    ("tag", "number"),
    [
        pytest.param(Classic(bytes.fromhex("deadbeef")), 956397711138, id="a UID of 4 bytes, with its BCC"),
        pytest.param(Ntag(bytes.fromhex("04a3c6cae26180")), 584193394409, id="a UID of 7 bytes, cut short"),
        pytest.param(Ntag(bytes.fromhex("04a3c611226180")), 584193394409, id="defect 1: another, the same"),
    ],
)
def test_read_id_reads_a_tag(simple, field, clock, tag, number):
    field.add(tag)
    clock.sleep(0.005)
    assert simple.read_id() == number


def test_a_resting_tag_is_seen_only_every_second_time(simple, field, clock):
    """Defect 9."""
    field.add(Classic(bytes.fromhex("deadbeef")))
    clock.sleep(0.005)
    assert [simple.read_id_no_block() for _ in range(4)] == [956397711138, None] * 2


def test_read_returns_the_text_of_a_classic(simple, field, clock):
    card = Classic(bytes.fromhex("deadbeef"))
    card.memory[8 * 16 : 11 * 16] = b"pine with crane".ljust(48)
    field.add(card)
    clock.sleep(0.005)
    assert simple.read() == (956397711138, "pine with crane".ljust(48))


def test_write_writes_a_classic(simple, field, clock):
    card = Classic(bytes.fromhex("deadbeef"))
    field.add(card)
    clock.sleep(0.005)
    assert simple.write("moon") == (956397711138, "moon")
    assert bytes(card.memory[8 * 16 : 11 * 16]) == b"moon".ljust(48)


def test_read_of_an_ntag_ends_in_an_authentication_error(simple, field, clock, caplog):
    """Defect 10."""
    field.add(Ntag(bytes.fromhex("04a3c6cae26180")))
    clock.sleep(0.005)
    assert simple.read() == (584193394409, "")
    assert "AUTH ERROR!!" in caplog.messages


def test_a_request_without_a_tag_costs_2013_transfers(board, simple):
    """Defect 2."""
    seen = []
    board.trace = seen.append
    assert simple.READER.MFRC522_Request(0x26) == (2, 0)
    assert len(seen) == 2013


@pytest.mark.parametrize(("level", "transfers"), [(0x00, 2013), (0xFF, 15)])
def test_a_stuck_miso_looks_like_no_card(board, simple, level, transfers):
    """Defect 16."""
    seen = []
    board.chips[0, 0].unplugged, board.chips[0, 0].miso_level = True, level
    board.trace = seen.append
    assert simple.read_id_no_block() is None
    assert len(seen) == transfers


def test_closing_resets_every_pin(board, simple):
    """Defect 6."""
    simple.READER.Close_MFRC522()
    assert board.gpio.calls[-1] == ("cleanup",)
    assert board.gpio.getmode() is None


def test_the_package_takes_the_serial_ports_pin_in_bcm_mode(board):
    """Defect 4: the chip stays in reset."""
    board.gpio.setmode(board.gpio.BCM)
    reader = import_mfrc522(board.spidev, board.gpio).MFRC522()
    assert ("setup", 15, 0) in board.gpio.calls
    assert reader.Read_MFRC522(0x37) == 0x00


def test_named_pins_work_in_bcm_mode(board):
    reader = import_mfrc522(board.spidev, board.gpio).MFRC522(pin_mode=11, pin_rst=25)
    assert board.gpio.calls == [("getmode",), ("setmode", 11), ("setup", 25, 0), ("output", 25, 1)]
    assert reader.Read_MFRC522(0x37) == 0x92

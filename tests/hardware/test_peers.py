"""Is the simulated chip true? Drivers that others wrote for the real one work on it, unchanged.

As far as they work at all: what they cannot do on a real chip they must not be able to do here.
"""

import logging
import sys
from pathlib import Path

import pytest

from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make
from hardware.simulated.tags import Classic, Ntag

sys.path.insert(0, str(Path(__file__).parents[1] / "peers"))  # neither pytest nor a script finds it otherwise
import peers

pytestmark = [
    pytest.mark.skipif(not peers.are_installed(), reason="the peers are not installed, `make test` does it"),
    pytest.mark.filterwarnings("ignore:Bitwise inversion:DeprecationWarning"),  # as in mfrc522, defect 3
]

NTAG_UID = bytes.fromhex("04a3c6cae26180")
TWO = [Ntag(NTAG_UID), Ntag(bytes.fromhex("04b3c6cae26180"))]


@pytest.fixture
def field(board):
    return board.chips[0, 0].field


@pytest.fixture
def put(field, clock):
    """Put tags down and wait until they hear."""
    return lambda *tags: ([field.add(tag) for tag in tags], clock.sleep(0.006))


@pytest.fixture
def card():
    return Classic(bytes.fromhex("deadbeef"))


@pytest.fixture
def python_peer(board, clock):
    """The package mfrc522-python, its reader open."""
    yield peers.import_peer("mfrc522-python", board, clock).BasicMFRC522()
    logging.getLogger("mfrc522Logger").handlers.clear()  # each instance adds one


@pytest.fixture
def pi_peer(board, clock):
    """The package pi-rc522, its reader open, without the IRQ wire."""
    return peers.import_peer("pi-rc522", board, clock).RFID(pin_irq=None)


@pytest.fixture
def pi_peer_on_irq(board, clock):
    """The package pi-rc522 with its own defaults: IRQ on header pin 18, which is GPIO 24."""
    board.chips[0, 0] = Rc522Chip(clock, Rc522Make(start_up_s=0.0, irq_pin=24))
    return peers.import_peer("pi-rc522", board, clock).RFID()


@pytest.mark.parametrize("name", peers.NAMES)
def test_importing_a_peer_leaves_no_trace(board, clock, name):
    modules, path = dict(sys.modules), list(sys.path)
    peers.import_peer(name, board, clock)
    assert (dict(sys.modules), list(sys.path)) == (modules, path)


def test_mfrc522_python_finds_nothing_on_an_empty_tray_and_trusts_the_timer(python_peer, board, clock):
    """It waits for TimerIRq, 15.5 ms after the frame, in steps of a millisecond; then the bus is free."""
    seen, start_s = [], clock.now_s()
    board.trace = seen.append
    assert python_peer.read_id_no_block() is None
    assert len(seen) == 34
    assert clock.now_s() - start_s == pytest.approx(0.017, abs=0.001)


def test_pi_rc522_finds_nothing_on_an_empty_tray_and_does_not(pi_peer, board):
    """Its wait loop inverts bits where it means a negation, as mfrc522's does: 2,000 looks."""
    seen = []
    board.trace = seen.append
    assert pi_peer.read_id() is None
    assert len(seen) == 2013


def test_mfrc522_python_reads_a_uid_of_4_bytes_with_its_bcc(python_peer, put, card):
    put(card)
    assert python_peer.read_id_no_block() == 0xDEADBEEF22


def test_mfrc522_python_cuts_a_uid_of_7_bytes_short(python_peer, put):
    put(Ntag(NTAG_UID))
    assert python_peer.read_id_no_block() == 0x8804A3C6E9


@pytest.mark.parametrize("uid", ["deadbeef", "04a3c6cae26180"])
def test_pi_rc522_reads_uids_of_4_and_7_bytes_whole(pi_peer, put, uid):
    put(Classic(bytes.fromhex(uid)))
    assert bytes(pi_peer.read_id()).hex() == uid


def test_mfrc522_python_sees_a_resting_tag_every_second_time(python_peer, put, card):
    put(card)
    assert [python_peer.read_id_no_block() for _ in range(4)] == [0xDEADBEEF22, None] * 2


@pytest.mark.parametrize("tag", [Classic(bytes.fromhex("deadbeef")), Ntag(NTAG_UID)], ids=["Classic", "NTAG"])
def test_pi_rc522_sees_a_resting_tag_every_second_time(pi_peer, put, tag):
    put(tag)
    assert [pi_peer.read_id() is not None for _ in range(4)] == [True, False] * 2


def test_mfrc522_python_gives_up_when_tags_collide(python_peer, put):
    put(*TWO)
    assert [python_peer.read_id_no_block() for _ in range(4)] == [None] * 4


def test_pi_rc522_gives_up_when_tags_collide(pi_peer, put):
    put(*TWO)
    assert [pi_peer.read_id() for _ in range(4)] == [None] * 4


def test_mfrc522_python_reads_and_writes_a_classic(python_peer, field, put, card):
    put(card)
    assert python_peer.write_no_block("pine with crane", 11) == (0xDEADBEEF22, "pine with crane")
    field.remove(card)
    put(card)
    assert python_peer.read_no_block(11) == (0xDEADBEEF22, "pine with crane".ljust(48))
    assert bytes(card.memory[8 * 16 : 11 * 16]) == b"pine with crane".ljust(48)


def test_mfrc522_python_cannot_authenticate_an_ntag(python_peer, put, caplog):
    put(Ntag(NTAG_UID))
    assert python_peer.read_no_block(11) == (0x8804A3C6E9, "")
    assert "AUTH ERROR(status2reg & 0x08) != 0" in caplog.messages


def test_mfrc522_python_halts_a_card_until_it_is_woken(python_peer, put, card):
    put(card)
    chip = python_peer.MFRC522
    chip.Request(chip.PICC_REQIDL)
    _, uid = chip.Anticoll()
    assert chip.SelectTag(uid) == 0x08
    assert chip.Halt() == chip.MI_NOTAGERR  # silence is the answer
    assert chip.Request(chip.PICC_REQIDL) == (chip.MI_ERR, 0)
    assert chip.Request(chip.PICC_REQALL) == (chip.MI_OK, 16)


def test_pi_rc522_reads_and_writes_a_classic(pi_peer, put, card):
    card.memory[8 * 16 : 9 * 16] = b"plum and warbler"
    put(card)
    assert pi_peer.request() == (False, 16)
    assert pi_peer.anticoll() == (False, [0xDE, 0xAD, 0xBE, 0xEF, 0x22])
    assert pi_peer.select_tag([0xDE, 0xAD, 0xBE, 0xEF, 0x22]) is False
    assert pi_peer.card_auth(pi_peer.auth_a, 8, [0xFF] * 6, [0xDE, 0xAD, 0xBE, 0xEF]) is False
    assert pi_peer.read(8) == (False, list(b"plum and warbler"))
    assert pi_peer.write(9, list(b"cherry and curta")) is False
    assert bytes(card.memory[9 * 16 : 10 * 16]) == b"cherry and curta"


def test_pi_rc522_is_refused_with_the_wrong_key(pi_peer, put, card):
    put(card)
    pi_peer.request()
    pi_peer.anticoll()
    pi_peer.select_tag([0xDE, 0xAD, 0xBE, 0xEF, 0x22])
    assert pi_peer.card_auth(pi_peer.auth_a, 8, [0x00] * 6, [0xDE, 0xAD, 0xBE, 0xEF]) is True


def test_pi_rc522_reads_an_ntags_pages_once_the_second_level_is_selected(pi_peer, put):
    """Its `select_tag` knows the first level only; its parts, CRC unit included, do the second."""
    tag = Ntag(NTAG_UID)
    put(tag)
    pi_peer.read_id()
    select = [0x95, 0x70, 0xCA, 0xE2, 0x61, 0x80, 0xC9]
    sak = pi_peer.card_write(pi_peer.mode_transrec, select + pi_peer.calculate_crc(select))
    assert sak == (False, [0x00, 0xFE, 0x51], 24)
    assert pi_peer.read(4) == (False, list(tag.memory[16:32]))


def test_pi_rc522_waits_for_the_irq_wire_and_reads_a_tag_that_wakes_at_once(
    pi_peer_on_irq, field, clock, card
):
    field.wake_s = 0.0
    clock.start("hand", lambda: (clock.sleep(1.03), field.add(card))[1])
    pi_peer_on_irq.wait_for_tag()
    assert clock.now_s() == pytest.approx(1.11, abs=0.02)  # it asks ten times a second
    assert bytes(pi_peer_on_irq.read_id()) == card.uid


def test_pi_rc522_gives_a_tag_no_time_to_wake_while_it_waits(pi_peer_on_irq, put, clock, card):
    """Each time it resets the chip, which takes the tag's power, and asks half a millisecond later."""
    put(card)
    start_s = clock.now_s()
    pi_peer_on_irq.wait_for_tag(timeout=2.0)
    assert clock.now_s() - start_s > 2.0

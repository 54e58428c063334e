"""The parts of `make image-test` that decide something; the rest of it needs an image and QEMU."""

import random
import socket
import struct
import zlib

import pytest
from boot_time import read_times
from card import make_card, reflash
from disk import SECTOR, Disk, WriteCache
from power import Told, missing_from, read_told
from raspi import is_as_without_a_reader
from report import Report
from settings_checks import heard_in, only_asked_for
from system_checks import asked_for_time, open_ports
from usb_i2c import Control, I2cStick

from hardware.simulated.oled_panel import OledPanel

ONE, TWO = b"\x11" * SECTOR, b"\x22" * SECTOR


class _Never(random.Random):
    def random(self):
        return 0.9


class _Always(random.Random):
    def random(self):
        return 0.1


@pytest.fixture
def card(tmp_path):
    path = tmp_path / "card"
    path.write_bytes(bytes(16 * SECTOR))
    return path


@pytest.fixture
def cache(card):
    with card.open("r+b", buffering=0) as file:
        yield WriteCache(file.fileno())


def test_what_was_written_is_read_back_though_it_is_not_on_the_card(cache, card):
    cache.write(SECTOR, ONE + TWO)

    assert cache.read(0, 4 * SECTOR) == bytes(SECTOR) + ONE + TWO + bytes(SECTOR)
    assert not any(card.read_bytes())


def test_a_flush_brings_all_to_the_card(cache, card):
    cache.write(SECTOR, ONE + TWO)
    cache.flush()

    assert cache.waiting == 0
    assert card.read_bytes()[SECTOR : 3 * SECTOR] == ONE + TWO


@pytest.mark.parametrize(("chance", "kept"), [(_Never(), 0), (_Always(), 1)], ids=["lost", "kept"])
def test_without_a_flush_chance_says_what_a_power_cut_leaves(cache, card, chance, kept):
    cache.write(0, TWO)
    cache.flush()
    cache.write(0, ONE)

    assert cache.lose_power(chance) == 1 - kept
    assert card.read_bytes()[:SECTOR] == (ONE if kept else TWO)
    assert cache.waiting == 0


def test_a_disk_speaks_with_its_guest_and_forgets_when_the_power_goes(card, tmp_path):
    with Disk(card, tmp_path / "socket") as disk, socket.socket(socket.AF_UNIX) as guest:
        guest.connect(str(disk.address))
        _agree(guest, card.stat().st_size)
        assert _ask(guest, 1, 0, ONE) == b""
        assert _ask(guest, 3, 0) == b""
        assert _ask(guest, 1, 0, TWO) == b""
        assert _ask(guest, 0, 0, length=SECTOR) == TWO
        assert disk.lose_power(_Never()) == 1
        with pytest.raises((EOFError, OSError)):
            _ask(guest, 0, 0, length=SECTOR)
    assert card.read_bytes()[:SECTOR] == ONE


def test_a_write_that_must_reach_the_card_does(card, tmp_path):
    with Disk(card, tmp_path / "socket") as disk, socket.socket(socket.AF_UNIX) as guest:
        guest.connect(str(disk.address))
        _agree(guest, card.stat().st_size)
        _ask(guest, 1, 0, ONE, flags=1)
        assert disk.lose_power(_Never()) == 0
    assert card.read_bytes()[:SECTOR] == ONE


def _agree(guest, size):
    assert guest.recv(18, socket.MSG_WAITALL)[:16] == b"NBDMAGICIHAVEOPT"
    guest.sendall(struct.pack(">I", 3))
    for option in (8, 7):  # one that it does not know, as QEMU asks it; and the start
        guest.sendall(b"IHAVEOPT" + struct.pack(">II", option, 0))
        answers = _answers(guest, option)
    assert struct.unpack(">HQH", answers[0]) == (0, size, 1 | 4 | 8)


def _answers(guest, option):
    found = []
    while True:
        _, asked, kind, length = struct.unpack(">QIII", guest.recv(20, socket.MSG_WAITALL))
        assert asked == option
        found.append(guest.recv(length, socket.MSG_WAITALL) if length else b"")
        if kind != 3:
            return found


def _ask(guest, kind, offset, data=b"", length=0, flags=0):
    guest.sendall(struct.pack(">IHHQQI", 0x25609513, flags, kind, 7, offset, length or len(data)) + data)
    answer = guest.recv(16, socket.MSG_WAITALL)
    if len(answer) < 16:
        raise EOFError
    assert struct.unpack(">IIQ", answer) == (0x67446698, 0, 7)
    return guest.recv(length, socket.MSG_WAITALL) if length else b""


def test_a_new_image_over_a_card_leaves_what_lies_behind_it(tmp_path, monkeypatch):
    monkeypatch.setattr("card.CARD_BYTES", 4096)
    image, card = tmp_path / "image", tmp_path / "card"
    image.write_bytes(b"old image")
    make_card(image, card)
    assert card.stat().st_size == 4096
    with card.open("r+b") as file:
        file.seek(1000)
        file.write(b"data")
    image.write_bytes(b"new\0image")

    reflash(image, card)

    content = card.read_bytes()
    assert (content[:9], content[1000:1004], len(content)) == (b"new\0image", b"data", 4096)


def test_what_was_told_must_be_there_unchanged_and_may_have_grown():
    told = {"1.jsonl": Told("1.jsonl", 3, zlib.crc32(b"abc"), {})}

    assert missing_from({"1.jsonl": b"abcde"}, told) == []
    assert missing_from({"1.jsonl": b"ab"}, told) == ["1.jsonl has 2 bytes of 3"]
    assert missing_from({"1.jsonl": b"abX"}, told) == ["1.jsonl was changed"]
    assert missing_from({}, told) == ["1.jsonl has 0 bytes of 3"]


def test_a_line_that_the_power_cut_off_tells_nothing():
    line = 'told  000001.jsonl 12 34 {"A": ["pine-crane"]}'

    assert read_told(line) == Told("000001.jsonl", 12, 34, {"A": ["pine-crane"]})
    assert [read_told(line[:end]) for end in (5, 21, 25, 40)] == [None] * 4
    assert read_told("Traceback") is None


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("tcp 0: 00000000:0016 00000000:0000 0A 0", ["tcp 22"]),
        ("tcp6 0: 00000000000000000000000000000000:1F55 0:0000 0A 0", ["tcp6 8021"]),
        ("tcp 0: 3500007F:0035 00000000:0000 0A 0", []),
        ("tcp 0: 0100007F:1F55 00000000:0000 0A 0", []),
        ("tcp 0: 0F02000A:0016 0202000A:9999 01 0", []),
        ("udp 0: 0F02000A:0044 00000000:0000 07 0", []),
        ("udp 0: 00000000:14E9 00000000:0000 07 0", ["udp 5353"]),
    ],
    ids=["ssh", "page", "own names", "loopback", "a connection", "dhcp", "mdns"],
)
def test_a_port_is_open_if_others_can_talk_to_it(line, found):
    assert open_ports(line) == found


@pytest.mark.parametrize(
    ("ports", "is_so"),
    [
        ({"tcp 22", "tcp6 22", "tcp6 8021", "udp 5353", "udp6 5353"}, True),
        ({"tcp 22", "tcp6 22", "tcp6 8021"}, False),
        ({"tcp 22", "tcp6 22", "tcp6 8021", "udp 5353", "tcp 80"}, False),
    ],
    ids=["all", "no name", "one more"],
)
def test_what_the_file_asks_for_is_open_and_nothing_else(ports, is_so):
    assert only_asked_for(ports) is is_so


@pytest.mark.parametrize(
    ("status", "is_so"),
    [
        ("active\n0\nhome; reader 1: no reader on the bus", True),
        ("active\n0\nhome; reader 1: no GPIO pins here: no Raspberry Pi!", False),
        ("active\n1\nhome; reader 1: no reader on the bus", False),
        ("active\n0\nhome; display lost; reader 1: no reader", False),
    ],
    ids=["no reader", "no pins", "not its first start", "no display"],
)
def test_a_box_that_misses_its_reader_alone_is_told_from_one_that_misses_its_pins(status, is_so):
    assert is_as_without_a_reader(status) is is_so


def test_a_clock_is_asked_for_by_name():
    assert asked_for_time(b"..\x010\x06debian\x04pool\x03ntp\x03org\x00..")
    assert not asked_for_time(b"\x06debian\x03org")


def test_the_stick_hands_messages_to_its_panel_and_says_who_is_not_there():
    stick = I2cStick(OledPanel())

    def send(address, data, flags=0, length=0):
        answer = stick.answer(Control(0x41, 7, flags, address, length or len(data), data))
        return answer, stick.answer(Control(0xC1, 3, 0, 0, 1))

    assert send(0x3C, bytes([0, 0x8D, 0x14, 0xAF])) == (b"", b"\x01")
    assert send(0x3C, b"", flags=1, length=2) == (b"\x03\x03", b"\x01")
    assert send(0x3D, bytes([0, 0xAE]))[1] == b"\x02"
    assert stick.panel.is_on
    assert (stick.messages, stick.lit_at_s) == (1, None)
    send(0x3C, b"\x40\xff")
    assert any(stick.picture())
    assert stick.lit_at_s is not None


def test_the_stick_says_what_it_is():
    stick = I2cStick(OledPanel())

    device = stick.answer(Control(0x80, 6, 0x0100, 0, 18))
    assert device is not None
    assert device[0] == len(device)
    assert struct.unpack_from("<HH", device, 8) == (0x0403, 0xC631)
    assert stick.answer(Control(0x80, 6, 0x0300, 0, 255)) is None
    assert stick.answer(Control(0x80, 0, 0x0100, 0, 2)) is None


def test_a_network_counts_as_joined_only_if_it_is_the_one_asked_for():
    said = "            State                 connected\n            Connected network     Kartentisch"

    assert heard_in(said)
    assert not heard_in(said.replace("Kartentisch", "Nachbar"))
    assert not heard_in("            State                 disconnected")


def test_moments_of_a_start_are_counted_from_the_kernels_end():
    times = read_times(
        "UserspaceTimestampMonotonic=9000000\nFinishTimestampMonotonic=30500000\nActiveEnterTimestampMonotonic=20000000"
    )

    assert (times.finished_s, times.ready_s) == (21.5, 11.0)


def test_the_report_counts_and_fails_if_anything_does_not_hold():
    lines = []
    report = Report(lines.append)
    report.check("this", True, "seen\nso")
    report.skip("that", "no QEMU")
    assert report.end() == 0
    report.check("other", [], "")
    assert report.end() == 1
    assert lines[:2] == ["  ok   this: seen; so", "  skip that: no QEMU"]
    assert lines[-1] == "  does not hold: other"

"""Answers that overlap: where the simulated chip says that tags collide, and what it keeps of them."""

import random

import pytest

from hardware.simulated.iso14443_tag import Frame
from hardware.simulated.rc522_air import Noise, Receiver, receive
from hardware.simulated.rc522_chip import CollPosCounts, Rc522Make
from hardware.simulated.tags import Classic, Ntag, Phone

NTAG_A, NTAG_B = "04a3c6cae26180", "045b77cae26180"


def ntag(uid=NTAG_A):
    return Ntag(bytes.fromhex(uid))


def classic(uid="deadbeef"):
    return Classic(bytes.fromhex(uid))


def test_two_different_atqas_collide(bench):
    bench.switch_on(classic(), ntag())
    answer = bench.exchange("26", 7)
    assert (answer.error, answer.coll & 0x3F, answer.irq & 0x22) == (0x08, 7, 0x22)


def test_two_equal_atqas_do_not(bench):
    bench.switch_on(ntag(NTAG_A), ntag(NTAG_B))
    assert bench.exchange("26", 7).error == 0x00


@pytest.mark.parametrize(
    ("values_after_coll", "coll", "data"),
    [
        pytest.param(0x00, 0x14, "8804030000", id="cleared: zeros from the collision on"),
        pytest.param(0x80, 0x94, None, id="kept"),
    ],
)
def test_two_ntags_collide_in_bit_20(bench, values_after_coll, coll, data):
    bench.switch_on(ntag(NTAG_A), ntag(NTAG_B))
    bench.write(0x0E, values_after_coll)
    bench.says("26", 7)
    answer = bench.exchange("9320")
    assert (answer.error, answer.coll) == (0x08, coll)
    assert data in (None, answer.data)


@pytest.mark.parametrize(
    ("frame", "rest"),
    [
        pytest.param("9344880403", "a0c6e9", id="one branch"),
        pytest.param("934488040b", "5077a0", id="the other"),
    ],
)
def test_a_split_byte_is_answered_from_rx_align_on(bench, frame, rest):
    bench.switch_on(ntag(NTAG_A), ntag(NTAG_B))
    bench.says("26", 7)
    answer = bench.exchange(frame, 4, 4)
    assert (answer.data, answer.error, answer.last_bits) == (rest, 0, 0)


@pytest.mark.parametrize(
    ("counts", "frame", "known_bits", "coll"),
    [
        pytest.param(CollPosCounts.FROM_LEVEL_START, "933088", 0, 20, id="level, whole byte known"),
        pytest.param(CollPosCounts.FROM_LEVEL_START, "9342880403", 2, 20, id="level, split byte"),
        pytest.param(CollPosCounts.FROM_FIRST_FIFO_BYTE, "933088", 0, 12, id="FIFO, whole byte known"),
        pytest.param(CollPosCounts.FROM_FIRST_FIFO_BYTE, "9342880403", 2, 4, id="FIFO, split byte"),
    ],
)
def test_a_second_collision_is_numbered_as_the_specimen_does(make_bench, counts, frame, known_bits, coll):
    bench = make_bench(Rc522Make(coll_pos=counts))
    bench.switch_on(ntag(NTAG_A), ntag(NTAG_B))
    bench.says("26", 7)
    assert bench.exchange(frame, known_bits, known_bits).coll & 0x3F == coll


@pytest.mark.parametrize("place", range(1, 33))
def test_each_bit_of_a_level_can_be_the_first_to_collide(bench, place):
    one, other = 0x00000000, 1 << (place - 1)
    tags = [Phone(value.to_bytes(4, "little")) for value in (one, other)]
    bench.switch_on(*tags)
    bench.write(0x0E, 0x00)
    bench.says("26", 7)
    answer = bench.exchange("9320")
    assert (answer.error, answer.coll) == (0x08, place % 32)


def test_a_collision_behind_bit_32_has_no_position():
    answers = [Frame(bytes.fromhex("deadbeef22"), 40), Frame(bytes.fromhex("deadbeef23"), 40)]
    reception = receive(answers, Receiver(0, 0, True), Noise(0, random.Random(1)))
    assert (reception.errors, reception.coll) == (0x08, 0x20)


def test_identical_tags_look_like_one(bench):
    bench.switch_on(ntag(), ntag())
    bench.says("26", 7)
    answer = bench.exchange("9320")
    assert (answer.data, answer.error) == ("8804a3c6e9", 0)


def test_error_flags_are_cleared_when_the_next_answer_begins(bench):
    bench.switch_on(classic(), ntag())
    assert bench.exchange("26", 7).error == 0x08
    answer = bench.exchange("26", 7)
    assert (answer.error, answer.coll & 0x20) == (0x00, 0x20)

"""What noise on the air does to an answer, as the chip's registers show it."""

import random

import pytest

from hardware.simulated.iso14443_tag import Frame
from hardware.simulated.rc522_air import Noise, Receiver, receive
from hardware.simulated.tags import Ntag, Phone


@pytest.mark.parametrize(
    ("flip", "data", "error"),
    [
        pytest.param(0, "0500", 0x02, id="a data bit"),
        pytest.param(8, "0400", 0x02, id="a parity bit"),
        pytest.param(None, "0400", 0x00, id="none"),
    ],
)
def test_one_wrong_bit_is_a_parity_error(flip, data, error):
    flips = iter([index == flip for index in range(18)])
    chance = random.Random(1)
    chance.random = lambda: 0.0 if next(flips) else 0.9
    reception = receive([Frame(bytes.fromhex("0400"), 16)], Receiver(0, 0, True), Noise(0.5, chance))
    assert (reception.data.hex(), reception.errors) == (data, error)


def test_two_wrong_bits_in_a_byte_pass_for_right():
    flips = iter([index in (0, 1) for index in range(18)])
    chance = random.Random(1)
    chance.random = lambda: 0.0 if next(flips) else 0.9
    reception = receive([Frame(bytes.fromhex("0400"), 16)], Receiver(0, 0, True), Noise(0.5, chance))
    assert (reception.data.hex(), reception.errors) == ("0700", 0x00)


@pytest.mark.parametrize(
    ("flip", "coll", "data"),
    [
        pytest.param(2, 3, "0000", id="the third bit"),
        pytest.param(9, 9, "0400", id="the first bit of the second byte"),
        pytest.param(8, 0x20, "0400", id="a parity bit has no position"),
    ],
)
def test_a_wrong_bit_with_both_halves_modulated_looks_like_a_collision(flip, coll, data):
    draws = iter([*[0.0 if index == flip else 0.9 for index in range(18)], 0.0])
    chance = random.Random(1)
    chance.random = lambda: next(draws)
    reception = receive([Frame(bytes.fromhex("0400"), 16)], Receiver(0, 0, False), Noise(0.5, chance, 1.0))
    assert (reception.data.hex(), reception.errors, reception.coll) == (data, 0x08, coll)


def test_a_collision_is_the_first_of_tags_and_noise(bench):
    bench.switch_on(Phone(bytes.fromhex("deadbeef")), Ntag(bytes.fromhex("04a3c6cae26180")))
    bench.chip.bit_error_rate = bench.chip.blurred_share = 1.0
    answer = bench.exchange("26", 7)
    assert (answer.error, answer.coll & 0x3F, bench.chip.blurred_share) == (0x08, 1, 1.0)


def test_noise_is_heard_and_passes(bench):
    bench.switch_on(Ntag(bytes.fromhex("04a3c6cae26180")))
    bench.chip.bit_error_rate = 1.0
    answer = bench.exchange("26", 7)
    assert (answer.irq & 0x20, answer.error) == (0x20, 0x02)
    bench.chip.bit_error_rate = 0.0
    bench.says("26", 7)
    assert bench.exchange("26", 7).error == 0x00

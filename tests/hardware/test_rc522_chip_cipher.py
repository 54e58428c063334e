"""MFAuthent of the simulated chip, and what holds while frames are encrypted."""

import pytest

from hardware.iso14443 import crc_a
from hardware.simulated.tags import Classic, Ntag


def ntag():
    return Ntag(bytes.fromhex("04a3c6cae26180"))


def classic():
    return Classic(bytes.fromhex("deadbeef"))


def authenticate(bench, key="ffffffffffff", uid="deadbeef"):
    bench.write(0x04, 0x7F)
    bench.write(0x09, *bytes.fromhex("600b" + key + uid))
    bench.write(0x01, 0x0E)
    bench.clock.sleep(0.020)
    return bench.read(0x01) & 0x0F, bench.read(0x08) & 0x08, bench.read(0x04) & 0x10


@pytest.mark.parametrize(
    ("key", "result"),
    [
        pytest.param("ffffffffffff", (0x0, 0x08, 0x10), id="the right key ends it"),
        pytest.param("ffffffffff00", (0xE, 0x00, 0x00), id="a wrong key lets it hang"),
    ],
)
def test_mf_authent_on_a_classic(bench, key, result):
    bench.switch_on(classic())
    bench.says("26", 7)
    bench.says("9370deadbeef22b99c")
    assert authenticate(bench, key) == result


def test_a_garbled_nonce_proves_nothing(bench):
    card = classic()
    bench.switch_on(card)
    bench.says("26", 7)
    bench.says("9370deadbeef22b99c")
    bench.chip.bit_error_rate = 1.0
    assert authenticate(bench) == (0xE, 0x00, 0x00)
    assert card.state.value == "idle"


def test_mf_authent_hangs_on_an_ntag(bench):
    bench.switch_on(ntag())
    for frame, bits in [("26", 7), ("93708804a3c6e9037f", 0), ("9570cae26180c9e283", 0)]:
        bench.says(frame, bits)
    assert authenticate(bench, uid="cae26180") == (0xE, 0x00, 0x00)


def test_an_authenticated_classic_reads_and_is_halted_under_the_cipher(bench):
    bench.switch_on(classic())
    bench.says("26", 7)
    bench.says("9370deadbeef22b99c")
    authenticate(bench)
    assert bench.says("3008" + crc_a(bytes.fromhex("3008")).hex()) == bytes(16).hex() + crc_a(bytes(16)).hex()
    assert bench.says("500057cd") == ""
    bench.write(0x08, 0x00)
    assert bench.says("26", 7) == ""
    assert bench.says("52", 7) == "0400"


def test_hlta_after_the_cipher_was_cleared_does_not_halt(bench):
    bench.switch_on(classic())
    bench.says("26", 7)
    bench.says("9370deadbeef22b99c")
    authenticate(bench)
    bench.write(0x08, 0x00)
    bench.says("500057cd")
    assert bench.says("26", 7) == "0400"

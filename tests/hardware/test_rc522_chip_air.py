"""Frames between the simulated chip and tags: who hears, who answers, and when."""

import random

import pytest

from hardware.iso14443 import crc_a
from hardware.simulated.iso14443_tag import Frame
from hardware.simulated.rc522_air import Noise, Receiver, answer_delay_s, receive
from hardware.simulated.tags import Classic, Ntag

NTAG_A = "04a3c6cae26180"
TX_RX_IRQ, TX_TIMER_IRQ, ERR_IRQ = 0x60, 0x41, 0x02


def ntag(uid=NTAG_A):
    return Ntag(bytes.fromhex(uid))


def classic(uid="deadbeef"):
    return Classic(bytes.fromhex(uid))


def test_the_worked_select_of_a_classic(bench):
    bench.switch_on(classic())
    assert bench.says("26", 7) == "0400"
    assert bench.says("9320") == "deadbeef22"
    assert bench.says("9370deadbeef22b99c") == "08b6dd"


def test_the_worked_select_of_an_ntag(bench):
    bench.switch_on(ntag())
    assert bench.says("26", 7) == "4400"
    assert bench.says("9320") == "8804a3c6e9"
    assert bench.says("93708804a3c6e9037f") == "04da17"
    assert bench.says("9520") == "cae26180c9"
    assert bench.says("9570cae26180c9e283") == "00fe51"
    assert bench.says("300002a8") == "04a3c6e9cae26180c9480000e1101200cd5a"
    assert bench.says("500057cd") == ""
    assert bench.says("26", 7) == ""
    assert bench.says("52", 7) == "4400"


@pytest.mark.parametrize(
    ("tags", "irq"),
    [pytest.param([], TX_TIMER_IRQ, id="nobody"), pytest.param([classic()], TX_RX_IRQ, id="a tag")],
)
def test_an_exchange_ends_with_rx_irq_or_timer_irq_and_transceive_goes_on(bench, tags, irq):
    bench.write(0x0B, 0x00)  # no water level flags
    bench.switch_on(*tags)
    bench.write(0x2C, 0x00)
    assert bench.exchange("26", 7).irq & 0x73 == irq
    assert bench.read(0x01) & 0x0F == 0x0C


def test_a_tag_hears_5_ms_after_it_was_put_down(bench):
    bench.switch_on()
    bench.chip.field.add(classic())
    bench.clock.sleep(0.0045)
    assert bench.says("26", 7) == ""
    assert bench.says("26", 7) == "0400"


def test_a_tag_may_be_quicker(bench):
    bench.chip.field.wake_s = 0.0
    bench.switch_on()
    bench.chip.field.add(classic())
    assert bench.says("26", 7) == "0400"


def test_a_lifted_tag_is_silent_and_forgets(bench):
    tag = classic()
    bench.switch_on(tag)
    bench.says("26", 7)
    bench.chip.field.remove(tag)
    assert bench.says("26", 7) == ""
    bench.chip.field.add(tag)
    bench.clock.sleep(0.005)
    assert bench.says("26", 7) == "0400"


@pytest.mark.parametrize(
    ("address", "value"), [(0x14, 0x80), (0x15, 0x00)], ids=["without a field", "without 100 % modulation"]
)
def test_no_tag_hears_the_reader(bench, address, value):
    bench.switch_on(classic())
    bench.write(address, value)
    assert bench.says("26", 7) == ""


@pytest.mark.parametrize(
    ("gap_s", "answer"), [(0.004, ""), (0.006, "0400")], ids=["too short to forget", "long enough"]
)
def test_a_halted_tag_forgets_in_a_gap_of_5_ms(bench, gap_s, answer):
    bench.switch_on(classic())
    for frame, bits in [("26", 7), ("9370deadbeef22b99c", 0), ("500057cd", 0)]:
        bench.says(frame, bits)
    bench.write(0x14, 0x80)
    bench.clock.sleep(gap_s)
    bench.write(0x14, 0x83)
    bench.clock.sleep(0.006)
    assert bench.says("26", 7) == answer


@pytest.mark.parametrize(
    "registers", [[(0x01, 0x0F)], [(0x01, 0x10), (0x01, 0x00)]], ids=["soft reset", "power-down"]
)
def test_a_reset_makes_tags_forget_at_once(bench, registers):
    tag = classic()
    bench.switch_on(tag)
    for frame, bits in [("26", 7), ("9370deadbeef22b99c", 0), ("500057cd", 0)]:
        bench.says(frame, bits)
    for address, value in registers:
        bench.write(address, value)
    assert tag.state.value == "idle"


@pytest.mark.parametrize(
    ("frames", "air_s"),
    [
        pytest.param([("26", 7)], 346e-6, id="REQA and ATQA"),
        pytest.param([("26", 7), ("9320", 0)], 705e-6, id="anticollision"),
        pytest.param([("26", 7), ("93708804a3c6e9037f", 0)], 1129e-6, id="select"),
        pytest.param(
            [("26", 7), ("93708804a3c6e9037f", 0), ("9570cae26180c9e283", 0), ("300002a8", 0)],
            1979e-6,
            id="READ",
        ),
    ],
)
def test_the_last_frame_takes_its_time_on_the_air(bench, frames, air_s):
    bench.switch_on(ntag())
    for frame, bits in frames[:-1]:
        bench.says(frame, bits)
    bench.start(*frames[-1])
    bench.clock.sleep(air_s * 0.96 - 36e-6)
    assert bench.read(0x04) & 0x20 == 0x00
    bench.clock.sleep(air_s * 0.07)
    assert bench.read(0x04) & 0x20 == 0x20


@pytest.mark.parametrize(
    ("sent", "bits", "delay_s"),
    [
        pytest.param("26", 7, 86.43e-6, id="a short frame that ends in 0"),
        pytest.param("52", 7, 91.15e-6, id="a short frame that ends in 1"),
        pytest.param("9320", 16, 86.43e-6, id="a whole byte ends in its parity, 0"),
        pytest.param("93708804a3c6e9037f", 72, 86.43e-6, id="7F has the parity 0"),
        pytest.param("9370deadbeef22b99c", 72, 91.15e-6, id="9C has the parity 1"),
        pytest.param("9344880403", 36, 86.43e-6, id="a split byte ends in its last bit"),
    ],
)
def test_the_delay_of_an_answer_depends_on_the_last_bit_sent(sent, bits, delay_s):
    assert answer_delay_s(Frame(bytes.fromhex(sent), bits)) == pytest.approx(delay_s, rel=1e-3)


def test_the_timer_stops_when_an_answer_begins(bench):
    bench.switch_on(classic())
    bench.start("26", 7)
    bench.clock.sleep(100e-6)
    assert bench.read(0x07) & 0x08 == 0x08
    bench.clock.sleep(150e-6)
    assert bench.read(0x07) & 0x08 == 0x00
    bench.clock.sleep(1)
    assert bench.read(0x04) & 0x01 == 0x00


def test_idle_cuts_an_exchange_short(bench):
    bench.switch_on(classic())
    bench.start("26", 7)
    bench.write(0x01, 0x00)
    bench.clock.sleep(0.01)
    assert bench.read_many(0x04, 0x0A)[0] & 0x60 == 0x00
    assert bench.read(0x0A) == 0


def test_start_send_waits_for_transceive(bench):
    bench.switch_on(classic())
    bench.write(0x09, 0x26)
    bench.write(0x0D, 0x87)
    bench.clock.sleep(0.01)
    assert bench.read(0x0A) == 1
    bench.write(0x01, 0x0C)
    bench.clock.sleep(0.01)
    assert bench.read_many(0x0A, 0x09, 0x09) == [2, 0x04, 0x00]


def test_start_send_must_fall_before_it_sends_again(bench):
    bench.switch_on(classic())
    bench.start("26", 7)
    bench.clock.sleep(0.01)
    bench.write(0x0A, 0x80)
    bench.write(0x09, 0x93, 0x20)
    bench.write(0x0D, 0x80)
    assert bench.read(0x0A) == 2
    bench.write(0x0D, 0x00)
    bench.write(0x0D, 0x80)
    bench.clock.sleep(0.01)
    assert bench.read(0x0A) == 5


def test_a_four_bit_answer_shows_in_rx_last_bits(bench):
    bench.switch_on(ntag())
    for frame, bits in [("26", 7), ("93708804a3c6e9037f", 0), ("9570cae26180c9e283", 0)]:
        bench.says(frame, bits)
    answer = bench.exchange("a20401020304" + crc_a(bytes.fromhex("a20401020304")).hex())
    assert (answer.data, answer.last_bits, answer.error) == ("0a", 4, 0)


def test_an_answer_beyond_64_bytes_overflows(bench):
    bench.switch_on(ntag())
    for frame, bits in [("26", 7), ("93708804a3c6e9037f", 0), ("9570cae26180c9e283", 0)]:
        bench.says(frame, bits)
    answer = bench.exchange("3a000f" + crc_a(bytes.fromhex("3a000f")).hex())
    assert (len(answer.data) // 2, answer.error, answer.irq & ERR_IRQ) == (64, 0x10, ERR_IRQ)


@pytest.mark.parametrize(
    ("data", "skipped"), [("4400", 0), ("8804a3c6e9", 0), ("a3c6e9", 3), ("a3c6e9", 7), ("e9", 5)], ids=str
)
def test_the_fast_way_to_read_an_answer_agrees_with_the_slow(data, skipped):
    raw = bytes.fromhex(data)
    answer, receiver = Frame(raw, 8 * len(raw) - skipped, skipped), Receiver(skipped, 0, True)
    chance = random.Random(1)
    assert receive([answer], receiver, Noise(0, chance)) == receive([answer], receiver, Noise(1e-12, chance))

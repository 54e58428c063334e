"""Wires of SPI that flip bits or drop out: no made-up card, no error but a lost reader."""

import random

import pytest

from hardware.errors import ReaderLost
from hardware.rc522_link import Heard, Reply
from hardware.simulated.rc522_chip import Rc522Chip
from hardware.simulated.tags import Classic, Ntag

UIDS = ["04a3c6cae26180", "deadbeef", "045b77cae26180"]
RETRY_S = 0.1
COM_IRQ_READ = 0x88
LOOKS = 240


class LooseWires(Rc522Chip):
    """A chip on bad wires.

    Attributes:
        flip_rate: the probability that a bit of MISO arrives wrong.
        drop_rate: the probability that the wires drop out before a transfer, for 1 to 6 ms; nothing
            reaches the chip then, and MISO stands high or low.
    """

    flip_rate = 0.0
    drop_rate = 0.0

    def __init__(self, clock, seed):
        super().__init__(clock, chance=random.Random(seed))
        self._luck = random.Random(f"wires {seed}")
        self._until_s = 0.0

    def transfer(self, mosi):
        now_s = self._clock.now_s()
        if now_s >= self._until_s and self._luck.random() < self.drop_rate:
            self._until_s = now_s + self._luck.uniform(0.001, 0.006)
            self.miso_level = self._luck.choice((0x00, 0xFF))
        self.unplugged = now_s < self._until_s
        miso = super().transfer(mosi)
        return [byte ^ self._wrong_bits() for byte in miso] if self.flip_rate else miso

    def _wrong_bits(self):
        return sum((self._luck.random() < self.flip_rate) << bit for bit in range(8))


@pytest.fixture(params=range(3), ids="seed {}".format)
def loose(request, desk):
    """A desk with an open reader on wires that are good for now."""
    desk.chip = desk.board.chips[0, 0] = LooseWires(desk.clock, request.param)
    desk.reader.open()
    return desk


def look(desk):
    """Look once as the appliance does, opening the reader anew if it was lost; return what came."""
    try:
        came = [tag.uid.hex() for tag in desk.reader.poll()]
        desk.clock.sleep(0.05)
    except ReaderLost:
        came = []
        desk.clock.sleep(RETRY_S)
        open_or_leave(desk)
    return came


def open_or_leave(desk):
    try:
        desk.reader.open()
    except ReaderLost:
        desk.clock.sleep(RETRY_S)


def came_and_went(desk):
    """Put cards down and lift them, one and two at a time, while looking; return all that came."""
    came = []
    for number in range(LOOKS // 8):
        cards = [Classic(bytes.fromhex(uid)) if len(uid) == 8 else Ntag(bytes.fromhex(uid)) for uid in UIDS]
        cards = cards[number % 3 :][: 1 + number % 2]
        desk.put(*cards)
        came += [uid for _ in range(4) for uid in look(desk)]
        desk.lift(*cards)
        came += [uid for _ in range(4) for uid in look(desk)]
    return came


@pytest.mark.parametrize("rate", [1e-4, 1e-3], ids="{:g}".format)
def test_over_wires_that_flip_a_bit_now_and_then_the_cards_are_read_and_no_others(loose, rate):
    loose.chip.flip_rate = rate
    assert set(came_and_went(loose)) == set(UIDS)


def test_wires_that_flip_every_hundredth_bit_make_up_no_card(loose):
    loose.chip.flip_rate = 1e-2
    assert set(came_and_went(loose)) <= set(UIDS)


@pytest.mark.parametrize("rate", [1e-3, 1e-2], ids="{:g}".format)
def test_wires_that_drop_out_for_milliseconds_make_up_no_card(loose, rate):
    loose.chip.drop_rate = rate
    assert set(came_and_went(loose)) <= set(UIDS)


def test_wires_that_flip_and_drop_and_noise_on_the_air_make_up_no_card(loose):
    loose.chip.flip_rate, loose.chip.drop_rate = 1e-3, 1e-3
    loose.chip.bit_error_rate = 0.02
    assert set(came_and_went(loose)) <= set(UIDS)


@pytest.mark.parametrize(
    "flags",
    [
        pytest.param(0xC0, id="one that the chip never sets, off a bad wire"),
        pytest.param(0x41, id="the timer's, while the answer is still on its way"),
    ],
)
def test_an_odd_flag_at_the_first_look_for_an_answer_hides_no_card(desk, monkeypatch, flags):
    looks, real = [], Rc522Chip.transfer

    def transfer(chip, mosi):
        answer = real(chip, mosi)
        if mosi[0] == COM_IRQ_READ:
            looks.append(mosi)
            answer[1] = flags if len(looks) % 2 else answer[1]
        return answer

    monkeypatch.setattr(Rc522Chip, "transfer", transfer)
    desk.put(Classic(bytes.fromhex("deadbeef")))
    link = desk.reader._connection.link
    assert link.exchange(b"\x26", last_bits=7) == Reply(Heard.REPLY, bytes.fromhex("0400"))

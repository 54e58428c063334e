"""Cards that left, or seem to have: when the reader gives them up, and when they are new."""

import random

import pytest

from hardware.iso14443 import cascade_levels
from hardware.presence import MISSED_FOR_S
from hardware.simulated.tags import Classic, Ntag, Phone, Tag

NTAG, CLASSIC = "04a3c6cae26180", "deadbeef"


class HardOfHearing(Tag):
    """A sticker that is not heard while it is mute, though it has power and remembers."""

    is_mute = False

    def __init__(self):
        super().__init__(bytes.fromhex(NTAG), bytes.fromhex("4400"), 0x00)

    def receive(self, frame):
        return None if self.is_mute else super().receive(frame)


class FreshPhone(Phone):
    """It makes its UID up anew whenever it gets power."""

    def __init__(self):
        self._chance = random.Random(1)
        super().__init__(b"\x08\x01\x02\x03")

    def power_off(self):
        super().power_off()
        self.uid = b"\x08" + self._chance.randbytes(3)
        self._levels = cascade_levels(self.uid)


@pytest.fixture(params=[0, 1], ids=["alone", "beside another"])
def others(request):
    return [Classic(bytes.fromhex(CLASSIC))][: request.param]


def test_each_leaving_is_told_once_and_a_false_one_too(desk, others):
    card = HardOfHearing()
    desk.put(card, *others)
    desk.watch(0.3)
    card.is_mute = True
    desk.watch(1.0)
    assert desk.left == [NTAG]
    card.is_mute = False
    assert desk.watch(1.0) == []
    desk.lift(card)
    desk.watch(0.5)
    assert desk.left == [NTAG, NTAG]


def test_one_silence_after_a_pause_is_not_a_leaving(desk):
    card = HardOfHearing()
    desk.put(card)
    desk.watch(0.3)
    desk.clock.sleep(2.0)
    card.is_mute = True
    desk.watch(0.06)
    card.is_mute = False
    assert desk.watch(1.0) == []


def test_a_card_that_was_not_heard_for_long_is_found_again_without_being_lifted(desk, others):
    card = HardOfHearing()
    desk.put(card, *others)
    desk.watch(0.3)
    card.is_mute = True
    assert desk.watch(MISSED_FOR_S + 1.0) == []
    card.is_mute = False
    assert desk.watch(1.0) == [NTAG]


@pytest.mark.parametrize("phase_s", [number * 0.0005 for number in range(0, 110, 9)])
def test_a_card_tapped_again_soon_is_new_whenever_in_the_look_it_comes(desk, others, phase_s):
    card = Ntag(bytes.fromhex(NTAG))
    desk.put(card, *others)
    desk.watch(0.2)
    desk.lift(card)
    desk.watch(0.5)
    desk.later(phase_s, lambda: desk.put(card))
    assert desk.watch(0.2) == [NTAG]


@pytest.mark.parametrize("rate", [0.01, 0.05])
def test_a_card_tapped_again_soon_is_new_where_tags_miss_frames(desk, others, rate):
    card = Ntag(bytes.fromhex(NTAG))
    desk.put(card, *others)
    desk.watch(0.2)
    desk.chip.field.lost_frame_rate = rate
    came = []
    for _ in range(40):
        desk.lift(card)
        came += desk.watch(0.5)
        desk.put(card)
        came += desk.watch(0.3)
    assert came.count(NTAG) == 40


@pytest.mark.parametrize("shares_air", [False, True], ids=["field always on", "field on in turn"])
def test_a_phone_that_lies_there_comes_once(make_desk, shares_air):
    desk = make_desk(shares_air=shares_air)
    desk.reader.open()
    desk.put(FreshPhone(), Ntag(bytes.fromhex(NTAG)))
    assert len(desk.watch(3.0)) == 2
    assert desk.left == []


def test_a_pile_run_over_the_reader_is_read_card_by_card(desk):
    pile = [Ntag(b"\x04" + random.Random(number).randbytes(6)) for number in range(20)]
    came = []
    for card in pile:
        desk.put(card)
        came += desk.watch(0.12)
        desk.lift(card)
        came += desk.watch(0.25)
    assert came == [card.uid.hex() for card in pile]

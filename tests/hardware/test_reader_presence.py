"""One arrival for each presentation, on the real driver: at rest, flickering, in noise, after faults."""

import pytest

from hardware.errors import ReaderLost
from hardware.simulated.tags import Classic, Ntag, Tag

NTAG, CLASSIC, OTHER = "04a3c6cae26180", "deadbeef", "045b77cae26180"


def ntag(uid=NTAG):
    return Ntag(bytes.fromhex(uid))


def classic(uid=CLASSIC):
    return Classic(bytes.fromhex(uid))


def flicker(desk, tag, times, there_s, gone_s):
    """Let a tag come and go while the desk is watched; it is there at the end."""
    for number in range(times):
        desk.later(number * (there_s + gone_s) + there_s, lambda: desk.lift(tag))
        desk.later((number + 1) * (there_s + gone_s), lambda: desk.put(tag))


@pytest.mark.parametrize(
    "tags",
    [[ntag()], [ntag(), classic()], [ntag(), classic(), ntag(OTHER)]],
    ids=["one", "two", "three"],
)
def test_cards_at_rest_for_a_minute_arrive_once(desk, tags):
    desk.put(*tags)
    assert sorted(desk.watch(60)) == sorted(tag.uid.hex() for tag in tags)


@pytest.mark.parametrize("phase_s", [number * 0.007 for number in range(8)])
@pytest.mark.parametrize(
    ("gone_s", "arrivals"),
    [
        pytest.param(0.05, [], id="a wiggle"),
        pytest.param(0.199, [], id="the longest of the same"),
        pytest.param(0.4, [NTAG], id="the shortest of a new one"),
        pytest.param(2.0, [NTAG], id="long gone"),
    ],
)
def test_how_long_a_card_is_gone_decides_whether_it_is_new(desk, phase_s, gone_s, arrivals):
    card = ntag()
    desk.put(card)
    desk.watch(0.3)
    desk.later(phase_s, lambda: desk.lift(card))
    desk.later(phase_s + gone_s, lambda: desk.put(card))
    assert desk.watch(phase_s + gone_s + 0.3) == arrivals


@pytest.mark.parametrize("phase_s", [0.0, 0.02, 0.04])
def test_the_same_holds_beside_two_resting_cards(desk, phase_s):
    card = ntag()
    desk.put(card, classic(), ntag(OTHER))
    desk.watch(0.3)
    desk.later(phase_s, lambda: desk.lift(card))
    desk.later(phase_s + 0.199, lambda: desk.put(card))
    desk.later(1.0 + phase_s, lambda: desk.lift(card))
    desk.later(1.4 + phase_s, lambda: desk.put(card))
    assert desk.watch(2.0) == [NTAG]


@pytest.mark.parametrize("phase_s", [0.0, 0.017, 0.041])
@pytest.mark.parametrize("resting", [0, 2])
def test_a_card_that_flickers_at_the_edge_for_ten_seconds_arrives_once(desk, resting, phase_s):
    card = ntag()
    desk.put(*[classic(), ntag(OTHER)][:resting])
    desk.watch(0.3)
    desk.later(phase_s, lambda: desk.put(card))
    desk.clock.sleep(phase_s)
    flicker(desk, card, times=25, there_s=0.3, gone_s=0.1)
    assert desk.watch(11.0) == [NTAG]


def test_a_card_is_read_while_another_rests(desk):
    desk.put(classic())
    desk.watch(1.0)
    desk.put(ntag())
    assert desk.watch(0.06) == [NTAG]


def test_a_card_is_read_at_the_next_look(desk):
    desk.put(ntag())
    assert [tag.uid.hex() for tag in desk.reader.poll()] == [NTAG]


def test_cards_at_rest_are_not_reported_again_after_closing_and_opening(desk):
    desk.put(ntag(), classic())
    desk.watch(0.3)
    desk.reader.close()
    desk.clock.sleep(5.0)
    desk.reader.open()
    assert desk.watch(1.0) == []


def test_cards_at_rest_are_not_reported_again_after_the_reader_was_lost(desk):
    desk.put(ntag(), classic())
    desk.watch(0.3)
    desk.plug(False)
    with pytest.raises(ReaderLost):
        desk.reader.poll()
    desk.clock.sleep(5.0)
    desk.plug(True)
    desk.reader.open()
    assert desk.watch(1.0) == []


def test_a_card_put_down_while_the_reader_was_lost_is_read_when_it_is_back(desk):
    desk.put(classic())
    desk.watch(0.3)
    desk.plug(False)
    desk.put(ntag())
    desk.plug(True)
    desk.reader.open()
    assert desk.watch(1.0) == [NTAG]


def test_a_card_lifted_while_the_reader_was_lost_is_new_when_it_comes_again(desk):
    card = ntag()
    desk.put(card)
    desk.watch(0.3)
    desk.plug(False)
    desk.lift(card)
    desk.plug(True)
    desk.reader.open()
    desk.watch(0.4)
    desk.put(card)
    assert desk.watch(0.3) == [NTAG]


@pytest.mark.parametrize("rate", [0.01, 0.05])
def test_noise_never_makes_up_a_card_nor_loses_one(desk, rate):
    desk.put(ntag(), classic())
    desk.chip.bit_error_rate = rate
    assert sorted(desk.watch(20.0)) == [NTAG, CLASSIC]


def test_noise_so_strong_that_nothing_is_read_lets_no_card_leave(desk):
    desk.put(ntag())
    desk.watch(0.3)
    desk.chip.bit_error_rate = 0.3
    desk.watch(2.0)
    desk.chip.bit_error_rate = 0.0
    assert desk.watch(1.0) == []


class WrongCheckByte(Tag):
    """Its BCC is wrong, and it insists on it."""

    def __init__(self, uid):
        super().__init__(bytes.fromhex(uid), bytes.fromhex("4400"), 0x00)
        self._levels = tuple(level[:4] + bytes([level[4] ^ 0x10]) for level in self._levels)


class WrongCrc(Tag):
    """The CRC of its select acknowledge is wrong."""

    def __init__(self, uid):
        super().__init__(bytes.fromhex(uid), bytes.fromhex("4400"), 0x00)

    def receive(self, frame):
        answer = super().receive(frame)
        if answer is None or len(answer.data) != 3:
            return answer
        return type(answer)(answer.data[:2] + bytes([answer.data[2] ^ 0x01]), answer.bits)


@pytest.mark.parametrize("uid", [NTAG, CLASSIC], ids=["7 bytes", "4 bytes"])
@pytest.mark.parametrize("kind", [WrongCheckByte, WrongCrc])
def test_a_damaged_answer_is_never_reported(desk, kind, uid):
    desk.put(kind(uid))
    assert desk.watch(1.0) == []


@pytest.mark.parametrize("kind", [WrongCheckByte, WrongCrc])
def test_a_good_card_is_read_beside_a_damaged_one(desk, kind):
    desk.put(kind("0400000000000c"), ntag())
    assert desk.watch(2.0) == [NTAG]

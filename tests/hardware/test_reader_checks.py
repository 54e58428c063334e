"""How well a tag reads, told once for each presentation by the real driver, with no transfer more for it."""

import pytest

from hardware.ports import TagArrived, TagChecked, TagLeft
from hardware.simulated.iso14443_tag import Frame
from hardware.simulated.tags import Classic, Ntag, Phone

NTAG, CLASSIC = "04a3c6cae26180", "deadbeef"
SOUND, CRC = 3, b"\x00\x00"


def ntag(uid=NTAG):
    return Ntag(bytes.fromhex(uid))


def look(desk, times):
    """Look so often, every 50 ms; return what came, as words."""
    news = []
    for _ in range(times):
        news += desk.reader.poll()
        desk.clock.sleep(0.05)
    return [_word(one) for one in news]


def _word(one):
    match one:
        case TagChecked(uid, sound, of):
            return f"{uid.hex()}: {sound} of {of}"
        case TagArrived(uid):
            return f"{uid.hex()} came"
        case TagLeft(uid):
            return f"{uid.hex()} left"


def is_acknowledge(answer):
    return answer is not None and len(answer.data) == SOUND


class Damage:
    """Spoils the select acknowledges of some looks; which look it is, a test says."""

    def __init__(self):
        self.is_on = False
        self.kind = "crc"

    def __call__(self, _frame, answer):
        if not self.is_on or not is_acknowledge(answer):
            return answer
        return None if self.kind == "silence" else Frame(answer.data[:1] + CRC, answer.bits)


@pytest.fixture(params=[False, True], ids=["alone", "beside another reader"])
def desk(request, make_desk):
    desk = make_desk(shares_air=request.param)
    desk.reader.open()
    return desk


@pytest.mark.parametrize("make", [ntag, lambda: Classic(bytes.fromhex(CLASSIC))], ids=["sticker", "classic"])
def test_a_tag_that_stays_is_read_five_times_after_it_came_and_that_is_told_once(desk, make):
    tag = make()
    desk.put(tag)
    assert look(desk, 5) == [f"{tag.uid.hex()} came"]
    assert look(desk, 1) == [f"{tag.uid.hex()}: 5 of 5"]
    assert look(desk, 40) == []


@pytest.mark.parametrize("lifted_after", [0, 1, 4])
def test_a_tag_that_is_lifted_before_is_told_when_it_left(desk, lifted_after):
    tag = ntag()
    desk.put(tag)
    look(desk, 1 + lifted_after)
    desk.lift(tag)
    assert look(desk, 10) == [f"{NTAG}: {lifted_after} of {lifted_after}", f"{NTAG} left"]


def test_each_presentation_is_told(desk):
    tag = ntag()
    for _ in range(2):
        desk.put(tag)
        assert look(desk, 6) == [f"{NTAG} came", f"{NTAG}: 5 of 5"]
        desk.lift(tag)
        assert look(desk, 10) == [f"{NTAG} left"]


@pytest.mark.parametrize(
    ("damaged", "sound"),
    [
        pytest.param([], 5, id="none"),
        pytest.param([2], 4, id="one"),
        pytest.param([1, 4], 3, id="two"),
        pytest.param([1, 2, 3, 4, 5], 0, id="all"),
    ],
)
def test_a_read_whose_acknowledge_was_damaged_is_not_sound(make_desk, damaged, sound):
    desk, damage = make_desk(), Damage()
    desk.reader.open()
    desk.put(desk.disturb(ntag(), damage))
    look(desk, 1)
    told = []
    for number in range(1, 6):
        damage.is_on = number in damaged
        told += look(desk, 1)
    assert told == [f"{NTAG}: {sound} of 5"]


def test_a_look_in_which_it_was_silent_counts_once_it_is_heard_again(make_desk):
    desk, damage = make_desk(), Damage()
    desk.reader.open()
    desk.put(desk.disturb(ntag(), damage))
    look(desk, 2)
    damage.is_on, damage.kind = True, "silence"
    look(desk, 2)
    damage.is_on = False
    assert look(desk, 2) == [f"{NTAG}: 3 of 5"]


def test_noise_shows_in_the_reads(desk):
    desk.put(ntag())
    look(desk, 1)
    desk.chip.bit_error_rate = 0.05
    (told,) = look(desk, 12)
    assert int(told.split()[1]) < 4


def test_reading_five_times_costs_no_transfer_beyond_the_looks(desk):
    desk.put(ntag())
    look(desk, 1)
    costs = []
    for _ in range(12):
        del desk.transfers[:]
        desk.reader.poll()
        costs.append(len(desk.transfers))
        desk.clock.sleep(0.05)
    assert len(set(costs)) == 1


def test_a_phone_is_not_told(desk):
    desk.put(Phone(bytes.fromhex("08112233")))
    assert look(desk, 20) == ["08112233 came"]


def test_what_was_counted_outlives_a_reader_that_is_opened_anew(make_desk):
    desk = make_desk()
    desk.reader.open()
    desk.put(ntag())
    look(desk, 3)
    desk.reader.close()
    desk.reader.open()
    assert look(desk, 5)[-1].startswith(f"{NTAG}: ")

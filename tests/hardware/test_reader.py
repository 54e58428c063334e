"""What the reader reports of the tags on the tray, and what it costs."""

import random
from itertools import pairwise

import pytest

from hardware.ports import TagArrived
from hardware.rc522 import Mfrc522Reader
from hardware.settings import ReaderSettings
from hardware.simulated.rc522_chip import CollPosCounts, Rc522Make
from hardware.simulated.tags import Classic, Ntag, Phone, Tag

READINGS = [
    pytest.param(CollPosCounts.FROM_LEVEL_START, id="from the level's start"),
    pytest.param(CollPosCounts.FROM_FIRST_FIFO_BYTE, id="from the first byte received"),
]
NTAG_A, NTAG_TWIN = "04a3c6cae26180", "04a3c611226180"  # the same but for two bytes of level 2
CLASSIC, LONG, PHONE = "deadbeef", "04112233445566778899", "08c0ffee"
REQA_AND_ITS_END = 8  # transfers: seven writes, and a look when the timer has run out
SHORTEST_EXCHANGE_S = 346e-6  # REQA and ATQA on the air


def tag(uid):
    """Make a tag of some kind for a UID in hex."""
    kinds = {8: Classic, 14: Ntag, 20: lambda raw: Tag(raw, bytes.fromhex("8400"), 0x00)}
    return kinds[len(uid)](bytes.fromhex(uid))


def random_tags(seed, lengths):
    """Make tags of so many bytes each; the first byte is 04, which every length may have."""
    chance = random.Random(seed)
    return [tag("04" + chance.randbytes(length - 1).hex()) for length in lengths]


def uids(tags):
    return sorted(tag.uid.hex() for tag in tags)


@pytest.mark.parametrize(
    ("tag", "sak"),
    [
        pytest.param(tag(CLASSIC), 0x08, id="4 bytes"),
        pytest.param(tag(NTAG_A), 0x00, id="7 bytes"),
        pytest.param(tag(LONG), 0x00, id="10 bytes"),
        pytest.param(Phone(bytes.fromhex(PHONE)), 0x20, id="a phone"),
    ],
)
def test_a_tag_is_reported_with_its_whole_uid_and_sak(desk, tag, sak):
    desk.put(tag)
    (arrived,) = desk.reader.poll()
    assert arrived == TagArrived(tag.uid, sak, desk.clock.now_s(), reader=0, others=0)


def test_two_tags_that_share_three_bytes_are_two(desk):
    desk.put(tag(NTAG_A), tag(NTAG_TWIN))
    assert sorted(desk.watch(0.2)) == sorted([NTAG_A, NTAG_TWIN])


@pytest.mark.parametrize("coll_pos", READINGS)
@pytest.mark.parametrize(
    "lengths",
    [
        pytest.param((7, 7), id="two stickers"),
        pytest.param((4, 7), id="a sticker and a classic"),
        pytest.param((4, 7, 10), id="one of each length"),
        pytest.param((7, 7, 7), id="three stickers"),
        pytest.param((4, 4, 4), id="three classics"),
        pytest.param((7, 7, 7, 7, 7), id="five stickers"),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_tags_that_lie_together_are_all_found_once(make_desk, coll_pos, lengths, seed):
    desk = make_desk(Rc522Make(coll_pos=coll_pos))
    desk.reader.open()
    tags = random_tags(seed, lengths)
    desk.put(*tags)
    assert sorted(desk.watch(0.4)) == uids(tags)


def test_tags_that_come_together_say_how_many_others_there_are(desk):
    desk.put(tag(NTAG_A), tag(CLASSIC), tag(LONG))
    assert [arrived.others for arrived in desk.reader.poll()] == [2, 2, 2]


def test_a_tag_that_comes_to_another_counts_it(desk):
    desk.put(tag(NTAG_A))
    desk.watch(0.2)
    desk.put(tag(CLASSIC))
    assert [(came.uid.hex(), came.others) for came in desk.reader.poll()] == [(CLASSIC, 1)]


@pytest.mark.parametrize("uid", [CLASSIC, NTAG_A, LONG], ids=["4 bytes", "7 bytes", "10 bytes"])
def test_two_tags_of_the_same_uid_are_reported_as_one(desk, uid):
    desk.put(tag(uid), tag(uid))
    assert desk.watch(0.5) == [uid]


def test_every_tag_sleeps_after_it_was_read(desk):
    tags = [tag(NTAG_A), tag(CLASSIC), tag(LONG)]
    desk.put(*tags)
    desk.reader.poll()
    assert [tag.state.value for tag in tags] == ["halt"] * 3


def test_an_event_carries_the_readers_number(clock, make_desk):
    desk = make_desk()
    reader = Mfrc522Reader(ReaderSettings(), clock, desk.make_driver, number=1)
    reader.open()
    desk.put(tag(NTAG_A))
    assert [arrived.reader for arrived in reader.poll()] == [1]


def polled(desk):
    """Look once; return the transfers that it took."""
    del desk.transfers[:]
    desk.reader.poll()
    return desk.transfers


def test_an_empty_look_costs_few_transfers_and_ends_on_the_chips_timer(desk):
    transfers = polled(desk)
    timer_irq = bytes.fromhex(transfers[-1]["in"])[1] & 0x01
    assert len(transfers) == REQA_AND_ITS_END
    assert timer_irq == 1


def test_an_empty_look_is_over_in_two_milliseconds(desk):
    before_s = desk.clock.now_s()
    desk.reader.poll()
    assert desk.clock.now_s() - before_s < 0.002


def test_from_the_first_request_to_the_halt_a_sticker_costs_at_most_60_transfers(desk):
    desk.put(tag(NTAG_A))
    sent = [transfer["out"] for transfer in polled(desk)]
    hlta = sent.index("12500057cd")
    ends = [number for number, out in enumerate(sent) if number > hlta and out == "0200"]
    assert ends[0] <= 60


def test_the_thread_sleeps_while_a_frame_and_its_answer_are_on_the_air(desk):
    desk.put(tag(NTAG_A))
    transfers = polled(desk)
    starts = [number for number, one in enumerate(transfers) if one["out"] in ("1a80", "1a87")]
    gaps = [transfers[number + 1]["t"] - transfers[number]["t"] for number in starts]
    looks = [later - earlier - 7 for earlier, later in pairwise(starts)]
    assert len(starts) == 7
    assert min(gaps) > SHORTEST_EXCHANGE_S
    assert max(looks) <= 2


def test_a_look_at_a_resting_card_stays_short(desk):
    desk.put(tag(NTAG_A))
    desk.watch(0.1)
    assert len(polled(desk)) <= 70


@pytest.mark.parametrize("uid", [NTAG_A, CLASSIC, PHONE], ids=["sticker", "classic", "phone"])
def test_nothing_is_ever_authenticated(desk, uid):
    desk.put(tag(uid))
    desk.watch(1.0)
    sent = [transfer["out"] for transfer in desk.transfers]
    assert "020c" in sent
    assert [out for out in sent if out == "020e" or out[:4] in ("1260", "1261")] == []


def test_the_packages_own_search_is_never_used(desk, monkeypatch):
    def forbidden(*_):
        raise AssertionError

    for name in ("MFRC522_Request", "MFRC522_Anticoll", "MFRC522_ToCard", "MFRC522_Auth"):
        monkeypatch.setattr(type(desk.driver), name, forbidden)
    desk.put(tag(NTAG_A))
    assert desk.watch(0.2) == [NTAG_A]

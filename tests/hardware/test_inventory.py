"""Anticollision, whatever the UIDs and wherever they first differ."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.inventory import Called, Inventory
from hardware.iso14443 import SAK_ISO_DEP, cascade_levels
from hardware.rc522_chip import Mfrc522
from hardware.rc522_link import Link
from hardware.simulated.iso14443_tag import Tag
from hardware.simulated.rc522_chip import CollPosCounts, Rc522Chip, Rc522Make
from hardware.virtual_clock import VirtualClock

READINGS = list(CollPosCounts)
CASCADE_TAG = 0x88


class Bus:
    """A bus straight to a chip."""

    def __init__(self, chip):
        self.xfer2 = chip.transfer


class Air:
    """An inventory on a chip of its own, with no board around it."""

    def __init__(self, coll_pos, *uids):
        clock = VirtualClock()
        self.chip = Rc522Chip(clock, Rc522Make(coll_pos=coll_pos, reset_pin=None))
        driven = Mfrc522(Bus(self.chip), clock, 33)
        driven.configure()
        self.inventory = Inventory(Link(driven, clock))
        self.tags = [Tag(uid, bytes.fromhex("4400"), 0x08 if len(uid) == 4 else 0x00) for uid in uids]
        for tag in self.tags:
            self.chip.field.add(tag)
        clock.sleep(0.006)

    def find(self, looks):
        """Look so often, and return the UIDs found, each as often as it was."""
        found = []
        for _ in range(looks):
            found += [tag.uid for tag in self.inventory.find()]
        return sorted(found)


def found_in_one_look(uids):
    """Return what one look finds, on a chip of either reading."""
    return [Air(coll_pos, *uids).find(1) for coll_pos in READINGS]


# Where two UIDs can first differ: their lengths (the longer first), the level, the bit of it. The
# first eight bits of a level that is not the last are the cascade tag: there only lengths differ.
PLACES = [
    pytest.param(*lengths, level, bit, id=f"{lengths[0]} and {lengths[1]} bytes, level {level} bit {bit}")
    for lengths, level, bits in [
        ((4, 4), 1, range(1, 33)),
        ((7, 7), 1, range(9, 33)),
        ((7, 7), 2, range(1, 33)),
        ((10, 10), 1, range(9, 33)),
        ((10, 10), 2, range(9, 33)),
        ((10, 10), 3, range(1, 33)),
        ((7, 4), 1, range(1, 9)),
        ((10, 4), 1, range(1, 9)),
        ((10, 7), 1, range(9, 33)),
        ((10, 7), 2, range(1, 9)),
    ]
    for bit in bits
]
FORKS = {
    length: [
        32 * (level - 1) + bit - 1
        for one, other, level, bit in (p.values for p in PLACES)
        if one == other == length
    ]
    for length in (4, 7, 10)
}


def is_legal(uid):
    """Return whether a tag may have this UID: a single one does not begin with the cascade tag."""
    return len(uid) > 4 or uid[0] != CASCADE_TAG


def fork(uid, length, at, rest):
    """Make a UID that first differs from another at a bit, and goes on with the bits of `rest`.

    Bits are counted from 0 as they go over the air, cascade tags included and check bytes left out.
    """
    bits = int.from_bytes(b"".join(level[:4] for level in cascade_levels(uid)), "little")
    tail = int.from_bytes(rest, "little") << at + 1
    air = (bits & (1 << at) - 1 | ~bits & 1 << at | tail).to_bytes(24, "little")
    whole = b"".join(air[start + 1 : start + 4] for start in range(0, 4 * (length // 3 - 1), 4))
    return whole + air[4 * (length // 3 - 1) :][:4]


def heap_at(longer, shorter, level, bit):
    """Return four random UIDs: two that first differ at the place, and a near relation of each."""
    chance = random.Random(f"{longer} {shorter} {level} {bit}")
    while True:
        first = chance.randbytes(longer)
        second = fork(first, shorter, 32 * (level - 1) + bit - 1, chance.randbytes(12))
        third = fork(first, longer, chance.choice(FORKS[longer]), chance.randbytes(12))
        fourth = fork(second, shorter, chance.choice(FORKS[shorter]), chance.randbytes(12))
        heap = [first, second, third, fourth]
        if len(set(heap)) == 4 and all(is_legal(uid) for uid in heap):
            return heap


@pytest.mark.parametrize(("longer", "shorter", "level", "bit"), PLACES)
def test_tags_are_found_in_one_look_wherever_they_first_differ(longer, shorter, level, bit):
    heap = heap_at(longer, shorter, level, bit)
    assert found_in_one_look(heap[:2]) == [sorted(heap[:2])] * 2
    assert found_in_one_look(heap[:3]) == [sorted(heap[:3])] * 2
    assert found_in_one_look(heap) == [sorted(heap)] * 2


legal_uids = st.one_of(*[st.binary(min_size=n, max_size=n).filter(is_legal) for n in (4, 7, 10)])


@pytest.mark.parametrize("coll_pos", READINGS, ids=lambda reading: reading.value)
@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.lists(legal_uids, unique=True, min_size=1, max_size=6))
def test_every_tag_of_a_mixed_heap_is_found_in_one_look(coll_pos, uids):
    assert Air(coll_pos, *uids).find(1) == sorted(uids)


@pytest.mark.parametrize("coll_pos", READINGS, ids=lambda reading: reading.value)
@pytest.mark.parametrize("length", [4, 7, 10])
def test_a_whole_family_that_differs_in_one_byte_is_found(coll_pos, length):
    family = [b"\x04" * (length - 1) + bytes([1 << bit]) for bit in range(8)]
    assert Air(coll_pos, *family).find(2) == sorted(family)


@pytest.mark.parametrize("coll_pos", READINGS, ids=lambda reading: reading.value)
def test_tags_of_one_uid_are_found_once_in_each_look_and_no_look_is_endless(coll_pos):
    uid = bytes.fromhex("04a3c6cae26180")
    assert Air(coll_pos, uid, uid, uid).find(3) == [uid]


def test_more_tags_than_a_look_takes_are_found_by_the_next():
    uids = [bytes([4, 1, 2, number]) for number in range(20)]
    assert Air(READINGS[0], *uids).find(6) == uids


@pytest.mark.parametrize(
    ("uid", "answer"),
    [
        pytest.param("04a3c6cae26180", Called.SOUND, id="it is there"),
        pytest.param("deadbeef", Called.SOUND, id="the other that is there"),
        pytest.param("045b77cae26180", Called.SILENT, id="nobody like it"),
        pytest.param("04a3c6cae26181", Called.SILENT, id="one that shares a level"),
        pytest.param("04112233445566778899", Called.SILENT, id="longer"),
    ],
)
def test_a_tag_is_asked_by_name(uid, answer):
    air = Air(READINGS[0], bytes.fromhex("04a3c6cae26180"), bytes.fromhex("deadbeef"))
    air.find(1)
    assert air.inventory.call([bytes.fromhex(uid)]) == [answer]


def test_asking_by_name_leaves_everybody_asleep():
    air = Air(READINGS[0], bytes.fromhex("04a3c6cae26180"), bytes.fromhex("deadbeef"))
    air.find(1)
    air.inventory.call([bytes.fromhex("deadbeef")])
    assert [tag.state.value for tag in air.tags] == ["halt", "halt"]


def test_halted_tags_are_found_after_all_were_woken():
    uids = [bytes.fromhex("04a3c6cae26180"), bytes.fromhex("deadbeef")]
    air = Air(READINGS[0], *uids)
    air.find(1)
    assert air.find(1) == []
    air.inventory.wake_all()
    assert air.find(1) == sorted(uids)


class NoCascadeTag(Tag):
    """Its acknowledge promises another level, though its first does not begin as such levels do."""

    def __init__(self):
        super().__init__(bytes(range(1, 11)), bytes.fromhex("8400"), 0x00)
        self._levels = cascade_levels(self.uid[:4]) + cascade_levels(self.uid)[1:]


def test_a_level_that_does_not_begin_with_the_cascade_tag_leads_nowhere():
    air = Air(READINGS[0])
    air.chip.field.add(NoCascadeTag())
    air.inventory.wake_all()
    assert air.find(3) == []


def test_the_sak_of_the_last_level_is_kept():
    air = Air(READINGS[0])
    air.chip.field.add(Tag(bytes.fromhex("04a3c6cae26180"), bytes.fromhex("4400"), SAK_ISO_DEP))
    air.inventory.wake_all()
    assert [tag.sak for tag in air.inventory.find()] == [SAK_ISO_DEP]

"""Only a UID that a tag in the field has is ever reported, whatever happens to the tags' answers."""

from dataclasses import replace
from itertools import count, groupby

import pytest

from hardware.iso14443 import SAK_CASCADE, SEL, crc_a
from hardware.simulated.iso14443_tag import Frame
from hardware.simulated.rc522_chip import CollPosCounts, Rc522Make
from hardware.simulated.tags import Classic, Ntag, Tag

CLASSIC, NTAG, LONG = "deadbeef", "04a3c6cae26180", "04112233445566778899"
ANSWERS = {CLASSIC: [2, 5, 3], NTAG: [2, 5, 3, 5, 3], LONG: [2, 5, 3, 5, 3, 5, 3]}  # their bytes, in order
BIT_PAIRS = [(bit, (bit + 3) % 8) for bit in range(8)]
SELECT, HOSTILE_ROUNDS = 0x70, 32


def tag(uid):
    kinds = {8: Classic, 14: Ntag, 20: lambda raw: Tag(raw, bytes.fromhex("8400"), 0x00)}
    return kinds[len(uid)](bytes.fromhex(uid))


def answers(uids, size=None):
    """Make a row for each answer of a presentation, or for those of one size."""
    return [
        pytest.param(uid, nth, id=f"{uid} answer {nth}")
        for uid in uids
        for nth, bytes_ in enumerate(ANSWERS[uid])
        if size in (None, bytes_)
    ]


def once(nth, alter):
    """Alter an answer of a tag once: the nth since it was woken, counted from 0 without silences."""
    answers_since, is_done = 0, False

    def change(_, answer):
        nonlocal answers_since, is_done
        if answer is None:
            return None
        answers_since = 0 if len(answer.data) == ANSWERS[CLASSIC][0] else answers_since + 1
        if is_done or answers_since != nth:
            return answer
        is_done = True
        return alter(answer)

    return change


def flipped(bits, *places):
    """Flip bits of some bytes; an even number of them passes the parity."""

    def alter(answer):
        data = bytearray(answer.data)
        for place in places:
            data[place] ^= sum(1 << bit for bit in bits)
        return replace(answer, data=bytes(data))

    return alter


def resized(bits, filling=b"\x00"):
    """Cut an answer to so many bits, or go on with a filling."""

    def alter(answer):
        data = (answer.data + filling * bits)[: (bits + 7) // 8]
        return replace(answer, data=data, bits=bits)

    return alter


def saying(sak):
    """Put another SAK in an answer, with the check bytes that belong to it."""
    data = bytes([sak]) + crc_a(bytes([sak]))
    return lambda answer: replace(answer, data=data)


def came_of(desk, uid, changes):
    """Present a new tag for each change, one after the other; return what came of them, each kind once."""
    kinds = set()
    for change in changes:
        disturbed = desk.disturb(tag(uid), change)
        desk.put(disturbed)
        kinds.add(tuple(desk.watch(0.14)))
        desk.lift(disturbed)
        desk.watch(0.4)
    return kinds


@pytest.mark.parametrize(("uid", "nth"), answers([CLASSIC, NTAG]))
def test_two_wrong_bits_in_any_byte_cost_at_most_two_looks(desk, uid, nth):
    places = range(ANSWERS[uid][nth])
    changes = [once(nth, flipped(bits, place)) for place in places for bits in BIT_PAIRS]
    assert came_of(desk, uid, changes) == {(uid,)}


@pytest.mark.parametrize(("uid", "nth"), answers(ANSWERS, size=5))
def test_wrong_bits_that_the_check_byte_confirms_make_up_no_uid(desk, uid, nth):
    changes = [once(nth, flipped(bits, place, 4)) for place in range(4) for bits in BIT_PAIRS]
    assert came_of(desk, uid, changes) == {(uid,)}


@pytest.mark.parametrize(("uid", "nth"), answers(ANSWERS))
def test_an_answer_cut_short_or_too_long_costs_at_most_two_looks(desk, uid, nth):
    whole = 8 * ANSWERS[uid][nth]
    lengths = [bits for bits in (1, 4, 8, 12, 16, 24, 32, 36, 40, 48, 80, 600, 20_000) if bits != whole]
    changes = [once(nth, resized(bits, filling)) for bits in lengths for filling in (b"\x00", b"\xff")]
    assert came_of(desk, uid, changes) == {(uid,)}


@pytest.mark.parametrize("sak", [0x00, 0x08, 0x18, 0x20], ids="{:02x}".format)
@pytest.mark.parametrize(("uid", "nth"), [(NTAG, 2), (LONG, 2), (LONG, 4)])
def test_a_select_acknowledge_that_lost_its_cascade_bit_ends_no_uid_early(desk, uid, nth, sak):
    assert came_of(desk, uid, [once(nth, saying(sak))]) == {(uid,)}


@pytest.mark.parametrize("uid", ["8804a3c6", "88deadbe"])
def test_no_uid_of_four_bytes_begins_with_the_cascade_tag(desk, uid):
    desk.put(tag(uid))
    assert desk.watch(0.5) == []


@pytest.mark.parametrize(
    "uid", ["04e7b2883e6dfa", "88888888888888", "04112288445566778899", "01020304050688778899"]
)
def test_the_cascade_tag_may_stand_anywhere_else(desk, uid):
    desk.put(tag(uid))
    assert desk.watch(0.5) == [uid]


def test_a_tag_that_never_sets_the_cascade_bit_is_not_reported(desk):
    def never(_, answer):
        is_sak = answer is not None and len(answer.data) == 3
        return saying(0x00)(answer) if is_sak else answer

    assert came_of(desk, NTAG, [never]) == {()}


@pytest.mark.parametrize(("uid", "nth"), [(CLASSIC, 2), (NTAG, 4), (LONG, 6)])
def test_a_select_acknowledge_that_gained_a_cascade_bit_makes_up_no_uid(desk, uid, nth):
    assert came_of(desk, uid, [once(nth, saying(SAK_CASCADE))]) == {(uid,)}


@pytest.mark.parametrize("saks", [(0x00, 0x08), (0x00, 0x04), (0x08, 0x20)], ids=str)
@pytest.mark.parametrize("uid", ANSWERS)
def test_tags_of_one_uid_whose_acknowledges_collide_are_that_uid_or_none(desk, uid, saks):
    desk.put(*[Tag(bytes.fromhex(uid), bytes.fromhex("4400"), sak) for sak in saks])
    assert set(desk.watch(0.5)) <= {uid}


def leaving(desk, leaver, after):
    """Let a tag be gone once it has heard so many frames; it still answers the last."""
    numbers = count(1)
    return desk.disturb(leaver, lambda _, answer: answer if next(numbers) <= after else None)


@pytest.mark.parametrize("after", range(1, 13))
@pytest.mark.parametrize("uid", ANSWERS)
def test_a_tag_that_leaves_after_any_frame_is_reported_truly_or_not_at_all(desk, uid, after):
    desk.put(leaving(desk, tag(uid), after))
    assert desk.watch(0.5) in ([], [uid])


@pytest.mark.parametrize("after", range(1, 25))
@pytest.mark.parametrize(
    ("stays", "leaves"), [(CLASSIC, NTAG), (NTAG, "04a3c6cae26181"), (LONG, NTAG), (NTAG, LONG)]
)
def test_a_tag_that_leaves_after_any_frame_spoils_no_other(desk, stays, leaves, after):
    desk.put(tag(stays), leaving(desk, tag(leaves), after))
    came = desk.watch(0.5)
    assert set(came) <= {stays, leaves}
    assert came.count(stays) == 1


class Babbler(Tag):
    """Whoever is asked for, it sends one bit for ever; beside one of the other bit everything collides.

    Attributes:
        asked: the first two bytes of each frame.
    """

    def __init__(self, bit):
        super().__init__(bytes(7), bytes.fromhex("4400"), 0x00)
        self._filling = bytes([0xFF * bit])
        self.asked = []

    def receive(self, frame):
        self.asked.append(tuple(frame.data[:2]))
        if frame.bits == 7:
            return self._atqa
        known = frame.bits - 16
        if frame.data[0] not in SEL or known >= 40:
            return None
        return Frame(self._filling * (5 - known // 8), 40 - known, skipped=known % 8)


def rounds(asked):
    """Return how many frames of anticollision came in each row."""
    runs = groupby(asked, key=lambda head: head[0] if head[0] in SEL and head[1] != SELECT else None)
    return [len(list(run)) for select, run in runs if select is not None]


@pytest.mark.parametrize("coll_pos", CollPosCounts, ids=lambda reading: reading.value)
def test_tags_that_collide_for_ever_are_given_up_after_32_rounds(make_desk, coll_pos):
    desk = make_desk(Rc522Make(coll_pos=coll_pos))
    desk.reader.open()
    babblers = [Babbler(0), Babbler(1)]
    desk.put(*babblers)
    started_s = desk.clock.now_s()
    assert list(desk.reader.poll()) == []
    assert max(rounds(babblers[0].asked)) <= HOSTILE_ROUNDS
    assert desk.clock.now_s() - started_s < 0.5

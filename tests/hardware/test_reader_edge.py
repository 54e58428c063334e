"""Cards that are badly heard, or only for a moment: what counts as leaving, and as coming again."""

from dataclasses import replace

import pytest

from hardware.simulated.iso14443_tag import Frame
from hardware.simulated.tags import Classic, Ntag, Tag

NTAG, CLASSIC, OTHER, LAST = "04a3c6cae26180", "deadbeef", "045b77cae26180", "c0ffee01"
CATCHES = 100


def tag(uid):
    return (Classic if len(uid) == 8 else Ntag)(bytes.fromhex(uid))


class Ear:
    """Between a card and the antenna; while it is shut the card keeps its power but is not heard."""

    is_shut = False

    def hear_nothing(self, card):
        """Let the card hear no frame while it is shut."""
        hear = card.receive
        card.receive = lambda frame: None if self.is_shut else hear(frame)
        return card

    def lose_answers(self, card):
        """Let the card hear all, and its answers be lost while it is shut."""
        hear = card.receive
        card.receive = lambda frame: (hear(frame), None)[1] if self.is_shut else hear(frame)
        return card


@pytest.fixture(params=[Ear.hear_nothing, Ear.lose_answers], ids=["hears nothing", "is not heard"])
def weak(request, desk):
    """A desk with a card on it that was read, and its ear."""
    ear = Ear()
    card = request.param(ear, tag(NTAG))
    desk.put(card)
    desk.watch(0.3)
    return desk, card, ear


def lose(weak, seconds=1.0):
    """Shut the ear for so long, and look; return what came meanwhile."""
    desk, _, ear = weak
    ear.is_shut = True
    came = desk.watch(seconds)
    ear.is_shut = False
    return came


@pytest.mark.parametrize("seconds", [0.35, 1.0, 5.0])
@pytest.mark.parametrize(
    "others", [[], [CLASSIC], [CLASSIC, OTHER]], ids=["alone", "beside one", "beside two"]
)
def test_a_card_that_was_only_not_heard_does_not_come_again(weak, others, seconds):
    desk, _, _ = weak
    desk.put(*map(tag, others))
    desk.watch(0.3)
    assert lose(weak, seconds) == []
    assert desk.watch(1.0) == []


def test_a_card_that_was_only_not_heard_is_known_again_without_being_lifted(weak):
    desk, _, _ = weak
    lose(weak)
    desk.watch(0.5)
    desk.put(tag(CLASSIC))
    assert [(came.uid.hex(), came.others) for came in desk.reader.poll()] == [(CLASSIC, 1)]


def test_a_card_that_was_not_heard_many_times_never_comes_again(weak):
    desk, _, _ = weak
    assert [(lose(weak), desk.watch(0.5)) for _ in range(5)] == [([], [])] * 5


def test_a_card_lifted_and_tapped_again_after_it_was_not_heard_is_new(weak):
    desk, card, _ = weak
    lose(weak)
    desk.watch(0.5)
    desk.lift(card)
    desk.watch(0.5)
    desk.put(card)
    assert desk.watch(0.5) == [NTAG]


@pytest.mark.parametrize(
    "others", [[], [CLASSIC], [CLASSIC, OTHER]], ids=["alone", "beside one", "beside two"]
)
def test_a_card_lifted_while_it_was_not_heard_is_new_when_it_is_tapped_again(weak, others):
    desk, card, ear = weak
    desk.put(*map(tag, others))
    desk.watch(0.3)
    ear.is_shut = True
    desk.watch(0.6)
    desk.lift(card)
    desk.watch(0.5)
    ear.is_shut = False
    desk.put(card)
    assert desk.watch(0.5) == [NTAG]


def test_a_card_that_comes_while_another_is_not_heard_is_new(weak):
    desk, _, ear = weak
    ear.is_shut = True
    desk.watch(1.0)
    desk.put(tag(CLASSIC))
    assert desk.watch(0.3) == [CLASSIC]
    ear.is_shut = False
    assert desk.watch(1.0) == []


def spoil_parity(desk):
    desk.chip.bit_error_rate = 1.0
    return lambda: setattr(desk.chip, "bit_error_rate", 0.0)


def spoil_crc(desk):
    def spoil(_, answer):
        is_spoilt = answer is not None and len(answer.data) == 3 and not healed
        return replace(answer, data=answer.data[:2] + bytes([answer.data[2] ^ 1])) if is_spoilt else answer

    healed = []
    for card in desk.chip.field.tags:
        desk.disturb(card, spoil)
    return lambda: healed.append(True)


class Jammer(Tag):
    """Not a tag, but something that answers at the same time, whatever is asked."""

    def __init__(self):
        super().__init__(bytes(7), bytes.fromhex("4400"), 0x00)

    def receive(self, _frame):
        return Frame(bytes.fromhex("bb77cc33aa"), 40)


def spoil_by_collisions(desk):
    jammer = Jammer()
    desk.put(jammer)
    return lambda: desk.lift(jammer)


@pytest.mark.parametrize("spoil", [spoil_parity, spoil_crc, spoil_by_collisions])
@pytest.mark.parametrize("uids", [[NTAG], [NTAG, CLASSIC]], ids=["one card", "two cards"])
def test_nobody_leaves_for_a_second_of_spoilt_answers(desk, uids, spoil):
    desk.put(*map(tag, uids))
    desk.watch(0.3)
    heal = spoil(desk)
    assert desk.watch(1.0) == []
    heal()
    desk.put(tag(LAST))
    came = [(came.uid.hex(), came.others) for came in desk.reader.poll()]
    assert came == [(LAST, len(uids))]


def catches(desk, there_s):
    """Count the cards that were read of those that were there for so long, at every phase of the looks."""
    caught = 0
    for number in range(CATCHES):
        card = tag("04" + number.to_bytes(6).hex())
        phase_s = number * 0.08 / CATCHES
        desk.later(phase_s, lambda card=card: desk.chip.field.add(card))
        desk.later(phase_s + there_s, lambda card=card: desk.lift(card))
        caught += desk.watch(phase_s + there_s + 0.06) == [card.uid.hex()]
    return caught


@pytest.mark.parametrize("resting", [0, 1, 2])
def test_99_of_100_cards_are_caught_that_are_there_for_120_ms(desk, resting):
    desk.put(*map(tag, [CLASSIC, OTHER][:resting]))
    desk.watch(0.3)
    assert catches(desk, 0.12) >= 99

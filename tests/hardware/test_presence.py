import pytest

from hardware.presence import MOST_MISSED, Presence

UID, OTHER = b"\x04\xa3\xc6\xca\xe2\x61\x80", b"\xde\xad\xbe\xef"


@pytest.fixture
def presence():
    """One tag was heard at 10 s."""
    presence = Presence()
    presence.hear(UID, 10.0)
    return presence


def test_nobody_is_known_at_first():
    assert Presence().here() == ()


def test_a_tag_is_new_only_the_first_time(presence):
    assert presence.hear(OTHER, 10.0)
    assert not presence.hear(UID, 10.1)
    assert presence.here() == (UID, OTHER)


@pytest.mark.parametrize(
    ("missed_s", "known"),
    [
        pytest.param([10.1, 10.15, 10.19], (UID,), id="under 0.2 s"),
        pytest.param([10.1, 10.2, 10.29], (UID,), id="just under the limit"),
        pytest.param([10.1, 10.2, 10.31], (), id="just over it"),
        pytest.param([10.3], (UID,), id="one silence"),
        pytest.param([15.0, 15.05], (UID,), id="two silences after a pause"),
        pytest.param([15.0, 15.05, 15.1], (), id="three silences after a pause"),
        pytest.param([], (UID,), id="nobody asked"),
    ],
)
def test_a_tag_leaves_after_silences_for_long_enough(presence, missed_s, known):
    for at_s in missed_s:
        presence.miss([UID], at_s)
    assert presence.here() == known


def test_a_tag_heard_between_starts_anew(presence):
    presence.miss([UID], 10.2)
    presence.miss([UID], 10.25)
    presence.hear(UID, 10.28)
    presence.miss([UID], 10.5)
    presence.miss([UID], 10.65)
    assert presence.here() == (UID,)


def test_a_tag_that_left_is_new_again(presence):
    presence.miss([UID] * 3, 11.0)
    assert presence.hear(UID, 11.1)


@pytest.mark.parametrize(("missed", "left"), [([UID], ()), ([UID] * 3, (UID,)), ([], ())])
def test_leaving_is_told(presence, missed, left):
    assert presence.miss(missed, 11.0) == left


def test_a_tag_that_left_is_missed_until_it_is_heard_again(presence):
    assert presence.missed() == ()
    presence.miss([UID] * 3, 11.0)
    assert presence.missed() == (UID,)
    presence.hear(UID, 11.1)
    assert presence.missed() == ()


def test_a_tag_that_left_long_ago_is_given_up_once(presence):
    presence.miss([UID] * 3, 11.0)
    assert not presence.forget_missed(15.9)
    assert presence.forget_missed(16.0)
    assert presence.missed() == ()
    assert not presence.forget_missed(17.0)


def test_only_the_missed_leave(presence):
    presence.hear(OTHER, 10.0)
    presence.miss([OTHER] * 3, 11.0)
    assert presence.here() == (UID,)


def test_only_the_last_that_left_are_missed(presence):
    uids = [bytes([4, 0, 0, number]) for number in range(MOST_MISSED + 2)]
    for uid in uids:
        presence.hear(uid, 10.0)
    presence.miss([*uids] * 3, 11.0)
    assert presence.forget_missed(11.0)
    assert presence.missed() == tuple(uids[2:])


def test_all_the_numbers_of_a_phone_are_one_tag(presence):
    assert presence.hear(b"\x08\x01\x02\x03", 10.0)
    assert not presence.hear(b"\x08\x04\x05\x06", 10.1)
    assert presence.here() == (UID, b"\x08\x04\x05\x06")


def test_a_phone_that_left_is_not_missed(presence):
    presence.hear(b"\x08\x01\x02\x03", 10.0)
    assert presence.miss([b"\x08\x01\x02\x03"] * 3, 11.0) == (b"\x08\x01\x02\x03",)
    assert presence.missed() == ()
    assert presence.hear(b"\x08\x04\x05\x06", 11.0)

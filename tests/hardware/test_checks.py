"""Counting the reads of a tag: five tell, fewer if it leaves, and a silence counts once it is heard again."""

import pytest

from hardware.checks import Checks

UID, OTHER = bytes.fromhex("04a3c6cae26180"), bytes.fromhex("deadbeef")


@pytest.fixture
def checks():
    checks = Checks()
    checks.begin(UID)
    return checks


def told(checks, looks):
    """Give looks, + sound, - damaged, . silent; return what was told at each."""
    answers = []
    for look in looks:
        answers.append(checks.miss(UID) if look == "." else checks.read(UID, is_sound=look == "+"))
    return answers


@pytest.mark.parametrize(
    ("looks", "reads"),
    [
        pytest.param("+++++", (5, 5), id="all sound"),
        pytest.param("+-+-+", (3, 5), id="two damaged"),
        pytest.param("-----", (0, 5), id="all damaged"),
        pytest.param("++.++", (4, 5), id="silent once"),
        pytest.param("+..++", (3, 5), id="silent twice"),
        pytest.param("+......+", (2, 5), id="silent for long"),
    ],
)
def test_after_five_reads_it_is_told_how_many_were_sound(checks, looks, reads):
    assert told(checks, looks) == [None] * (len(looks) - 1) + [reads]


@pytest.mark.parametrize(
    ("looks", "reads"),
    [
        pytest.param("", (0, 0), id="lifted at once"),
        pytest.param("+-+", (2, 3), id="after three reads"),
        pytest.param("+-......", (1, 2), id="the silence of its leaving is no read"),
    ],
)
def test_a_tag_that_leaves_before_is_told_with_the_reads_there_were(checks, looks, reads):
    assert told(checks, looks) == [None] * len(looks)
    assert checks.end(UID) == reads


def test_it_is_told_once(checks):
    told(checks, "+++++")
    assert told(checks, "+++++.+") == [None] * 7
    assert checks.end(UID) is None


def test_each_presentation_counts_anew(checks):
    told(checks, "---")
    checks.end(UID)
    checks.begin(UID)
    assert told(checks, "+++++")[-1] == (5, 5)


def test_tags_are_counted_apart(checks):
    checks.begin(OTHER)
    checks.read(OTHER, is_sound=False)
    assert told(checks, "+++++")[-1] == (5, 5)
    assert checks.end(OTHER) == (0, 1)


def test_a_phone_is_not_counted(checks):
    phone = bytes.fromhex("08112233")
    checks.begin(phone)
    assert (checks.read(phone, is_sound=True), checks.end(phone)) == (None, None)

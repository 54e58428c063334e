import pytest

from hardware.iso14443 import crc_a
from hardware.simulated.tags import Classic, Ntag, Phone

NTAG = "04a3c6cae26180"
SELECT_NTAG = "26/7 9320 93708804a3c6e9037f 9520 9570cae26180c9e283"
SELECT_CLASSIC = "26/7 9320 9370deadbeef22b99c"
CLASSIC_SAYS = "0400 deadbeef22 08b6dd"
NTAG_SAYS = "4400 8804a3c6e9 04da17 cae26180c9 00fe51"


def ntag():
    return Ntag(bytes.fromhex(NTAG))


def classic():
    return Classic(bytes.fromhex("deadbeef"))


@pytest.mark.parametrize(
    ("tag", "script", "answers"),
    [
        pytest.param(classic(), SELECT_CLASSIC, CLASSIC_SAYS, id="4-byte UID"),
        pytest.param(ntag(), SELECT_NTAG, NTAG_SAYS, id="7-byte UID"),
        pytest.param(Phone(bytes.fromhex("08123456")), "26/7 9320", "0403 0812345678", id="phone"),
    ],
)
def test_a_tag_answers_request_anticollision_and_select(talk, tag, script, answers):
    assert talk(tag, script) == answers


def test_a_ten_byte_uid_takes_three_levels(talk):
    tag = Phone(bytes.fromhex("04112233445566778899"))
    levels = ("9370" + "88041122bf", "9570" + "88334455aa", "9770" + "6677889900")
    selects = [level + crc_a(bytes.fromhex(level)).hex() for level in levels]
    assert talk(tag, " ".join(["26/7", *selects])) == "8403 04da17 04da17 20fc70"
    assert tag.times_selected == 1


@pytest.mark.parametrize(
    ("script", "answers"),
    [
        pytest.param("52/7", "0400", id="WUPA wakes an idle tag"),
        pytest.param("26", "-", id="REQA of eight bits is none"),
        pytest.param("9320", "-", id="an idle tag knows no anticollision"),
        pytest.param("26/7 26/7 26/7", "0400 - 0400", id="REQA to a ready tag drops it"),
        pytest.param("26/7 52/7 26/7", "0400 - 0400", id="WUPA to a ready tag drops it"),
        pytest.param("26/7 9520 26/7", "0400 - 0400", id="the wrong level drops it"),
        pytest.param(
            "26/7 9320 9320 26/7", "0400 deadbeef22 deadbeef22 -", id="anticollision may be repeated"
        ),
        pytest.param("26/7 9330de", "0400 adbeef22", id="a known byte is left out"),
        pytest.param("26/7 9330df 26/7", "0400 - 0400", id="a byte that is not mine drops me"),
        pytest.param(
            "26/7 93240e/20 26/7", "0400 deadbeef22/36 -", id="a split byte is answered from its middle"
        ),
        pytest.param("26/7 93240f/20 26/7", "0400 - 0400", id="four bits that are not mine drop me"),
        pytest.param("26/7 9324fe/20", "0400 deadbeef22/36", id="bits that were not sent do not count"),
        pytest.param("26/7 9330de/20 26/7", "0400 - 0400", id="NVB must agree with the frame"),
        pytest.param("26/7 9370deadbeef22b99d 26/7", "0400 - 0400", id="a CRC fault in select drops it"),
        pytest.param("26/7 9370deadbeee2368c0 26/7", "0400 - 0400", id="select of another tag drops it"),
        pytest.param("26/7 500057cd 26/7", "0400 - 0400", id="HLTA to a ready tag is unexpected"),
        pytest.param(
            f"{SELECT_CLASSIC} 26/7 26/7", f"{CLASSIC_SAYS} - 0400", id="REQA to an active tag drops it"
        ),
        pytest.param(
            f"{SELECT_CLASSIC} 52/7 26/7", f"{CLASSIC_SAYS} - 0400", id="WUPA to an active tag drops it"
        ),
        pytest.param(f"{SELECT_CLASSIC} 9320 26/7", f"{CLASSIC_SAYS} - 0400", id="anticollision when active"),
        pytest.param(
            f"{SELECT_CLASSIC} 500057cd 26/7", f"{CLASSIC_SAYS} - -", id="a halted tag ignores REQA"
        ),
        pytest.param(
            f"{SELECT_CLASSIC} 500057cd 52/7", f"{CLASSIC_SAYS} - 0400", id="WUPA wakes a halted tag"
        ),
        pytest.param(
            f"{SELECT_CLASSIC} 500057ce 26/7", f"{CLASSIC_SAYS} 05/4 0400", id="HLTA with a CRC fault"
        ),
        pytest.param(
            f"{SELECT_CLASSIC} 500057cd 52/7 26/7 26/7 52/7",
            f"{CLASSIC_SAYS} - 0400 - - 0400",
            id="a tag woken from halt drops back to halt",
        ),
        pytest.param(
            f"{SELECT_CLASSIC} 500057cd 52/7 9370deadbeef22b99c 26/7 26/7",
            f"{CLASSIC_SAYS} - 0400 08b6dd - -",
            id="also when it was selected again",
        ),
    ],
)
def test_the_states_of_iso_14443(talk, script, answers):
    assert talk(classic(), script) == answers


def test_losing_the_field_makes_a_halted_tag_idle(talk):
    tag = classic()
    talk(tag, f"{SELECT_CLASSIC} 500057cd")
    tag.power_off()
    assert talk(tag, "26/7") == "0400"


def test_losing_the_field_makes_a_tag_forget_that_it_was_halted(talk):
    tag = classic()
    talk(tag, f"{SELECT_CLASSIC} 500057cd 52/7")
    tag.power_off()
    assert talk(tag, "26/7 26/7 26/7") == "0400 - 0400"


@pytest.mark.parametrize(
    ("script", "times"),
    [
        pytest.param("26/7 9320 93708804a3c6e9037f 9520", 0, id="one level of two"),
        pytest.param(SELECT_NTAG, 1, id="both levels"),
        pytest.param(f"{SELECT_NTAG} 500057cd 52/7 93708804a3c6e9037f 9570cae26180c9e283", 2, id="twice"),
    ],
)
def test_only_a_complete_selection_counts(talk, script, times):
    tag = ntag()
    talk(tag, script)
    assert tag.times_selected == times

import pytest

from hardware.iso14443 import crc_a
from hardware.simulated.iso14443_tag import Frame
from hardware.simulated.tags import Classic, Ntag, NtagModel

SELECT_NTAG = "26/7 93708804a3c6e9037f 9570cae26180c9e283"
SELECT_CLASSIC = "26/7 9370deadbeef22b99c"
HEADER = "04a3c6e9cae26180c9480000e1101200"


def checked(hexes):
    return hexes + crc_a(bytes.fromhex(hexes)).hex()


@pytest.fixture
def ntag(talk):
    tag = Ntag(bytes.fromhex("04a3c6cae26180"))
    talk(tag, SELECT_NTAG)
    return tag


@pytest.mark.parametrize(
    ("frames", "answers"),
    [
        pytest.param(["3000"], [checked(HEADER)], id="READ of the first four pages"),
        pytest.param(["302a"], [checked("00050000" + "00" * 8 + "04a3c6e9")], id="READ wraps at the end"),
        pytest.param(["302d"], ["00/4"], id="READ beyond the end"),
        pytest.param(["3a0003"], [checked(HEADER)], id="FAST_READ"),
        pytest.param(["3a0300"], ["00/4"], id="FAST_READ backwards"),
        pytest.param(["3a2c2d"], ["00/4"], id="FAST_READ beyond the end"),
        pytest.param(["60"], [checked("0004040201000f03")], id="GET_VERSION"),
        pytest.param(["6004"], ["00/4"], id="the Classic's authentication is refused"),
        pytest.param(["a20401020304", "3004"], ["0a/4", checked("01020304" + "00" * 12)], id="WRITE"),
        pytest.param(["a20001020304"], ["00/4"], id="page 0 cannot be written"),
        pytest.param(["a20101020304"], ["00/4"], id="page 1 cannot be written"),
        pytest.param(["a22d01020304"], ["00/4"], id="nor a page beyond the end"),
        pytest.param(
            ["a203000000ff", "a20300010000", "3000"],
            ["0a/4", "0a/4", checked("04a3c6e9cae26180c9480000e11112ff")],
            id="the capability container only gains bits",
        ),
        pytest.param(
            ["a202ffff1000", "a20401020304"],
            ["0a/4", "00/4"],
            id="lock bits lock their page, and leave the rest of page 2",
        ),
        pytest.param(
            ["a004", "01020304" + "00" * 12, "3004"],
            ["0a/4", "0a/4", checked("01020304" + "00" * 12)],
            id="COMPAT_WRITE takes the first four bytes",
        ),
        pytest.param(["a004", "01020304"], ["0a/4", "00/4"], id="COMPAT_WRITE wants sixteen"),
    ],
)
def test_an_ntag_obeys_its_commands(talk, ntag, frames, answers):
    assert talk(ntag, " ".join(map(checked, frames))) == " ".join(answers)


def test_lock_bits_once_set_stay_set(talk, ntag):
    talk(ntag, f"{checked('a20200001000')} {checked('a20200000001')}")
    assert ntag.memory[8:12].hex() == "c9481001"


def test_the_rest_of_page_2_stays_when_lock_bits_are_set(talk, ntag):
    talk(ntag, checked("a202ffff1000"))
    assert ntag.memory[8:12].hex() == "c9481000"


@pytest.mark.parametrize("bad", ["300002a9", "60f833"])
def test_a_crc_fault_earns_nak_1_and_ends_the_selection(talk, ntag, bad):
    assert talk(ntag, f"{bad} 300002a8 26/7") == "01/4 - 4400"


def test_a_nak_leaves_a_tag_idle(talk, ntag):
    assert talk(ntag, f"{checked('302d')} 300002a8 26/7") == "00/4 - 4400"


def test_an_ntag215_says_so_in_its_version_and_size(talk):
    tag = Ntag(bytes.fromhex("04a3c6cae26180"), NtagModel.NTAG215)
    answers = talk(tag, f"{SELECT_NTAG} {checked('60')} {checked('3a0303')}")
    assert answers.split()[-2:] == [checked("0004040201001103"), checked("e1103e00")]


def test_an_ntag_takes_longer_to_write_than_to_read(ntag):
    read = ntag.receive(Frame(bytes.fromhex(checked("3004")), 32))
    write = ntag.receive(Frame(bytes.fromhex(checked("a20400000000")), 64))
    assert (read.delay_s, write.delay_s) == (0.0, 4.1e-3)


def test_an_ntag_wants_a_uid_of_seven_bytes():
    with pytest.raises(ValueError, match="7 bytes, not 4: 'deadbeef'"):
        Ntag(bytes.fromhex("deadbeef"))


def encrypted(tag, hexes):
    data = bytes.fromhex(checked(hexes))
    answer = tag.receive(Frame(data, 8 * len(data), encrypted=True))
    return "-" if answer is None else answer.data.hex()


@pytest.fixture
def classic(talk):
    tag = Classic(bytes.fromhex("deadbeef"))
    talk(tag, SELECT_CLASSIC)
    return tag


@pytest.fixture
def opened(talk, classic):
    """A card whose sector 2 was opened with key A."""
    talk(classic, checked("600b"))
    classic.prove(b"\xff" * 6, bytes.fromhex("deadbeef"))
    return classic


def test_a_classic_gives_nothing_before_authentication(talk, classic):
    assert talk(classic, f"{checked('3008')} 26/7") == "04/4 0400"


@pytest.mark.parametrize(
    ("command", "key", "uid", "proven"),
    [
        pytest.param("600b", "ff" * 6, "deadbeef", True, id="key A"),
        pytest.param("610b", "ff" * 6, "deadbeef", True, id="key B"),
        pytest.param("600b", "fe" + "ff" * 5, "deadbeef", False, id="a wrong key"),
        pytest.param("600b", "ff" * 6, "deadbeee", False, id="another card's UID"),
        pytest.param("3008", "ff" * 6, "deadbeef", False, id="nothing was asked"),
    ],
)
def test_a_classic_opens_only_to_its_key(talk, classic, command, key, uid, proven):
    talk(classic, checked(command))
    assert classic.prove(bytes.fromhex(key), bytes.fromhex(uid)) is proven


@pytest.mark.parametrize(
    ("frames", "answers"),
    [
        pytest.param(["3008"], [checked("00" * 16)], id="READ in the open sector"),
        pytest.param(["300c"], ["04"], id="READ in another sector"),
        pytest.param(["300b"], [checked("00" * 6 + "ff078069" + "ff" * 6)], id="key A never comes out"),
        pytest.param(["a009", "ab" * 16, "3009"], ["0a", "0a", checked("ab" * 16)], id="WRITE"),
        pytest.param(["a009", "ab" * 15], ["0a", "04"], id="WRITE wants sixteen bytes"),
        pytest.param(["3040"], ["04"], id="beyond the last block"),
        pytest.param(["5000", "3008"], ["-", "-"], id="HLTA closes it"),
    ],
)
def test_an_opened_classic_obeys_encrypted_frames(opened, frames, answers):
    assert [encrypted(opened, frame) for frame in frames] == answers


def test_a_nonce_can_be_answered_only_once(talk, classic):
    talk(classic, checked("600b"))
    classic.prove(b"\xff" * 6, bytes.fromhex("deadbeef"))
    assert not classic.has_asked


def test_block_0_cannot_be_written(talk, classic):
    talk(classic, checked("6000"))
    classic.prove(b"\xff" * 6, bytes.fromhex("deadbeef"))
    assert encrypted(classic, "a000") == "04"


def test_a_plain_frame_ends_an_authentication(talk, opened):
    assert talk(opened, f"{checked('3008')} 26/7") == "- 0400"


def test_an_encrypted_frame_means_nothing_to_a_closed_card(classic):
    assert encrypted(classic, "3008") == "-"


def test_a_classic_of_seven_bytes_has_the_longer_atqa(talk):
    assert talk(Classic(bytes.fromhex("04a3c6cae26180")), SELECT_NTAG) == "4400 04da17 08b6dd"

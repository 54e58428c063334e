import pytest

from hardware.iso14443 import HLTA, bcc, cascade_levels, crc_a, is_random_uid, odd_parity


@pytest.mark.parametrize(
    ("data", "crc"),
    [
        ("0000", "a01e"),
        ("1234", "26cf"),
        ("313233343536373839", "05bf"),
        ("5000", "57cd"),
        ("3000", "02a8"),
        ("3004", "26ee"),
        ("60", "f832"),
        ("00", "fe51"),
        ("04", "da17"),
        ("08", "b6dd"),
        ("18", "37cd"),
        ("20", "fc70"),
        ("a2040103a00c", "7b04"),
        ("3a0007", "7f24"),
        ("9370deadbeef22", "b99c"),
        ("93708804a3c6e9", "037f"),
        ("9570cae26180c9", "e283"),
    ],
)
def test_crc_a_is_that_of_the_standard(data, crc):
    assert crc_a(bytes.fromhex(data)).hex() == crc


def test_hlta_carries_its_own_crc():
    assert HLTA[:2] + crc_a(HLTA[:2]) == HLTA


@pytest.mark.parametrize(
    ("uid", "levels"),
    [
        pytest.param("deadbeef", ["deadbeef22"], id="4 bytes"),
        pytest.param("04a3c6cae26180", ["8804a3c6e9", "cae26180c9"], id="7 bytes"),
        pytest.param("04112233445566778899", ["88041122bf", "88334455aa", "6677889900"], id="10 bytes"),
    ],
)
def test_a_uid_is_cut_into_levels_of_four_bytes_and_bcc(uid, levels):
    assert [level.hex() for level in cascade_levels(bytes.fromhex(uid))] == levels


@pytest.mark.parametrize("uid", ["", "deadbe", "deadbeef00", "0411223344556677889900"])
def test_a_uid_of_another_length_is_refused(uid):
    with pytest.raises(ValueError, match="4, 7 or 10 bytes"):
        cascade_levels(bytes.fromhex(uid))


def test_bcc_of_anything_but_four_bytes_is_refused():
    with pytest.raises(ValueError, match="not enough values"):
        bcc(b"\x01\x02\x03")


@pytest.mark.parametrize(
    ("byte", "parity"), [(0x00, 1), (0x01, 0), (0x03, 1), (0x80, 0), (0xFF, 1), (0xFE, 0)]
)
def test_parity_makes_the_number_of_ones_odd(byte, parity):
    assert odd_parity(byte) == parity


@pytest.mark.parametrize(
    ("uid", "expected"),
    [
        pytest.param("08123456", True, id="a phone"),
        pytest.param("04123456", False, id="a fixed UID of 4 bytes"),
        pytest.param("08a3c6cae26180", False, id="7 bytes are never random"),
    ],
)
def test_only_a_four_byte_uid_that_begins_with_08_is_random(uid, expected):
    assert is_random_uid(bytes.fromhex(uid)) is expected

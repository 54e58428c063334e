"""What a doctor learns of the sticker on a reader: how well it reads, gain by gain."""

import pytest

from hardware.errors import ReaderLost
from hardware.settings import ReaderSettings
from hardware.simulated.tags import Classic, Ntag, Tag
from hardware.sticker_probe import READS, probe_sticker

NTAG = bytes.fromhex("04a3c6cae26180")


def probe(desk):
    return probe_sticker(ReaderSettings(), desk.clock, desk.make_driver)


@pytest.mark.parametrize(
    "tag",
    [Ntag(NTAG), Classic(bytes.fromhex("deadbeef")), Tag(bytes(range(1, 11)), b"\x84\x00", 0)],
    ids=lambda tag: f"{len(tag.uid)} bytes",
)
def test_a_good_sticker_reads_every_time_at_every_gain(make_desk, tag):
    desk = make_desk()
    desk.chip.field.add(tag)
    desk.clock.sleep(0.01)
    found = probe(desk)
    assert (found.uid, found.others) == (tag.uid, 0)
    assert found.rates == {18: 1.0, 23: 1.0, 33: 1.0, 38: 1.0, 43: 1.0, 48: 1.0}


def test_a_weak_sticker_is_told_from_a_good_one_gain_by_gain(make_desk):
    desk = make_desk()
    desk.chip.bit_error_rate_at = {2: 0.5, 3: 0.02, 7: 0.01}
    desk.chip.field.add(Ntag(NTAG))
    rates = probe(desk).rates
    assert rates[18] == 0.0
    assert 0.0 < rates[23] < rates[48] < 1.0
    assert (rates[33], rates[38], rates[43]) == (1.0, 1.0, 1.0)
    assert all((rate * READS).is_integer() for rate in rates.values())


def test_where_no_sticker_lies_nothing_reads(make_desk):
    desk = make_desk()
    found = probe(desk)
    assert (found.uid, set(found.rates.values())) == (None, {0.0})


def test_more_stickers_than_one_are_told(make_desk):
    desk = make_desk()
    desk.chip.field.add(Ntag(NTAG))
    desk.chip.field.add(Classic(bytes.fromhex("deadbeef")))
    desk.clock.sleep(0.01)
    assert probe(desk).others == 1


def test_without_a_chip_no_sticker_can_be_tried(make_desk):
    desk = make_desk()
    desk.plug(False)
    with pytest.raises(ReaderLost):
        probe(desk)
    assert desk.board.gpio.calls[-1] == ("cleanup", 25)

"""The readers' thread: how often it looks, when it says that all readers work, and the doctor's probes."""

import logging
from itertools import pairwise

import pytest
from watches import MOON, PINE, PLUM

from firmware.reader_watch import POLL_PERIOD_S, ProbeOrder
from firmware.table import ReaderNews
from hardware import TagArrived


def test_an_empty_tray_costs_at_most_10_transfers_a_look_and_20_looks_a_second(watch):
    """MiczFlor/RPi-Jukebox-RFID 275: readers that ate a whole core."""
    del watch.transfers[:]
    watch.wait(60.0)
    looks = 60.0 / POLL_PERIOD_S
    requests = [row for row in watch.transfers if row["out"] == "1252" or row["out"] == "1226"]
    assert len(watch.transfers) <= 10 * looks
    assert looks - 2 <= len(requests) <= looks + 1


def test_a_look_comes_every_60_ms_also_beside_resting_cards(watch):
    for uid in (PINE, PLUM, MOON):
        watch.put(uid)
    watch.wait(1.0)
    del watch.transfers[:]
    watch.wait(10.0)
    times = [row["t"] for row in watch.transfers if row["out"] == "1226"]
    assert max(later - earlier for earlier, later in pairwise(times)) < 0.06


def test_a_stop_switches_the_field_off(watch):
    watch.stop.put("stop")
    watch.wait(0.2)
    assert not watch.chip.field.is_on


@pytest.mark.parametrize("dead", [0, 1])
def test_one_dead_reader_does_not_stop_the_other(make_watch, dead):
    """ondryaso/pi-rc522 12, miguelbalboa/rfid 536."""
    watch = make_watch(readers=2)
    watch.wait(0.5)
    watch.world.set_reader_plugged(False, dead)
    watch.wait(1.0)
    assert [(news.reader, news.fault is None) for news in watch.news()] == [(dead, False)]
    watch.put(PINE, 1 - dead)
    watch.wait(0.2)
    tags = [one for one in watch.inputs if isinstance(one, TagArrived)]
    assert [(tag.uid.hex(), tag.reader) for tag in tags] == [(PINE, 1 - dead)]
    watch.world.set_reader_plugged(True, dead)
    watch.wait(0.6)
    watch.put(PLUM, dead)
    watch.wait(0.2)
    assert watch.came() == [PINE, PLUM]
    assert [(news.reader, news.fault is None) for news in watch.news()] == [(dead, False), (dead, True)]


@pytest.mark.parametrize("readers", [1, 2])
def test_readers_are_ready_once_each_has_looked_and_that_is_said_once(make_watch, readers):
    watch = make_watch(readers)
    watch.wait(5.0)
    assert [at_s < 0.2 for at_s in watch.ready()] == [True]
    assert all(chip.field.times_lit for chip in watch.world.chips)


@pytest.mark.parametrize("dead", [0, 1])
def test_of_two_readers_one_that_is_missing_keeps_the_box_from_being_ready_until_it_is_there(
    make_watch, dead
):
    watch = make_watch(readers=2)
    watch.world.set_reader_plugged(False, dead)
    watch.wait(2.0)
    assert watch.ready() == []
    watch.world.set_reader_plugged(True, dead)
    watch.wait(1.0)
    assert [2.0 < at_s < 3.0 for at_s in watch.ready()] == [True]


def test_a_reader_that_was_told_to_be_lost_is_said_to_be_ready_again_and_a_hiccup_is_not(watch):
    watch.chip.power_cycle()
    watch.wait(1.0)
    assert len(watch.ready()) == 1
    watch.world.set_reader_plugged(False)
    watch.wait(1.0)
    watch.world.set_reader_plugged(True)
    watch.wait(1.0)
    assert len(watch.ready()) == 2


def test_readers_are_probed_between_two_looks_and_go_on_as_if_nothing_had_been(make_watch, caplog):
    caplog.set_level(logging.INFO, "firmware.reader_watch")
    watch = make_watch(readers=2)
    watch.wait(0.2)
    watch.put(PINE)
    watch.wait(0.2)
    probes = watch.clock.mailbox()
    watch.stop.put(ProbeOrder(probes.put))
    found = probes.get(2.0)
    assert [(one.name, one.faults) for one in found] == [("MFRC522 v2.0", ())] * 2
    watch.wait(0.3)
    watch.put(PLUM, reader=1)
    watch.wait(0.3)
    assert watch.came() == [PINE, PLUM]
    assert not any(isinstance(one, ReaderNews) for one in watch.inputs)
    assert [record for record in caplog.records if record.name == "firmware.reader_watch"] == []


def test_a_reader_that_is_lost_is_probed_too(make_watch):
    watch = make_watch()
    watch.wait(0.2)
    watch.world.set_reader_plugged(False)
    watch.wait(2.0)
    probes = watch.clock.mailbox()
    watch.stop.put(ProbeOrder(probes.put))
    assert [fault.sign.value for fault in probes.get(2.0)[0].faults] == ["stuck-low"]
    watch.world.set_reader_plugged(True)
    watch.wait(1.0)
    assert watch.ready()[-1] > 2.0


@pytest.mark.parametrize("is_plugged", [True, False])
def test_a_reader_is_known_to_work_after_one_look_and_to_be_lost_only_after_two(make_watch, is_plugged):
    watch = make_watch()
    watch.world.set_reader_plugged(is_plugged)
    watch.wait(0.5)
    assert (watch.settled[0], watch.settled[-1]) == (is_plugged, True)
    assert len(watch.news()) == (0 if is_plugged else 1)

"""A disk that is full or slow: what is said to be saved is, and what was not is tried again."""

import os

import pytest
from journals import BEGUN, EVENTS, full, match_of, recovered

from firmware.journal import Journal


def _short(descriptor, data):
    return WRITE(descriptor, data[: len(data) // 2])


WRITE = os.write
FAILURES = pytest.mark.parametrize(
    ("name", "failure"),
    [
        pytest.param("write", full, id="no space"),
        pytest.param("write", _short, id="space for half a line"),
        pytest.param("fsync", full, id="not on the disk"),
    ],
)


@FAILURES
def test_what_could_not_be_written_is_kept_and_written_with_the_next(tmp_path, monkeypatch, name, failure):
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    journal.record(EVENTS[0], 0, None)
    with monkeypatch.context() as patch:
        patch.setattr(os, name, failure)
        for number in (1, 2):
            with pytest.raises(OSError, match=r"no space|bytes were written"):
                journal.record(EVENTS[number], number, None)
        during = (tmp_path / "matches" / "000001.jsonl").read_bytes()
    assert during.count(b"\n") == 2
    assert during.endswith(b"\n")
    journal.record(EVENTS[3], 3, None)
    journal.close()
    assert recovered(tmp_path).match == match_of(*EVENTS[:4])
    assert recovered(tmp_path).dropped == 0


@FAILURES
def test_a_match_that_could_not_be_begun_is_written_with_its_first_event(
    tmp_path, monkeypatch, name, failure
):
    journal = Journal(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, name, failure)
        with pytest.raises(OSError, match=r"no space|bytes were written"):
            journal.begin(BEGUN)
    journal.record(EVENTS[0], 0, None)
    journal.close()
    assert recovered(tmp_path).match == match_of(EVENTS[0])


def test_retrying_writes_what_waits_and_nothing_twice(tmp_path, monkeypatch):
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="no space"):
            journal.record(EVENTS[0], 0, None)
        with pytest.raises(OSError, match="no space"):
            journal.retry()
    journal.retry()
    journal.retry()
    journal.close()
    assert recovered(tmp_path).match == match_of(EVENTS[0])
    assert recovered(tmp_path).dropped == 0


def test_every_event_is_on_the_disk_when_recording_returns(tmp_path, monkeypatch):
    synced = []
    fsync = os.fsync
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    path = tmp_path / "matches" / "000001.jsonl"

    def note(descriptor):
        fsync(descriptor)
        synced.append(path.read_bytes().count(b"\n"))

    monkeypatch.setattr(os, "fsync", note)
    for number, event in enumerate(EVENTS):
        journal.record(event, number, None)
    journal.close()
    assert synced == [2, 3, 4, 5, 6]


def test_a_new_files_name_is_on_the_disk_too(tmp_path, monkeypatch):
    synced, fsync = [], os.fsync
    monkeypatch.setattr(
        os,
        "fsync",
        lambda descriptor: (synced.append(os.readlink(f"/proc/self/fd/{descriptor}")), fsync(descriptor)),
    )
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    journal.close()
    folder = str(tmp_path / "matches")
    assert synced == [str(tmp_path), f"{folder}/000001.jsonl.new", folder]


def test_what_a_failed_write_left_is_cut_before_the_next_even_if_that_failed_too(tmp_path, monkeypatch):
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    write = os.write
    with monkeypatch.context() as broken:
        broken.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:5]))
        broken.setattr(os, "ftruncate", full)
        with pytest.raises(OSError, match="5 of"):
            journal.record(EVENTS[0], 0, None)
    journal.record(EVENTS[1], 1, None)
    journal.close()
    recovered = Journal(tmp_path).recover()
    assert (recovered.match.event_count, recovered.dropped) == (2, 0)

"""Matches on disk: what was recorded comes back, whatever happened to the file's end."""

import errno
import json
import os
import zlib

import pytest

from firmware.journal import Journal
from firmware.table import MatchBegun
from scorer import (
    BadEvent,
    Card,
    CardsCaptured,
    CardsMoved,
    Match,
    MatchEnded,
    MatchFinished,
    PlayerChosen,
    RoundClosed,
    RoundStarted,
    Seat,
    Stage,
    Undone,
    load,
)

A, B = Seat.A, Seat.B
INO = load("ino-shika-cho")
BEGUN = MatchBegun(INO, INO.options({"target": 50, "fuke": False}), (A, B), {A: "Aki", B: "Ōta"})
EVENTS = [
    RoundStarted(B),
    CardsCaptured(B, (Card.PINE_CRANE, Card.MAPLE_DEER)),
    PlayerChosen(A),
    CardsMoved(A, (Card.PINE_CRANE,)),
    Undone(3),
]
FINISHED = [EVENTS[0], EVENTS[1], RoundClosed(), MatchFinished()]


def match_of(*events, begun=BEGUN):
    return Match.begin(begun.ruleset, begun.options, begun.seats, begun.names).replay(events)


def written(folder, *events, begun=BEGUN):
    """Write a match as the appliance does, and return its file."""
    journal = Journal(folder)
    journal.begin(begun)
    for number, event in enumerate(events):
        journal.record(event, number, "2026-11-29T20:00:00Z")
    journal.close()
    return max((folder / "matches").glob("[0-9]*.jsonl"))


def recovered(folder):
    journal = Journal(folder)
    found = journal.recover()
    journal.close()
    return found


def line(text):
    """Frame a line with its sum, as the file holds it."""
    return f'["{zlib.crc32(text.encode()):08x}",{text}]\n'.encode()


def test_an_empty_folder_holds_no_match(tmp_path):
    assert (recovered(tmp_path / "new").match, recovered(tmp_path).warnings) == (None, ())


def test_what_was_recorded_comes_back_exactly(tmp_path):
    written(tmp_path, *EVENTS)
    found = recovered(tmp_path)
    assert (found.match, found.dropped, found.warnings) == (match_of(*EVENTS), 0, ())


def test_a_file_holds_its_format_the_whole_rules_and_the_time_as_a_note(tmp_path):
    header, *events = written(tmp_path, *EVENTS).read_bytes().splitlines()
    record = json.loads(header)[1]
    assert (record["format"], record["rules"], record["names"]) == (1, INO.text, {"A": "Aki", "B": "Ōta"})
    assert json.loads(events[0])[1] == {
        "id": 0,
        "event": "round-started",
        "dealer": "B",
        "wall": "2026-11-29T20:00:00Z",
    }


def test_a_match_keeps_the_rules_it_began_with(tmp_path):
    from scorer import parse

    older = parse(INO.text.replace("value = 150", "value = 140"))
    begun = MatchBegun(older, older.options(), (A, B), {})
    written(tmp_path, RoundStarted(A), begun=begun)
    assert recovered(tmp_path).match.ruleset.yaku[0].value == 140


def test_an_unset_clock_is_no_hindrance(tmp_path):
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    journal.record(EVENTS[0], 0, None)
    journal.close()
    assert recovered(tmp_path).match == match_of(EVENTS[0])


def test_a_recovered_match_goes_on_in_the_same_file(tmp_path):
    path = written(tmp_path, *EVENTS[:2])
    journal = Journal(tmp_path)
    journal.recover()
    journal.record(EVENTS[2], 2, None)
    journal.close()
    assert recovered(tmp_path).match == match_of(*EVENTS[:3])
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize(
    ("events", "stage"),
    [
        pytest.param(FINISHED, Stage.FINISHED, id="finished: it waits for OK"),
        pytest.param([*FINISHED, MatchEnded()], None, id="ended"),
        pytest.param([EVENTS[0], MatchEnded()], None, id="ended early"),
        pytest.param([], None, id="nothing happened"),
    ],
)
def test_a_match_is_continued_unless_it_was_ended(tmp_path, events, stage):
    path = written(tmp_path, *events)
    before = path.read_bytes()
    match = recovered(tmp_path).match
    assert (match and match.stage, path.read_bytes()) == (stage, before)


def test_the_newest_match_wins(tmp_path):
    written(tmp_path, *EVENTS)
    newest = written(tmp_path, EVENTS[0])
    assert newest.name == "000002.jsonl"
    assert recovered(tmp_path).match == match_of(EVENTS[0])


def test_an_older_unfinished_match_does_not_come_back_after_a_newer_one_ended(tmp_path):
    written(tmp_path, *EVENTS)
    written(tmp_path, EVENTS[0], MatchEnded())
    assert recovered(tmp_path).match is None


def test_numbers_are_compared_as_numbers(tmp_path):
    written(tmp_path, *EVENTS).rename(tmp_path / "matches" / "999999.jsonl")
    written(tmp_path, EVENTS[0])
    assert (tmp_path / "matches" / "1000000.jsonl").exists()
    assert recovered(tmp_path).match == match_of(EVENTS[0])


@pytest.mark.parametrize(
    "name", ["000001 copy.jsonl", "2026-notes.jsonl", "notes.jsonl", "000009.jsonl.damaged-1"]
)
def test_peoples_own_files_beside_the_matches_are_left_alone(tmp_path, name):
    written(tmp_path, *EVENTS)
    own = tmp_path / "matches" / name
    own.write_text("mine")
    assert recovered(tmp_path).match == match_of(*EVENTS)
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    journal.close()
    assert (tmp_path / "matches" / "000002.jsonl").exists()
    assert own.read_text() == "mine"


def _damage(path, data, good_events):
    """Write a damaged file, recover it, and check the match, the file and what was put aside."""
    path.write_bytes(data)
    found = recovered(path.parent.parent)
    assert found.match == match_of(*EVENTS[:good_events])
    assert found.dropped >= 1
    assert "damaged lines at its end were put aside" in found.warnings[0]
    aside = path.with_name(path.name + ".damaged-1")
    assert aside.read_bytes() == data
    aside.unlink()
    again = recovered(path.parent.parent)
    assert (again.match, again.dropped) == (match_of(*EVENTS[:good_events]), 0)


def test_a_last_line_cut_at_any_byte_costs_that_line_alone(tmp_path):
    path = written(tmp_path, *EVENTS)
    whole = path.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    for kept in range(1, len(last)):
        _damage(path, whole[: len(whole) - len(last) + kept], 4)


def test_a_last_line_lost_as_a_whole_is_no_damage(tmp_path):
    path = written(tmp_path, *EVENTS)
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    found = recovered(tmp_path)
    assert (found.match, found.dropped) == (match_of(*EVENTS[:4]), 0)


def test_a_zeroed_tail_costs_the_lines_it_covers(tmp_path):
    path = written(tmp_path, *EVENTS)
    whole = path.read_bytes()
    last = len(whole.splitlines(keepends=True)[-1])
    for zeroed in range(1, last + 1):
        _damage(path, whole[:-zeroed] + bytes(zeroed), 4)
    _damage(path, whole[: -last - 1] + bytes(last + 1), 3)
    path.write_bytes(whole + bytes(4096))
    assert recovered(tmp_path).match == match_of(*EVENTS)


def test_one_byte_flipped_anywhere_in_the_events_keeps_what_stands_before_it(tmp_path):
    path = written(tmp_path, *EVENTS)
    whole = path.read_bytes()
    ends = [0]
    for part in whole.splitlines(keepends=True):
        ends.append(ends[-1] + len(part))
    for at in range(ends[2], len(whole)):
        good_events = sum(end <= at for end in ends) - 2
        _damage(path, whole[:at] + bytes([whole[at] ^ 0x01]) + whole[at + 1 :], good_events)


def test_where_even_the_first_deal_is_damaged_no_match_goes_on(tmp_path):
    path = written(tmp_path, *EVENTS)
    header, first, *rest = path.read_bytes().splitlines(keepends=True)
    data = b"".join([header, first.replace(b'"B"', b'"A"'), *rest])
    path.write_bytes(data)
    found = recovered(tmp_path)
    assert (found.match, path.read_bytes()) == (None, header)
    assert path.with_name("000001.jsonl.damaged-1").read_bytes() == data


@pytest.mark.parametrize("at", [0, 5, 12, 40, 400, -2, -1])
def test_a_damaged_first_line_is_put_aside_and_no_match_is_found(tmp_path, at):
    path = written(tmp_path)
    data = bytearray(path.read_bytes())
    data[at] ^= 0x01
    path.write_bytes(data)
    found = recovered(tmp_path)
    assert (found.match, path.exists()) == (None, False)
    assert "000001.jsonl is damaged and was put aside" in found.warnings[0]
    assert path.with_name("000001.jsonl.damaged-1").read_bytes() == data


def test_an_empty_file_is_put_aside(tmp_path):
    path = written(tmp_path)
    path.write_bytes(b"")
    assert (recovered(tmp_path).match, path.exists()) == (None, False)


def test_damaged_files_do_not_overwrite_each_other(tmp_path):
    for text in ("one", "two"):
        written(tmp_path).write_text(text)
        recovered(tmp_path)
    names = {path.name: path.read_text() for path in (tmp_path / "matches").iterdir()}
    assert names == {"000001.jsonl.damaged-1": "one", "000001.jsonl.damaged-2": "two"}


@pytest.mark.parametrize(
    "header",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"format": True}, id="a format that is no number"),
        pytest.param({"format": 1}, id="no match"),
        pytest.param({"format": 1, "game": "mahjong", "rules": "x", "seats": "AB"}, id="no rules"),
        pytest.param({"seats": ["A"]}, id="one player"),
        pytest.param({"seats": ["A", "D"]}, id="an unknown seat"),
        pytest.param({"options": {"rounds": 3}}, id="an option of another game"),
        pytest.param({"names": ["Aki"]}, id="names in a list"),
    ],
)
def test_a_whole_first_line_that_makes_no_match_is_put_aside(tmp_path, header):
    path = written(tmp_path)
    sound = json.loads(path.read_bytes())[1]
    path.write_bytes(line(json.dumps(header if "format" in header or not header else {**sound, **header})))
    found = recovered(tmp_path)
    assert (found.match, path.exists(), len(found.warnings)) == (None, False, 1)


def test_a_newer_format_is_left_alone(tmp_path):
    path = written(tmp_path, *EVENTS)
    data = line('{"format":2,"anything":"else"}') + b"something\n"
    path.write_bytes(data)
    found = recovered(tmp_path)
    assert (found.match, path.read_bytes()) == (None, data)
    assert "a newer version of the program wrote it; it is left alone" in found.warnings[0]
    assert written(tmp_path, EVENTS[0]).name == "000002.jsonl"


@pytest.mark.parametrize(
    "record",
    [
        pytest.param('{"id":3,"event":"undone","number":1,"wall":null}', id="a gap"),
        pytest.param('{"id":1,"event":"misdealt","wall":null}', id="a number twice"),
        pytest.param('{"event":"undone","number":1,"wall":null}', id="no number"),
        pytest.param('{"id":2,"event":"rained","wall":null}', id="no event"),
        pytest.param('{"id":2,"event":"match-finished","wall":null}', id="an event that cannot happen"),
    ],
)
def test_a_line_that_cannot_follow_ends_the_file(tmp_path, record):
    path = written(tmp_path, *EVENTS[:2])
    _damage(path, path.read_bytes() + line(record), 2)


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_gap_in_the_events_is_refused(tmp_path, number):
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    journal.record(EVENTS[0], 0, None)
    with pytest.raises(BadEvent, match="cannot follow 1 events"):
        journal.record(EVENTS[1], number, None)
    journal.close()
    assert recovered(tmp_path).match == match_of(EVENTS[0])


def _full(*_):
    raise OSError(errno.ENOSPC, "no space left")


def _short(descriptor, data):
    return WRITE(descriptor, data[: len(data) // 2])


WRITE = os.write
FAILURES = pytest.mark.parametrize(
    ("name", "failure"),
    [
        pytest.param("write", _full, id="no space"),
        pytest.param("write", _short, id="space for half a line"),
        pytest.param("fsync", _full, id="not on the disk"),
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
        patch.setattr(os, "fsync", _full)
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
    assert synced == [str(tmp_path), folder, f"{folder}/000001.jsonl"]


def test_an_empty_line_at_the_end_is_cut_before_more_is_written(tmp_path):
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    journal.record(EVENTS[0], 0, None)
    journal.close()
    file = tmp_path / "matches" / "000001.jsonl"
    file.write_bytes(file.read_bytes() + b"\n")
    again = Journal(tmp_path)
    assert again.recover().dropped == 1
    again.record(EVENTS[1], 1, None)
    again.close()
    assert Journal(tmp_path).recover().match.event_count == 2


def test_what_a_failed_write_left_is_cut_before_the_next_even_if_that_failed_too(tmp_path, monkeypatch):
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    write = os.write
    with monkeypatch.context() as broken:
        broken.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:5]))
        broken.setattr(os, "ftruncate", _full)
        with pytest.raises(OSError, match="5 of"):
            journal.record(EVENTS[0], 0, None)
    journal.record(EVENTS[1], 1, None)
    journal.close()
    recovered = Journal(tmp_path).recover()
    assert (recovered.match.event_count, recovered.dropped) == (2, 0)


def test_a_folder_that_cannot_be_made_is_an_os_error(tmp_path):
    (tmp_path / "matches").write_text("a file is in the way")
    with pytest.raises(OSError, match="matches"):
        Journal(tmp_path).recover()
    with pytest.raises(OSError, match="matches"):
        Journal(tmp_path).begin(BEGUN)


@pytest.mark.parametrize("kind", ["folder", "dangling link", "nested beyond reason"])
def test_a_match_file_that_cannot_be_read_is_told_and_the_box_starts(tmp_path, kind):
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    journal.record(EVENTS[0], 0, None)
    journal.close()
    other = tmp_path / "matches" / "000002.jsonl"
    if kind == "folder":
        other.mkdir()
    elif kind == "dangling link":
        other.symlink_to(tmp_path / "nowhere")
    else:
        text = ("[" * 5000 + "]" * 5000).encode()
        other.write_bytes(f'["{zlib.crc32(text):08x}",'.encode() + text + b"]\n")
    recovered = Journal(tmp_path).recover()
    assert recovered.match.event_count == 1
    assert recovered.warnings[0].startswith("000002.jsonl ")

"""Damaged match files: what stands before the damage comes back, and nothing is thrown away."""

import json
import zlib

import pytest
from journals import BEGUN, EVENTS, line, match_of, recovered, written

from firmware.journal import Journal


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
    data = line('{"format":3,"anything":"else"}') + b"something\n"
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

"""Matches on disk: what was recorded comes back."""

import json

import pytest
from journals import BEGUN, EVENTS, FINISHED, INO, A, B, match_of, recovered, written

from firmware.journal import Journal
from firmware.table import MatchBegun
from scorer import (
    BadEvent,
    MatchEnded,
    RoundStarted,
    Stage,
)


def test_an_empty_folder_holds_no_match(tmp_path):
    assert (recovered(tmp_path / "new").match, recovered(tmp_path).warnings) == (None, ())


def test_what_was_recorded_comes_back_exactly(tmp_path):
    written(tmp_path, *EVENTS)
    found = recovered(tmp_path)
    assert (found.match, found.dropped, found.warnings) == (match_of(*EVENTS), 0, ())


def test_a_file_holds_its_format_the_whole_rules_and_the_time_as_a_note(tmp_path):
    header, *events = written(tmp_path, *EVENTS).read_bytes().splitlines()
    record = json.loads(header)[1]
    assert (record["format"], record["rules"], record["names"]) == (2, INO.text, {"A": "Aki", "B": "Ōta"})
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


@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_gap_in_the_events_is_refused(tmp_path, number):
    journal = Journal(tmp_path)
    journal.begin(BEGUN)
    journal.record(EVENTS[0], 0, None)
    with pytest.raises(BadEvent, match="cannot follow 1 events"):
        journal.record(EVENTS[1], number, None)
    journal.close()
    assert recovered(tmp_path).match == match_of(EVENTS[0])

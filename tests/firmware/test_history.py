"""What was played, read back from the files, as corrections left it."""

import os
from pathlib import Path

import pytest
from evenings import BIG_THREE, CRANE, DECK, DEER, INO, MOON, NAMES, WON, A, B, botan, ino, kept, round_of
from journals import FIXTURES

from firmware.history import history, shown_match
from firmware.history_totals import YakuCount, player_totals, yaku_counts
from firmware.matchfile import read_match
from firmware.store import Store
from firmware.summary import State, note_on, summed_up
from firmware.table import Table, apply
from hardware import VirtualClock
from scorer import (
    CardsCaptured,
    CardsMoved,
    DealerCorrected,
    Event,
    LengthChanged,
    Match,
    MatchEnded,
    MatchFinished,
    MatchResumed,
    Misdealt,
    Redone,
    RoundClosed,
    RoundCorrected,
    RoundReopened,
    RoundStarted,
    RoundWithdrawn,
    TeyakuDeclared,
    Undone,
)


def test_a_match_in_which_nothing_happened_is_not_listed(tmp_path: Path) -> None:
    kept(tmp_path, ino(NAMES))
    assert history(tmp_path).entries == ()


def test_totals_are_of_all_matches_that_are_over_by_name(tmp_path: Path) -> None:
    kept(tmp_path, ino(NAMES, target=300), *WON)
    kept(tmp_path, ino({A: "健", B: "Aki"}), *round_of(A, (CRANE,), BIG_THREE[1:]), MatchEnded())
    kept(tmp_path, ino(NAMES), *round_of(A, BIG_THREE, (DEER,)))
    totals = player_totals(history(tmp_path).over)
    assert [(one.name, one.matches, one.won, one.rounds, one.points) for one in totals] == [
        ("Aki", 2, 1, 2, 400),
        ("健", 2, 0, 2, 60),
    ]
    assert totals[0].yaku == yaku_counts(totals) == (YakuCount("ino-shika-cho", "big-three", 1),)


def test_one_yaku_of_two_games_is_counted_apart_and_the_most_made_comes_first(tmp_path: Path) -> None:
    kept(
        tmp_path,
        botan(NAMES),
        *round_of(A, DECK[:20], DECK[20:]),
        *round_of(B, DECK[:30], DECK[30:]),
        MatchEnded(),
    )
    counts = [(one.yaku, one.count) for one in yaku_counts(player_totals(history(tmp_path).over))]
    assert counts == [("four-paulownias", 2), ("four-wisterias", 2), ("three-brights", 2)]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param([RoundCorrected(0, CardsMoved(B, (CRANE,)))], [100, 60], id="a round"),
        pytest.param(
            [RoundCorrected(0, TeyakuDeclared(B, ("hand-three",), ()))], [300, 210], id="a lucky hand"
        ),
        pytest.param([], [300, 10], id="nothing"),
    ],
)
def test_what_was_put_right_later_is_what_holds(
    tmp_path: Path, events: list[Event], expected: list[int]
) -> None:
    kept(tmp_path, ino(NAMES), *round_of(A, BIG_THREE, (DEER,)), *events, RoundStarted(B), MatchEnded())
    shown = shown_match(tmp_path, 1)
    assert list(shown.entry.summary.points.values()) == expected
    assert list(history(tmp_path).entries[0].summary.points.values()) == expected
    assert [shown.rounds[0].after.of(seat).points for seat in (A, B)] == expected
    assert shown.rounds[0].is_corrected is bool(events)


def test_a_corrected_dealer_and_length_are_what_is_shown(tmp_path: Path) -> None:
    kept(tmp_path, ino(NAMES), RoundStarted(A), DealerCorrected(B), LengthChanged(90), RoundClosed())
    shown = shown_match(tmp_path, 1)
    assert (shown.rounds[0].score.dealer, shown.match.options["target"]) == (B, 90)


def test_a_match_won_before_a_correction_took_the_points_away_stays_finished(tmp_path: Path) -> None:
    correction = RoundCorrected(0, CardsMoved(B, BIG_THREE[1:]))
    kept(tmp_path, ino(NAMES, target=300), *WON[:-1], correction, MatchEnded())
    listed, shown = history(tmp_path).entries[0], shown_match(tmp_path, 1).entry
    assert listed == shown
    assert (listed.summary.state, listed.summary.winner) == (State.FINISHED, B)


EVERYTHING: tuple[Event, ...] = (
    RoundStarted(A),
    TeyakuDeclared(B, ("hand-three",), ()),
    CardsCaptured(A, BIG_THREE[:2]),
    Undone(2),
    Redone(2),
    RoundClosed(),
    RoundReopened(),
    Misdealt(),
    DealerCorrected(B),
    CardsCaptured(A, BIG_THREE),
    RoundClosed(),
    RoundStarted(B),
    LengthChanged(200),
    RoundWithdrawn(),
    MatchFinished(),
    MatchResumed(),
    RoundCorrected(0, CardsMoved(B, BIG_THREE[1:])),
    RoundStarted(A),
    RoundCorrected(0, CardsMoved(A, BIG_THREE[2:])),
    CardsCaptured(B, (DEER,)),
    MatchEnded(),
)


def test_the_last_note_of_a_file_says_what_a_replay_says_after_every_event() -> None:
    match, note = Match.begin(INO, INO.options({"fuke": False}), (A, B)), None
    for event in EVERYTHING[:-1]:
        after = match.apply(event)
        note = note_on(event, match, after) or note
        match = after
        assert note == summed_up(match, is_put_away=False), event
    assert note_on(MatchEnded(), match, None) == summed_up(match, is_put_away=True)


def test_a_round_that_the_last_leftover_card_ends_is_noted_with_that_card(tmp_path: Path) -> None:
    begun = botan(NAMES)
    closed = (RoundStarted(A), CardsCaptured(A, DECK[:20]), CardsCaptured(B, DECK[20:-1]), RoundClosed())
    kept(tmp_path, begun, *closed, CardsCaptured(B, DECK[-1:]))
    assert history(tmp_path).entries == (shown_match(tmp_path, 1).entry,)
    assert history(tmp_path).entries[0].summary.rounds == 1


def test_every_kind_of_event_is_among_them() -> None:
    from scorer.events import _KINDS

    others = {"player-chosen"}  # changes nothing but whose captures follow
    assert {name for name, kind in _KINDS.items() if kind not in map(type, EVERYTHING)} == {
        "cards-moved",
        *others,
    }


@pytest.mark.parametrize("count", range(1, len(EVERYTHING) + 1))
def test_a_list_and_a_closer_look_say_the_same_of_every_beginning(tmp_path: Path, count: int) -> None:
    kept(tmp_path, ino(NAMES), *EVERYTHING[:count])
    assert history(tmp_path).entries == (shown_match(tmp_path, 1).entry,)


def test_listing_reads_no_event_but_the_first_and_the_last_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(tmp_path, ino(NAMES, target=300), *WON)
    kept(tmp_path, ino(NAMES), *EVERYTHING[:-1])
    monkeypatch.delattr("firmware.glance.read_match")
    assert len(history(tmp_path).entries) == 2


def test_a_start_among_many_matches_opens_the_newest_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(tmp_path, ino(NAMES, target=300), *WON)
    data = (tmp_path / "matches" / "000001.jsonl").read_bytes()
    for number in range(2, 50):
        (tmp_path / "matches" / f"{number:06}.jsonl").write_bytes(data)
    opened, real = [], os.open
    monkeypatch.setattr(os, "open", lambda path, *more: (opened.append(str(path)), real(path, *more))[1])
    Store(tmp_path, VirtualClock()).open()
    assert [path for path in opened if path.endswith(".jsonl")] == [
        str(tmp_path / "matches" / "000049.jsonl")
    ]


def test_a_format_1_file_goes_on_as_it_is_with_the_events_that_came_later(tmp_path: Path) -> None:
    (tmp_path / "matches").mkdir()
    data = (FIXTURES / "journal-1" / "matches" / "000003.jsonl").read_bytes()
    path = tmp_path / "matches" / "000001.jsonl"
    path.write_bytes(data)
    store = Store(tmp_path, VirtualClock())
    table = Table((INO,), match=store.open().match)
    for fact in (RoundClosed(), RoundCorrected(0, CardsCaptured(A, (MOON,)))):
        store.keep(fact, table, apply(table, fact))
        table = apply(table, fact)
    store.close()
    assert path.read_bytes().startswith(data)
    assert b'"sum"' not in path.read_bytes()
    match = read_match(path).match
    assert match.standings.scores == table.match.standings.scores
    assert [round_.piles for round_ in match.rounds] == [round_.piles for round_ in table.match.rounds]
    assert history(tmp_path).entries == (shown_match(tmp_path, 1).entry,)

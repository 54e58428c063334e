"""A match as a whole: how it begins, and what can happen when."""

import pytest

from scorer.cards import Card
from scorer.errors import BadEvent, BadSeats, ScorerError
from scorer.events import (
    CardsCaptured,
    CardsMoved,
    DealerCorrected,
    Event,
    LengthChanged,
    MatchEnded,
    MatchFinished,
    MatchResumed,
    Misdealt,
    PlayerChosen,
    Redone,
    RoundClosed,
    RoundCorrected,
    RoundReopened,
    RoundStarted,
    RoundWithdrawn,
    TeyakuDeclared,
    Undone,
)
from scorer.match import Match
from scorer.ruleset import load
from scorer.seats import Seat
from scorer.stage import Stage

A, B, C = Seat
BOTAN = load("botan-cho")
INO = load("ino-shika-cho")
CRANE, CURTAIN = Card.PINE_CRANE, Card.CHERRY_CURTAIN
ALL = tuple(BOTAN.deck)
ALL_BUT_ONE = ALL[:-1]


def ino(*events: Event, **options: object) -> Match:
    return Match.begin(INO, INO.options(options), (A, B, C)).replay(events)


def botan(*events: Event, **options: object) -> Match:
    return Match.begin(BOTAN, BOTAN.options(options), (A, B)).replay(events)


PLAYING = (RoundStarted(A),)
TAKEN = (*PLAYING, CardsCaptured(A, (CRANE,)), CardsCaptured(B, (CURTAIN,)))


def test_a_match_begins_with_nothing() -> None:
    match = ino()
    assert (match.stage, match.event_count, match.rounds, match.score) == (Stage.NEW, 0, (), None)
    assert [match.standings.of(seat).points for seat in (A, B, C)] == [0, 0, 0]


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        pytest.param((), "Botan-cho is for 2 players, not for 0", id="nobody"),
        pytest.param((A,), "Botan-cho is for 2 players, not for 1", id="one"),
        pytest.param((A, B, C), "Botan-cho is for 2 players, not for 3", id="three"),
        pytest.param((B, A), "players sit in the order A, B", id="out of order"),
        pytest.param((A, C), "2 players sit at A, B, not at A, C", id="a gap"),
    ],
)
def test_a_game_that_is_not_for_these_seats_does_not_begin(seats: tuple[Seat, ...], told: str) -> None:
    with pytest.raises(BadSeats, match=f"^{told}$"):
        Match.begin(BOTAN, BOTAN.options(), seats)


def test_names_given_later_do_not_change_a_match() -> None:
    names = {A: "Aki"}
    match = Match.begin(BOTAN, BOTAN.options(), (A, B), names)
    names[A] = "Ben"
    assert match.names == {A: "Aki"}


def test_before_the_first_round_there_is_no_round() -> None:
    with pytest.raises(BadEvent, match="no round has begun"):
        _ = ino().round


def test_every_event_counts() -> None:
    assert ino(*TAKEN, PlayerChosen(B), Undone(2)).event_count == 5


FINISHED_ONE = (*PLAYING, CardsCaptured(A, ALL), RoundClosed())
REACH = {
    "new": botan(),
    "playing": botan(*PLAYING, CardsCaptured(A, (CRANE,))),
    "leftover": botan(*PLAYING, CardsCaptured(A, ALL_BUT_ONE), RoundClosed()),
    "result": botan(*FINISHED_ONE),
    "last result": botan(*FINISHED_ONE, rounds=1),
    "finished": botan(*FINISHED_ONE, MatchFinished(), rounds=1),
    "ended": botan(*FINISHED_ONE, MatchEnded()),
    "second round": botan(*FINISHED_ONE, RoundStarted(A)),
    "result of an empty second round": ino(
        *PLAYING, CardsCaptured(A, ALL_BUT_ONE), RoundClosed(), RoundStarted(A), RoundClosed()
    ),
    "second round with a card": botan(*FINISHED_ONE, RoundStarted(A), CardsCaptured(B, (CRANE,))),
}
EVENTS: dict[str, Event] = {
    "start a round": RoundStarted(B),
    "choose": PlayerChosen(B),
    "capture": CardsCaptured(B, (ALL[-1],)),
    "move": CardsMoved(B, (CRANE,)),
    "declare none": TeyakuDeclared(B, (), ()),
    "misdeal": Misdealt(),
    "close": RoundClosed(),
    "reopen": RoundReopened(),
    "withdraw": RoundWithdrawn(),
    "finish": MatchFinished(),
    "resume": MatchResumed(),
    "end": MatchEnded(),
    "correct the dealer": DealerCorrected(B),
    "correct a round": RoundCorrected(0, CardsMoved(B, (CRANE,))),
    "lengthen": LengthChanged(13),
    "take back": Undone(1),
    "put back": Redone(1),
}
WHILE_PLAYING = {
    "choose",
    "capture",
    "declare none",
    "misdeal",
    "close",
    "end",
    "correct the dealer",
    "lengthen",
}
ALLOWED = {
    "new": {"start a round", "end"},
    "playing": WHILE_PLAYING | {"move", "take back"},
    "leftover": {"choose", "capture", "move", "declare none", "misdeal", "reopen", "end"},
    "result": {"start a round", "reopen", "end", "correct a round"},
    "last result": {"reopen", "finish", "end", "correct a round"},
    "finished": {"resume", "end", "correct a round"},
    "ended": set(),
    "second round": WHILE_PLAYING | {"withdraw", "correct a round"},
    "result of an empty second round": {"start a round", "reopen", "end", "correct a round"},
    "second round with a card": WHILE_PLAYING | {"correct a round"},
}
REFUSED = [(stage, event) for stage in REACH for event in EVENTS if event not in ALLOWED[stage]]
ACCEPTED = [(stage, event) for stage, events in ALLOWED.items() for event in sorted(events)]


@pytest.mark.parametrize(("stage", "event"), REFUSED)
def test_an_event_that_cannot_happen_is_refused(stage: str, event: str) -> None:
    with pytest.raises(BadEvent):
        REACH[stage].apply(EVENTS[event])


@pytest.mark.parametrize(("stage", "event"), ACCEPTED)
def test_an_event_that_can_happen_is_counted(stage: str, event: str) -> None:
    assert REACH[stage].apply(EVENTS[event]).event_count == REACH[stage].event_count + 1


def test_a_refusal_names_the_event_and_how_far_the_match_has_come() -> None:
    with pytest.raises(BadEvent, match=r"^round-closed: not while the match is new$"):
        botan(RoundClosed())


def test_while_cards_are_asked_for_nothing_is_put_back() -> None:
    match = botan(
        *PLAYING, CardsCaptured(A, ALL_BUT_ONE), CardsCaptured(B, ALL[-1:]), Undone(2), RoundClosed()
    )
    with pytest.raises(BadEvent, match="not while the match is leftover"):
        match.apply(Redone(2))


def test_a_dealer_who_does_not_sit_at_the_table_deals_no_round() -> None:
    with pytest.raises(ScorerError, match="nobody sits at C"):
        botan(RoundStarted(C))


def test_what_is_no_event_is_refused() -> None:
    with pytest.raises(BadEvent, match="not an event: 'rain'"):
        botan(*PLAYING).apply("rain")  # type: ignore[arg-type]

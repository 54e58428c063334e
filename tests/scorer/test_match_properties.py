"""What holds of a match whatever happens in it."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.cards import Pile
from scorer.errors import ScorerError
from scorer.events import (
    CardsCaptured,
    CardsMoved,
    Event,
    LengthChanged,
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
    Undone,
    event_from_json,
    event_to_json,
)
from scorer.match import Match
from scorer.ruleset import load
from scorer.scoring import score_round
from scorer.seats import Seat
from scorer.standings import Standings

A, B, _ = Seat
BOTAN = load("botan-cho")
START = Match.begin(BOTAN, BOTAN.options({"rounds": 2}), (A, B)).apply(RoundStarted(A))
ALL = tuple(BOTAN.deck)
HALF, REST = ALL[:20], ALL[20:]
CARDS = st.lists(st.sampled_from(list(BOTAN.deck)), min_size=1, max_size=8).map(tuple)
SEATS = st.sampled_from([A, B])
ANY_EVENT = st.one_of(
    st.builds(RoundStarted, SEATS),
    st.builds(PlayerChosen, SEATS),
    st.builds(CardsCaptured, SEATS, CARDS),
    st.builds(CardsCaptured, SEATS, st.sampled_from([ALL, HALF, REST])),
    st.builds(CardsMoved, SEATS, CARDS),
    st.builds(Undone, st.integers(0, 12)),
    st.builds(Redone, st.integers(0, 12)),
    st.builds(RoundCorrected, st.integers(0, 1), st.builds(CardsMoved, SEATS, CARDS)),
    st.builds(LengthChanged, st.integers(1, 3)),
    *(
        st.builds(kind)
        for kind in (
            Misdealt,
            RoundClosed,
            RoundClosed,
            RoundReopened,
            RoundWithdrawn,
            MatchFinished,
            MatchResumed,
        )
    ),
)


def _play(match: Match, wishes: list[Event]) -> tuple[Match, list[Event]]:
    """Apply those of the events that can happen, and return them too."""
    happened = []
    for event in wishes:
        try:
            match = match.apply(event)
        except ScorerError:
            continue
        happened.append(event)
    return match, happened


@settings(max_examples=60)
@given(wishes=st.lists(ANY_EVENT, max_size=30))
def test_replaying_what_was_stored_makes_the_same_match(wishes: list[Event]) -> None:
    live, happened = _play(START, wishes)
    stored = json.loads(json.dumps([event_to_json(event) for event in happened]))
    assert START.replay(map(event_from_json, stored)) == live


@settings(max_examples=60)
@given(wishes=st.lists(ANY_EVENT, max_size=30))
def test_whatever_happens_no_card_doubles_and_the_books_balance(wishes: list[Event]) -> None:
    match, _ = _play(START, wishes)
    in_piles = [card for cards in match.round.piles.values() for card in cards]
    assert len(in_piles) + len(match.unaccounted()) == 41
    assert set(in_piles) | set(match.unaccounted()) == set(BOTAN.deck)
    assert len(match.course) == len(match.scores) + 1
    assert 0 <= len(match.rounds) - len(match.scores) <= 1
    assert sum(match.standings.scores) == 0
    assert sum(match.standings.counters) == match.standings.rounds_played


@settings(max_examples=60)
@given(wishes=st.lists(ANY_EVENT, max_size=30))
def test_whatever_happens_the_rounds_scored_afresh_come_to_the_same_standings(wishes: list[Event]) -> None:
    match, _ = _play(START, wishes)
    standings = Standings.begin(BOTAN, match.options, (A, B))
    for round_, score, after in zip(match.rounds, match.scores, match.course[1:], strict=False):
        piles = {seat: Pile.of(cards) for seat, cards in round_.piles.items()}
        assert score_round(BOTAN, match.options, piles, round_.dealer, {}) == score
        standings = standings.after(score)
        assert standings == after
    assert match.standings == standings

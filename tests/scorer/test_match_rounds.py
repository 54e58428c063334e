"""How rounds follow each other: closing, reopening, withdrawing, the end."""

import json

import pytest

from scorer.cards import Card, Pile
from scorer.errors import BadEvent
from scorer.events import (
    CardsCaptured,
    CardsMoved,
    Event,
    MatchEnded,
    MatchFinished,
    MatchResumed,
    Misdealt,
    PlayerChosen,
    RoundClosed,
    RoundReopened,
    RoundStarted,
    RoundWithdrawn,
    TeyakuDeclared,
    Undone,
)
from scorer.jsonl import answer
from scorer.match import Match
from scorer.ruleset import load
from scorer.seats import Seat
from scorer.stage import Stage

A, B, C = Seat
BOTAN = load("botan-cho")
INO = load("ino-shika-cho")
ALL = tuple(BOTAN.deck)
HALF = tuple(Pile.parse("pine-crane plum-warbler cherry-curtain wisteria-cuckoo iris-bridge maple-deer"))
REST = tuple(BOTAN.deck - Pile.of(HALF))
IRISES = (Card.IRIS_BRIDGE, Card.IRIS_RIBBON, Card.IRIS_CHAFF_1)
HUNDRED = (Card.PINE_CRANE, Card.PLUM_WARBLER)
HUNDRED_FOR_B = (Card.CHERRY_CURTAIN, Card.SUSUKI_MOON)


def ino(*events: Event, **options: object) -> Match:
    return Match.begin(INO, INO.options({"fuke": False, **options}), (A, B)).replay(events)


def botan(*events: Event, **options: object) -> Match:
    return Match.begin(BOTAN, BOTAN.options(options), (A, B)).replay(events)


def won_by(seat: Seat, dealer: Seat = A) -> tuple[Event, ...]:
    """Return the events of a round of Botan-chō in which one player took everything."""
    return RoundStarted(dealer), CardsCaptured(seat, ALL), RoundClosed()


def points(match: Match) -> tuple[int, ...]:
    return tuple(match.standings.of(seat).points for seat in match.seats)


def test_closing_a_round_that_lacks_cards_asks_for_them_first() -> None:
    match = botan(RoundStarted(A), CardsCaptured(A, ALL[:-2]), RoundClosed())
    assert (match.stage, match.score, points(match)) == (Stage.LEFTOVER, None, (180, 180))
    assert tuple(match.unaccounted()) == ALL[-2:]


def test_the_last_card_given_brings_the_result_at_once() -> None:
    asked = botan(RoundStarted(A), CardsCaptured(A, ALL[:-2]), RoundClosed(), CardsCaptured(B, ALL[-2:-1]))
    given = asked.apply(CardsCaptured(B, ALL[-1:]))
    assert (asked.stage, given.stage) == (Stage.LEFTOVER, Stage.RESULT)
    assert given.round.piles[B] == ALL[-2:]


def test_a_game_that_does_not_need_all_cards_goes_straight_to_the_result() -> None:
    match = ino(RoundStarted(A), CardsCaptured(B, HUNDRED), RoundClosed())
    assert (match.stage, points(match), match.next_dealer) == (Stage.RESULT, (0, 100), B)


def test_standings_leave_the_running_round_out_until_its_result() -> None:
    running = botan(RoundStarted(A), CardsCaptured(B, ALL))
    assert points(running) == (180, 180)
    assert points(running.apply(RoundClosed())) == (-15, 376)


def test_the_dealer_deals_until_the_result_says_who_is_next() -> None:
    running = botan(RoundStarted(A), CardsCaptured(B, ALL))
    assert (running.next_dealer, running.apply(RoundClosed()).next_dealer) == (A, B)


def test_reopening_brings_back_piles_player_and_standings() -> None:
    before = ino(
        RoundStarted(B),
        TeyakuDeclared(A, ("hand-three",), IRISES),
        CardsCaptured(A, HUNDRED),
        PlayerChosen(A),
    )
    after = before.replay([RoundClosed(), RoundReopened()])
    assert (after.stage, after.round, after.standings) == (Stage.PLAYING, before.round, before.standings)


def test_leftovers_stay_where_they_were_given_when_the_round_is_reopened() -> None:
    match = botan(
        RoundStarted(A),
        CardsCaptured(A, ALL[:-1]),
        RoundClosed(),
        CardsCaptured(B, ALL[-1:]),
        RoundReopened(),
    )
    assert (match.stage, match.round.piles[B]) == (Stage.PLAYING, ALL[-1:])
    assert match.apply(Undone(3)).round.piles[B] == ()


def test_a_leftover_question_reopens_too() -> None:
    match = botan(RoundStarted(A), CardsCaptured(A, ALL[:-1]), RoundClosed(), RoundReopened())
    assert (match.stage, match.round.is_closed) == (Stage.PLAYING, False)


def test_a_misdeal_is_possible_while_cards_are_asked_for() -> None:
    match = botan(RoundStarted(B), CardsCaptured(A, ALL[:-1]), RoundClosed(), Misdealt())
    assert (match.stage, match.round.dealer, match.round.is_closed) == (Stage.PLAYING, B, False)


def test_the_next_round_begins_with_empty_piles_and_its_own_dealer() -> None:
    match = botan(*won_by(B), RoundStarted(B))
    assert (len(match.rounds), match.round.dealer, match.round.is_untouched) == (2, B, True)
    assert (points(match), match.score, match.stage) == ((-15, 376), None, Stage.PLAYING)


def test_withdrawing_an_empty_round_shows_the_result_before_with_the_same_standings() -> None:
    result = botan(*won_by(B))
    match = result.replay([RoundStarted(B), PlayerChosen(A), RoundWithdrawn()])
    assert (match.stage, match.rounds, match.standings) == (Stage.RESULT, result.rounds, result.standings)
    assert (match.score, match.event_count) == (result.score, result.event_count + 3)


def test_withdrawing_the_fourth_round_shows_the_third() -> None:
    three = botan(*won_by(B), *won_by(A), *won_by(B))
    match = three.replay([RoundStarted(B), RoundWithdrawn()])
    assert (match.stage, match.rounds, match.course) == (Stage.RESULT, three.rounds, three.course)
    assert match.standings == three.standings


def test_a_round_whose_changes_were_all_taken_back_can_be_withdrawn() -> None:
    match = botan(*won_by(B), RoundStarted(B), CardsCaptured(A, ALL), Undone(4), RoundWithdrawn())
    assert (match.stage, len(match.rounds)) == (Stage.RESULT, 1)


def test_a_withdrawn_round_can_be_scored_otherwise_and_the_match_goes_on() -> None:
    match = botan(
        *won_by(B), RoundStarted(B), RoundWithdrawn(), RoundReopened(), CardsMoved(A, ALL), RoundClosed()
    )
    assert (points(match), match.next_dealer) == ((376, -15), A)


@pytest.mark.parametrize(
    ("events", "why"),
    [
        pytest.param((), "there is no round to go back to", id="the first round"),
        pytest.param(
            (CardsCaptured(A, ALL), RoundClosed(), RoundStarted(A), CardsCaptured(A, HALF)),
            "there is no round to go back to",
            id="a card was captured",
        ),
    ],
)
def test_a_round_that_cannot_be_withdrawn_goes_on(events: tuple[Event, ...], why: str) -> None:
    match = botan(RoundStarted(A), *events)
    with pytest.raises(BadEvent, match=why):
        match.apply(RoundWithdrawn())


def test_the_match_finishes_after_its_last_round_only() -> None:
    with pytest.raises(BadEvent, match="the match is not over"):
        botan(*won_by(A), MatchFinished(), rounds=2)
    match = botan(*won_by(A), *won_by(A), MatchFinished(), rounds=2)
    assert (match.stage, match.standings.winner) == (Stage.FINISHED, A)


def test_after_the_last_result_no_round_begins() -> None:
    with pytest.raises(BadEvent, match="the match is over"):
        botan(*won_by(A), RoundStarted(A), rounds=1)


def test_back_from_the_end_the_last_result_stands_and_can_be_reopened() -> None:
    finished = botan(*won_by(A), MatchFinished(), rounds=1)
    resumed = finished.apply(MatchResumed())
    assert (resumed.stage, resumed.standings) == (Stage.RESULT, finished.standings)
    assert resumed.apply(RoundReopened()).standings.finished is False


def test_an_ended_match_takes_no_more() -> None:
    with pytest.raises(BadEvent, match="match-ended: not while the match is ended"):
        botan(*won_by(A), MatchEnded(), MatchEnded())


@pytest.mark.parametrize(
    ("second", "stage", "winner"),
    [
        pytest.param(HUNDRED_FOR_B, None, None, id="a tie at the top plays on"),
        pytest.param((Card.IRIS_BRIDGE,), Stage.FINISHED, A, id="alone at the top ends it"),
    ],
)
def test_at_the_target_a_tie_plays_on(
    second: tuple[Card, ...], stage: Stage | None, winner: Seat | None
) -> None:
    match = ino(
        RoundStarted(A), CardsCaptured(A, HUNDRED), CardsCaptured(B, second), RoundClosed(), target=100
    )
    assert (match.standings.finished, match.standings.winner) == (stage is Stage.FINISHED, winner)
    goes_on: Event = RoundStarted(A) if stage is None else MatchFinished()
    assert match.apply(goes_on).stage is (stage or Stage.PLAYING)


def _as_json(piles: tuple[tuple[Card, ...], tuple[Card, ...]]) -> dict[str, object]:
    return {"piles": {seat: [card.id for card in cards] for seat, cards in zip("AB", piles, strict=True)}}


@pytest.mark.parametrize("sharing", [((ALL, ()), (HALF, REST)), ((REST, HALF), ((), ALL))], ids=["1", "2"])
def test_standings_equal_those_of_the_protocol(
    sharing: tuple[tuple[tuple[Card, ...], tuple[Card, ...]], ...],
) -> None:
    request = {"game": "botan-cho", "dealer": "A", "rounds": [_as_json(piles) for piles in sharing]}
    match = botan()
    for of_a, of_b in sharing:
        deal = RoundStarted(match.next_dealer if match.rounds else A)
        taken = [CardsCaptured(A, of_a), CardsCaptured(B, of_b)]
        match = match.replay([deal, *taken, RoundClosed()])
    reply = answer(json.dumps(request).encode())
    assert reply["standings"] == {
        str(seat): {
            "chips": match.standings.of(seat).chips,
            "counters": match.standings.of(seat).counters,
            "points": match.standings.of(seat).points,
        }
        for seat in (A, B)
    }
    assert reply["dealer"] == str(match.next_dealer)

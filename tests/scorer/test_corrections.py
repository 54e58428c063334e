"""What is put right after it was scored: an earlier round, the dealer, the length of the match."""

from unittest.mock import Mock

import pytest

from scorer import (
    BadEvent,
    Card,
    CardsCaptured,
    CardsMoved,
    DealerCorrected,
    Event,
    LengthChanged,
    Match,
    MatchEnded,
    MatchFinished,
    MatchResumed,
    Pile,
    PlayerChosen,
    Redone,
    RoundClosed,
    RoundCorrected,
    RoundReopened,
    RoundStarted,
    ScorerError,
    Seat,
    Stage,
    TeyakuDeclared,
    Undone,
    load,
    score_round,
)

A, B, C = Seat
INO, BOTAN = load("ino-shika-cho"), load("botan-cho")
BIG_THREE = tuple(Pile.parse("pine-crane plum-warbler cherry-curtain"))
CRANE, DEER = Card.PINE_CRANE, Card.MAPLE_DEER


def ino(*events: Event, **options: object) -> Match:
    return Match.begin(INO, INO.options({"fuke": False, **options}), (A, B)).replay(events)


def round_of(dealer: Seat, mine: tuple[Card, ...], theirs: tuple[Card, ...] = (DEER,)) -> tuple[Event, ...]:
    return RoundStarted(dealer), CardsCaptured(A, mine), CardsCaptured(B, theirs), RoundClosed()


def points(match: Match) -> list[int]:
    return [match.standings.of(seat).points for seat in match.seats]


TWO_ROUNDS = (*round_of(A, BIG_THREE[:2]), *round_of(B, (CRANE,)))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(CardsCaptured(A, BIG_THREE[2:]), [350, 20], id="a card that was not tapped"),
        pytest.param(CardsMoved(B, BIG_THREE[:1]), [100, 70], id="a card of the other's"),
        pytest.param(TeyakuDeclared(B, ("hand-three",), ()), [150, 220], id="a lucky hand"),
    ],
)
def test_a_scored_round_is_settled_anew_and_the_later_ones_follow(
    change: CardsCaptured | CardsMoved | TeyakuDeclared, expected: list[int]
) -> None:
    before = ino(*TWO_ROUNDS)
    after = before.apply(RoundCorrected(0, change))
    assert points(before) == [150, 20]
    assert points(after) == expected
    assert (after.stage, after.event_count) == (Stage.RESULT, before.event_count + 1)


def test_of_many_rounds_only_the_corrected_one_is_scored_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = ino(*TWO_ROUNDS, RoundStarted(A))
    scoring = Mock(spec=score_round, side_effect=score_round)
    monkeypatch.setattr("scorer.match.score_round", scoring)
    match = match.replay([CardsCaptured(A, (CRANE,)), LengthChanged(500)])
    assert scoring.call_count == 0
    assert points(match.apply(RoundCorrected(0, CardsCaptured(A, BIG_THREE[2:])))) == [350, 20]
    assert scoring.call_count == 1


def test_the_shown_result_can_be_corrected_too() -> None:
    after = ino(*TWO_ROUNDS).apply(RoundCorrected(1, CardsMoved(B, (CRANE,))))
    assert points(after) == [100, 70]
    assert after.score is not None
    assert [player.score for player in after.score.players] == [0, 60]


def test_a_round_that_runs_goes_on_after_a_correction_as_it_was() -> None:
    running = ino(*TWO_ROUNDS, RoundStarted(A), CardsCaptured(B, (DEER,)))
    after = running.apply(RoundCorrected(0, CardsMoved(B, (CRANE,))))
    assert (after.stage, after.round, after.score) == (Stage.PLAYING, running.round, None)
    assert points(after) == [100, 70]


def test_a_correction_ends_redo_as_any_change_does() -> None:
    undone = ino(
        RoundStarted(A), CardsCaptured(A, (DEER,)), CardsCaptured(A, (CRANE,)), Undone(2), RoundClosed()
    )
    corrected = undone.apply(RoundCorrected(0, CardsCaptured(B, (CRANE,)))).apply(RoundReopened())
    assert corrected.round.last_undone() is None
    with pytest.raises(BadEvent):
        corrected.apply(Redone(2))


def test_a_round_that_runs_need_not_have_all_its_cards_for_a_correction() -> None:
    cards = tuple(BOTAN.deck)
    scored = (RoundStarted(A), CardsCaptured(A, cards[:20]), CardsCaptured(B, cards[20:]), RoundClosed())
    running = Match.begin(BOTAN, BOTAN.options(), (A, B)).replay([*scored, RoundStarted(A)])
    after = running.apply(RoundCorrected(0, CardsMoved(A, cards[20:])))
    assert points(after) == [376, -15]
    assert after.round == running.round


def test_later_dealers_stay_as_they_dealt() -> None:
    after = ino(*TWO_ROUNDS).apply(RoundCorrected(0, CardsMoved(B, BIG_THREE[:2])))
    assert [round_.dealer for round_ in after.rounds] == [A, B]


def test_a_correction_lasts_through_what_follows() -> None:
    after = ino(*TWO_ROUNDS, RoundCorrected(0, CardsMoved(B, (CRANE,))), *round_of(A, (CRANE,)))
    assert points(after) == [150, 80]
    assert points(after.apply(RoundCorrected(0, CardsMoved(A, (CRANE,))))) == [200, 30]


def test_the_end_stays_where_it_was_and_the_winner_is_who_has_most() -> None:
    over = ino(*round_of(A, BIG_THREE), MatchFinished(), target=200)
    after = over.apply(RoundCorrected(0, CardsMoved(B, BIG_THREE[1:])))
    assert (over.winner, over.standings.finished) == (A, True)
    assert (after.stage, after.standings.finished, after.winner) == (Stage.FINISHED, False, B)
    assert after.apply(MatchResumed()).winner is None


def test_nobody_has_won_while_the_match_goes_on() -> None:
    assert ino(*TWO_ROUNDS).winner is None


def test_chips_are_settled_anew_and_add_up() -> None:
    cards = tuple(BOTAN.deck)
    events = (RoundStarted(A), CardsCaptured(A, cards[:20]), CardsCaptured(B, cards[20:]), RoundClosed())
    before = Match.begin(BOTAN, BOTAN.options({}), (A, B)).replay(events)
    after = before.apply(RoundCorrected(0, CardsMoved(A, cards[20:])))
    chips = [after.standings.of(seat).chips for seat in (A, B)]
    assert sum(filter(None, chips)) == 360
    assert before.standings != after.standings
    assert after.score is not None
    assert after.score.payment is not None
    assert chips[0] == 180 + after.score.payment.points


@pytest.mark.parametrize(
    ("events", "correction"),
    [
        pytest.param((), RoundCorrected(0, CardsCaptured(A, (CRANE,))), id="nothing was played"),
        pytest.param(TWO_ROUNDS, RoundCorrected(2, CardsCaptured(A, (DEER,))), id="a round not begun"),
        pytest.param(TWO_ROUNDS, RoundCorrected(-1, CardsCaptured(A, (DEER,))), id="none before"),
        pytest.param(
            (*TWO_ROUNDS, RoundStarted(A)), RoundCorrected(2, CardsCaptured(A, (DEER,))), id="the running one"
        ),
        pytest.param(
            (*TWO_ROUNDS, RoundReopened()), RoundCorrected(1, CardsMoved(B, (CRANE,))), id="a reopened one"
        ),
        pytest.param(TWO_ROUNDS, RoundCorrected(0, CardsCaptured(A, (CRANE,))), id="a card in a pile"),
        pytest.param(TWO_ROUNDS, RoundCorrected(0, CardsMoved(A, (CRANE,))), id="a card that is there"),
        pytest.param(TWO_ROUNDS, RoundCorrected(0, CardsMoved(C, (CRANE,))), id="nobody's seat"),
        pytest.param(TWO_ROUNDS, RoundCorrected(0, TeyakuDeclared(A, ("crow",), ())), id="no such hand"),
        pytest.param((*TWO_ROUNDS, MatchEnded()), RoundCorrected(0, CardsMoved(B, (CRANE,))), id="put away"),
    ],
)
def test_what_cannot_be_is_refused(events: tuple[Event, ...], correction: RoundCorrected) -> None:
    match = ino(*events)
    with pytest.raises(ScorerError):
        match.apply(correction)


def test_the_dealer_of_the_running_round_is_put_right_and_the_piles_stay() -> None:
    running = ino(RoundStarted(A), CardsCaptured(B, (CRANE,)))
    after = running.apply(DealerCorrected(B))
    assert (after.round.dealer, after.round.active) == (B, A)
    assert after.round.piles == running.round.piles
    assert after.apply(RoundClosed()).stage is Stage.RESULT


@pytest.mark.parametrize(
    ("events", "active"),
    [
        pytest.param((), C, id="nothing has happened: the dealer begins"),
        pytest.param((PlayerChosen(A),), A, id="a player was chosen"),
        pytest.param((CardsCaptured(A, (CRANE,)),), A, id="a card was captured"),
    ],
)
def test_a_corrected_dealer_is_active_only_while_nothing_has_happened(
    events: tuple[Event, ...], active: Seat
) -> None:
    match = Match.begin(INO, INO.options(), (A, B, C)).replay((RoundStarted(A), *events, DealerCorrected(C)))
    assert (match.round.dealer, match.round.active) == (C, active)


@pytest.mark.parametrize(
    ("events", "event"),
    [
        pytest.param((RoundStarted(A),), DealerCorrected(C), id="nobody deals"),
        pytest.param(TWO_ROUNDS, DealerCorrected(B), id="after the round"),
        pytest.param((RoundStarted(A),), LengthChanged(0), id="no target"),
        pytest.param((RoundStarted(A),), LengthChanged(1_000_001), id="beyond every target"),
        pytest.param(TWO_ROUNDS, LengthChanged(300), id="length after the round"),
    ],
)
def test_what_cannot_be_put_right_is_refused(events: tuple[Event, ...], event: Event) -> None:
    with pytest.raises(ScorerError):
        ino(*events).apply(event)


def test_a_shorter_race_ends_with_the_round_that_reaches_the_target() -> None:
    match = ino(*TWO_ROUNDS, RoundStarted(A)).apply(LengthChanged(100))
    assert (match.stage, points(match)) == (Stage.PLAYING, [150, 20])
    assert match.options["target"] == 100
    over = match.replay([CardsCaptured(A, (CRANE,)), RoundClosed()])
    assert over.standings.finished


def test_rounds_that_have_begun_cannot_be_taken_away() -> None:
    cards = tuple(BOTAN.deck)
    one = (RoundStarted(A), CardsCaptured(A, cards), RoundClosed(), RoundStarted(A))
    match = Match.begin(BOTAN, BOTAN.options({}), (A, B)).replay(one)
    with pytest.raises(BadEvent, match="2 rounds have begun"):
        match.apply(LengthChanged(1))
    assert match.apply(LengthChanged(2)).options["rounds"] == 2

from dataclasses import replace

import pytest

from scorer.cards import Pile
from scorer.errors import BadSeats, BrokenBooks
from scorer.ruleset import load, parse
from scorer.scoring import RoundScore, score_round
from scorer.seats import Seat
from scorer.standings import Standing, Standings

A, B, C = Seat
BOTAN = load("botan-cho")
INO = load("ino-shika-cho")
ALL_TO_A = score_round(BOTAN, BOTAN.options(), {A: BOTAN.deck, B: Pile()}, A, {})
ALL_TO_B = score_round(BOTAN, BOTAN.options(), {A: Pile(), B: BOTAN.deck}, A, {})
OFF = INO.options({"fuke": False})


def _race(*points: int) -> RoundScore:
    """Make a round of Ino-Shika-Chō with these scores."""
    blank = score_round(INO, OFF, {seat: Pile() for seat in tuple(Seat)[: len(points)]}, A, {})
    players = tuple(replace(player, score=score) for player, score in zip(blank.players, points, strict=True))
    return replace(blank, players=players)


def test_a_match_begins_with_the_chips_agreed() -> None:
    standings = Standings.begin(BOTAN, BOTAN.options({"chips": 100}), [A, B])
    assert standings.of(A) == standings.of(B) == Standing(points=100, chips=100, counters=0)
    assert (standings.rounds_played, standings.finished, standings.winner, standings.leader) == (
        0,
        False,
        None,
        None,
    )


def test_a_round_moves_chips_and_a_counter() -> None:
    standings = Standings.begin(BOTAN, BOTAN.options(), [A, B]).after(ALL_TO_A)
    assert standings.of(A) == Standing(points=376, chips=375, counters=1)
    assert standings.of(B) == Standing(points=-15, chips=-15, counters=0)


def test_the_last_counter_ends_the_match_and_most_points_win() -> None:
    begun = Standings.begin(BOTAN, BOTAN.options({"rounds": 2}), [A, B])
    one = begun.after(ALL_TO_A)
    assert (one.finished, one.winner, one.leader) == (False, None, A)
    assert (one.after(ALL_TO_A).finished, one.after(ALL_TO_A).winner) == (True, A)


def test_equal_points_at_the_end_are_a_drawn_game() -> None:
    standings = Standings.begin(BOTAN, BOTAN.options({"rounds": 2}), [A, B]).after(ALL_TO_A).after(ALL_TO_B)
    assert (standings.finished, standings.winner) == (True, None)


def test_a_paying_game_without_counters_has_chips_alone() -> None:
    rules = parse(BOTAN.text.replace("counters = true", "counters = false"))
    score = score_round(rules, rules.options(), {A: rules.deck, B: Pile()}, A, {})
    standings = Standings.begin(rules, rules.options(), [A, B]).after(score)
    assert standings.of(A) == Standing(points=375, chips=375)


@pytest.mark.parametrize(
    ("rounds", "finished", "winner"),
    [
        pytest.param([(599, 0)], False, None, id="one short"),
        pytest.param([(600, 0)], True, A, id="just there"),
        pytest.param([(600, 600)], False, None, id="two at the top"),
        pytest.param([(600, 600), (0, 5)], True, B, id="decided a round later"),
        pytest.param([(600, 700)], True, B, id="most points win"),
        pytest.param([(600, 0, 600)], False, None, id="three players, two at the top"),
        pytest.param([(600, 600, 601)], True, C, id="three players, one alone"),
    ],
)
def test_a_race_ends_when_someone_is_alone_at_the_top_and_at_the_target(
    rounds: list[tuple[int, ...]], finished: bool, winner: Seat | None
) -> None:
    standings = Standings.begin(INO, OFF, tuple(Seat)[: len(rounds[0])])
    for points in rounds:
        standings = standings.after(_race(*points))
    assert (standings.finished, standings.winner) == (finished, winner)
    assert standings.of(A) == Standing(points=600 - (rounds[0][0] == 599))


@pytest.mark.parametrize(
    "score",
    [
        pytest.param(_race(1, 2), id="another game"),
        pytest.param(replace(ALL_TO_A, players=ALL_TO_A.players[:1]), id="another table"),
        pytest.param(replace(ALL_TO_A, counter=None), id="a counter lost"),
        pytest.param(
            replace(ALL_TO_A, players=(ALL_TO_A.players[0], replace(ALL_TO_A.players[1], score=-194))),
            id="a chip made",
        ),
    ],
)
def test_books_that_do_not_balance_are_refused(score: RoundScore) -> None:
    with pytest.raises(BrokenBooks):
        Standings.begin(BOTAN, BOTAN.options(), [A, B]).after(score)


def test_a_game_is_not_begun_with_too_many_players() -> None:
    with pytest.raises(BadSeats):
        Standings.begin(BOTAN, BOTAN.options(), [A, B, C])

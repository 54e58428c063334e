"""What a player has before the round is over."""

import pytest

from scorer import CardsCaptured, Match, Pile, RoundStarted, Seat, TeyakuDeclared, load, so_far

A, B = Seat.A, Seat.B
BIG_THREE = tuple(Pile.parse("pine-crane plum-warbler cherry-curtain"))


def _running(game: str, *events: CardsCaptured | TeyakuDeclared) -> Match:
    rules = load(game)
    return Match.begin(rules, rules.options(), (A, B)).replay([RoundStarted(A), *events])


@pytest.mark.parametrize(
    ("game", "points"),
    [
        pytest.param("botan-cho", 50, id="where players pay each other, the cards"),
        pytest.param("ino-shika-cho", 300, id="in a race, the yaku too"),
    ],
)
def test_points_are_told_as_they_add_up(game: str, points: int) -> None:
    match = _running(game, CardsCaptured(B, BIG_THREE))
    assert (so_far(match, B).points, so_far(match, A).points) == (points, 0)
    assert len(so_far(match, B).made.yaku) == 1


def test_a_lucky_hand_counts_as_soon_as_it_is_declared_and_for_its_player_alone() -> None:
    match = _running("ino-shika-cho", TeyakuDeclared(B, ("hand-three", "all-chaff"), ()))
    assert [row.id for row in so_far(match, B).teyaku] == ["all-chaff", "hand-three"]
    assert (so_far(match, B).points, so_far(match, A)) == (600, so_far(_running("ino-shika-cho"), A))

"""What happens in one round: captures, moves, lucky hands, taking back."""

import pytest

from scorer.cards import Card
from scorer.errors import BadEvent, ScorerError
from scorer.events import (
    CardsCaptured,
    CardsMoved,
    Event,
    Misdealt,
    PlayerChosen,
    Redone,
    RoundStarted,
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
CRANE, WARBLER, CURTAIN, DEER = Card.PINE_CRANE, Card.PLUM_WARBLER, Card.CHERRY_CURTAIN, Card.MAPLE_DEER
IRISES = (Card.IRIS_BRIDGE, Card.IRIS_RIBBON, Card.IRIS_CHAFF_1)
PLAYING = (RoundStarted(A),)
TAKEN = (*PLAYING, CardsCaptured(A, (CRANE, WARBLER)), CardsCaptured(B, (CURTAIN,)))


def ino(*events: Event, **options: object) -> Match:
    return Match.begin(INO, INO.options(options), (A, B, C)).replay(events)


def test_a_round_begins_with_its_dealer_active_and_empty_piles() -> None:
    round_ = ino(RoundStarted(B)).round
    assert (round_.dealer, round_.active, dict(round_.piles)) == (B, B, {A: (), B: (), C: ()})
    assert (round_.is_letter_pressed, round_.is_closed, round_.is_untouched) == (False, False, True)


def test_choosing_a_player_changes_who_is_active_and_nothing_else() -> None:
    before, after = ino(*TAKEN), ino(*TAKEN, PlayerChosen(C))
    assert (after.round.active, after.round.is_letter_pressed) == (C, True)
    assert (after.round.piles, after.round.dealer) == (before.round.piles, A)


def test_captured_cards_keep_their_order() -> None:
    match = ino(*PLAYING, CardsCaptured(A, (WARBLER, CRANE)), CardsCaptured(A, (CURTAIN,)))
    assert match.round.piles[A] == (WARBLER, CRANE, CURTAIN)


def test_a_captured_card_has_an_owner_and_is_no_longer_unaccounted_for() -> None:
    match = ino(*TAKEN)
    assert [match.round.owner(card) for card in (CRANE, CURTAIN, DEER)] == [A, B, None]
    assert len(match.unaccounted()) == 45
    assert DEER in match.unaccounted()
    assert CURTAIN not in match.unaccounted()


def test_a_moved_card_comes_last() -> None:
    match = ino(*TAKEN, CardsMoved(B, (CRANE,)), CardsMoved(A, (CRANE,)))
    assert (match.round.piles[A], match.round.piles[B]) == ((WARBLER, CRANE), (CURTAIN,))


def test_cards_of_several_players_move_together() -> None:
    match = ino(*TAKEN, CardsMoved(C, (CURTAIN, CRANE)))
    assert dict(match.round.piles) == {A: (WARBLER,), B: (), C: (CURTAIN, CRANE)}


def test_a_card_taken_back_stands_again_where_it_stood() -> None:
    match = ino(*TAKEN, CardsMoved(B, (CRANE,)), Undone(3))
    assert (match.round.piles[A], match.round.piles[B]) == ((CRANE, WARBLER), (CURTAIN,))


@pytest.mark.parametrize(
    ("undone", "piles"),
    [
        pytest.param([], ((CRANE, WARBLER), (CURTAIN,)), id="none"),
        pytest.param([2], ((CRANE, WARBLER), ()), id="one"),
        pytest.param([2, 1], ((), ()), id="all"),
    ],
)
def test_taking_back_has_no_limit(
    undone: list[int], piles: tuple[tuple[Card, ...], tuple[Card, ...]]
) -> None:
    match = ino(*TAKEN, *map(Undone, undone))
    assert (match.round.piles[A], match.round.piles[B]) == piles


def test_what_was_taken_back_is_put_back_in_the_other_order() -> None:
    match = ino(*TAKEN, Undone(2), Undone(1))
    assert match.round.last_undone() == (1, CardsCaptured(A, (CRANE, WARBLER)))
    match = match.apply(Redone(1))
    assert match.round.last_undone() == (2, CardsCaptured(B, (CURTAIN,)))
    match = match.apply(Redone(2))
    assert (match.round.piles, match.round.last_undone()) == (ino(*TAKEN).round.piles, None)


def test_a_new_change_ends_putting_back() -> None:
    match = ino(*TAKEN, Undone(2), CardsCaptured(C, (DEER,)))
    assert match.round.last_undone() is None
    with pytest.raises(BadEvent, match="event 2 was not the last to be taken back"):
        match.apply(Redone(2))


def test_taking_back_after_putting_back_and_a_change_finds_the_changes_in_order() -> None:
    match = ino(*TAKEN, Undone(2), CardsCaptured(C, (DEER,)), Undone(4), Undone(1))
    assert match.round.is_untouched
    assert dict(match.round.piles) == {A: (), B: (), C: ()}


def test_taking_back_aims_at_the_last_change_and_not_at_a_choice_of_player() -> None:
    match = ino(*TAKEN, PlayerChosen(C))
    assert match.round.last_change() == (2, CardsCaptured(B, (CURTAIN,)))
    assert match.apply(Undone(2)).round.active is C


def test_a_choice_of_player_does_not_end_putting_back() -> None:
    match = ino(*TAKEN, Undone(2), PlayerChosen(C), Redone(2))
    assert match.round.piles[B] == (CURTAIN,)


def test_a_lucky_hand_stands_in_the_rule_files_seats_and_its_cards_are_not_captured() -> None:
    match = ino(*PLAYING, TeyakuDeclared(C, ("hand-three",), IRISES), TeyakuDeclared(A, ("all-chaff",), ()))
    assert list(match.round.teyaku.items()) == [(A, ("all-chaff",)), (C, ("hand-three",))]
    assert dict(match.round.shown) == {C: IRISES}
    assert len(match.unaccounted()) == 48


def test_a_new_declaration_replaces_the_old_and_taking_it_back_restores_it() -> None:
    declared = (*PLAYING, TeyakuDeclared(B, ("hand-three",), IRISES), TeyakuDeclared(B, ("all-chaff",), ()))
    assert (ino(*declared).round.teyaku, ino(*declared).round.shown) == ({B: ("all-chaff",)}, {})
    back = ino(*declared, Undone(2)).round
    assert (back.teyaku, back.shown) == ({B: ("hand-three",)}, {B: IRISES})


def test_what_is_captured_after_a_declaration_counts_like_what_was_captured_before() -> None:
    match = ino(*TAKEN, TeyakuDeclared(B, ("hand-three",), IRISES), CardsCaptured(C, (DEER,)))
    assert dict(match.round.piles) == {A: (CRANE, WARBLER), B: (CURTAIN,), C: (DEER,)}
    assert dict(match.round.teyaku) == {B: ("hand-three",)}


def test_declaring_none_takes_a_declaration_away() -> None:
    match = ino(*PLAYING, TeyakuDeclared(B, ("hand-three",), IRISES), TeyakuDeclared(B, (), ()))
    assert (match.round.teyaku, match.round.shown) == ({}, {})


def test_a_misdeal_keeps_round_and_dealer_and_drops_the_rest() -> None:
    match = ino(
        RoundStarted(B),
        TeyakuDeclared(C, ("hand-three",), IRISES),
        PlayerChosen(C),
        CardsCaptured(C, (CRANE,)),
        Misdealt(),
    )
    assert (len(match.rounds), match.stage, match.event_count) == (1, Stage.PLAYING, 5)
    assert match.round == ino(RoundStarted(B)).round


@pytest.mark.parametrize(
    ("event", "why"),
    [
        pytest.param(CardsCaptured(B, (CRANE,)), "lies in A's pile already", id="captured from a pile"),
        pytest.param(CardsCaptured(A, (CRANE,)), "lies in A's pile already", id="captured twice"),
        pytest.param(CardsCaptured(B, (DEER, DEER)), "lies in B's pile already", id="one card twice at once"),
        pytest.param(CardsCaptured(B, (DEER, CRANE)), "lies in A's pile already", id="one of two"),
        pytest.param(CardsMoved(B, (DEER,)), "in no pile of another player", id="moved from no pile"),
        pytest.param(CardsMoved(A, (CRANE,)), "in no pile of another player", id="moved to its own"),
        pytest.param(CardsMoved(B, (CRANE, CRANE)), "in no pile of another player", id="moved twice at once"),
        pytest.param(CardsCaptured(C, (DEER,)), "nobody sits at C", id="by nobody"),
        pytest.param(PlayerChosen(C), "nobody sits at C", id="nobody is chosen"),
        pytest.param(CardsCaptured(B, (Card.CLOVER_BOAR,)), "played without clover-boar", id="left out"),
        pytest.param(TeyakuDeclared(B, ("hand-three",), IRISES), "do not exist", id="no lucky hands"),
        pytest.param(Undone(0), "event 0 is not the last change", id="taking back the start"),
        pytest.param(Redone(1), "event 1 was not the last", id="putting back what holds"),
    ],
)
def test_a_change_that_cannot_be_is_refused(event: Event, why: str) -> None:
    match = Match.begin(BOTAN, BOTAN.options(), (A, B)).replay([*PLAYING, CardsCaptured(A, (CRANE,))])
    with pytest.raises(ScorerError, match=why):
        match.apply(event)
    assert match.round.piles == {A: (CRANE,), B: ()}


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        pytest.param({}, ("hand-tree",), id="unknown"),
        pytest.param({}, ("hand-three", "double-hand-three"), id="one beside what replaces it"),
        pytest.param({"teyaku": False}, ("hand-three",), id="switched off"),
    ],
)
def test_a_lucky_hand_that_could_not_be_scored_is_not_declared(
    options: dict[str, object], ids: tuple[str, ...]
) -> None:
    with pytest.raises(ScorerError, match="seat B declares"):
        ino(*PLAYING, TeyakuDeclared(B, ids, ()), **options)


def test_nothing_of_a_round_can_be_changed_from_outside() -> None:
    with pytest.raises(TypeError):
        ino(*PLAYING).round.piles[A] = ()  # type: ignore[index]

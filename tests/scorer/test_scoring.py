"""Rounds: fuke, ties, who pays, who deals next, and what cannot be scored."""

import pytest

from scorer.cards import Card, CardType, Pile
from scorer.errors import BadDealer, BadSeats, CardNotInGame, DuplicateCard, IncompletePiles, ScorerError
from scorer.fuke import FukeKind
from scorer.ruleset import load, parse
from scorer.scoring import Payment, TypePoints, score_round
from scorer.seats import Seat

A, B, C = Seat
BOTAN = load("botan-cho")
INO = load("ino-shika-cho")
# Without yaku: 60 and 65 points, from cards that leave each other alone.
P60 = "pine-crane iris-bridge"
P65 = "paulownia-phoenix clover-boar maple-blue-ribbon"
Q60 = "willow-rain-man susuki-geese"
Q65 = "plum-warbler willow-swallow peony-blue-ribbon"
R65 = "cherry-curtain wisteria-cuckoo iris-ribbon"
# 15 points of cards and 100 of the little three.
LITTLE_THREE = "pine-poetry-ribbon plum-poetry-ribbon cherry-poetry-ribbon"
EVEN = Pile.parse(
    "cherry-chaff-2 chrysanthemum-blue-ribbon chrysanthemum-chaff-1 chrysanthemum-chaff-2 iris-bridge"
    " iris-chaff-1 iris-chaff-2 iris-ribbon maple-chaff-1 maple-chaff-2 maple-deer paulownia-chaff-1"
    " paulownia-chaff-2 peony-butterflies pine-chaff-1 pine-chaff-2 pine-crane plum-chaff-2 plum-warbler"
    " susuki-chaff-1 susuki-chaff-2 willow-lightning willow-rain-man wisteria-cuckoo wisteria-ribbon"
)
ON, LOW = {"fuke_counts": "score"}, {"fuke_counts": "cards"}


def _piles(*texts: str) -> dict[Seat, Pile]:
    return {seat: Pile.parse(text) for seat, text in zip(Seat, texts, strict=False)}


@pytest.mark.parametrize(
    ("texts", "dealer", "options", "kind", "scores", "next_dealer"),
    [
        pytest.param((P65, Q65), A, {}, None, [65, 65], A, id="nobody at 60"),
        pytest.param((P65, Q60), A, {}, FukeKind.NON_DEALER, [0, 0], A, id="the other at 60"),
        pytest.param((P60, Q65), A, {}, FukeKind.DEALER, [0, 0], A, id="dealer at 60, no yaku to leave"),
        pytest.param((P60, Q60), A, {}, FukeKind.NON_DEALER, [0, 0], A, id="both at 60: rule 1 first"),
        pytest.param((P60, Q60), B, {"fuke": False}, None, [60, 60], B, id="off"),
        pytest.param((P60, Q65), B, {"fuke_limit": 59}, None, [60, 65], B, id="limit 59"),
        pytest.param((P60, Q65), B, {"fuke_limit": 65}, FukeKind.NON_DEALER, [0, 0], B, id="limit 65"),
        pytest.param((P65, LITTLE_THREE), A, ON, None, [65, 115], B, id="yaku are counted"),
        pytest.param(
            (P65, LITTLE_THREE), A, LOW, FukeKind.NON_DEALER, [0, 0], A, id="cards alone: the other"
        ),
        pytest.param(
            (P65, LITTLE_THREE), B, LOW, FukeKind.DEALER, [0, 0], B, id="cards alone: dealer's yaku lost"
        ),
        pytest.param(
            (P60, f"{Q65} {LITTLE_THREE}"),
            A,
            {},
            FukeKind.DEALER,
            [0, 100],
            B,
            id="the other keeps dekiyaku alone",
        ),
        pytest.param((P65, Q65, R65), B, {}, None, [65, 65, 65], B, id="three, all equal: dealer stays"),
        pytest.param((P65, Q65, LITTLE_THREE), A, {}, None, [65, 65, 115], C, id="three, one best"),
        pytest.param((P65, Q60, R65), B, {}, FukeKind.DEALER, [0, 0, 0], B, id="three, dealer at 60"),
        pytest.param((P65, Q60, R65), A, {}, FukeKind.NON_DEALER, [0, 0, 0], A, id="three, another at 60"),
        pytest.param(("", Q65, R65), A, {"fuke": False}, None, [0, 65, 65], B, id="equal: the first after A"),
        pytest.param((P65, "", R65), B, {"fuke": False}, None, [65, 0, 65], C, id="equal: the first after B"),
        pytest.param((P65, Q65, ""), C, {"fuke": False}, None, [65, 65, 0], A, id="equal: the first after C"),
        pytest.param(
            (P65, "", R65), A, {"fuke": False}, None, [65, 0, 65], A, id="equal: dealer among them stays"
        ),
    ],
)
def test_fuke_strikes_as_the_rule_says(
    texts: tuple[str, ...],
    dealer: Seat,
    options: dict[str, object],
    kind: FukeKind | None,
    scores: list[int],
    next_dealer: Seat,
) -> None:
    score = score_round(INO, INO.options(options), _piles(*texts), dealer, {})
    assert score.fuke is kind
    assert [player.score for player in score.players] == scores
    assert score.next_dealer is next_dealer


@pytest.mark.parametrize(
    ("texts", "kind", "scores"),
    [
        pytest.param((P60, Q65), FukeKind.ANY, [0, 0], id="dealer"),
        pytest.param((P65, Q60), FukeKind.ANY, [0, 0], id="other"),
        pytest.param((P65, Q65), None, [65, 65], id="nobody"),
    ],
)
def test_a_game_may_let_anyone_annul(
    texts: tuple[str, str], kind: FukeKind | None, scores: list[int]
) -> None:
    rules = parse(INO.text.replace('annulled_by = "non-dealer"', 'annulled_by = "any"'))
    score = score_round(rules, rules.options(), _piles(*texts), A, {})
    assert score.fuke is kind
    assert [player.score for player in score.players] == scores


def test_a_game_may_let_the_dealer_be_low() -> None:
    rules = parse(INO.text.replace("dealer_leaves_yaku = true", "dealer_leaves_yaku = false"))
    assert score_round(rules, rules.options(), _piles(P60, Q65), A, {}).fuke is None


def test_what_fuke_took_away_is_told() -> None:
    score = score_round(INO, INO.options(), _piles(P60, f"{Q65} {LITTLE_THREE}"), A, {B: ["hand-three"]})
    assert [player.taken_by_fuke for player in score.players] == [60, 280]


@pytest.mark.parametrize(
    ("texts", "options", "low"),
    [
        pytest.param((P65, Q65, R65), {}, {}, id="nobody"),
        pytest.param((P65, Q60, ""), {}, {B: 60, C: 0}, id="two, in playing order"),
        pytest.param((P60, Q60, R65), {}, {B: 60}, id="the dealer too, whom rule 1 does not look at"),
        pytest.param((P60, Q65, R65), {}, {A: 60}, id="the dealer alone"),
        pytest.param((P65, LITTLE_THREE, R65), LOW, {B: 15}, id="the points of the cards alone"),
    ],
)
def test_who_was_low_is_told_with_the_points_that_count(
    texts: tuple[str, ...], options: dict[str, object], low: dict[Seat, int]
) -> None:
    score = score_round(INO, INO.options(options), _piles(*texts), A, {})
    assert list(score.low.items()) == list(low.items())


def test_lucky_hands_are_points_of_the_round() -> None:
    score = score_round(INO, INO.options(), _piles(P65, ""), A, {B: ["hand-three", "all-chaff"]})
    assert [row.id for row in score.of(B).teyaku] == ["all-chaff", "hand-three"]
    assert (score.of(B).teyaku_points, score.of(B).score, score.winner) == (600, 600, B)


def test_card_points_are_told_by_type() -> None:
    score = score_round(INO, INO.options(), _piles(f"{P65} {Q65} paulownia-yellow pine-chaff-1", ""), A, {})
    assert score.by_type(A) == (
        TypePoints(CardType.BRIGHT, 1, 50),
        TypePoints(CardType.ANIMAL, 3, 70),
        TypePoints(CardType.RIBBON, 2, 10),
        TypePoints(CardType.CHAFF, 2, 5),
    )


@pytest.mark.parametrize("dealer", [A, B])
@pytest.mark.parametrize(
    ("pile", "winner"),
    [pytest.param(EVEN, A, id="A holds it"), pytest.param(BOTAN.deck - EVEN, B, id="B holds it")],
)
def test_the_lightning_decides_an_equal_round(pile: Pile, winner: Seat, dealer: Seat) -> None:
    score = score_round(BOTAN, BOTAN.options(), {A: pile, B: BOTAN.deck - pile}, dealer, {})
    assert [player.score for player in score.players] == [0, 0]
    assert (score.winner, score.counter, score.next_dealer, score.payment) == (winner, winner, winner, None)


def test_without_a_tie_card_nobody_wins_an_equal_round_and_the_dealer_stays() -> None:
    rules = parse(
        BOTAN.text.replace('tie_card = "willow-lightning"', "").replace("counters = true", "counters = false")
    )
    score = score_round(rules, rules.options(), {A: EVEN, B: BOTAN.deck - EVEN}, B, {})
    assert (score.winner, score.counter, score.next_dealer, score.payment) == (None, None, B, None)


def test_the_loser_pays_the_winners_score() -> None:
    score = score_round(BOTAN, BOTAN.options(), {A: BOTAN.deck, B: Pile()}, B, {})
    assert score.payment == Payment(B, A, 195)
    assert (score.winner, score.next_dealer, score.counter, score.dealer) == (A, A, A, B)


@pytest.mark.parametrize(
    ("rules", "piles", "dealer", "error", "message"),
    [
        pytest.param(BOTAN, {A: Pile()}, A, BadSeats, "is for 2 players, not for 1", id="one"),
        pytest.param(BOTAN, {}, A, BadSeats, "not for 0", id="none"),
        pytest.param(BOTAN, {A: Pile(), C: Pile()}, A, BadSeats, "sit at A, B, not at A, C", id="A and C"),
        pytest.param(BOTAN, {A: Pile(), B: Pile(), C: Pile()}, A, BadSeats, "for 2 players", id="three"),
        pytest.param(INO, {A: Pile(), B: Pile()}, C, BadDealer, "dealer C", id="dealer"),
        pytest.param(
            BOTAN,
            {A: Pile.parse("clover-boar"), B: Pile()},
            A,
            CardNotInGame,
            "clover-boar",
            id="not in game",
        ),
        pytest.param(
            INO,
            {A: Pile.parse(P60), B: Pile.parse(P60)},
            A,
            DuplicateCard,
            "pile B holds pine-crane",
            id="twice",
        ),
        pytest.param(
            INO,
            {A: Pile.parse(P60), B: Pile.parse(P65), C: Pile.parse(P60)},
            A,
            DuplicateCard,
            "pile C holds pine-crane iris-bridge",
            id="twice, with another pile between",
        ),
        pytest.param(
            BOTAN,
            {A: BOTAN.deck - EVEN, B: EVEN - Pile.parse(P60)},
            A,
            IncompletePiles,
            "missing: pine-crane, iris-bridge",
            id="incomplete",
        ),
    ],
)
def test_a_round_that_cannot_be_is_refused(
    rules: object, piles: dict[Seat, Pile], dealer: Seat, error: type[ScorerError], message: str
) -> None:
    with pytest.raises(error, match=message):
        score_round(rules, rules.options(), piles, dealer, {})


def test_the_pile_need_not_come_in_playing_order() -> None:
    score = score_round(INO, INO.options(), {B: Pile.of([Card.PINE_CRANE]), A: Pile()}, A, {})
    assert score.seats == (A, B)

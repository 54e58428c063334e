"""Yaku that win at once (Roppyakken)."""

import pytest

from scorer import Pile, Seat, Standings, load, parse, score_round

A, B, C = Seat
RULES = load("roppyakken")
FOUR = "pine-crane cherry-curtain susuki-moon paulownia-phoenix"
SEVEN = (
    "pine-poetry-ribbon plum-poetry-ribbon wisteria-ribbon iris-ribbon clover-ribbon "
    "peony-blue-ribbon maple-blue-ribbon"
)
THREE = "pine-crane cherry-curtain susuki-moon"
RICH = "plum-warbler willow-rain-man clover-boar maple-deer peony-butterflies willow-swallow"


def _after(piles: dict[Seat, str], start: tuple[int, int], **options: object) -> Standings:
    """Return the standings after one round that began at these points."""
    chosen = RULES.options(options)
    before = Standings.begin(RULES, chosen, (A, B))
    before = Standings(RULES, chosen, before.seats, start, before.counters, 1)  # type: ignore[arg-type]
    cards = {seat: Pile.parse(text) for seat, text in piles.items()}
    return before.after(score_round(RULES, chosen, cards, A, {}))


@pytest.mark.parametrize(
    ("piles", "start", "options", "winner"),
    [
        pytest.param({A: FOUR, B: RICH}, (-600, 300), {}, A, id="four brights beat more points"),
        pytest.param({A: SEVEN, B: RICH}, (-600, 300), {}, A, id="so do seven ribbons"),
        pytest.param({A: SEVEN, B: FOUR}, (900, -600), {}, B, id="four brights beat seven ribbons"),
        pytest.param({A: FOUR, B: RICH}, (-900, -900), {}, None, id="not while nobody is at the target"),
        pytest.param(
            {A: FOUR, B: RICH}, (-600, 300), {"instant_wins": False}, B, id="house rule: points alone"
        ),
        pytest.param(
            {A: FOUR, B: "clover-boar"}, (0, 700), {"fuke": True}, B, id="an annulled round has no champion"
        ),
        pytest.param({A: "pine-crane", B: RICH}, (0, 300), {}, B, id="without one most points win"),
    ],
)
def test_who_makes_such_a_yaku_wins_even_with_fewer_points(
    piles: dict[Seat, str], start: tuple[int, int], options: dict[str, object], winner: Seat | None
) -> None:
    now = _after(piles, start, **options)
    assert (now.finished, now.winner) == (winner is not None, winner)


def test_a_champion_counts_in_the_round_of_the_yaku_alone() -> None:
    chosen = RULES.options({"target": 2000})
    standings = Standings.begin(RULES, chosen, (A, B))
    first = score_round(RULES, chosen, {A: Pile.parse(FOUR), B: Pile.parse(RICH)}, A, {})
    later = score_round(RULES, chosen, {A: Pile(), B: Pile.parse(RICH)}, A, {})
    for score in (first, later, later, later, later):
        standings = standings.after(score)
    assert standings.finished
    assert standings.winner is B


def test_two_who_make_the_same_yaku_are_both_no_champion() -> None:
    rules = parse(
        'format = 1\nid = "ours"\nversion = 1\nextends = "roppyakken"\n'
        '[[yaku]]\nid = "seven-ribbons"\nany = 3\n'
    )
    three = {A: "wisteria-ribbon iris-ribbon clover-ribbon", B: "pine-poetry-ribbon maple-blue-ribbon"}
    piles = {seat: Pile.parse(text) for seat, text in three.items()}
    assert score_round(rules, rules.options(), piles, A, {}).champion is A
    piles[B] |= Pile.parse("plum-poetry-ribbon")
    assert score_round(rules, rules.options(), piles, A, {}).champion is None


@pytest.mark.parametrize(("option", "makes"), [(False, False), (True, True)])
def test_the_willow_ribbon_counts_among_seven_only_by_house_rule(option: bool, makes: bool) -> None:
    six = " ".join(SEVEN.split()[:6])
    chosen = RULES.options({"willow_ribbon": option})
    result = score_round(RULES, chosen, {A: Pile.parse(f"{six} willow-ribbon"), B: Pile()}, A, {})
    assert [made.yaku.id for made in result.of(A).made.yaku if made.yaku.id == "seven-ribbons"] == (
        ["seven-ribbons"] if makes else []
    )


@pytest.mark.parametrize(
    ("piles", "champion"),
    [
        pytest.param({A: FOUR, B: "iris-bridge", C: RICH}, None, id="somebody else below the limit"),
        pytest.param({A: FOUR, B: SEVEN + " wisteria-cuckoo susuki-geese", C: RICH}, A, id="nobody below it"),
        pytest.param({A: "iris-bridge", B: FOUR, C: RICH}, B, id="the dealer below it"),
        pytest.param({A: SEVEN, B: "pine-crane", C: RICH}, None, id="both below it"),
        pytest.param({A: SEVEN, B: THREE, C: RICH}, None, id="the dealer's cards below it, with such a yaku"),
    ],
)
def test_where_the_dealer_alone_loses_by_fuke_another_may_be_champion(
    piles: dict[Seat, str], champion: Seat | None
) -> None:
    rules = parse(
        'format = 1\nid = "ours"\nversion = 1\nextends = "roppyakken"\n'
        '[fuke]\nannulled_by = "non-dealer"\ndealer_leaves_yaku = true\n'
    )
    chosen = rules.options({"fuke": True, "fuke_limit": 80, "fuke_counts": "cards"})
    cards = {seat: Pile.parse(text) for seat, text in piles.items()}
    assert score_round(rules, chosen, cards, A, {}).champion is champion

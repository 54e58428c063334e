"""What holds for every pile, round and match."""

from hypothesis import given
from hypothesis import strategies as st

from scorer.cards import Card, Pile
from scorer.pilescore import score_pile
from scorer.ruleset import Ruleset, load, shipped
from scorer.scoring import score_round
from scorer.seats import Seat
from scorer.standings import Standings

A, B, C = Seat
BOTAN = load("botan-cho")
INO = load("ino-shika-cho")
GAMES = st.sampled_from([load(game) for game in shipped()])
PILES = st.sets(st.sampled_from(list(Card))).map(Pile.of)
OWNERS = st.lists(st.sampled_from([A, B, C, None]), min_size=48, max_size=48)


def _dealt(owners: list[Seat | None]) -> dict[Seat | None, Pile]:
    pairs = list(zip(Card, owners, strict=True))
    return {owner: Pile.of(card for card, who in pairs if who is owner) for owner in (A, B, C, None)}


@given(GAMES, PILES, st.sampled_from(list(Card)))
def test_a_card_more_never_lowers_what_a_pile_is_worth(rules: Ruleset, pile: Pile, card: Card) -> None:
    before = score_pile(pile & rules.deck, rules, rules.options())
    after = score_pile((pile | Pile.of([card])) & rules.deck, rules, rules.options())
    assert before.card_points <= after.card_points
    assert before.yaku_points <= after.yaku_points


@given(OWNERS, st.sampled_from([A, B, C]))
def test_the_piles_and_what_nobody_took_sum_to_the_deck(owners: list[Seat | None], dealer: Seat) -> None:
    dealt = _dealt(owners)
    left = INO.points(dealt.pop(None))
    score = score_round(INO, INO.options(), dealt, dealer, {})
    assert left + sum(player.made.card_points for player in score.players) == 435
    assert score.next_dealer in score.seats


@given(PILES, st.sampled_from([A, B]))
def test_a_paying_round_sums_to_zero_and_pays_what_it_says(pile: Pile, dealer: Seat) -> None:
    pile = pile & BOTAN.deck
    score = score_round(BOTAN, BOTAN.options(), {A: pile, B: BOTAN.deck - pile}, dealer, {})
    assert score.of(A).score == -score.of(B).score
    assert abs(score.of(A).score) == (score.payment.points if score.payment else 0)


@given(st.lists(PILES, max_size=12), st.integers(0, 1_000_000))
def test_chips_and_counters_are_conserved(piles: list[Pile], chips: int) -> None:
    standings = Standings.begin(BOTAN, BOTAN.options({"chips": chips}), [A, B])
    for pile in piles:
        taken = pile & BOTAN.deck
        standings = standings.after(
            score_round(BOTAN, standings.options, {A: taken, B: BOTAN.deck - taken}, A, {})
        )
    stands = [standings.of(seat) for seat in (A, B)]
    assert sum(stand.chips for stand in stands) == 2 * chips
    assert sum(stand.counters for stand in stands) == len(piles)


@given(PILES)
def test_a_pile_reads_back(pile: Pile) -> None:
    assert Pile.parse(str(pile)) == pile == Pile.of(list(pile))
    assert len(pile) == len(list(pile))


TURNS = {A: B, B: C, C: A}


@given(OWNERS, st.sampled_from([A, B, C]), st.sampled_from(["ino-shika-cho", "roppyakken"]), st.booleans())
def test_turning_three_seats_turns_the_result(
    owners: list[Seat | None], dealer: Seat, game: str, fuke: bool
) -> None:
    rules = load(game)
    options = rules.options({"fuke": fuke, "target": 1})
    piles = {seat: pile for seat, pile in _dealt(owners).items() if seat is not None}
    turned = {TURNS[seat]: pile for seat, pile in piles.items()}
    before = score_round(rules, options, piles, dealer, {})
    after = score_round(rules, options, turned, TURNS[dealer], {})
    assert {TURNS[p.seat]: p.score for p in before.players} == {p.seat: p.score for p in after.players}
    assert after.fuke is before.fuke
    assert after.next_dealer is TURNS[before.next_dealer]
    for one, other in ((before.winner, after.winner), (before.champion, after.champion)):
        assert other is (TURNS[one] if one else None)


@given(PILES, st.sampled_from([A, B]), st.sampled_from([load(game) for game in shipped()]))
def test_swapping_two_seats_swaps_the_result(pile: Pile, dealer: Seat, rules: Ruleset) -> None:
    swap = {A: B, B: A}
    piles = {A: pile & rules.deck, B: rules.deck - pile}
    before = score_round(rules, rules.options(), piles, dealer, {})
    after = score_round(rules, rules.options(), {A: piles[B], B: piles[A]}, swap[dealer], {})
    assert [p.score for p in after.players] == [p.score for p in reversed(before.players)]
    assert after.next_dealer is swap[before.next_dealer]
    assert after.counter is (swap[before.counter] if before.counter else None)

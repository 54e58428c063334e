import pytest

from scorer.cards import Card, CardType, Pile, Suit
from scorer.errors import UnknownCard
from scorer.seats import Seat


def test_the_deck_has_four_cards_of_each_suit() -> None:
    assert {suit: [card.suit for card in Card].count(suit) for suit in Suit} == dict.fromkeys(Suit, 4)


def test_the_deck_has_as_many_cards_of_each_type_as_the_rules_say() -> None:
    types = [card.type for card in Card]
    assert {card_type: types.count(card_type) for card_type in CardType} == {
        CardType.BRIGHT: 5,
        CardType.ANIMAL: 9,
        CardType.RIBBON: 10,
        CardType.CHAFF: 24,
    }


def test_a_pile_is_in_table_order_however_it_was_gathered() -> None:
    pile = Pile.of([Card.PAULOWNIA_CHAFF_2, Card.PINE_CRANE, Card.WILLOW_LIGHTNING])
    assert list(pile) == [Card.PINE_CRANE, Card.WILLOW_LIGHTNING, Card.PAULOWNIA_CHAFF_2]


def test_every_text_form_reads_back() -> None:
    pile = Pile.parse("iris-bridge pine-crane")
    assert [Card.parse(str(card)) for card in Card] == list(Card)
    assert [Suit(str(suit)) for suit in Suit] == list(Suit)
    assert [Seat(str(seat)) for seat in Seat] == list(Seat)
    assert [CardType(str(card_type)) for card_type in CardType] == list(CardType)
    assert Pile.parse(str(pile)) == pile
    assert repr(pile) == "Pile.parse('pine-crane iris-bridge')"


def test_piles_do_set_algebra() -> None:
    both, crane = Pile.parse("pine-crane iris-bridge"), Pile.parse("pine-crane")
    assert crane <= both
    assert not both <= crane
    assert both - crane == Pile.parse("iris-bridge")
    assert both & crane == crane
    assert crane | Pile.parse("iris-bridge") == both
    assert (len(both), len(Pile()), bool(Pile())) == (2, 0, False)
    assert Card.PINE_CRANE in crane
    assert Card.IRIS_BRIDGE not in crane
    assert len({both, Pile.parse("iris-bridge pine-crane")}) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("pine-crain", "unknown card 'pine-crain', did you mean 'pine-crane'?", id="nearly one"),
        pytest.param("x", "unknown card 'x'", id="nothing like one"),
        pytest.param("x" * 38, f"unknown card '{'x' * 38}'", id="just short enough"),
        pytest.param("x" * 39, f"unknown card '{'x' * 36}...", id="just too long"),
        pytest.param("x" * 99, "unknown card 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...", id="a very long one"),
    ],
)
def test_an_unknown_card_is_named_with_the_nearest(text: str, message: str) -> None:
    with pytest.raises(UnknownCard) as caught:
        Card.parse(text)
    assert str(caught.value) == message

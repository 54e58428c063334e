import pytest

from scorer.cards import Card, Pile
from scorer.leftover import leftover_owner
from scorer.ruleset import load
from scorer.seats import Seat

A, B = Seat.A, Seat.B
BOTAN = load("botan-cho")
PINES = "pine-crane pine-poetry-ribbon pine-chaff-1 pine-chaff-2"


@pytest.mark.parametrize(
    ("card", "missing", "pile_a", "owner"),
    [
        pytest.param("iris-chaff-1", "iris-chaff-1", "peony-butterflies", A, id="A has the wild card"),
        pytest.param("iris-chaff-1", "iris-chaff-1", "", B, id="B has it"),
        pytest.param(
            "iris-chaff-1",
            "iris-chaff-1",
            "peony-butterflies iris-bridge iris-ribbon",
            A,
            id="a single card goes by the wild card, though B has one of its suit",
        ),
        pytest.param(
            "pine-crane",
            "pine-crane iris-chaff-1",
            "peony-butterflies pine-chaff-1 pine-chaff-2",
            B,
            id="one of two: B has one pine",
        ),
        pytest.param(
            "pine-crane",
            "pine-crane iris-chaff-1",
            "pine-chaff-1 pine-chaff-2 pine-poetry-ribbon",
            A,
            id="one of two: A has three pines",
        ),
        pytest.param(
            "pine-crane",
            "pine-crane pine-chaff-1",
            "peony-butterflies pine-chaff-2",
            A,
            id="one of two: each has one pine, so the wild card decides",
        ),
        pytest.param(
            "pine-crane",
            "pine-crane pine-chaff-1",
            "peony-butterflies",
            A,
            id="one of two: nobody has an odd number, so the wild card decides",
        ),
        pytest.param("peony-butterflies", "peony-butterflies", "", None, id="name-oni"),
        pytest.param(
            "peony-butterflies",
            "peony-butterflies pine-crane",
            PINES,
            None,
            id="the wild card with another one",
        ),
        pytest.param(
            "pine-crane",
            "pine-crane pine-chaff-1 peony-butterflies",
            "pine-chaff-2",
            None,
            id="each has one pine and nobody the wild card",
        ),
    ],
)
def test_a_leftover_card_is_offered_to(card: str, missing: str, pile_a: str, owner: Seat | None) -> None:
    rest = Pile.parse(missing)
    of_a = Pile.parse(pile_a) - rest
    piles = {A: of_a, B: BOTAN.deck - rest - of_a}
    assert leftover_owner(Card.parse(card), rest, piles, BOTAN) is owner


def test_a_game_without_a_wild_card_offers_nobody() -> None:
    ino = load("ino-shika-cho")
    missing = Pile.of([Card.PINE_CRANE])
    assert leftover_owner(Card.PINE_CRANE, missing, {A: ino.deck - missing, B: Pile()}, ino) is None

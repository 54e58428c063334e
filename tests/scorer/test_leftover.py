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


MUSHI = load("mushi")
PLAIN_PAIR = "willow-swallow willow-ribbon"


@pytest.mark.parametrize(
    ("card", "missing", "pile_a", "pile_b", "owner"),
    [
        pytest.param(
            "willow-rain-man",
            "willow-rain-man iris-ribbon",
            PLAIN_PAIR,
            "willow-lightning",
            A,
            id="a willow to the pair",
        ),
        pytest.param(
            "iris-ribbon",
            "willow-rain-man iris-ribbon",
            PLAIN_PAIR,
            "willow-lightning",
            B,
            id="the other to the wild",
        ),
        pytest.param(
            "willow-rain-man",
            "willow-rain-man",
            "willow-swallow",
            "willow-ribbon willow-lightning",
            None,
            id="one plain willow each: nobody",
        ),
        pytest.param(
            "willow-rain-man",
            "willow-rain-man",
            "willow-swallow willow-lightning",
            "willow-ribbon",
            None,
            id="the lightning is no plain willow",
        ),
        pytest.param(
            "willow-lightning", "willow-lightning", "", PLAIN_PAIR, B, id="the lightning goes with the willow"
        ),
        pytest.param(
            "iris-ribbon", "iris-ribbon willow-lightning", PLAIN_PAIR, "", None, id="nobody has the lightning"
        ),
        pytest.param(
            "iris-ribbon",
            "iris-ribbon willow-lightning",
            "iris-bridge",
            PLAIN_PAIR,
            None,
            id="an odd number of the suit does not count in Mushi",
        ),
    ],
)
def test_in_mushi_a_willow_goes_to_the_pair_and_the_rest_to_the_lightning(
    card: str, missing: str, pile_a: str, pile_b: str, owner: Seat | None
) -> None:
    piles = {A: Pile.parse(pile_a), B: Pile.parse(pile_b)}
    assert leftover_owner(Card.parse(card), Pile.parse(missing), piles, MUSHI) is owner

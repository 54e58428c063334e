import pytest

from scorer.cards import Pile, Suit
from scorer.errors import BadTeyaku, CardNotInGame, ScorerError
from scorer.ruleset import load
from scorer.seats import Seat
from scorer.teyaku import ShownHand, check_declared, shown_teyaku

A, B, C = Seat
INO = load("ino-shika-cho")
IRISES = "iris-bridge iris-ribbon iris-chaff-1"
MAPLES = "maple-deer maple-chaff-1 maple-chaff-2"
CHAFF7 = "pine-chaff-1 pine-chaff-2 plum-chaff-1 plum-chaff-2 cherry-chaff-1 cherry-chaff-2 willow-lightning"


@pytest.mark.parametrize(
    ("cards", "hand_size", "made", "misdeal"),
    [
        pytest.param("", 8, (), None, id="nothing"),
        pytest.param(IRISES, 8, ("hand-three",), None, id="three of a suit"),
        pytest.param(f"{IRISES} pine-crane", 8, ("hand-three",), None, id="with a bystander"),
        pytest.param("iris-bridge iris-ribbon", 8, (), None, id="one short"),
        pytest.param(
            "iris-ribbon clover-ribbon wisteria-ribbon", 8, (), None, id="three ribbons are no suit"
        ),
        pytest.param(f"{IRISES} {MAPLES}", 8, ("double-hand-three",), None, id="three and three"),
        pytest.param(
            f"{IRISES} {MAPLES} pine-crane", 7, ("double-hand-three",), None, id="a whole hand of 7"
        ),
        pytest.param(f"{IRISES} maple-deer maple-chaff-1", 8, ("hand-three",), None, id="three and two"),
        pytest.param(f"{IRISES} iris-chaff-2", 8, (), Suit.IRIS, id="four of a suit"),
        pytest.param(f"{IRISES} iris-chaff-2 {MAPLES}", 8, (), Suit.IRIS, id="four and three"),
        pytest.param(CHAFF7, 7, ("all-chaff",), None, id="seven chaff of a hand of 7"),
        pytest.param(CHAFF7, 8, (), None, id="seven chaff of a hand of 8"),
        pytest.param(f"{CHAFF7} iris-chaff-1", 8, ("all-chaff",), None, id="eight chaff of a hand of 8"),
        pytest.param(f"{CHAFF7} paulownia-yellow", 8, (), None, id="the yellow one is worth something"),
    ],
)
def test_shown_cards_make_this(
    cards: str, hand_size: int, made: tuple[str, ...], misdeal: Suit | None
) -> None:
    assert shown_teyaku(Pile.parse(cards), INO, hand_size) == ShownHand(made, misdeal)


@pytest.mark.parametrize(
    ("game", "cards", "error"),
    [
        pytest.param("ino-shika-cho", f"{CHAFF7} iris-chaff-1", BadTeyaku, id="more than a hand"),
        pytest.param("botan-cho", "clover-boar", CardNotInGame, id="left out"),
    ],
)
def test_cards_that_cannot_be_shown_are_refused(game: str, cards: str, error: type[ScorerError]) -> None:
    with pytest.raises(error):
        shown_teyaku(Pile.parse(cards), load(game), 7)


@pytest.mark.parametrize(
    ("declared", "ids"),
    [
        pytest.param({}, ([], []), id="nothing"),
        pytest.param({B: []}, ([], []), id="an empty list"),
        pytest.param(
            {B: ["hand-three", "all-chaff"]}, ([], ["all-chaff", "hand-three"]), id="both, in file order"
        ),
        pytest.param(
            {A: ["hand-three"], B: ["double-hand-three"]}, (["hand-three"], ["double-hand-three"]), id="each"
        ),
    ],
)
def test_declarations_stand(declared: dict[Seat, list[str]], ids: tuple[list[str], list[str]]) -> None:
    rows = check_declared(INO, INO.options(), (A, B), declared)
    assert ([row.id for row in rows[A]], [row.id for row in rows[B]]) == ids


@pytest.mark.parametrize(
    ("game", "options", "declared", "message"),
    [
        pytest.param("ino-shika-cho", {}, {B: ["hand-tree"]}, "unknown 'hand-tree'", id="unknown"),
        pytest.param("ino-shika-cho", {}, {B: ["all-chaff", "all-chaff"]}, "'all-chaff' twice", id="twice"),
        pytest.param(
            "ino-shika-cho",
            {},
            {B: ["double-hand-three", "hand-three"]},
            "'hand-three' beside",
            id="replaced",
        ),
        pytest.param("ino-shika-cho", {}, {C: []}, "seat C", id="not at the table"),
        pytest.param("ino-shika-cho", {"teyaku": False}, {A: ["all-chaff"]}, "switched off", id="option off"),
        pytest.param("botan-cho", {}, {A: ["all-chaff"]}, "do not exist in Botan-cho", id="no such thing"),
    ],
)
def test_declarations_that_cannot_be_are_refused(
    game: str, options: dict[str, object], declared: dict[Seat, list[str]], message: str
) -> None:
    rules = load(game)
    with pytest.raises(BadTeyaku, match=message):
        check_declared(rules, rules.options(options), (A, B), declared)

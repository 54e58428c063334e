"""The shipped rule files, and choosing house rules."""

import pytest

from scorer.amounts import Points
from scorer.cards import Card, Pile, Suit
from scorer.errors import BadOption, UnknownGame
from scorer.game import Annuls, Deal, Fuke, Leftover, Race, Ruleset, ZeroSum
from scorer.options import Options
from scorer.ruleset import load, shipped

BOTAN = load("botan-cho")
INO = load("ino-shika-cho")


def test_four_games_are_shipped() -> None:
    assert shipped() == ("botan-cho", "ino-shika-cho", "mushi", "roppyakken")


def test_no_other_game_is_shipped() -> None:
    with pytest.raises(UnknownGame, match="unknown game 'koi-koi'; there are botan-cho, ino-shika-cho"):
        load("koi-koi")


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_game_is_named_as_its_file(name: str) -> None:
    assert load(name).id == name


def test_a_ruleset_shows_itself_by_its_id_and_version() -> None:
    assert repr(BOTAN) == "<Ruleset botan-cho 1>"


def test_the_games_are_dealt_as_the_rules_say() -> None:
    assert BOTAN.deal == {2: Deal(9, 5, 18)}
    assert INO.deal == {2: Deal(8, 8, 24), 3: Deal(7, 6, 21)}


def test_the_wild_cards_holder_is_offered_the_leftover_in_botan_cho() -> None:
    assert BOTAN.leftover == Leftover(Pile.of([Card.PEONY_BUTTERFLIES]), own_suit_to_pair=False)
    assert Suit.PEONY not in BOTAN.suits_in_twos
    assert Suit.WILLOW in BOTAN.suits_in_twos
    assert (INO.leftover, INO.suits_in_twos) == (None, ())


def test_mushi_and_roppyakken_are_as_the_rules_say() -> None:
    mushi, roppyakken = load("mushi"), load("roppyakken")
    assert (len(mushi.deck), mushi.points(mushi.deck), mushi.deal) == (40, 230, {2: Deal(8, 8, 16)})
    assert INO.settlement == Race()
    assert mushi.settlement == ZeroSum(Points(115), has_counters=False, tie_card=None)
    assert (len(roppyakken.deck), roppyakken.points(roppyakken.deck)) == (48, 490)
    assert (roppyakken.deal, roppyakken.settlement) == (INO.deal, INO.settlement)
    assert roppyakken.fuke == Fuke(Annuls.ANY, dealer_leaves_yaku=False)
    assert (roppyakken.options()["fuke"], roppyakken.options()["fuke_limit"]) == (False, 30)
    assert [row.id for row in roppyakken.yaku if row not in INO.yaku] == ["four-brights", "seven-ribbons"]


@pytest.mark.parametrize(
    ("rules", "values", "expected"),
    [
        pytest.param(BOTAN, None, {"rounds": 12, "chips": 180}, id="defaults"),
        pytest.param(BOTAN, {"rounds": 1, "chips": 0}, {"rounds": 1, "chips": 0}, id="lowest"),
        pytest.param(BOTAN, {"chips": 1_000_000}, {"rounds": 12, "chips": 1_000_000}, id="highest"),
        pytest.param(
            INO,
            {"fuke": False, "fuke_counts": "cards"},
            {"target": 600, "fuke": False, "fuke_limit": 60, "fuke_counts": "cards", "teyaku": True},
            id="of every type",
        ),
        pytest.param(load("mushi"), None, {"rounds": 12, "chips": 180, "five_brights": True}, id="of Mushi"),
    ],
)
def test_options_are_filled_in(
    rules: Ruleset, values: dict[str, object] | None, expected: dict[str, object]
) -> None:
    options = rules.options(values)
    assert dict(options) == expected
    assert len(options) == len(expected)
    assert rules.options(dict(options)) == options
    assert hash(rules.options(dict(options))) == hash(options)


@pytest.mark.parametrize(
    ("rules", "values", "message"),
    [
        pytest.param(
            BOTAN, {"target": 600}, "Botan-cho has no option 'target'; it has rounds, chips", id="other game"
        ),
        pytest.param(
            BOTAN, {"rounds": True}, "must be a whole number from 1 to 1000, not true", id="a boolean"
        ),
        pytest.param(BOTAN, {"chips": 180.0}, "not 180.0", id="a fraction"),
        pytest.param(BOTAN, {"rounds": 0}, "not 0", id="too low"),
        pytest.param(BOTAN, {"rounds": None}, "not null", id="null"),
        pytest.param(
            INO, {"fuke": 1}, "option 'fuke' must be true or false, not 1", id="a number for a flag"
        ),
        pytest.param(
            INO, {"fuke_counts": []}, 'must be "score" or "cards", not a list', id="a list for a word"
        ),
        pytest.param(INO, {"fuke_counts": "all"}, "not 'all'", id="another word"),
    ],
)
def test_bad_options_are_refused(rules: Ruleset, values: dict[str, object], message: str) -> None:
    with pytest.raises(BadOption) as caught:
        rules.options(values)
    assert message in str(caught.value)


BOUNDS = [
    ("botan-cho mushi", "rounds", 1, 1000),
    ("botan-cho mushi", "chips", 0, 1_000_000),
    ("ino-shika-cho roppyakken", "target", 1, 1_000_000),
    ("ino-shika-cho roppyakken", "fuke_limit", 0, 1000),
]


@pytest.mark.parametrize(("games", "option", "least", "most"), BOUNDS, ids=[row[1] for row in BOUNDS])
def test_a_number_is_taken_from_its_least_to_its_most(games: str, option: str, least: int, most: int) -> None:
    for game in games.split():
        rules = load(game)
        assert (rules.options({option: least})[option], rules.options({option: most})[option]) == (
            least,
            most,
        )
        for beyond in (least - 1, most + 1):
            with pytest.raises(BadOption, match=f"from {least} to {most}"):
                rules.options({option: beyond})


def test_options_that_a_game_lacks_are_off_and_no_numbers() -> None:
    options = Options((("rounds", 3),))
    assert not options.is_on("fuke")
    with pytest.raises(BadOption, match="'chips'"):
        options.number("chips")
    with pytest.raises(KeyError):
        options["chips"]

"""What one player's cards are worth: card points, and yaku that replace others."""

import pytest

from scorer.cards import Pile
from scorer.errors import CardNotInGame
from scorer.pilescore import score_pile
from scorer.ruleset import load, parse


def test_the_gun_silences_flower_and_moon_viewing() -> None:
    rules = load("ino-shika-cho")
    score = score_pile(
        Pile.parse("chrysanthemum-sake-cup cherry-curtain susuki-moon"), rules, rules.options()
    )
    assert [str(made) for made in score.silenced] == ["flower-viewing 100", "moon-viewing 100"]
    assert [score.replacer(made).id for made in score.silenced] == ["gun", "gun"]
    assert score.yaku_points == 300


def test_what_replaces_a_yaku_may_be_replaced_itself() -> None:
    rules = parse(
        'format = 1\nid = "row"\nversion = 1\nextends = "ino-shika-cho"\n'
        '[[yaku]]\nid = "boar-deer-butterflies"\nreplaces = ["gun"]\n'
    )
    pile = Pile.parse(
        "chrysanthemum-sake-cup cherry-curtain susuki-moon clover-boar maple-deer peony-butterflies"
    )
    score = score_pile(pile, rules, rules.options())
    assert {made.yaku.id: score.replacer(made).id for made in score.silenced} == {
        "gun": "boar-deer-butterflies",
        "flower-viewing": "gun",
        "moon-viewing": "gun",
    }


def test_a_made_yaku_names_the_cards_that_earn_it() -> None:
    rules = load("ino-shika-cho")
    (made,) = score_pile(
        Pile.parse("pine-crane plum-warbler cherry-curtain iris-bridge"), rules, rules.options()
    ).yaku
    assert made.cards == Pile.parse("pine-crane plum-warbler cherry-curtain")


def test_a_card_that_the_game_leaves_out_is_refused() -> None:
    rules = load("botan-cho")
    with pytest.raises(CardNotInGame, match="without clover-boar"):
        score_pile(Pile.parse("pine-crane clover-boar"), rules, rules.options())


@pytest.mark.parametrize(
    ("game", "cards", "points"),
    [
        pytest.param("botan-cho", "pine-crane", 20, id="bright"),
        pytest.param("botan-cho", "plum-warbler", 10, id="warbler"),
        pytest.param("botan-cho", "peony-butterflies", 10, id="butterflies"),
        pytest.param("botan-cho", "willow-ribbon", 5, id="ribbon"),
        pytest.param("botan-cho", "willow-lightning paulownia-yellow pine-chaff-1", 3, id="chaff"),
        pytest.param("ino-shika-cho", "pine-crane plum-warbler", 100, id="bright and warbler"),
        pytest.param("ino-shika-cho", "susuki-geese", 10, id="animal"),
        pytest.param("ino-shika-cho", "willow-ribbon paulownia-yellow", 10, id="ribbon and yellow"),
        pytest.param("ino-shika-cho", "willow-lightning pine-chaff-1", 0, id="worthless chaff"),
    ],
)
def test_cards_are_worth_what_the_game_says(game: str, cards: str, points: int) -> None:
    rules = load(game)
    assert score_pile(Pile.parse(cards), rules, rules.options()).card_points == points
    assert rules.points(Pile.parse(cards)) == points

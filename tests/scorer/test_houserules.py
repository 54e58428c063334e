"""What changed house rules did to a pile."""

import pytest

from scorer import Pile, added_cards, load, parse, score_pile, switched_off

BRIGHTS = "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"
SIX_RIBBONS = (
    "pine-poetry-ribbon plum-poetry-ribbon wisteria-ribbon iris-ribbon clover-ribbon peony-blue-ribbon"
)


@pytest.mark.parametrize(
    ("pile", "is_on", "missed"),
    [
        pytest.param(BRIGHTS, False, [BRIGHTS], id="just enough"),
        pytest.param(f"{BRIGHTS} iris-bridge", False, [BRIGHTS], id="with a bystander"),
        pytest.param(BRIGHTS.replace("pine-crane", "plum-warbler"), False, [], id="one short"),
        pytest.param(BRIGHTS, True, [], id="switched on"),
    ],
)
def test_a_yaku_that_the_players_switched_off_is_missed(pile: str, is_on: bool, missed: list[str]) -> None:
    mushi = load("mushi")
    found = switched_off(Pile.parse(pile), mushi, mushi.options({"five_brights": is_on}))
    assert [one.yaku.id for one in found] == ["five-brights"] * len(missed)
    assert [one.cards for one in found] == [Pile.parse(cards) for cards in missed]


def test_a_yaku_that_is_usually_off_is_missed_by_nobody() -> None:
    rules = parse(load("mushi").text.replace("default = true", "default = false"))
    assert switched_off(Pile.parse(BRIGHTS), rules, rules.options()) == ()


@pytest.mark.parametrize(
    ("pile", "added"),
    [
        pytest.param(f"{SIX_RIBBONS} willow-ribbon", "willow-ribbon", id="it counts by the rule"),
        pytest.param(f"{SIX_RIBBONS} maple-blue-ribbon", "", id="made without it"),
    ],
)
def test_a_card_that_the_players_let_count_is_told(pile: str, added: str) -> None:
    rules = load("roppyakken")
    made = score_pile(Pile.parse(pile), rules, rules.options({"willow_ribbon": True})).yaku[0]
    assert (made.yaku.id, added_cards(made, rules)) == ("seven-ribbons", Pile.parse(added))


def test_a_card_that_usually_counts_is_not_told() -> None:
    rules = parse(
        'format = 1\nid = "ours"\nversion = 1\nextends = "roppyakken"\n'
        "[options.willow_ribbon]\ndefault = true\n"
    )
    made = score_pile(Pile.parse(f"{SIX_RIBBONS} willow-ribbon"), rules, rules.options()).yaku[0]
    assert (made.yaku.id, added_cards(made, rules)) == ("seven-ribbons", Pile())

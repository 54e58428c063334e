"""Every yaku of the four games: just enough, with a bystander, one short, the nearest look-alike."""

import random
from collections import Counter
from itertools import combinations

import pytest

from scorer.cards import Pile
from scorer.pilescore import score_pile
from scorer.ruleset import load, shipped

BRIGHTS = "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"
BIG_THREE = "pine-crane plum-warbler cherry-curtain"
WISTERIAS = "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1 wisteria-chaff-2"
PAULOWNIAS = "paulownia-phoenix paulownia-yellow paulownia-chaff-1 paulownia-chaff-2"
WILLOWS = "willow-rain-man willow-swallow willow-ribbon willow-lightning"
PINES = "pine-crane pine-poetry-ribbon pine-chaff-1 pine-chaff-2"
PLUMS = "plum-warbler plum-poetry-ribbon plum-chaff-1 plum-chaff-2"
CHERRIES = "cherry-curtain cherry-poetry-ribbon cherry-chaff-1 cherry-chaff-2"
BALDIES = "susuki-moon susuki-geese susuki-chaff-1 susuki-chaff-2"
MAPLES = "maple-deer maple-blue-ribbon maple-chaff-1 maple-chaff-2"
POETRY = "pine-poetry-ribbon plum-poetry-ribbon cherry-poetry-ribbon"
BLUE = "peony-blue-ribbon chrysanthemum-blue-ribbon maple-blue-ribbon"
GRASS = "wisteria-ribbon iris-ribbon clover-ribbon"
INOSHIKACHO = "clover-boar maple-deer peony-butterflies"
CHRYSANTHEMUMS = (
    "chrysanthemum-sake-cup chrysanthemum-blue-ribbon chrysanthemum-chaff-1 chrysanthemum-chaff-2"
)
BALDY = "pine-crane paulownia-phoenix susuki-moon"

BOTAN = [
    ("five brights", BRIGHTS, "five-brights 30"),
    ("five brights, bystander", f"{BRIGHTS} iris-bridge", "five-brights 30"),
    ("four brights", "pine-crane cherry-curtain susuki-moon paulownia-phoenix", ""),
    (
        "four brights and the warbler",
        "pine-crane plum-warbler susuki-moon willow-rain-man paulownia-phoenix",
        "",
    ),
    ("three brights", BIG_THREE, "three-brights 25"),
    ("three brights, the rain man by", f"{BIG_THREE} willow-rain-man", "three-brights 25"),
    ("three brights, one short", "pine-crane plum-warbler", ""),
    ("any other three brights", "pine-crane cherry-curtain susuki-moon", ""),
    ("both, together", f"{BRIGHTS} plum-warbler", "five-brights 30, three-brights 25"),
    ("wisterias", WISTERIAS, "four-wisterias 10"),
    ("wisterias, bystander", f"{WISTERIAS} iris-ribbon", "four-wisterias 10"),
    ("wisterias, one short", "wisteria-cuckoo wisteria-ribbon wisteria-chaff-2", ""),
    ("four irises", "iris-bridge iris-ribbon iris-chaff-1 iris-chaff-2", ""),
    ("paulownias", PAULOWNIAS, "four-paulownias 10"),
    ("paulownias, bystander", f"{PAULOWNIAS} iris-bridge", "four-paulownias 10"),
    ("paulownias, one short", "paulownia-phoenix paulownia-yellow paulownia-chaff-1", ""),
    ("four willows", WILLOWS, ""),
]

INO = [
    ("baldy", BALDY, "pine-paulownia-baldy 150"),
    ("baldy, the rain man by", f"{BALDY} willow-rain-man", "pine-paulownia-baldy 150"),
    ("baldy, one short", "pine-crane paulownia-phoenix", ""),
    ("baldy, geese for the moon", "pine-crane paulownia-phoenix susuki-geese", ""),
    ("big three", BIG_THREE, "big-three 150"),
    ("big three, bystander", f"{BIG_THREE} pine-poetry-ribbon", "big-three 150"),
    ("big three, one short", "plum-warbler cherry-curtain", ""),
    ("big three, cuckoo for warbler", "pine-crane wisteria-cuckoo cherry-curtain", ""),
    ("little three", POETRY, "little-three 100"),
    ("little three, bystander", f"{POETRY} wisteria-ribbon", "little-three 100"),
    ("little three, one short", "pine-poetry-ribbon cherry-poetry-ribbon", ""),
    ("little three, a plain ribbon", "pine-poetry-ribbon cherry-poetry-ribbon wisteria-ribbon", ""),
    ("blue", BLUE, "blue-ribbons 100"),
    ("blue, bystander", f"{BLUE} willow-ribbon", "blue-ribbons 100"),
    ("blue, one short", "peony-blue-ribbon maple-blue-ribbon", ""),
    ("blue, a poetry ribbon", "peony-blue-ribbon maple-blue-ribbon pine-poetry-ribbon", ""),
    ("grass", GRASS, "grass-ribbons 100"),
    ("grass, willow by", f"{GRASS} willow-ribbon", "grass-ribbons 100"),
    ("grass, one short", "wisteria-ribbon clover-ribbon", ""),
    ("grass, willow for iris", "wisteria-ribbon clover-ribbon willow-ribbon", ""),
    ("boar deer butterflies", INOSHIKACHO, "boar-deer-butterflies 300"),
    ("boar deer butterflies, bystander", f"{INOSHIKACHO} iris-bridge", "boar-deer-butterflies 300"),
    ("boar deer butterflies, one short", "clover-boar maple-deer", ""),
    ("boar deer bridge", "clover-boar maple-deer iris-bridge", ""),
    ("gun", "chrysanthemum-sake-cup cherry-curtain susuki-moon", "gun 300"),
    ("gun, bystander", "chrysanthemum-sake-cup cherry-curtain susuki-moon willow-rain-man", "gun 300"),
    ("curtain and moon alone", "cherry-curtain susuki-moon", ""),
    ("gun with the blue ribbon", "chrysanthemum-blue-ribbon cherry-curtain susuki-moon", ""),
    ("flower viewing", "chrysanthemum-sake-cup cherry-curtain", "flower-viewing 100"),
    ("flower viewing, bystander", "chrysanthemum-sake-cup cherry-curtain susuki-geese", "flower-viewing 100"),
    ("sake cup alone", "chrysanthemum-sake-cup", ""),
    ("sake cup and the cherry ribbon", "chrysanthemum-sake-cup cherry-poetry-ribbon", ""),
    ("moon viewing", "chrysanthemum-sake-cup susuki-moon", "moon-viewing 100"),
    ("moon viewing, bystander", "chrysanthemum-sake-cup susuki-moon cherry-chaff-1", "moon-viewing 100"),
    ("moon alone", "susuki-moon", ""),
    ("sake cup and geese", "chrysanthemum-sake-cup susuki-geese", ""),
    ("rains", WILLOWS, "four-rains 200"),
    ("rains, bystander", f"{WILLOWS} pine-crane", "four-rains 200"),
    ("rains, one short", "willow-rain-man willow-swallow willow-ribbon", ""),
    ("rains, another chaff", "willow-rain-man willow-swallow willow-ribbon paulownia-yellow", ""),
    ("pines", PINES, "four-pines 50"),
    ("pines, bystander", f"{PINES} plum-chaff-1", "four-pines 50"),
    ("pines, one short", "pine-crane pine-poetry-ribbon pine-chaff-1", ""),
    ("pines, a plum chaff", "pine-crane pine-poetry-ribbon pine-chaff-1 plum-chaff-1", ""),
    ("plums", PLUMS, "four-plum-blossoms 50"),
    ("plums, bystander", f"{PLUMS} pine-chaff-1", "four-plum-blossoms 50"),
    ("plums, one short", "plum-poetry-ribbon plum-chaff-1 plum-chaff-2", ""),
    ("plums, a cherry chaff", "plum-poetry-ribbon plum-chaff-1 plum-chaff-2 cherry-chaff-2", ""),
    ("cherries", CHERRIES, "four-cherry-blossoms 50"),
    ("cherries, bystander", f"{CHERRIES} plum-warbler", "four-cherry-blossoms 50"),
    ("cherries, one short", "cherry-curtain cherry-chaff-1 cherry-chaff-2", ""),
    ("cherries, the plum ribbon", "cherry-curtain plum-poetry-ribbon cherry-chaff-1 cherry-chaff-2", ""),
    ("wisterias", WISTERIAS, "four-wisterias 50"),
    ("wisterias, bystander", f"{WISTERIAS} iris-ribbon", "four-wisterias 50"),
    ("wisterias, one short", "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1", ""),
    ("four irises", "iris-bridge iris-ribbon iris-chaff-1 iris-chaff-2", ""),
    ("baldies", BALDIES, "four-baldies 50"),
    ("baldies, bystander", f"{BALDIES} pine-crane", "four-baldies 50"),
    ("baldies, one short", "susuki-moon susuki-geese susuki-chaff-1", ""),
    ("four clovers", "clover-boar clover-ribbon clover-chaff-1 clover-chaff-2", ""),
    ("maples", MAPLES, "four-maples 50"),
    ("maples, bystander", f"{MAPLES} clover-boar", "four-maples 50"),
    ("maples, one short", "maple-deer maple-blue-ribbon maple-chaff-2", ""),
    ("four peonies", "peony-butterflies peony-blue-ribbon peony-chaff-1 peony-chaff-2", ""),
    ("paulownias", PAULOWNIAS, "four-paulownias 50"),
    ("paulownias, bystander", f"{PAULOWNIAS} pine-crane", "four-paulownias 50"),
    ("paulownias, one short", "paulownia-phoenix paulownia-chaff-1 paulownia-chaff-2", ""),
    (
        "paulownias, lightning for yellow",
        "paulownia-phoenix paulownia-chaff-1 paulownia-chaff-2 willow-lightning",
        "",
    ),
    ("four chrysanthemums", CHRYSANTHEMUMS, ""),
]

FOUR_BRIGHTS = "pine-crane cherry-curtain susuki-moon paulownia-phoenix"
SEVEN_RIBBONS = f"{GRASS} pine-poetry-ribbon plum-poetry-ribbon peony-blue-ribbon maple-blue-ribbon"

ROPPYAKKEN = [
    ("four brights", FOUR_BRIGHTS, "four-brights 600, pine-paulownia-baldy 150"),
    ("four brights, bystander", f"{FOUR_BRIGHTS} iris-bridge", "four-brights 600, pine-paulownia-baldy 150"),
    ("four brights, one short", "cherry-curtain susuki-moon paulownia-phoenix", ""),
    ("the rain man is none of the four", "pine-crane cherry-curtain susuki-moon willow-rain-man", ""),
    ("seven ribbons", SEVEN_RIBBONS, "seven-ribbons 600, grass-ribbons 100"),
    ("seven ribbons, bystander", f"{SEVEN_RIBBONS} pine-crane", "seven-ribbons 600, grass-ribbons 100"),
    ("seven ribbons, two more", f"{SEVEN_RIBBONS} {POETRY} {BLUE}", "seven-ribbons 600, little-three 100, "
        "blue-ribbons 100, grass-ribbons 100"),
    ("seven ribbons, one short", SEVEN_RIBBONS.removesuffix(" maple-blue-ribbon"), "grass-ribbons 100"),
    ("seven, with the willow", SEVEN_RIBBONS.replace("maple-blue", "willow"), "grass-ribbons 100"),
]  # fmt: skip

TABLES = {
    "botan-cho": BOTAN,
    "mushi": [row for row in BOTAN if "peony-butterflies" not in row[1]],
    "ino-shika-cho": INO,
    "roppyakken": INO + ROPPYAKKEN,
}


@pytest.mark.parametrize(
    ("game", "cards", "made"),
    [
        pytest.param(game, cards, made, id=f"{game}, {name}")
        for game, rows in TABLES.items()
        for name, cards, made in rows
    ],
)
def test_a_pile_makes_these_yaku(game: str, cards: str, made: str) -> None:
    rules = load(game)
    assert ", ".join(map(str, score_pile(Pile.parse(cards), rules, rules.options()).yaku)) == made


@pytest.mark.parametrize("game", shipped())
def test_every_yaku_of_a_game_is_made_in_its_table_alone_and_with_a_bystander(game: str) -> None:
    made = Counter(each.split()[0] for _, _, yaku in TABLES[game] for each in yaku.split(", ") if each)
    assert {yaku.id for yaku in load(game).yaku if made[yaku.id] < 2} == set()


@pytest.mark.parametrize(
    ("game", "cards", "made"),
    [
        pytest.param(game, cards, made, id=f"{game}, {name}")
        for game, rows in TABLES.items()
        for name, cards, made in rows
        if made and "," not in name
    ],
)
def test_a_yaku_takes_every_one_of_its_cards(game: str, cards: str, made: str) -> None:
    rules, dearest = load(game), made.split(maxsplit=1)[0]
    for card in cards.split():
        fewer = Pile.parse(cards.replace(card, ""))
        score = score_pile(fewer, rules, rules.options())
        assert dearest not in [each.yaku.id for each in score.yaku], card


def test_the_dearest_yaku_stands_first_and_equal_ones_as_in_the_rule_file() -> None:
    rules = load("ino-shika-cho")
    made = score_pile(Pile.parse(f"{GRASS} {POETRY} {WILLOWS} {INOSHIKACHO}"), rules, rules.options()).yaku
    assert [str(one) for one in made] == [
        "boar-deer-butterflies 300",
        "four-rains 200",
        "little-three 100",
        "grass-ribbons 100",
    ]


def test_seven_ribbons_of_more_name_all_the_ribbons_and_nothing_else() -> None:
    rules = load("roppyakken")
    pile = Pile.parse(f"{SEVEN_RIBBONS} {POETRY} pine-crane")
    (made,) = [
        each for each in score_pile(pile, rules, rules.options()).yaku if each.yaku.id == "seven-ribbons"
    ]
    assert made.cards == Pile.parse(f"{SEVEN_RIBBONS} {POETRY}")


@pytest.mark.parametrize("ribbon", [*GRASS.split(), *POETRY.split(), *BLUE.split()])
def test_every_ribbon_but_the_willows_counts_among_seven(ribbon: str) -> None:
    rules = load("roppyakken")
    others = [each for each in f"{GRASS} {POETRY} {BLUE}".split() if each != ribbon]
    pile = Pile.parse(" ".join([ribbon, *others[:6]]))
    assert "seven-ribbons" in [each.yaku.id for each in score_pile(pile, rules, rules.options()).yaku]


@pytest.mark.parametrize(
    ("options", "made"),
    [({}, ["grass-ribbons 100"]), ({"willow_ribbon": True}, ["seven-ribbons 600", "grass-ribbons 100"])],
    ids=["willow does not count", "willow counts"],
)
def test_the_willow_ribbon_counts_among_seven_as_the_option_says(
    options: dict[str, object], made: list[str]
) -> None:
    rules = load("roppyakken")
    pile = Pile.parse(SEVEN_RIBBONS.replace("maple-blue", "willow"))
    assert [str(each) for each in score_pile(pile, rules, rules.options(options)).yaku] == made


def test_five_brights_count_in_mushi_as_the_option_says() -> None:
    rules = load("mushi")
    off = score_pile(Pile.parse(BRIGHTS), rules, rules.options({"five_brights": False}))
    assert off.yaku == ()


@pytest.mark.parametrize("game", shipped())
def test_a_yaku_is_made_by_enough_of_its_cards_whatever_lies_beside_them(game: str) -> None:
    rules, chance = load(game), random.Random(game)
    for yaku in rules.yaku:
        others = list(rules.deck - yaku.cards)
        for size in range(len(yaku.cards) + 1):
            for cards in combinations(yaku.cards, size):
                bystanders = chance.sample(others, chance.randrange(12))
                score = score_pile(Pile.of([*cards, *bystanders]), rules, rules.options())
                made = {each.yaku.id for each in (*score.yaku, *score.silenced)}
                assert (yaku.id in made) == (size >= yaku.count), (yaku.id, cards, bystanders)

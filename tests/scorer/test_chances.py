"""Yaku that lack one card that is still free, and who would fall under fuke."""

import random

import pytest

from scorer import Card, Pile, Seat, find_chances, load, parse, score_pile, shipped, within_fuke
from scorer.errors import CardNotInGame

A, B, C = Seat
BRIGHTS = "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"
POETRY = "pine-poetry-ribbon plum-poetry-ribbon cherry-poetry-ribbon"
BLUE = "peony-blue-ribbon chrysanthemum-blue-ribbon maple-blue-ribbon"
WISTERIAS = "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1"
CUP, CURTAIN, MOON = "chrysanthemum-sake-cup", "cherry-curtain", "susuki-moon"


def _said(game: str, pile: str, taken: str = "", **options: object) -> str:
    """Return the chances of a pile as text; all cards are free that neither it nor `taken` names."""
    rules = load(game)
    mine = Pile.parse(pile)
    free = rules.deck - mine - Pile.parse(taken)
    found = find_chances(mine, free, rules, rules.options(options))
    return ", ".join(f"{chance.yaku.id}: {chance.cards}" for chance in found)


@pytest.mark.parametrize(
    ("game", "pile", "taken", "said"),
    [
        pytest.param("botan-cho", "", "", "", id="nothing"),
        pytest.param(
            "botan-cho", "pine-crane plum-warbler", "", "three-brights: cherry-curtain", id="one short"
        ),
        pytest.param(
            "botan-cho",
            "pine-crane plum-warbler iris-bridge",
            "maple-deer",
            "three-brights: cherry-curtain",
            id="one short, bystanders",
        ),
        pytest.param("botan-cho", "pine-crane iris-bridge", "", "", id="two short"),
        pytest.param("botan-cho", "pine-crane plum-warbler", CURTAIN, "", id="the card is another's"),
        pytest.param("botan-cho", f"pine-crane plum-warbler {CURTAIN}", "", "", id="made"),
        pytest.param(
            "mushi",
            "pine-crane plum-warbler willow-rain-man",
            "",
            "three-brights: cherry-curtain",
            id="mushi",
        ),
        pytest.param(
            "botan-cho",
            "pine-crane susuki-moon willow-rain-man paulownia-phoenix plum-warbler",
            "",
            "five-brights: cherry-curtain, three-brights: cherry-curtain",
            id="one card for two, the dearer first",
        ),
        pytest.param(
            "ino-shika-cho",
            f"{WISTERIAS} wisteria-chaff-2 iris-ribbon",
            "",
            "grass-ribbons: clover-ribbon",
            id="one made, another short",
        ),
        pytest.param(
            "ino-shika-cho", WISTERIAS, "wisteria-chaff-2", "", id="the last of a suit is another's"
        ),
        pytest.param(
            "ino-shika-cho",
            "pine-crane pine-chaff-1 pine-chaff-2 plum-warbler plum-chaff-1 plum-chaff-2",
            CURTAIN,
            "four-pines: pine-poetry-ribbon, four-plum-blossoms: plum-poetry-ribbon",
            id="equal ones in the order of the file",
        ),
        pytest.param(
            "ino-shika-cho",
            CUP,
            "",
            "flower-viewing: cherry-curtain, moon-viewing: susuki-moon",
            id="either viewing",
        ),
        pytest.param(
            "ino-shika-cho",
            f"{CUP} {MOON}",
            "",
            "gun: cherry-curtain",
            id="the same card makes the gun as well",
        ),
        pytest.param(
            "ino-shika-cho",
            f"{CURTAIN} {MOON}",
            "",
            "gun: chrysanthemum-sake-cup",
            id="both viewings would be in the gun",
        ),
        pytest.param("ino-shika-cho", f"{CUP} {CURTAIN} {MOON}", "", "", id="replaced by one that is made"),
        pytest.param(
            "roppyakken",
            f"{POETRY} {BLUE}",
            "maple-deer",
            "seven-ribbons: wisteria-ribbon iris-ribbon clover-ribbon",
            id="any of three",
        ),
        pytest.param(
            "roppyakken",
            f"{POETRY} {BLUE}",
            "wisteria-ribbon clover-ribbon",
            "seven-ribbons: iris-ribbon",
            id="any, but two are others'",
        ),
        pytest.param(
            "roppyakken", f"{POETRY} {BLUE} iris-ribbon wisteria-ribbon", "clover-ribbon", "", id="any, made"
        ),
        pytest.param("roppyakken", f"{POETRY} willow-ribbon", "", "", id="any, far from it"),
    ],
)
def test_chances(game: str, pile: str, taken: str, said: str) -> None:
    assert _said(game, pile, taken) == said


FIVE_BUT_ONE = "cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"


@pytest.mark.parametrize(
    ("game", "pile", "option", "off", "on"),
    [
        pytest.param(
            "mushi", FIVE_BUT_ONE, "five_brights", "", "five-brights: pine-crane", id="a yaku switched off"
        ),
        pytest.param(
            "roppyakken",
            f"{POETRY} {BLUE}",
            "willow_ribbon",
            "seven-ribbons: wisteria-ribbon iris-ribbon clover-ribbon",
            "seven-ribbons: wisteria-ribbon iris-ribbon clover-ribbon willow-ribbon",
            id="a card that a rule adds",
        ),
        pytest.param(
            "roppyakken",
            f"{POETRY} peony-blue-ribbon chrysanthemum-blue-ribbon willow-ribbon",
            "willow_ribbon",
            "blue-ribbons: maple-blue-ribbon",
            "seven-ribbons: wisteria-ribbon iris-ribbon clover-ribbon maple-blue-ribbon,"
            " blue-ribbons: maple-blue-ribbon",
            id="a card that counts by a rule",
        ),
    ],
)
def test_house_rules_change_the_chances(game: str, pile: str, option: str, off: str, on: str) -> None:
    assert [_said(game, pile, **{option: value}) for value in (False, True)] == [off, on]


def test_a_card_that_the_game_leaves_out_cannot_be_in_the_pile() -> None:
    with pytest.raises(CardNotInGame):
        _said("botan-cho", "maple-deer clover-boar")


def _counted(pile: Pile, rules, options) -> set[str]:
    return {made.yaku.id for made in score_pile(pile, rules, options).yaku}


CHAINED = parse("""
format = 1
id = "chained"
version = 1
extends = "roppyakken"
[[yaku]]
id = "seven-ribbons"
any = 3
replaces = ["little-three", "four-maples"]
[[yaku]]
id = "four-brights"
any = 2
replaces = ["gun", "seven-ribbons"]
[[yaku]]
id = "big-three"
any = 1
""")
"""A game in which most yaku are near, and replace one another in a row."""


@pytest.mark.parametrize("rules", [*map(load, shipped()), CHAINED], ids=lambda rules: rules.id)
@pytest.mark.parametrize("seed", range(6))
def test_a_chance_is_what_one_free_card_more_makes(rules, seed: int) -> None:
    chance = random.Random(f"{rules.id} {seed}")
    chosen = {row.id: chance.random() < 0.5 for row in rules.option_rows if row.default in (True, False)}
    options = rules.options(chosen)
    for _ in range(25):
        cards = chance.sample(list(rules.deck), len(rules.deck))
        mine, others = sorted(chance.choices(range(len(cards)), k=2))
        pile, free = Pile.of(cards[:mine]), Pile.of(cards[others:])
        before = _counted(pile, rules, options)
        wanted = {
            (id_, card) for card in free for id_ in _counted(pile | Pile.of([card]), rules, options) - before
        }
        found = find_chances(pile, free, rules, options)
        assert {(one.yaku.id, card) for one in found for card in one.cards} == wanted
        assert [one.yaku.value for one in found] == sorted((one.yaku.value for one in found), reverse=True)


FUKE = "pine-crane maple-deer"
"""Worth 60 in Ino-Shika-Chō."""


@pytest.mark.parametrize(
    ("game", "piles", "options", "low"),
    [
        pytest.param("ino-shika-cho", (FUKE, f"{FUKE} iris-ribbon", ""), {}, "A C", id="at the limit"),
        pytest.param("ino-shika-cho", ("maple-deer", FUKE, FUKE), {}, "A B C", id="the dealer too"),
        pytest.param("ino-shika-cho", ("", FUKE, ""), {"fuke": False}, "", id="switched off"),
        pytest.param("ino-shika-cho", (FUKE, "", ""), {"fuke_limit": 59}, "B C", id="another limit"),
        pytest.param(
            "ino-shika-cho",
            (
                f"{CUP} {MOON}",
                f"{CUP} {CURTAIN}",
                "",
            ),
            {},
            "C",
            id="a yaku lifts over it",
        ),
        pytest.param(
            "ino-shika-cho",
            (f"{CUP} {MOON}", f"{CUP} {CURTAIN}", ""),
            {"fuke_counts": "cards"},
            "A B C",
            id="but not where cards alone count",
        ),
        pytest.param("roppyakken", (FUKE, "maple-deer", ""), {}, "", id="off as the file says"),
        pytest.param("roppyakken", (FUKE, "maple-deer", ""), {"fuke": True}, "B C", id="whoever it is"),
        pytest.param("botan-cho", ("pine-crane", ""), {}, "", id="a game without fuke"),
    ],
)
def test_within_fuke(game: str, piles: tuple[str, ...], options: dict[str, object], low: str) -> None:
    rules = load(game)
    lie = dict(zip(Seat, map(Pile.parse, piles), strict=False))
    found = within_fuke(rules, rules.options(options), lie, A, {})
    assert " ".join(map(str, found)) == low


def test_a_lucky_hand_lifts_over_fuke() -> None:
    rules = load("ino-shika-cho")
    lie = {A: Pile(), B: Pile()}
    assert within_fuke(rules, rules.options(), lie, B, {A: ["hand-three"]}) == (B,)
    cards = rules.options({"fuke_counts": "cards"})
    assert within_fuke(rules, cards, lie, B, {A: ["hand-three"]}) == (A, B)


def test_a_rule_that_does_not_mind_the_dealer_leaves_the_dealer_out() -> None:
    rules = parse(
        'format = 1\nid = "mild"\nversion = 1\nextends = "ino-shika-cho"\n'
        '[fuke]\nannulled_by = "non-dealer"\ndealer_leaves_yaku = false\n'
    )
    assert within_fuke(rules, rules.options(), {A: Pile(), B: Pile()}, A, {}) == (B,)


def test_where_players_pay_each_other_the_score_less_par_counts() -> None:
    rules = parse(
        'format = 1\nid = "hard"\nversion = 1\nextends = "botan-cho"\n'
        '[fuke]\nannulled_by = "any"\ndealer_leaves_yaku = false\n'
        '[options.fuke]\ndefault = true\nenglish = "Fuke"\nhint = "h"\n'
        '[options.fuke_limit]\ndefault = 0\nrange = [0, 10]\nenglish = "Limit"\nhint = "h"\n'
        '[options.fuke_counts]\ndefault = "score"\nchoices = ["score", "cards"]\nenglish = "C"\nhint = "h"\n'
    )
    half = Pile.of([*Pile.parse(BRIGHTS), Card.PLUM_WARBLER])  # 110 of 120, and yaku for 55
    assert within_fuke(rules, rules.options(), {A: half, B: Pile()}, A, {}) == (B,)

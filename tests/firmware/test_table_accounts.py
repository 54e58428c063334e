"""A player's account in the result: a sum that can be added up with a finger."""

import random

import pytest

from firmware.screens import scene_of
from firmware.screens.account import account_rows
from firmware.screens.painter import paint
from firmware.table import apply
from firmware.texts import load
from scorer import Card, CardsCaptured, RoundClosed, Seat, TeyakuDeclared

TEXTS = load("both")
VIEWING = "chrysanthemum-sake-cup cherry-curtain"
REST = ""
"""All cards that are in no pile yet."""


def page(sitting):
    """Return what stands on the page, without what is on other ones."""
    scene = scene_of(sitting.table, TEXTS)
    paint(scene, strict=True)
    lines = scene.lines()
    return " ".join(lines[: len(lines) - len(scene.beyond)])


def end(sitting, **piles):
    """Give the players their cards and end the round."""
    for seat, cards in piles.items():
        ids = cards.split() or sitting["unaccounted"]
        sitting.table = apply(sitting.table, CardsCaptured(Seat(seat), tuple(map(Card.parse, ids))))
    sitting.table = apply(sitting.table, RoundClosed())
    return sitting


def read(sitting, letter, count):
    """Open an account and turn its pages; return each, and the first one again."""
    shown = []
    for _ in range(count + 1):
        sitting.press(letter)
        shown.append(page(sitting))
    return shown


def test_cards_by_type_come_first_then_par_yaku_and_what_the_others_yaku_take(sit):
    brights = "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"
    wisterias = "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1 wisteria-chaff-2"
    sitting = end(sit("botan-cho"), A=f"{brights} {wisterias} plum-warbler", B=REST)
    assert read(sitting, "A", 12) == [
        "A +72 5 brights +100 2 animals +20 1 ribbon +5 A: more OK: close",
        "A +72 2 chaff +2 half the deck -120 五光 5 Brights +30 A: more OK: close",
        "A +72 三光 3 Brights +25 4 Wisteria +10 A: more OK: close",
        "5 brights +100 Crane 20 Phoenix 20 Curtain 20 Moon 20 Rain man 20 A: more OK: close",
        "2 animals +20 Plum warbler 10 Wisteria cuckoo 10 A: more OK: close",
        "1 ribbon +5 Wisteria ribbon 5 A: more OK: close",
        "2 chaff +2 Wisteria chaff 1 Wisteria chaff 1 A: more OK: close",
        "五光 5 Brights +30 Pine crane Cherry curtain Susuki moon Willow rain man A: more OK: close",
        "五光 5 Brights +30 Paulownia phoenix A: more OK: close",
        "三光 3 Brights +25 Pine crane Plum warbler Cherry curtain A: more OK: close",
        "4 Wisteria +10 Wisteria cuckoo Wisteria ribbon Wisteria chaff Wisteria chaff A: more OK: close",
        "牡丹蝶 Botan-cho v1 botan-cho.toml Fuda Wiki, Botan-chō House rules as usual A: more OK: close",
        "A +72 5 brights +100 2 animals +20 1 ribbon +5 A: more OK: close",
    ]
    sitting.press("B", "B")
    assert page(sitting) == "B -72 half the deck -120 A: 5 Brights -30 A: 3 Brights -25 B: more OK: close"


def test_a_yaku_silenced_by_another_is_shown_with_its_cards_and_counts_nothing(sit):
    sitting = end(sit("ino-shika-cho", fuke=False), A=f"{VIEWING} susuki-moon", B=REST)
    shown = read(sitting, "A", 8)
    assert shown[:2] == [
        "A +410 2 brights +100 1 animal +10 鉄砲 Gun +300 A: more OK: close",
        "A +410 Flower V.: in Gun +0 Moon View: in Gun +0 A: more OK: close",
    ]
    why = "Rule: replaced by 鉄砲 Gun +300"
    assert shown[4:7] == [
        "鉄砲 Gun +300 Cherry curtain Susuki moon Chrysan. sake cup A: more OK: close",
        f"花見 Flower V. +0 {why} Cherry curtain Chrysan. sake cup A: more OK: close",
        f"月見 Moon View +0 {why} Susuki moon Chrysan. sake cup A: more OK: close",
    ]


def test_what_fuke_annuls_is_taken_away(sit):
    sitting = end(sit("ino-shika-cho"), A=VIEWING, B="maple-deer")
    assert read(sitting, "A", 1)[0] == "A +0 1 bright +50 1 animal +10 花見 Flower V. +100 A: more OK: close"
    sitting.press("A")
    sitting.press("OK")
    assert read(sitting, "A", 1)[1] == "A +0 lost to fuke -160 A: more OK: close"


def test_fuke_of_the_dealer_leaves_the_others_their_yaku(sit):
    sitting = end(sit("ino-shika-cho", dealer="B"), A=VIEWING, B="maple-deer")
    sitting.press("A", "A")
    assert page(sitting) == "A +100 lost to fuke -60 A: more OK: close"


@pytest.mark.parametrize(
    ("shown", "row"),
    [
        pytest.param("iris-bridge iris-ribbon iris-chaff-1", "手三 Hand Three +200", id="shown"),
        pytest.param("", "手三 unchecked +200", id="not shown"),
    ],
)
def test_a_lucky_hand_says_whether_it_was_checked(sit, shown, row):
    sitting = sit("ino-shika-cho", fuke=False)
    cards = tuple(map(Card.parse, shown.split()))
    sitting.table = apply(sitting.table, TeyakuDeclared(Seat.A, ("hand-three",), cards))
    end(sitting, A="pine-crane", B="maple-deer")
    sitting.press("A")
    assert page(sitting) == f"A +250 1 bright +50 {row} A: more OK: close"


def test_a_player_without_cards_has_an_account_of_nothing(sit):
    sitting = end(sit("ino-shika-cho", fuke=False), A="pine-crane")
    sitting.press("B")
    assert page(sitting) == "B +0 B: more OK: close"


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("botan-cho", 2),
        ("mushi", 2),
        ("ino-shika-cho", 2),
        ("ino-shika-cho", 3),
        ("roppyakken", 2),
        ("roppyakken", 3),
    ],
)
@pytest.mark.parametrize("seed", range(8))
def test_every_account_adds_up_to_the_score(sit, game, players, seed):
    chance = random.Random(f"{game} {players} {seed}")
    sitting = sit(game, players=players)
    match = sitting.table.match
    piles = {str(seat): [] for seat in match.seats}
    for card in match.ruleset.deck:
        piles[chance.choice(list(piles))].append(card.id)
    end(sitting, **{seat: " ".join(ids) for seat, ids in piles.items()})
    match = sitting.table.match
    sums = {seat: sum(row.points for row in account_rows(match, seat, TEXTS)) for seat in match.seats}
    assert sums == {player.seat: player.score for player in match.score.players}

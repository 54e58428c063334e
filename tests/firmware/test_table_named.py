"""A card tapped at home, in the result and at the end is named."""

from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.screens.painter import paint
from firmware.table.pages import AtHome
from firmware.texts import load

TEXTS = load("both")


@pytest.mark.parametrize("phase", ["result", "finished"])
def test_a_card_tapped_is_named_and_captured_by_nobody(end_round, phase):
    sitting = end_round("B", rounds=1)
    sitting.press(*["OK", "OK"] * (phase == "finished"))
    before = sitting.table.match
    sitting.tap("pine-crane")
    assert (sitting["phase"], sitting.message) == (phase, ("named", "pine-crane", "", ""))
    assert sitting.table.match == before


@pytest.mark.parametrize(
    ("game", "card", "words"),
    [
        pytest.param(
            "ino-shika-cho",
            "pine-crane",
            "Pine crane 松 Pine-Baldy Big Three 4 Pines A has it 50 points",
            id="captured",
        ),
        pytest.param(
            "ino-shika-cho",
            "iris-bridge",
            "Iris bridge 菖蒲 animal in no pile 10 points",
            id="for no yaku, in no pile",
        ),
        pytest.param(
            "botan-cho", "clover-boar", "Bush clover boar 萩 animal not in this game", id="not in the game"
        ),
        pytest.param(
            "roppyakken",
            "cherry-curtain",
            "Cherry curtain 桜 Big Three 4 Cherries Gun 4 Brights Flower V. in no pile 50 points",
            id="for many yaku",
        ),
        pytest.param(
            "roppyakken",
            "willow-ribbon",
            "Willow ribbon 柳 4 Rains in no pile 10 points",
            id="under the house rules in force",
        ),
    ],
)
def test_a_card_tapped_is_named_with_its_points_its_owner_and_its_yaku(sit, game, card, words):
    sitting = sit(game)
    sitting.tap("pine-crane")
    sitting.press("OK")
    sitting.hold("A", 1.0)
    sitting.press("OK")
    sitting.tap(card)
    assert sitting.screen == words


def test_a_house_rule_adds_a_yaku_that_a_card_counts_for(sit):
    sitting = sit("roppyakken", willow_ribbon=True)
    sitting.tap("pine-crane")
    sitting.press("OK")
    sitting.tap("willow-ribbon")
    assert sitting.screen == "Willow ribbon 柳 4 Rains 7 Ribbons in no pile 10 points"


def test_a_yaku_that_a_house_rule_leaves_out_is_not_named(sit):
    sitting = sit("mushi", five_brights=False)
    sitting.hold("BACK", 1.0)
    sitting.choose("home")
    sitting.tap("willow-rain-man")
    assert sitting.screen == "Willow rain man 柳 bright in no pile 20 points"


def test_of_very_many_yaku_the_last_ones_are_counted(ino):
    rules = ino.table.match.ruleset
    crane = next(row for row in rules.yaku if row.id == "four-pines")
    more = tuple(replace(crane, id=f"four-pines-{number}") for number in range(5))
    rules = replace(rules, yaku=(*rules.yaku, *more))
    ino.table = replace(ino.table, match=replace(ino.table.match, ruleset=rules))
    ino.tap("pine-chaff-1")
    ino.hold("BACK", 1.0)
    ino.choose("home")
    ino.tap("pine-crane")
    scene = scene_of(ino.table, TEXTS)
    paint(scene, strict=True)
    assert " ".join(scene.lines()) == (
        "Pine crane 松 Pine-Baldy 4 Pines Big Three 4 Pines 4 Pines and 3 more in no pile 50 points "
        "4 Pines 4 Pines 4 Pines"
    )


def test_at_home_without_a_match_a_card_has_its_name_alone(home):
    home.tap("pine-crane")
    assert home.screen == "Pine crane 松 bright"


@pytest.mark.parametrize("card", ["pine-crane", "maple-blue-ribbon"])
def test_names_of_an_own_rule_file_that_are_too_long_are_cut_with_a_mark(sit, card):
    sitting = sit("ino-shika-cho")
    rules = sitting.table.running.ruleset
    rows = tuple(replace(row, names=replace(row.names, kanji="猪鹿蝶" * 4)) for row in rules.yaku)
    long = replace(sitting.table.running, ruleset=replace(rules, yaku=rows))
    sitting.table = replace(sitting.table, match=long, view=replace(sitting.view, mode=AtHome()))
    sitting.tap(card)
    scene = scene_of(sitting.table, load("ja"))
    assert scene.says("猪鹿蝶猪鹿蝶")
    paint(scene, strict=True)

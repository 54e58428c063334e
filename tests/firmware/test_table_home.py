"""Home: same again, settings, power off; and what of a match is kept for the next one."""

from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.table import ChoicesMade, NewGame
from firmware.table.choices import Defaults
from firmware.texts import Language, load
from scorer import MatchEnded, Seat


def last(sitting):
    game = sitting.table.choices.last
    return game.game, game.players, game.length, str(game.dealer), dict(game.options)


def end(sitting):
    sitting.hold("BACK", 1.0)
    sitting.choose("end-match")
    sitting.press("OK")


def test_before_the_first_match_there_is_no_same_again(home):
    assert "same-again" not in home.entries


def test_a_match_that_begins_is_the_last_one(home):
    home.press("OK", "OK")
    assert last(home) == ("botan-cho", 2, 12, "A", {"chips": 180})


def test_same_again_plays_the_same_game_with_the_same_players_length_rules_and_names(sit):
    sitting = sit("ino-shika-cho", players=3, dealer="C", target=300, fuke_limit=50, teyaku=False)
    sitting.table = replace(sitting.table, names={Seat.B: "Ben"})
    end(sitting)
    assert sitting["choice"] == "same-again"
    sitting.press("OK")
    match = sitting.table.match
    assert (sitting["phase"], sitting["game"], sitting["dealer"], len(match.seats)) == (
        "playing",
        "ino-shika-cho",
        "C",
        3,
    )
    rules = {"target": 300, "fuke": True, "fuke_limit": 50, "fuke_counts": "score", "teyaku": False}
    assert (dict(match.options), match.names) == (rules, {Seat.B: "Ben"})


def test_same_again_is_dealt_by_who_would_have_dealt_next(end_round):
    sitting = end_round(seat="B", rounds=1)
    assert (sitting["phase"], sitting["dealer"]) == ("result", "A")
    sitting.press("OK", "OK", "OK")
    sitting.press("OK")
    assert (sitting["phase"], sitting["dealer"]) == ("playing", "B")


def test_same_again_after_a_match_ended_early_is_dealt_by_its_last_dealer(botan):
    botan.press("A")
    end(botan)
    botan.press("OK")
    assert botan["dealer"] == "A"


def test_a_length_changed_on_the_way_is_the_next_matchs_too(botan):
    botan.hold("BACK", 1.0)
    botan.choose("length")
    botan.choose("3")
    end(botan)
    assert last(botan)[2] == 3


def test_same_again_asks_once_more_where_a_match_waits(botan):
    botan.hold("BACK", 1.0)
    botan.choose("home")
    botan.choose("same-again")
    assert (botan["phase"], botan["choice"], botan.view.mode.is_asking) == ("home", "same-again", True)
    botan.press("A", "BACK")
    assert (botan["choice"], botan.view.mode.is_asking) == ("same-again", False)
    assert MatchEnded() not in botan.facts
    botan.press("OK", "OK")
    assert (botan["phase"], MatchEnded() in botan.facts) == ("playing", True)


@pytest.mark.parametrize(
    ("game", "found"),
    [
        pytest.param(NewGame("lost-game", 2, 6, Seat.A), None, id="its rule file is gone"),
        pytest.param(
            NewGame("botan-cho", 2, 6, Seat.B, {"chips": 60}),
            ("botan-cho", 2, 6, "B", {"chips": 60}),
            id="sound",
        ),
        pytest.param(
            NewGame("botan-cho", 3, 0, Seat.C, {"chips": -1, "fuke": True}),
            ("botan-cho", 2, 12, "A", {}),
            id="it takes none of that any more",
        ),
    ],
)
def test_what_a_changed_rule_file_does_not_take_is_as_it_proposes(home, game, found):
    home.table = replace(home.table, choices=replace(home.table.choices, last=game))
    assert ("same-again" in home.entries) is (found is not None)
    home.choose("new-game")
    draft = home.view.mode.draft
    shown = (draft.game, draft.players, draft.length, str(draft.dealer), dict(draft.options))
    assert shown == (found or ("botan-cho", 2, 12, "A", {}))


@pytest.mark.parametrize("where", ["home", "menu"])
def test_power_off_asks_once_more_and_ends_the_program(botan, where):
    botan.hold("BACK", 1.0)
    if where == "home":
        botan.choose("home")
    botan.choose("power-off")
    assert (botan["phase"], botan["choice"], botan.view.is_off) == (where, "power-off", False)
    botan.press("BACK")
    assert (botan["choice"], botan.view.mode.is_asking) == ("power-off", False)
    botan.press("OK", "OK")
    assert botan.view.is_off


def test_settings_turn_the_sound_off_and_on(home):
    home.choose("settings")
    assert (home["phase"], home["choice"]) == ("menu", "sound")
    assert home.entries == ("sound", "one-short", "language")
    home.press("OK")
    assert (home["choice"], home.table.choices.has_sound) == ("sound", False)
    home.press("OK")
    assert home.table.choices.has_sound is True
    assert [type(fact) for fact in home.facts] == [ChoicesMade, ChoicesMade]


def test_settings_go_through_the_languages_from_the_one_that_the_settings_file_says(home):
    home.table = replace(home.table, defaults=Defaults(Language.ENGLISH))
    home.choose("settings")
    home.press("B", "B")
    spoken = []
    for _ in range(4):
        spoken.append(
            (home.table.language.value, scene_of(home.table, load(home.table.language)).says("日本語"))
        )
        home.press("OK")
    assert spoken == [("en", False), ("ja", True), ("both", False), ("en", False)]


@pytest.mark.parametrize("by_file", [False, True])
def test_settings_turn_one_card_short_on_and_off_whatever_the_file_says(home, by_file):
    home.table = replace(home.table, defaults=Defaults(one_short=by_file))
    assert home.table.has_chances is by_file
    home.choose("settings")
    for wanted in (not by_file, by_file):
        home.choose("one-short") if home["choice"] == "sound" else home.press("OK")
        assert (home["choice"], home.table.choices.one_short) == ("one-short", wanted)
        assert home.table.has_chances is wanted
    assert home.table.choices.has_sound is None


def test_back_leaves_the_settings_for_home(home):
    home.choose("settings")
    home.press("A", "B", "C", "BACK")
    assert (home["phase"], home["choice"], home.facts) == ("home", "settings", [])


def test_nothing_is_kept_while_nothing_changes(home):
    home.press("OK", "OK")
    chosen = [fact for fact in home.facts if isinstance(fact, ChoicesMade)]
    end(home)
    home.press("OK")
    assert [fact for fact in home.facts if isinstance(fact, ChoicesMade)] == chosen

"""The result of a round, its accounts, and the end of a match."""

from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.screens.painter import paint
from firmware.table import View, resumed
from firmware.table.result import shown_page
from firmware.texts import load
from scorer import MatchEnded, MatchFinished, MatchResumed, RoundReopened, RoundStarted

TEXTS = load("en")
FOUR_BRIGHTS = "pine-crane cherry-curtain susuki-moon paulownia-phoenix"


@pytest.fixture
def result(end_round):
    """Return the result of a first round of Botan-chō that B won."""
    return end_round("B")


def screen(sitting):
    return " ".join(scene_of(sitting.table, TEXTS).lines())


def page(sitting):
    mode = sitting.view.mode
    return shown_page(sitting.table).value, str(mode.account or ""), mode.account_page


def test_the_result_opens_at_its_first_page(result):
    assert (result["phase"], page(result)) == ("result", ("result", "", 0))
    assert result["standings"]["B"] == {"chips": 375, "counters": 1, "points": 376}


def test_ok_goes_on_page_by_page_to_the_next_round(result):
    result.press("OK")
    assert (result["phase"], page(result)) == ("result", ("standings", "", 0))
    result.press("OK")
    assert (result["phase"], result["round"], result["dealer"], result["active"]) == ("playing", 2, "B", "B")
    assert result.facts[-1] == RoundStarted(result.table.match.seats[1])


def test_back_goes_one_page_back(result):
    result.press("OK", "BACK")
    assert (result["phase"], page(result)) == ("result", ("result", "", 0))


def test_back_on_the_first_page_reopens_the_round_as_it_was(result):
    piles = result["piles"]
    result.press("BACK")
    assert (result["phase"], result["piles"], result["active"], result["round"]) == ("playing", piles, "B", 1)
    assert result["standings"]["B"] == {"chips": 180, "counters": 0, "points": 180}
    assert isinstance(result.facts[-1], RoundReopened)


@pytest.mark.parametrize(
    ("presses", "shown"),
    [
        pytest.param(["A"], ("result", "A", 0), id="a letter opens that account"),
        pytest.param(["A", "A"], ("result", "A", 1), id="the same letter pages"),
        pytest.param(["A", "A", "B"], ("result", "B", 0), id="another letter opens another from its start"),
        pytest.param(["A", "OK"], ("result", "", 0), id="OK closes"),
        pytest.param(["A", "A", "BACK"], ("result", "", 0), id="BACK closes"),
        pytest.param(["OK", "B", "OK"], ("standings", "", 0), id="the page under it stays"),
        pytest.param(["C"], ("result", "", 0), id="nobody sits at C"),
        pytest.param(["A", "C"], ("result", "A", 0), id="C closes nothing"),
    ],
)
def test_letters_open_accounts(result, presses, shown):
    result.press(*presses)
    assert (result["phase"], page(result)) == ("result", shown)


def test_with_three_players_c_has_an_account(ino):
    ino.tap("pine-crane")
    ino.press("OK", "C")
    assert page(ino) == ("look-again", "C", 0)


@pytest.fixture
def doubtful(end_round):
    """Return the result of a round of Botan-chō in which one pine lies with A and three with B."""
    sitting = end_round("B", missing="pine-crane", rounds=1)
    sitting.press("A")
    return sitting


def test_where_there_is_something_to_look_at_that_is_the_first_page(doubtful):
    assert page(doubtful) == ("look-again", "", 0)
    doubtful.press("OK")
    assert page(doubtful) == ("result", "", 0)
    doubtful.press("OK")
    assert page(doubtful) == ("standings", "", 0)
    doubtful.press("OK")
    assert doubtful["phase"] == "finished"


def test_back_goes_back_to_look_again_and_from_there_reopens_the_round(doubtful):
    doubtful.press("OK", "BACK")
    assert page(doubtful) == ("look-again", "", 0)
    doubtful.press("BACK")
    assert (doubtful["phase"], doubtful["piles"]["A"]) == ("playing", ["pine-crane"])


def test_what_was_put_right_is_not_asked_about_again(doubtful):
    doubtful.press("BACK", "BACK", "OK", "B")
    assert page(doubtful) == ("result", "", 0)


def test_a_match_that_waits_at_a_result_goes_on_at_its_first_page(doubtful):
    doubtful.press("OK", "OK")
    view = View(now_s=doubtful.now_s)
    doubtful.table = resumed(replace(doubtful.table, view=view))
    assert page(doubtful) == ("look-again", "", 0)


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        pytest.param(
            {"A": "pine-crane"},
            "Look again? 松 Pine A 1 B 3 twos or four? BACK look OK: fine",
            id="one suit, at large",
        ),
        pytest.param(
            {"A": "pine-crane chrysanthemum-chaff-1"},
            "Look again? 2 things Pine A 1 B 3 Chrysan. A 1 B 3 BACK look OK: fine",
            id="two suits",
        ),
        pytest.param(
            {"A": "pine-crane plum-warbler cherry-curtain iris-bridge"},
            "Look again? 4 things Pine A 1 B 3 Plum A 1 B 3 Cherry A 1 B 3 BACK look OK: fine Iris A 1 B 3",
            id="four suits, one out of sight",
        ),
    ],
)
def test_the_screen_says_what_to_look_at(sit, moves, words):
    botan = sit("botan-cho")
    for seat, cards in moves.items():
        botan.press(seat)
        botan.tap(*cards.split())
    botan.press("B")
    botan.tap(*botan["unaccounted"])
    botan.press("OK")
    assert screen(botan) == words


@pytest.mark.parametrize(
    ("players", "tapped", "words"),
    [
        pytest.param(
            2,
            "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1",
            "藤 A: 4 Wisteria lacks a chaff not tapped?",
            id="a chaff",
        ),
        pytest.param(
            2,
            "wisteria-cuckoo wisteria-ribbon",
            "藤 A: 4 Wisteria lacks 2 chaff not tapped?",
            id="both chaff",
        ),
        pytest.param(3, "-maple-deer", "紅 Maple deer 10 points 葉 in no pile", id="a card worth points"),
        pytest.param(
            3,
            "-maple-deer -iris-bridge",
            "2 unseen: 20 points Iris bridge Maple deer",
            id="two cards worth points",
        ),
        pytest.param(
            3,
            "-maple-deer -iris-bridge -iris-ribbon",
            "3 unseen: 25 points Iris bridge and 2 more",
            id="more cards",
        ),
        pytest.param(
            3,
            "-maple-deer -maple-chaff-1 -pine-chaff-1 -pine-chaff-2",
            "2 things A: 4 Pines, chaff? 1 unseen: 10 points",
            id="chaff and points",
        ),
    ],
)
def test_the_screen_says_what_was_not_seen(sit, players, tapped, words):
    sitting = sit("ino-shika-cho", players=players)
    left_out = [word[1:] for word in tapped.split() if word.startswith("-")]
    sitting.tap(
        *([id_ for id_ in sitting["unaccounted"] if id_ not in left_out] if left_out else tapped.split())
    )
    sitting.press("OK")
    assert screen(sitting) == f"Look again? {words} BACK look OK: fine"


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
            "Iris bridge 菖 animal 蒲 in no pile 10 points",
            id="for no yaku, in no pile",
        ),
        pytest.param(
            "botan-cho", "clover-boar", "Bush clover boar 萩 animal not in this game", id="not in the game"
        ),
        pytest.param(
            "roppyakken",
            "cherry-curtain",
            "Cherry curtain Big Three 4 Cherries Gun 4 Brights Flower V. in no pile 50 points",
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
    assert screen(sitting) == words


def test_a_house_rule_adds_a_yaku_that_a_card_counts_for(sit):
    sitting = sit("roppyakken", willow_ribbon=True)
    sitting.tap("pine-crane")
    sitting.press("OK")
    sitting.tap("willow-ribbon")
    assert screen(sitting) == "Willow ribbon 柳 4 Rains 7 Ribbons in no pile 10 points"


def test_a_yaku_that_a_house_rule_leaves_out_is_not_named(sit):
    sitting = sit("mushi", five_brights=False)
    sitting.hold("BACK", 1.0)
    sitting.choose("home")
    sitting.tap("willow-rain-man")
    assert screen(sitting) == "Willow rain man 柳 bright in no pile 20 points"


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
        "Pine crane Pine-Baldy 4 Pines Big Three 4 Pines 4 Pines and 3 more in no pile 50 points "
        "4 Pines 4 Pines 4 Pines"
    )


def test_at_home_without_a_match_a_card_has_its_name_alone(home):
    home.tap("pine-crane")
    assert screen(home) == "Pine crane 松 bright"


@pytest.fixture
def finished(end_round):
    sitting = end_round("B", rounds=1)
    sitting.press("OK", "OK")
    return sitting


def test_after_the_last_round_the_match_is_finished(finished):
    assert (finished["phase"], finished["round"], page(finished)) == ("finished", 1, ("result", "", 0))
    assert isinstance(finished.facts[-1], MatchFinished)


def test_ok_at_the_end_goes_home_and_no_match_waits(finished):
    finished.press("OK")
    assert (finished["phase"], finished["choice"], finished["game"]) == ("home", "new-game", None)
    assert isinstance(finished.facts[-1], MatchEnded)


def test_back_at_the_end_goes_to_the_last_page_of_the_result(finished):
    finished.press("BACK")
    assert (finished["phase"], page(finished)) == ("result", ("standings", "", 0))
    assert isinstance(finished.facts[-1], MatchResumed)


@pytest.mark.parametrize(
    ("target", "rounds", "words"),
    [
        pytest.param(
            900,
            [{"A": FOUR_BRIGHTS, "B": "maple-deer"}],
            "A wins by 940 A 950  B 10 OK: home",
            id="with most points",
        ),
        pytest.param(
            1000,
            [{"B": FOUR_BRIGHTS}, {"A": FOUR_BRIGHTS, "B": "clover-boar maple-deer peony-butterflies"}],
            "A wins with Four Brights A 950  B 1280 OK: home",
            id="with fewer points, by a yaku that wins at once",
        ),
    ],
)
def test_the_end_says_who_won_and_by_how_much(sit, target, rounds, words):
    sitting = sit("roppyakken", target=target)
    for number, piles in enumerate(rounds, 1):
        for seat, cards in piles.items():
            sitting.press(seat)
            sitting.tap(*cards.split())
        sitting.press("OK")
        while (sitting["phase"], sitting["round"]) == ("result", number):
            sitting.press("OK")
    assert screen(sitting) == words


@pytest.mark.parametrize("button", ["A", "B", "C"])
def test_letters_do_nothing_at_the_end(finished, button):
    finished.press(button)
    assert (finished["phase"], finished.message) == ("finished", None)


def test_a_race_goes_on_until_someone_is_at_the_target(sit):
    sitting = sit("ino-shika-cho", target=100, fuke=False)
    sitting.tap("pine-crane")
    sitting.press("OK", "OK", "OK")
    assert (sitting["phase"], sitting["round"]) == ("playing", 2)
    sitting.tap("pine-crane")
    sitting.press("OK", "OK", "OK")
    assert (sitting["phase"], sitting["standings"]["A"]) == ("finished", {"points": 100})

"""The result of a round, its accounts, and the end of a match."""

import pytest

from firmware.screens import scene_of
from firmware.table.result import shown_page
from firmware.texts import load
from scorer import MatchEnded, MatchFinished, MatchResumed, RoundReopened, RoundStarted

TEXTS = load("both")
FOUR_BRIGHTS = "pine-crane cherry-curtain susuki-moon paulownia-phoenix"


@pytest.fixture
def result(end_round):
    """Return the result of a first round of Botan-chō that B won."""
    return end_round("B")


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
def finished(end_round):
    sitting = end_round("B", rounds=1)
    sitting.press("OK", "OK")
    return sitting


def test_after_the_last_round_the_match_is_finished(finished):
    assert (finished["phase"], finished["round"], page(finished)) == ("finished", 1, ("result", "", 0))
    assert isinstance(finished.facts[-1], MatchFinished)


def test_ok_at_the_end_goes_home_and_no_match_waits(finished):
    finished.press("OK")
    assert (finished["phase"], finished["choice"], finished["game"]) == ("home", "same-again", None)
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
            "A wins with 四光 4 Brights A 950  B 1280 OK: home",
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
    assert sitting.screen == words


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


def test_where_nobody_pays_all_of_it_is_said(sit):
    sitting = sit("botan-cho", rounds=1000)
    sitting.tap(*f"{FOUR_BRIGHTS} willow-rain-man".split())
    sitting.press("B")
    sitting.tap(*sitting["unaccounted"])
    sitting.press("OK", "OK")
    assert scene_of(sitting.table, TEXTS).lines()[:3] == ["1/1000 Nobody pays", "0:0 Lightning B", "counter"]

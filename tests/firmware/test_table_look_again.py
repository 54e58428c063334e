"""Look again? The first page of a result in which something may be wrong."""

from dataclasses import replace

import pytest

from firmware.table import View, resumed
from firmware.table.result import shown_page


def page(sitting):
    mode = sitting.view.mode
    return shown_page(sitting.table).value, str(mode.account or ""), mode.account_page


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
            "Look again? Pine 松 A 1 B 3 twos or four? BACK: tap OK: right",
            id="one suit, at large",
        ),
        pytest.param(
            {"A": "pine-crane chrysanthemum-chaff-1"},
            "Look again? 2 things Pine A 1 B 3: odd Chrysan. A 1 B 3: odd BACK: tap OK: right",
            id="two suits",
        ),
        pytest.param(
            {"A": "pine-crane plum-warbler cherry-curtain iris-bridge"},
            "Look again? 4 things Pine A 1 B 3: odd Plum A 1 B 3: odd and 2 more BACK: tap OK: right "
            "Cherry A 1 B 3: odd Iris A 1 B 3: odd",
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
    assert botan.screen == words


@pytest.mark.parametrize(
    ("players", "tapped", "words"),
    [
        pytest.param(
            2,
            "wisteria-cuckoo wisteria-ribbon wisteria-chaff-1",
            "A: 4 Wisteria lacks a chaff not tapped?",
            id="a chaff",
        ),
        pytest.param(
            2,
            "wisteria-cuckoo wisteria-ribbon",
            "A: 4 Wisteria lacks 2 chaff not tapped?",
            id="both chaff",
        ),
        pytest.param(3, "-maple-deer", "Maple deer 10 points in no pile", id="a card worth points"),
        pytest.param(
            3,
            "-maple-deer -iris-bridge",
            "20 points in no pile Iris bridge Maple deer",
            id="two cards worth points",
        ),
        pytest.param(
            3,
            "-maple-deer -iris-bridge -iris-ribbon",
            "25 points in no pile Iris bridge and 2 more",
            id="more cards",
        ),
        pytest.param(
            3,
            "-maple-deer -maple-chaff-1 -pine-chaff-1 -pine-chaff-2",
            "2 things 10 points in no pile A: 4 Pines, chaff?",
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
    assert sitting.screen == f"Look again? {words} BACK: tap OK: right"

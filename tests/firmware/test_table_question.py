"""Another player's card is tapped: the question, and what answers it."""

import pytest

from scorer import Card, CardsMoved

UNKNOWN = bytes.fromhex("04ffffffffffff")


@pytest.fixture
def asked(ino):
    """Return a table where A's crane was tapped for B."""
    ino.tap("pine-crane", "plum-warbler")
    ino.press("B")
    ino.tap("maple-deer", "pine-crane")
    return ino


def test_another_players_card_asks(asked):
    assert (asked["notice"], asked.question) == ("other-player", "pine-crane")
    assert asked["piles"]["A"] == ["pine-crane", "plum-warbler"]


def test_the_question_stands_however_long_it_takes(asked):
    asked.wait(600)
    assert (asked["notice"], asked.question) == ("other-player", "pine-crane")


def test_ok_moves_the_card(asked):
    asked.press("OK")
    assert asked["piles"] == {"A": ["plum-warbler"], "B": ["maple-deer", "pine-crane"], "C": []}
    assert asked.message == ("moved", "pine-crane", "B", "")
    assert (asked.question, asked["notice"], asked["phase"]) == (None, None, "playing")


def test_back_is_a_no_and_takes_nothing_back(asked):
    asked.press("BACK")
    assert (asked.question, asked["notice"]) == (None, None)
    assert asked["piles"] == {"A": ["pine-crane", "plum-warbler"], "B": ["maple-deer"], "C": []}


def test_a_letter_is_a_no_and_then_chooses(asked):
    asked.press("C")
    assert (asked.question, asked["active"]) == (None, "C")
    assert asked["piles"]["A"] == ["pine-crane", "plum-warbler"]


def test_with_two_players_c_is_a_no_too(botan):
    botan.tap("pine-crane")
    botan.press("B")
    botan.tap("pine-crane")
    botan.press("C")
    assert (botan.question, botan["active"], botan["piles"]["A"]) == (None, "B", ["pine-crane"])


def test_a_free_card_is_a_no_and_then_captured(asked):
    asked.tap("iris-bridge")
    assert (asked.question, asked["notice"]) == (None, None)
    assert asked["piles"]["B"] == ["maple-deer", "iris-bridge"]


def test_the_active_players_card_is_a_no_and_then_refused(asked):
    asked.tap("maple-deer")
    assert (asked.question, asked["notice"]) == (None, "already-yours")


@pytest.mark.parametrize(
    ("sak", "notice"), [pytest.param(0x00, "unknown-tag", id="unknown"), (0x20, "not-a-card")]
)
def test_a_tag_that_is_no_card_is_a_no(asked, sak, notice):
    asked.tag(UNKNOWN, sak=sak)
    assert (asked.question, asked["notice"]) == (None, notice)


def test_a_card_that_the_game_leaves_out_is_a_no(botan):
    botan.tap("pine-crane")
    botan.press("B")
    botan.tap("pine-crane", "clover-boar")
    assert (botan.question, botan["notice"]) == (None, "not-in-game")


def test_holding_back_is_a_no_and_opens_the_menu(asked):
    asked.hold("BACK", 1.0)
    asked.press("BACK")
    assert (asked["phase"], asked.question, asked["piles"]["A"]) == (
        "playing",
        None,
        ["pine-crane", "plum-warbler"],
    )


def test_more_cards_of_others_join_the_question_and_one_ok_moves_them_all(asked):
    asked.press("C")
    asked.tap("plum-warbler", "maple-deer", "plum-warbler")
    assert asked.question == "plum-warbler maple-deer"
    asked.press("OK")
    assert asked["piles"] == {"A": ["pine-crane"], "B": [], "C": ["plum-warbler", "maple-deer"]}
    assert sum(isinstance(fact, CardsMoved) for fact in asked.facts) == 1
    asked.press("BACK")
    assert asked["piles"] == {"A": ["pine-crane", "plum-warbler"], "B": ["maple-deer"], "C": []}


def test_back_takes_a_move_back_to_where_the_card_stood(asked):
    asked.press("OK", "BACK")
    assert asked["piles"]["A"] == ["pine-crane", "plum-warbler"]
    assert asked.message == ("taken-back", "pine-crane", "B", "")


@pytest.mark.parametrize(
    "cards", ["pine-crane pine-chaff-1", "pine-chaff-1 pine-crane"], ids=["first", "last"]
)
def test_another_players_card_tapped_with_a_free_one_is_asked_about_whichever_is_read_first(
    botan, uid_of, cards
):
    botan.tap("pine-crane")
    botan.press("B")
    for id_ in cards.split():
        botan.tag(uid_of(Card.parse(id_)))
        botan.wait(0.05)
    assert (botan.question, botan["notice"]) == ("pine-crane", "other-player")
    assert botan["piles"] == {"A": ["pine-crane"], "B": ["pine-chaff-1"]}
    botan.press("OK")
    assert botan["piles"] == {"A": [], "B": ["pine-chaff-1", "pine-crane"]}

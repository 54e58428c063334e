"""Taking back and putting back, without limit within a round; reopening the last round."""

import random

import pytest

from firmware.table.report import report
from scorer import Card

CARDS = [card.id for card in Card][:20]


def piles_and_hands(sitting):
    state = report(sitting.table)
    return {key: state[key] for key in ("piles", "teyaku", "unaccounted")}


def _tap(sitting, chance):
    sitting.tap(chance.choice(CARDS))
    sitting.press("OK" if sitting.question else chance.choice("ABC"))


def _claim(sitting, chance):
    sitting.hold(chance.choice("ABC"), 1.0)
    if sitting["phase"] == "teyaku":
        sitting.press("B", "OK")


def put_back(sitting):
    sitting.hold("BACK", 1.0)
    sitting.choose("put-back")


def count_changes(sitting):
    undone = sitting.table.match.round.undone
    return sum(number not in undone for number, _ in sitting.table.match.round.changes)


@pytest.fixture(params=range(5))
def evening(request, ino):
    """Return a table in a round in which much was changed, and what it was after each change."""
    chance = random.Random(request.param)
    states = [piles_and_hands(ino)]
    while len(states) < 25:
        chance.choice([_tap, _tap, _tap, _claim])(ino, chance)
        if count_changes(ino) == len(states):
            states.append(piles_and_hands(ino))
    return ino, states


def test_back_takes_back_every_change_of_a_round_to_the_first_and_each_can_be_put_back(evening):
    sitting, states = evening
    for before in reversed(states[:-1]):
        sitting.press("BACK")
        assert piles_and_hands(sitting) == before
    for after in states[1:]:
        put_back(sitting)
        assert piles_and_hands(sitting) == after
    put_back(sitting)
    assert sitting.message == ("refused", "", "", "nothing-to-redo")


def test_a_reopened_round_can_be_taken_back_to_its_first_change(evening):
    sitting, states = evening
    sitting.press("OK")
    while sitting["phase"] == "result":
        sitting.press("BACK")
    for before in reversed(states[:-1]):
        assert sitting["phase"] == "playing"
        sitting.press("BACK")
        assert piles_and_hands(sitting) == before


def test_a_new_change_ends_putting_back(ino):
    ino.tap("pine-crane", "maple-deer")
    ino.press("BACK", "BACK")
    ino.tap("iris-bridge")
    put_back(ino)
    assert (ino["piles"]["A"], ino.message[3]) == (["iris-bridge"], "nothing-to-redo")


def test_choosing_a_player_does_not_end_putting_back(ino):
    ino.tap("pine-crane")
    ino.press("BACK", "C")
    put_back(ino)
    assert (ino["piles"]["A"], ino["active"]) == (["pine-crane"], "C")


def test_the_last_round_can_be_reopened_from_the_next_one_while_that_is_empty(end_round):
    sitting = end_round("B")
    sitting.press("OK", "OK")
    assert sitting["round"] == 2
    sitting.press("BACK", "BACK", "BACK")
    assert (sitting["round"], sitting["phase"], len(sitting["piles"]["B"])) == (1, "playing", 41)
    assert sitting["standings"]["B"]["chips"] == 180
    sitting.press("BACK")
    assert len(sitting["unaccounted"]) == 1


def test_the_last_round_can_be_reopened_from_the_end_of_the_match(end_round):
    sitting = end_round("B", rounds=1)
    sitting.press("OK", "OK")
    assert sitting["phase"] == "finished"
    sitting.press("BACK", "BACK", "BACK")
    assert (sitting["phase"], sitting["standings"]["B"]["counters"]) == ("playing", 0)
    sitting.press("OK", "OK", "OK")
    assert sitting["phase"] == "finished"

"""Cards that lie in no pile when a round ends that needs them all."""

import pytest

from firmware.table.leftover import is_listing, named_card, offered

FOUR = "pine-crane plum-warbler iris-bridge maple-deer"


def test_the_screen_names_the_first_missing_card_in_table_order(end_round):
    sitting = end_round("B", missing="maple-deer pine-crane")
    assert (sitting["phase"], named_card(sitting.table).id) == ("leftover", "pine-crane")


@pytest.mark.parametrize(
    ("missing", "owner"),
    [
        pytest.param("iris-ribbon", "B", id="the only card goes with the wild card"),
        pytest.param("iris-ribbon maple-deer", "B", id="to the player with an odd number of the suit"),
        pytest.param("iris-ribbon iris-bridge", "B", id="else with the wild card"),
        pytest.param("peony-butterflies", "None", id="the wild card itself to nobody"),
    ],
)
def test_the_player_offered_is(end_round, missing, owner):
    sitting = end_round("B", missing=missing)
    assert str(offered(sitting.table, named_card(sitting.table))) == owner


def test_the_one_player_with_an_odd_number_of_the_suit_is_offered_though_the_other_has_the_wild(sit):
    from scorer import load

    sitting = sit("botan-cho")
    away = ("iris-ribbon", "maple-deer", "iris-bridge")
    sitting.tap(*[card.id for card in load("botan-cho").deck if card.id not in away])
    sitting.press("B")
    sitting.tap("iris-bridge", "iris-chaff-1", "iris-chaff-2")
    sitting.press("OK", "OK")
    assert (sitting["phase"], str(offered(sitting.table, named_card(sitting.table)))) == ("leftover", "B")


@pytest.mark.parametrize("button", ["A", "B"])
def test_a_or_b_takes_the_named_card_and_the_result_follows(end_round, button):
    sitting = end_round("B", missing="iris-ribbon")
    sitting.press(button)
    assert (sitting["phase"], sitting["piles"][button][-1]) == ("result", "iris-ribbon")
    assert (sitting.message, sitting["active"]) == (None, "B")


def test_with_two_players_c_takes_nothing(end_round):
    sitting = end_round("B", missing="iris-ribbon")
    sitting.press("C")
    assert (sitting["phase"], sitting["unaccounted"]) == ("leftover", ["iris-ribbon"])


def test_ok_gives_the_card_to_the_player_offered(end_round):
    sitting = end_round("B", missing="iris-ribbon")
    sitting.press("OK")
    assert (sitting["phase"], sitting["piles"]["B"][-1]) == ("result", "iris-ribbon")


def test_where_nobody_is_offered_ok_asks_a_or_b(end_round):
    sitting = end_round("B", missing="peony-butterflies")
    sitting.press("OK")
    assert (sitting["phase"], sitting.message) == ("leftover", ("refused", "", "", "choose"))
    sitting.press("A")
    assert (sitting["phase"], sitting["piles"]["A"]) == ("result", ["peony-butterflies"])


def test_after_one_card_the_next_is_named(end_round):
    sitting = end_round("B", missing="iris-ribbon maple-deer")
    sitting.press("A")
    assert (sitting["phase"], named_card(sitting.table).id) == ("leftover", "maple-deer")
    assert sitting.message == ("captured", "iris-ribbon", "A", "")


def test_a_card_that_makes_a_yaku_names_it(end_round):
    sitting = end_round("B", missing="wisteria-ribbon maple-deer")
    sitting.press("OK")
    assert sitting.message == ("yaku", "wisteria-ribbon", "B", "four-wisterias")


def test_tapping_a_missing_card_gives_it_to_the_player_offered(end_round):
    sitting = end_round("B", missing="iris-ribbon maple-deer")
    sitting.press("BACK", "A", "OK")
    sitting.tap("maple-deer")
    assert (sitting["piles"]["B"][-1], sitting["active"]) == ("maple-deer", "A")


def test_tapping_a_card_that_nobody_is_offered_gives_it_to_the_active_player(end_round):
    sitting = end_round("B", missing="peony-butterflies")
    sitting.press("BACK", "A", "OK")
    sitting.tap("peony-butterflies")
    assert (sitting["phase"], sitting["piles"]["A"]) == ("result", ["peony-butterflies"])


@pytest.mark.parametrize(
    ("card", "notice"),
    [
        pytest.param("pine-crane", "already-yours", id="it lies in a pile"),
        pytest.param("clover-boar", "not-in-game", id="the game leaves it out"),
    ],
)
def test_a_card_that_is_not_missing_is_refused(end_round, card, notice):
    sitting = end_round("B", missing="iris-ribbon")
    sitting.tap(card)
    assert (sitting["phase"], sitting["notice"], sitting["unaccounted"]) == (
        "leftover",
        notice,
        ["iris-ribbon"],
    )


@pytest.mark.parametrize(
    ("missing", "listing"),
    [
        pytest.param("iris-bridge iris-ribbon maple-deer", True, id="three"),
        pytest.param(FOUR, False, id="four"),
    ],
)
def test_up_to_three_cards_are_named_one_by_one(end_round, missing, listing):
    assert is_listing(end_round("B", missing=missing).table) is listing


def test_while_many_are_missing_a_tapped_card_goes_to_the_active_player(end_round):
    sitting = end_round("B", missing=FOUR)
    sitting.press("BACK", "A", "OK")
    sitting.tap("pine-crane")
    assert (sitting["piles"]["A"], sitting["phase"]) == (["pine-crane"], "leftover")


@pytest.mark.parametrize("button", ["A", "B", "C"])
def test_while_many_are_missing_letters_give_nothing(end_round, button):
    sitting = end_round("B", missing=FOUR)
    sitting.press(button)
    assert (sitting["unaccounted"], sitting["active"]) == (FOUR.split(), "B")


def test_ok_goes_through_many_one_by_one(end_round):
    sitting = end_round("B", missing=FOUR)
    sitting.press("OK")
    assert (is_listing(sitting.table), sitting["unaccounted"]) == (True, FOUR.split())
    sitting.press("OK", "A", "OK", "OK")
    assert (sitting["phase"], sitting["piles"]["A"]) == ("result", ["plum-warbler"])


def test_back_goes_back_to_the_round(end_round):
    sitting = end_round("B", missing=FOUR)
    sitting.press("OK", "BACK")
    assert (sitting["phase"], sitting["active"], len(sitting["piles"]["B"])) == ("playing", "B", 37)
    sitting.press("OK")
    assert not is_listing(sitting.table)


def test_given_cards_stay_where_they_were_given_and_back_takes_them_back(end_round):
    sitting = end_round("B", missing="iris-ribbon maple-deer")
    sitting.press("A", "BACK")
    assert (sitting["phase"], sitting["piles"]["A"]) == ("playing", ["iris-ribbon"])
    sitting.press("BACK")
    assert sitting["unaccounted"] == ["iris-ribbon", "maple-deer"]

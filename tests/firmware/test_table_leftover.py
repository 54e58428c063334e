"""Cards that lie in no pile when a round ends that needs them all."""

import pytest

from firmware.table.leftover import is_listing, named_card, offered
from scorer import Card, CardsCaptured, Seat

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


@pytest.mark.parametrize(
    ("missing", "presses"),
    [
        pytest.param("maple-deer", [], id="one"),
        pytest.param("pine-crane iris-ribbon maple-deer", [], id="three"),
        pytest.param(FOUR, [], id="many"),
        pytest.param(FOUR, ["OK"], id="many, one by one"),
    ],
)
@pytest.mark.parametrize("button", ["A", "B"])
def test_holding_a_letter_gives_that_player_all_of_them_as_one_change(end_round, missing, presses, button):
    sitting = end_round("B", missing=missing)
    sitting.press(*presses)
    sitting.hold(button, 1.0)
    assert (sitting["phase"], sitting["active"], sitting.message) == ("result", "B", None)
    cards = tuple(map(Card.parse, missing.split()))
    assert sitting.facts[-1] == CardsCaptured(Seat(button), cards)
    while sitting["phase"] == "result":
        sitting.press("BACK")
    assert (sitting["phase"], sitting["unaccounted"]) == ("playing", [])
    sitting.press("BACK")
    assert sitting["unaccounted"] == missing.split()


def test_with_two_players_c_held_gives_nothing(end_round):
    sitting = end_round("B", missing=FOUR)
    sitting.hold("C", 1.5)
    assert sitting["unaccounted"] == FOUR.split()


@pytest.mark.parametrize("button", ["OK", "BACK"])
def test_holding_another_button_is_a_press(end_round, button):
    sitting = end_round("B", missing=FOUR)
    sitting.hold(button, 0.9)
    assert (sitting["phase"], sitting["unaccounted"]) == (
        {"OK": "leftover", "BACK": "playing"}[button],
        FOUR.split(),
    )


@pytest.mark.parametrize(
    ("missing", "words"),
    [
        pytest.param("maple-deer", "hold A it goes to A Maple deer", id="one"),
        pytest.param(
            "pine-crane iris-ribbon", "hold A all 2 to A Pine crane Iris ribbon", id="two, each by name"
        ),
        pytest.param(FOUR, "hold A all 4 to A Pine crane Plum warbler and 2 more", id="many"),
    ],
)
def test_the_screen_says_what_a_hold_will_do(end_round, missing, words):
    sitting = end_round("B", missing=missing)
    sitting.down("A")
    sitting.wait(0.3)
    assert sitting.screen == words


@pytest.mark.parametrize(
    ("game", "piles", "words"),
    [
        pytest.param(
            "botan-cho",
            {"A": "pine-crane iris-bridge", "B": "plum-warbler peony-butterflies maple-deer"},
            "36 not seen OK: list A 2 B 3 Has B only 3 cards? Then hold A: 36 to A",
            id="the fuller pile is counted",
        ),
        pytest.param(
            "botan-cho",
            {"B": "plum-warbler maple-deer", "A": "pine-crane iris-bridge"},
            "37 not seen OK: list A 2 B 2 wild Has A only 2 cards? Then hold B: 37 to B",
            id="of equal ones the active player's, and the wild card is not seen",
        ),
        pytest.param(
            "botan-cho",
            {"A": "pine-crane", "B": "plum-warbler"},
            "39 not seen OK: list A 1 B 1 wild Has B only 1 card? Then hold A: 39 to A",
            id="of equal ones B's, if B is active",
        ),
        pytest.param(
            "mushi",
            {"A": "pine-crane willow-swallow"},
            "38 not seen OK: list A 2 B 0 wild Has A only 2 cards? Then hold B: 38 to B",
            id="the lightning is the wild card of Mushi",
        ),
        pytest.param(
            "mushi",
            {"A": "pine-crane willow-lightning"},
            "38 not seen OK: list A 2 B 0 Has A only 2 cards? Then hold B: 38 to B",
            id="somebody has the wild card",
        ),
    ],
)
def test_while_many_are_missing_the_screen_says_what_to_count_and_who_gets_the_rest(sit, game, piles, words):
    sitting = sit(game)
    for seat, cards in piles.items():
        sitting.press(seat)
        sitting.tap(*cards.split())
    sitting.press("OK")
    assert sitting.screen == words


@pytest.mark.parametrize(
    ("missing", "owner"),
    [
        pytest.param("willow-ribbon maple-deer", "B", id="any other card to who has the lightning"),
        pytest.param("maple-deer willow-lightning", "None", id="nobody has it"),
    ],
)
def test_in_mushi_the_player_offered_is(sit, missing, owner):
    sitting = sit("mushi")
    sitting.press("B")
    sitting.tap(*[id_ for id_ in sitting["unaccounted"] if id_ not in missing.split()])
    sitting.press("OK")
    assert str(offered(sitting.table, Card.MAPLE_DEER)) == owner


def test_in_mushi_a_willow_goes_to_who_has_the_two_others_that_are_plain(sit):
    sitting = sit("mushi")
    sitting.tap("willow-rain-man", "willow-swallow", "pine-crane")
    sitting.press("B")
    sitting.tap(*[id_ for id_ in sitting["unaccounted"] if id_ != "willow-ribbon"])
    sitting.press("OK")
    assert sitting.screen == ("Last card on table Ribbon A Willow 柳 A has 2 of it OK to A B to B")
    sitting.press("OK")
    assert sitting["piles"]["A"][-1] == "willow-ribbon"


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

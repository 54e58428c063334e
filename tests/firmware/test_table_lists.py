"""Home, the new-game page, and the round menu."""

from dataclasses import replace

import pytest

from scorer import MatchEnded, Misdealt, Redone, Seat


@pytest.fixture
def menu(botan):
    """Return a round with two cards whose menu is open."""
    botan.press("B")
    botan.tap("pine-crane", "maple-deer")
    botan.hold("BACK", 1.0)
    return botan


FRESH = ("new-game", "deck", "history", "check", "settings", "power-off")


def test_home_lists_what_can_be_done(home):
    assert (home["phase"], home.entries, home["choice"]) == ("home", FRESH, "new-game")


def test_home_lists_continue_first_where_a_match_waits(menu):
    menu.choose("home")
    assert (menu.entries, menu["choice"]) == (("continue", "same-again", *FRESH), "continue")
    menu.press("OK")
    assert (menu["phase"], menu["piles"]["B"]) == ("playing", ["pine-crane", "maple-deer"])


@pytest.mark.parametrize(
    ("presses", "choice"),
    [
        pytest.param(["B"], "deck", id="B down"),
        pytest.param(["B"] * 5, "power-off", id="down to the last"),
        pytest.param(["B"] * 6, "new-game", id="from the last round to the first"),
        pytest.param(["B", "A"], "new-game", id="A up"),
        pytest.param(["A"], "power-off", id="from the first round to the last"),
        pytest.param(["C"], "new-game", id="C stays"),
        pytest.param(["B", "BACK"], "deck", id="BACK has nowhere to go"),
    ],
)
def test_a_and_b_go_up_and_down(home, presses, choice):
    home.press(*presses)
    assert (home["phase"], home["choice"]) == ("home", choice)


@pytest.mark.parametrize(("entry", "phase"), [("new-game", "setup"), ("deck", "enrol")])
def test_ok_chooses(home, entry, phase):
    home.choose(entry)
    assert home["phase"] == phase


def test_a_card_tapped_at_home_is_named(home):
    home.tap("pine-crane")
    assert (home["phase"], home.message) == ("home", ("named", "pine-crane", "", ""))


@pytest.fixture
def setup(home):
    home.press("OK")
    return home


def draft(sitting):
    new = sitting.view.mode.draft
    return new.game, new.players, new.length, str(new.dealer)


def test_the_new_game_page_has_these_rows_and_start_is_chosen(setup):
    assert setup.entries == ("start", "game", "players", "length", "dealer", "rules")
    assert (setup["choice"], draft(setup)) == ("start", ("botan-cho", 2, 12, "A"))


def test_start_begins_with_the_values_shown(setup):
    setup.press("OK")
    assert (setup["phase"], setup["game"], setup["round"], setup["dealer"]) == (
        "playing",
        "botan-cho",
        1,
        "A",
    )


def test_a_match_takes_the_names_of_those_who_play(setup):
    setup.table = replace(setup.table, names={Seat.B: "Ben", Seat.C: "Chiyo"})
    setup.press("OK")
    assert setup.table.match.names == {Seat.B: "Ben"}


def test_back_leaves_the_new_game_page_without_a_game(setup):
    setup.press("B", "OK", "BACK")
    assert (setup["phase"], setup["choice"], setup.facts) == ("home", "new-game", [])


INO = ["B", "OK"]  # the second game, the row chosen being the game's


@pytest.mark.parametrize(
    ("presses", "values"),
    [
        pytest.param(INO, ("ino-shika-cho", 2, 600, "A"), id="the next game, with its own length"),
        pytest.param([*INO, "OK"], ("botan-cho", 2, 12, "A"), id="round to the first game"),
        pytest.param(["B", "B", "OK"], ("botan-cho", 2, 12, "A"), id="a game for two has no other number"),
        pytest.param([*INO, "B", "OK"], ("ino-shika-cho", 3, 600, "A"), id="three players"),
        pytest.param([*INO, "B", "OK", "OK"], ("ino-shika-cho", 2, 600, "A"), id="and two again"),
        pytest.param(["B", "B", "B", "OK"], ("botan-cho", 2, 3, "A"), id="after 12 rounds 3"),
        pytest.param(["B", "B", "B", "OK", "OK"], ("botan-cho", 2, 6, "A"), id="then 6"),
        pytest.param(["B", "B", "B", "OK", "OK", "OK"], ("botan-cho", 2, 12, "A"), id="then 12"),
        pytest.param([*INO, "B", "B", "OK", "OK"], ("ino-shika-cho", 2, 300, "A"), id="the least target"),
        pytest.param([*INO, "B", "B", "OK"], ("ino-shika-cho", 2, 1000, "A"), id="another target"),
        pytest.param(["B", "B", "B", "B", "OK"], ("botan-cho", 2, 12, "B"), id="the other dealer"),
        pytest.param(["B", "B", "B", "B", "OK", "OK"], ("botan-cho", 2, 12, "A"), id="and the first"),
        pytest.param(
            [*INO, "B", "OK", "B", "B", "OK", "OK"], ("ino-shika-cho", 3, 600, "C"), id="the third dealer"
        ),
        pytest.param(
            [*INO, "B", "OK", "B", "B", "OK", "OK", "A", "A", "OK"],
            ("ino-shika-cho", 2, 600, "A"),
            id="a dealer who leaves the table deals no more",
        ),
        pytest.param(
            [*INO, "B", "OK", "A", "OK", "OK"],
            ("ino-shika-cho", 2, 600, "A"),
            id="through a game for two only",
        ),
    ],
)
def test_ok_on_a_row_turns_to_its_next_value(setup, presses, values):
    setup.press(*presses)
    assert (setup["phase"], draft(setup)) == ("setup", values)


def test_a_turned_row_stays_chosen_and_start_uses_its_value(setup):
    setup.press("B", "B", "B", "B", "OK")
    assert setup["choice"] == "dealer"
    setup.press("A", "A", "A", "A", "OK")
    assert (setup["phase"], setup["dealer"]) == ("playing", "B")


@pytest.mark.parametrize("phase", ["setup", "menu"])
def test_a_card_tapped_over_a_list_is_ignored_with_a_word(botan, phase):
    botan.hold("BACK", 1.0)
    if phase == "setup":
        botan.choose("home")
        botan.choose("new-game")
    botan.tap("pine-crane")
    assert (botan["phase"], botan["notice"]) == (phase, None)
    assert (botan.message, botan.facts) == (("refused", "pine-crane", "", "elsewhere"), [])


def test_the_round_menu_has_these_entries_and_the_first_is_chosen(menu):
    assert " ".join(menu.entries) == (
        "misdeal put-back enter-card piles yaku lucky-hand dealer length sound end-match home power-off"
    )
    assert (menu["phase"], menu["choice"]) == ("menu", "misdeal")


def test_back_leaves_the_menu(menu):
    menu.press("B", "BACK")
    assert (menu["phase"], menu["piles"]["B"]) == ("playing", ["pine-crane", "maple-deer"])
    menu.hold("BACK", 1.0)
    assert menu["choice"] == "misdeal"


@pytest.mark.parametrize("entry", ["misdeal", "end-match", "power-off"])
def test_what_costs_something_asks_once_more(menu, entry):
    menu.choose(entry)
    assert (menu["phase"], menu["choice"], menu.view.mode.is_asking) == ("menu", entry, True)


@pytest.mark.parametrize("button", ["A", "B", "C"])
def test_while_it_asks_letters_change_nothing(menu, button):
    menu.choose("end-match")
    menu.press(button)
    assert (menu["choice"], menu.view.mode.is_asking) == ("end-match", True)


def test_back_is_a_no_and_stays_in_the_menu(menu):
    menu.choose("misdeal")
    menu.press("BACK")
    assert (menu["phase"], menu["choice"], menu.view.mode.is_asking) == ("menu", "misdeal", False)


def test_a_misdeal_drops_the_round_and_keeps_its_number_and_dealer(menu):
    menu.press("OK", "OK")
    assert (menu["phase"], menu["round"], menu["dealer"], menu["active"]) == ("playing", 1, "A", "A")
    assert (menu["piles"], menu.message) == ({"A": [], "B": []}, ("misdeal", "", "A", ""))
    assert isinstance(menu.facts[-1], Misdealt)


def test_a_misdeal_drops_declared_lucky_hands(ino):
    ino.hold("B", 1.0)
    ino.tap("iris-bridge", "iris-ribbon", "iris-chaff-1")
    ino.press("OK")
    ino.hold("BACK", 1.0)
    ino.press("OK", "OK")
    assert ino["teyaku"] == {}


def test_put_back_puts_back_what_was_taken_back(menu):
    menu.press("BACK", "BACK")
    assert menu["piles"]["B"] == ["pine-crane"]
    menu.hold("BACK", 1.0)
    menu.choose("put-back")
    assert (menu["phase"], menu["piles"]["B"]) == ("playing", ["pine-crane", "maple-deer"])
    assert menu.message == ("put-back", "maple-deer", "B", "")
    assert isinstance(menu.facts[-1], Redone)


def test_put_back_puts_a_lucky_hand_back(ino):
    ino.hold("B", 1.0)
    ino.tap("iris-bridge", "iris-ribbon", "iris-chaff-1")
    ino.press("OK", "BACK")
    ino.hold("BACK", 1.0)
    ino.choose("put-back")
    assert (ino["teyaku"], ino.message) == ({"B": ["hand-three"]}, ("put-back", "", "B", ""))


def test_with_nothing_to_put_back_the_menu_says_so(menu):
    menu.choose("put-back")
    assert (menu["phase"], menu["choice"]) == ("menu", "put-back")
    assert menu.message == ("refused", "", "", "nothing-to-redo")


def test_end_match_goes_home_and_no_match_waits(menu):
    menu.choose("end-match")
    menu.press("OK")
    assert (menu["phase"], menu.entries, menu["game"]) == ("home", ("same-again", *FRESH), None)
    assert isinstance(menu.facts[-1], MatchEnded)


def test_home_leaves_the_match_waiting(menu):
    menu.choose("home")
    assert (menu["phase"], menu["game"], menu.facts[-1:]) == ("home", "botan-cho", menu.facts[-1:])
    assert MatchEnded() not in menu.facts


def test_a_new_game_puts_a_waiting_match_away_first(menu):
    menu.choose("home")
    menu.choose("new-game")
    menu.press("OK")
    assert (menu["phase"], menu["choice"]) == ("setup", "start")
    menu.press("OK")
    assert (menu["phase"], menu["piles"], menu["round"]) == ("playing", {"A": [], "B": []}, 1)
    assert menu.facts[-3] == MatchEnded()


def test_starting_over_a_waiting_match_may_be_thought_better_of(menu):
    menu.choose("home")
    menu.choose("new-game")
    menu.press("OK", "BACK")
    assert (menu["phase"], menu["choice"]) == ("setup", "start")
    menu.press("BACK")
    assert menu["choice"] == "continue"


def test_b_held_goes_on_through_a_list_and_letting_go_stops_it(home):
    home.choose("deck")
    before = home.table.view.mode.index
    home.down("B")
    home.wait(1.0)
    home.wait(0.2)
    home.wait(0.2)
    home.up("B")
    assert home.table.view.mode.index == before + 3
    home.wait(1.0)
    assert home.table.view.mode.index == before + 3


@pytest.mark.parametrize(("button", "end"), [("B", "power-off"), ("A", "new-game")])
def test_a_button_that_is_held_stops_at_the_end_of_a_list(home, button, end):
    home.press("B")
    home.hold(button, 4.0)
    assert home["choice"] == end


@pytest.mark.parametrize("list_", ["home", "setup", "menu", "length"])
def test_a_and_b_held_repeat_in_every_list(botan, list_):
    botan.hold("BACK", 1.0)
    if list_ == "length":
        botan.choose("length")
    elif list_ != "menu":
        botan.choose("home")
        if list_ == "setup":
            botan.choose("new-game")
    ids = botan.entries
    botan.hold("B", 1.5)
    assert botan["choice"] == ids[3]
    botan.hold("A", 1.3)
    assert botan["choice"] == ids[1]

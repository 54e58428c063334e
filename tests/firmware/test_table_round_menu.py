"""The round menu: lucky hand, dealer, length, sound, and its pages piles and yaku."""

from dataclasses import replace

import pytest

from scorer import DealerCorrected, LengthChanged, load, rule_card


def open_menu(sitting, entry=None):
    sitting.hold("BACK", 1.0)
    if entry is not None:
        sitting.choose(entry)
    return sitting


@pytest.mark.parametrize(
    "entry", ["enter-card", "piles", "yaku", "lucky-hand", "dealer", "length"], ids=lambda entry: entry
)
def test_back_leaves_what_an_entry_opened_for_the_menu_with_that_entry_chosen(ino, entry):
    open_menu(ino, entry)
    ino.press("BACK")
    assert (ino["phase"], ino["choice"]) == ("menu", entry)


@pytest.mark.parametrize("entry", ["enter-card", "piles", "yaku", "lucky-hand", "dealer", "length"])
def test_a_card_tapped_there_is_ignored_with_a_word(ino, entry):
    open_menu(ino, entry)
    before = ino["choice"]
    ino.tap("pine-crane")
    assert (ino["phase"], ino["choice"], ino.message) == (
        "menu",
        before,
        ("refused", "pine-crane", "", "elsewhere"),
    )


def test_lucky_hand_opens_the_hand_of_a_chosen_player(ino):
    open_menu(ino, "lucky-hand")
    assert (ino.entries, ino["choice"]) == (("A", "B", "C"), "A")
    ino.choose("C")
    ino.tap("iris-bridge", "iris-ribbon", "iris-chaff-1")
    ino.press("OK")
    assert (ino["phase"], ino["teyaku"]) == ("playing", {"C": ["hand-three"]})


@pytest.mark.parametrize(
    ("game", "options", "tapped", "why"),
    [
        pytest.param("botan-cho", {}, [], "game-without-hands", id="a game without them"),
        pytest.param("ino-shika-cho", {"teyaku": False}, [], "no-lucky-hands", id="the option is off"),
        pytest.param("ino-shika-cho", {}, ["pine-crane"], "too-late-for-hands", id="a card is captured"),
    ],
)
def test_where_there_is_no_lucky_hand_the_menu_says_why(sit, game, options, tapped, why):
    sitting = sit(game, **options)
    sitting.tap(*tapped)
    open_menu(sitting, "lucky-hand")
    assert (sitting["phase"], sitting["choice"]) == ("menu", "lucky-hand")
    assert sitting.message == ("refused", "", "", why)


def test_the_dealer_of_the_running_round_is_corrected(ino):
    ino.tap("pine-crane")
    open_menu(ino, "dealer")
    assert (ino.entries, ino["choice"]) == (("A", "B", "C"), "A")
    ino.choose("B")
    assert (ino["phase"], ino["dealer"], ino["active"], ino["piles"]["A"]) == (
        "playing",
        "B",
        "A",
        ["pine-crane"],
    )
    assert ino.message == ("told", "", "B", "menu.now_dealer B")


def test_before_anything_has_happened_the_corrected_dealer_is_active_too(ino):
    open_menu(ino, "dealer")
    ino.choose("C")
    assert (ino["dealer"], ino["active"]) == ("C", "C")


def test_naming_the_dealer_who_deals_already_changes_nothing(ino):
    open_menu(ino, "dealer")
    ino.choose("A")
    assert (ino["phase"], ino["dealer"], DealerCorrected(ino.table.match.round.dealer) in ino.facts) == (
        "playing",
        "A",
        False,
    )


@pytest.mark.parametrize(
    ("game", "offered"),
    [
        ("botan-cho", "12 1 2 3 4 6 8 10"),
        ("ino-shika-cho", "600 100 200 300 400 500 800 1000"),
    ],
)
def test_lengths_are_offered_the_one_in_force_first(sit, game, offered):
    sitting = open_menu(sit(game), "length")
    assert (" ".join(sitting.entries), sitting["choice"]) == (offered, offered.split()[0])


def test_the_length_in_force_and_the_running_round_are_offered(end_round):
    sitting = end_round(rounds=7)
    sitting.press("OK", "OK")
    assert sitting["round"] == 2
    open_menu(sitting, "length")
    assert sitting.entries == ("7", "2", "3", "4", "6", "8", "10", "12")


@pytest.mark.parametrize(
    ("game", "length", "option"), [("botan-cho", "6", "rounds"), ("ino-shika-cho", "300", "target")]
)
def test_a_length_that_is_chosen_holds_from_now_on(sit, game, length, option):
    sitting = open_menu(sit(game), "length")
    sitting.choose(length)
    assert (sitting["phase"], sitting.table.match.options[option]) == ("playing", int(length))
    assert sitting.message == ("told", "", "", f"menu.now_{option} {length}")


def test_the_length_in_force_may_be_chosen_and_changes_nothing(botan):
    open_menu(botan, "length")
    botan.choose("12")
    assert (botan["phase"], LengthChanged(12) in botan.facts) == ("playing", False)


def test_a_match_is_not_made_shorter_than_what_was_played(end_round):
    sitting = end_round(rounds=12)
    for _ in range(3):
        sitting.press("OK", "OK")
        sitting.press("A")
        sitting.tap(*[card.id for card in sitting.table.match.ruleset.deck])
        sitting.press("OK")
    sitting.press("OK", "OK")
    assert sitting["round"] == 5
    open_menu(sitting, "length")
    sitting.choose("3")
    assert (sitting["phase"], sitting["choice"]) == ("menu", "3")
    assert sitting.message == ("refused", "", "", "length")
    assert sitting.table.match.options["rounds"] == 12


def test_sound_is_turned_off_and_on_in_the_menu(botan):
    open_menu(botan, "sound")
    assert (botan["phase"], botan["choice"], botan.table.choices.has_sound) == ("menu", "sound", False)
    botan.press("OK")
    assert botan.table.choices.has_sound is True


@pytest.fixture
def piles(ino):
    """Return a round with cards of A and C whose page of piles is open."""
    ino.tap("maple-deer", "pine-crane")
    ino.press("C")
    ino.tap("plum-warbler")
    return open_menu(ino, "piles")


def test_the_piles_are_one_list_in_table_order_with_what_is_in_none_last(piles):
    assert piles.entries[:8] == (
        *("A", "pine-crane", "maple-deer"),
        "B",
        *("C", "plum-warbler"),
        "unaccounted",
        "pine-poetry-ribbon",
    )
    assert len(piles.entries) == 48 + 4


@pytest.mark.parametrize(
    ("presses", "choice"),
    [
        ("", "A"),
        ("B B", "maple-deer"),
        ("OK", "B"),
        ("B OK", "B"),
        ("OK OK", "C"),
        ("OK OK OK", "unaccounted"),
        ("OK OK OK OK", "A"),
        ("OK A", "maple-deer"),
        ("C", "A"),
    ],
)
def test_ok_goes_from_pile_to_pile(piles, presses, choice):
    piles.press(*presses.split())
    assert (piles["phase"], piles["choice"]) == ("menu", choice)


@pytest.fixture
def yaku(ino):
    """Return a round in which A has one blue ribbon and C another, and the list of yaku is open."""
    ino.tap("peony-blue-ribbon")
    ino.press("C")
    ino.tap("maple-blue-ribbon")
    return open_menu(ino, "yaku")


def test_the_yaku_are_listed_dearest_first(yaku):
    assert yaku.entries[:4] == ("boar-deer-butterflies", "gun", "four-rains", "pine-paulownia-baldy")
    assert yaku.entries[-5:] == ("four-paulownias", "all-chaff", "double-hand-three", "hand-three", "rules")


def test_a_yaku_shows_its_cards(yaku):
    yaku.choose("blue-ribbons")
    assert (yaku.entries, yaku["choice"]) == (
        ("peony-blue-ribbon", "chrysanthemum-blue-ribbon", "maple-blue-ribbon"),
        "peony-blue-ribbon",
    )
    yaku.press("B")
    assert yaku["choice"] == "chrysanthemum-blue-ribbon"


@pytest.mark.parametrize("button", ["OK", "BACK"])
def test_ok_or_back_closes_a_yaku(yaku, button):
    yaku.choose("blue-ribbons")
    yaku.press(button)
    assert (yaku["phase"], yaku["choice"]) == ("menu", "blue-ribbons")


@pytest.mark.parametrize(
    ("id_", "lines"),
    [
        pytest.param("blue-ribbons", (), id="a yaku like others"),
        pytest.param("gun", ("silences-1", "silences-2"), id="what it silences"),
        pytest.param("moon-viewing", ("silenced-by-1",), id="what silences it"),
        pytest.param("double-hand-three", ("suits", "silences-1"), id="a lucky hand"),
        pytest.param("all-chaff", ("worthless",), id="a lucky hand of worthless cards"),
        pytest.param("rules", ("rules",), id="the rule file"),
    ],
)
def test_a_page_says_what_else_there_is_to_know(yaku, id_, lines):
    yaku.choose(id_)
    row = next(
        (row for row in rule_card(load("ino-shika-cho"), yaku.table.match.options) if row.id == id_), None
    )
    cards = () if row is None else tuple(map(str, row.cards))
    assert yaku.entries == (*cards, *lines)
    yaku.press("A")
    assert yaku["choice"] == yaku.entries[-1]
    yaku.press("BACK")
    assert yaku["choice"] == id_


def test_the_pages_of_the_rule_file_are_turned_either_way(yaku):
    yaku.choose("rules")
    pages = [yaku.view.mode.card]
    for button in "AACBB":
        yaku.press(button)
        pages.append(yaku.view.mode.card)
    assert pages == [0, -1, -2, -2, -1, 0]


def test_where_any_cards_will_do_the_page_says_how_many_and_that_it_may_win(sit):
    sitting = open_menu(sit("roppyakken"), "yaku")
    sitting.choose("seven-ribbons")
    assert (sitting.entries[0], sitting.entries[-1], len(sitting.entries)) == ("any", "wins", 11)


def test_in_a_game_without_yaku_there_is_still_the_rule_file(botan):
    match = botan.table.match
    botan.table = replace(botan.table, match=replace(match, ruleset=replace(match.ruleset, yaku=())))
    open_menu(botan, "yaku")
    botan.press("B", "A", "C")
    assert (botan["phase"], botan.entries, botan["choice"]) == ("menu", ("rules",), "rules")
    botan.press("OK", "A", "A", "C", "OK", "BACK")
    assert botan["choice"] == "yaku"

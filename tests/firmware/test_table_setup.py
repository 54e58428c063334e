"""The new-game page: last values, house rules, and drawing for the dealer."""

from dataclasses import replace

import pytest

from scorer import Seat, load

GAMES = (load("botan-cho"),)


@pytest.fixture
def setup(home):
    """Return the page of a game for three."""
    home.press("OK", "B", "OK", "B", "OK")
    assert home.view.mode.draft.players == 3
    return home


@pytest.fixture
def drawing(setup):
    """Return the page with the dealer row chosen."""
    setup.press("B", "B")
    assert setup["choice"] == "dealer"
    return setup


def drawn(sitting):
    draw = sitting.view.mode.drawing
    return None if draw is None else " ".join(f"{seat}:{card}" for seat, card in draw.drawn)


def dealer(sitting):
    return str(sitting.view.mode.draft.dealer)


def rules(sitting):
    return dict(sitting.view.mode.below.draft.options)


def test_the_page_opens_with_the_last_values_and_start_chosen(sit):
    sitting = sit("ino-shika-cho", players=3, dealer="B", target=300, fuke=False)
    sitting.hold("BACK", 1.0)
    sitting.choose("home")
    sitting.choose("new-game")
    draft = sitting.view.mode.draft
    assert sitting["choice"] == "start"
    assert (draft.game, draft.players, draft.length, str(draft.dealer)) == ("ino-shika-cho", 3, 300, "B")
    assert draft.options["fuke"] is False


def test_another_game_keeps_the_dealer_and_leaves_the_house_rules(setup):
    setup.press("B", "B", "OK", "A", "A", "A", "OK")
    draft = setup.view.mode.draft
    assert (draft.game, str(draft.dealer), dict(draft.options)) == ("botan-cho", "B", {})


def test_the_rules_row_lists_the_games_options_and_the_first_is_chosen(setup):
    setup.press("B", "B", "B", "OK")
    assert setup.entries == ("fuke", "fuke_limit", "fuke_counts", "teyaku")
    assert (setup["phase"], setup["choice"]) == ("setup", "fuke")


@pytest.mark.parametrize(
    ("presses", "changed"),
    [
        pytest.param("OK", {"fuke": False}, id="a flag toggles"),
        pytest.param("OK OK", {"fuke": True}, id="and back"),
        pytest.param("B OK", {"fuke_limit": 80}, id="a number turns"),
        pytest.param("B OK OK", {"fuke_limit": 100}, id="to the greatest"),
        pytest.param("B OK OK OK", {"fuke_limit": 20}, id="and from the least"),
        pytest.param("B B OK", {"fuke_counts": "cards"}, id="a word turns"),
        pytest.param("B B OK OK", {"fuke_counts": "score"}, id="round to the first"),
        pytest.param("A OK", {"teyaku": False}, id="the last row"),
        pytest.param("B C A OK", {"fuke": False}, id="the first row"),
        pytest.param("OK B B B OK", {"fuke": False, "teyaku": False}, id="two rules"),
    ],
)
def test_ok_turns_a_house_rule_to_its_next_value(setup, presses, changed):
    setup.press("B", "B", "B", "OK", *presses.split())
    assert rules(setup) == changed


def test_the_match_begins_with_the_house_rules_chosen(setup):
    setup.press("B", "B", "B", "OK", "OK", "BACK")
    assert (setup["phase"], setup["choice"]) == ("setup", "rules")
    setup.press("A", "A", "A", "A", "A", "OK")
    assert (setup["phase"], setup.table.match.options["fuke"]) == ("playing", False)
    assert setup.table.match.options["fuke_limit"] == 60


def test_a_number_that_few_tables_play_with_turns_to_the_next_greater(sit):
    sitting = sit("botan-cho", chips=77)
    sitting.hold("BACK", 1.0)
    sitting.choose("home")
    sitting.choose("new-game")
    sitting.choose("rules")
    sitting.press("OK")
    assert rules(sitting)["chips"] == 120


def test_a_game_without_house_rules_says_so(home):
    bare = replace(GAMES[0], option_rows=tuple(row for row in GAMES[0].option_rows if row.id == "rounds"))
    home.table = replace(home.table, games=(bare,))
    home.choose("new-game")
    home.choose("rules")
    assert (home["phase"], home["choice"]) == ("setup", "rules")
    assert home.message == ("refused", "", "", "no-house-rules")


def test_each_player_taps_a_card_and_the_earliest_month_deals(drawing):
    drawing.tap("maple-deer")
    assert (drawing["phase"], drawing["choice"], drawn(drawing)) == ("setup", "dealer", "A:maple-deer")
    drawing.tap("plum-chaff-1", "iris-bridge")
    assert (dealer(drawing), drawn(drawing)) == ("B", "A:maple-deer B:plum-chaff-1 C:iris-bridge")
    assert (drawing["notice"], drawing.facts) == (None, [])


def test_who_drew_the_same_month_draw_again_between_them(drawing):
    drawing.tap("plum-chaff-1", "maple-deer", "plum-warbler")
    draw = drawing.view.mode.drawing
    assert ([str(seat) for seat in draw.seats], draw.drawn, len(draw.tied)) == (["A", "C"], (), 3)
    assert dealer(drawing) == "A"
    drawing.tap("plum-chaff-1")
    assert drawn(drawing) == "A:plum-chaff-1"
    drawing.tap("pine-crane")
    assert (dealer(drawing), drawn(drawing)) == ("C", "A:plum-chaff-1 C:pine-crane")


def test_a_second_tie_is_drawn_once_more(drawing):
    drawing.tap("plum-chaff-1", "plum-warbler", "maple-deer", "iris-bridge", "iris-ribbon")
    assert [str(seat) for seat in drawing.view.mode.drawing.seats] == ["A", "B"]
    drawing.tap("susuki-moon", "iris-ribbon")
    assert dealer(drawing) == "B"


@pytest.mark.parametrize("button", ["OK", "BACK"])
def test_ok_or_back_closes_a_draw_that_is_over_and_the_dealer_stays(drawing, button):
    drawing.tap("maple-deer", "plum-chaff-1", "iris-bridge")
    drawing.press(button)
    assert (drawing["phase"], drawing["choice"], drawn(drawing), dealer(drawing)) == (
        "setup",
        "dealer",
        None,
        "B",
    )


@pytest.mark.parametrize(
    ("button", "choice", "still"),
    [
        pytest.param("OK", "dealer", "A:maple-deer", id="OK waits"),
        pytest.param("C", "dealer", "A:maple-deer", id="C does nothing"),
        pytest.param("BACK", "dealer", None, id="BACK draws no more"),
        pytest.param("A", "length", None, id="A leaves the row"),
        pytest.param("B", "rules", None, id="B leaves the row"),
    ],
)
def test_a_draw_that_is_not_over_stands_until_the_row_is_left(drawing, button, choice, still):
    drawing.tap("maple-deer")
    drawing.press(button)
    assert (drawing["choice"], drawn(drawing), dealer(drawing)) == (choice, still, "A")


def test_ok_in_the_middle_of_a_draw_says_who_is_next(drawing):
    drawing.tap("maple-deer")
    drawing.press("OK")
    assert drawing.message == ("refused", "", "B", "draw-on")


def test_a_card_tapped_after_a_draw_begins_another(drawing):
    drawing.tap("maple-deer", "plum-chaff-1", "iris-bridge", "pine-crane")
    assert drawn(drawing) == "A:pine-crane"


def test_one_card_is_not_drawn_twice(drawing):
    drawing.tap("maple-deer", "maple-deer")
    assert (drawn(drawing), drawing["notice"]) == ("A:maple-deer", "already-yours")
    assert drawing.message == ("refused", "maple-deer", "A", "already-yours")


def test_a_card_that_the_game_leaves_out_is_not_drawn(home):
    home.press("OK", "B", "B", "B", "B")
    home.tap("clover-boar")
    assert (drawn(home), home["notice"]) == (None, "not-in-game")


@pytest.mark.parametrize("row", ["start", "game", "length", "rules"])
def test_with_another_row_chosen_a_tapped_card_is_ignored_with_a_word(setup, row):
    setup.press("A", "A", *["B"] * setup.entries.index(row))
    setup.tap("pine-crane")
    assert (drawn(setup), setup["notice"]) == (None, None)
    assert setup.message == ("refused", "pine-crane", "", "elsewhere")


def test_over_the_house_rules_a_tapped_card_is_ignored_with_a_word(setup):
    setup.press("B", "B", "B", "OK")
    setup.tap("pine-crane")
    assert (setup["choice"], setup.message) == ("fuke", ("refused", "pine-crane", "", "elsewhere"))


def test_with_two_readers_each_draws_at_the_own_one(drawing):
    drawing.seat_readers(Seat.A, Seat.B)
    drawing.tap("maple-deer", reader=1)
    assert drawn(drawing) == "B:maple-deer"
    drawing.tap("plum-chaff-1", reader=1)
    assert drawn(drawing) == "B:maple-deer C:plum-chaff-1", "C has no reader and taps anywhere"
    drawing.tap("iris-bridge", reader=1)
    assert drawing.message == ("refused", "iris-bridge", "B", "drew-already")
    drawing.tap("iris-bridge", reader=0)
    assert dealer(drawing) == "C"

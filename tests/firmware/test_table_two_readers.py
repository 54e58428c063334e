"""Two readers, each with a seat: whose captures they take, and what happens when one is lost."""

from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.screens.painter import paint
from firmware.screens.scene import Invert
from firmware.table import SaveNews
from firmware.table.leftover import is_listing, offered
from firmware.texts import load
from scorer import Card, CardsCaptured, CardsMoved, Seat

TEXTS = load("both")
FIRST, SECOND = 0, 1


@pytest.fixture
def two(botan):
    """Return a table of two, with a reader for each."""
    return botan.seat_readers(Seat.A, Seat.B)


@pytest.fixture
def three(ino):
    """Return a table of three, where A and B have readers and C has none."""
    return ino.seat_readers(Seat.A, Seat.B)


def screen(sitting):
    return " ".join(scene_of(sitting.table, TEXTS).lines())


@pytest.mark.parametrize(("reader", "seat"), [(FIRST, "A"), (SECOND, "B")])
@pytest.mark.parametrize("pressed", [[], ["A"], ["B"], ["C"]], ids=["nothing", "A", "B", "C"])
def test_a_reader_captures_for_its_seat_and_leaves_the_active_player_alone(three, reader, seat, pressed):
    three.press(*pressed)
    before = three["active"]
    three.tap("pine-crane", reader=reader)
    assert three["piles"] == {"A": [], "B": [], "C": [], seat: ["pine-crane"]}
    assert (three["active"], three["notice"]) == (before, None)
    assert three.message == ("captured", "pine-crane", seat, "")


def test_a_capture_at_a_seats_reader_is_an_event_like_any_other(two):
    two.tap("pine-crane", reader=SECOND)
    assert [type(fact) for fact in two.facts] == [CardsCaptured]
    two.press("BACK")
    assert (two["piles"]["B"], two.message) == ([], ("taken-back", "pine-crane", "B", ""))


@pytest.mark.parametrize(
    ("seats", "reader"),
    [
        pytest.param((Seat.A, Seat.C), SECOND, id="a seat where nobody sits"),
        pytest.param((Seat.A, None), SECOND, id="no seat"),
        pytest.param((None,), FIRST, id="the only reader"),
    ],
)
def test_a_reader_without_a_seat_in_the_match_captures_for_the_active_player(botan, seats, reader):
    botan.seat_readers(*seats)
    botan.press("B")
    botan.tap("pine-crane", reader=reader)
    botan.press("A")
    botan.tap("maple-deer", reader=reader)
    assert botan["piles"] == {"A": ["maple-deer"], "B": ["pine-crane"]}


def lit(sitting):
    """Return the left edges of what is lit."""
    return [item.x for item in scene_of(sitting.table, TEXTS).items if isinstance(item, Invert)]


@pytest.mark.parametrize(
    ("seats", "presses", "edges"),
    [
        pytest.param((Seat.A, Seat.B), [], [], id="each has a reader, no letter pressed"),
        pytest.param((Seat.A, Seat.B), ["B"], [64], id="a letter pressed"),
        pytest.param((Seat.A, Seat.C), [], [0], id="a seat where nobody sits"),
        pytest.param((None, Seat.B), [], [0], id="one for all"),
        pytest.param((None,), [], [0], id="the only reader"),
    ],
)
def test_nobody_is_lit_where_every_reader_has_a_seat_until_a_letter_is_pressed(botan, seats, presses, edges):
    botan.seat_readers(*seats)
    botan.tap("pine-crane")
    botan.press(*presses)
    botan.wait(4)
    assert lit(botan) == edges


def test_a_seats_yaku_is_named_whoever_is_active(three):
    three.tap("pine-crane", "paulownia-phoenix", reader=SECOND)
    three.tap("susuki-moon", reader=SECOND)
    assert three.message == ("yaku", "susuki-moon", "B", "pine-paulownia-baldy")


@pytest.mark.parametrize(
    ("reader", "words", "others"),
    [
        pytest.param(SECOND, "B's reader. Hold A", "Else hold", id="at a seat's reader"),
        pytest.param(FIRST, "If B's: hold B", "reader", id="at one for all"),
    ],
)
def test_the_first_capture_says_whose_pile_it_went_to_and_why(botan, reader, words, others):
    botan.seat_readers(None, Seat.B)
    botan.tap("pine-crane", reader=reader)
    assert words in screen(botan)
    assert others not in screen(botan)


def test_cards_read_together_at_two_readers_have_a_message_each(two, uid_of):
    two.tag(uid_of(Card.PINE_CRANE), reader=FIRST)
    two.wait(0.1)
    two.tag(uid_of(Card.MAPLE_DEER), reader=SECOND)
    assert two.message == ("captured", "maple-deer", "B", "")


def test_the_seats_own_card_is_refused_whoever_is_active(two):
    two.tap("pine-crane", "pine-crane", reader=SECOND)
    assert (two["active"], two["notice"]) == ("A", "already-yours")
    assert two.message == ("refused", "pine-crane", "B", "already-yours")


@pytest.fixture
def asked(two):
    """Return a table where A's crane was tapped at B's reader."""
    two.tap("pine-crane", "plum-warbler", reader=FIRST)
    two.tap("maple-deer", reader=SECOND)
    two.tap("pine-crane", reader=SECOND)
    return two


def test_another_players_card_at_a_seats_reader_asks_for_that_seat(asked):
    assert (asked["notice"], asked.question, asked["active"]) == ("other-player", "pine-crane", "A")
    assert "in A's pile OK: give it to B else it stays with A" in screen(asked)


def test_ok_moves_the_card_to_the_seat_and_leaves_the_active_player_alone(asked):
    asked.press("OK")
    assert asked["piles"] == {"A": ["plum-warbler"], "B": ["maple-deer", "pine-crane"]}
    assert (asked.message, asked["active"]) == (("moved", "pine-crane", "B", ""), "A")


def test_more_cards_at_the_same_reader_join_the_question(asked):
    asked.tap("plum-warbler", reader=SECOND)
    assert asked.question == "pine-crane plum-warbler"
    assert "OK: give 2 to B" in screen(asked)
    asked.press("OK")
    assert asked["piles"] == {"A": [], "B": ["maple-deer", "pine-crane", "plum-warbler"]}
    assert sum(isinstance(fact, CardsMoved) for fact in asked.facts) == 1


def test_a_card_tapped_for_another_seat_is_a_no_and_asks_anew(asked):
    asked.tap("maple-deer", reader=FIRST)
    assert (asked.question, asked["notice"]) == ("maple-deer", "other-player")
    asked.press("OK")
    assert asked["piles"] == {"A": ["pine-crane", "plum-warbler", "maple-deer"], "B": []}


def test_the_same_card_at_its_owners_reader_is_a_no(asked):
    asked.tap("pine-crane", reader=FIRST)
    assert (asked.question, asked["notice"]) == (None, "already-yours")
    assert asked["piles"]["A"] == ["pine-crane", "plum-warbler"]


def test_cards_for_one_player_join_whichever_reader_they_come_from(three):
    three.seat_readers(None, Seat.B)
    three.tap("pine-crane", "plum-warbler", reader=FIRST)
    three.press("B")
    three.tap("pine-crane", reader=SECOND)
    three.tap("plum-warbler", reader=FIRST)
    assert three.question == "pine-crane plum-warbler"


def test_a_free_card_at_the_other_reader_is_a_no_and_then_captured(asked):
    asked.tap("iris-bridge", reader=FIRST)
    assert (asked.question, asked["notice"]) == (None, None)
    assert asked["piles"]["A"] == ["pine-crane", "plum-warbler", "iris-bridge"]


@pytest.mark.parametrize(
    ("missing", "listing"),
    [
        pytest.param("iris-ribbon maple-deer", True, id="cards named one by one"),
        pytest.param("pine-crane plum-warbler iris-bridge maple-deer", False, id="many"),
    ],
)
@pytest.mark.parametrize(("reader", "seat"), [(FIRST, "A"), (SECOND, "B")])
def test_a_leftover_card_goes_to_the_seat_at_whose_reader_it_is_tapped(
    end_round, missing, listing, reader, seat
):
    sitting = end_round("B", missing=missing).seat_readers(Seat.A, Seat.B)
    assert is_listing(sitting.table) is listing
    assert offered(sitting.table, Card.MAPLE_DEER) is Seat.B
    sitting.tap("maple-deer", reader=reader)
    assert (sitting["piles"][seat][-1], sitting["active"]) == ("maple-deer", "B")


def test_at_a_reader_without_a_seat_a_leftover_card_goes_to_the_player_offered(end_round):
    sitting = end_round("B", missing="iris-ribbon maple-deer").seat_readers(None, Seat.A)
    sitting.press("BACK", "A", "OK")
    sitting.tap("maple-deer", reader=FIRST)
    assert sitting["piles"]["B"][-1] == "maple-deer"


def test_a_lucky_hand_is_shown_at_the_players_own_reader(three):
    three.hold("B", 1.0)
    three.tap("iris-bridge", "iris-ribbon", reader=SECOND)
    three.tap("iris-chaff-1", reader=FIRST)
    assert three.message == ("refused", "iris-chaff-1", "A", "other-reader")
    assert scene_of(three.table, TEXTS).says("show at yours")
    paint(scene_of(three.table, TEXTS), strict=True)
    three.tap("iris-chaff-1", reader=SECOND)
    three.press("OK")
    assert (three["teyaku"], three["active"]) == ({"B": ["hand-three"]}, "A")


@pytest.mark.parametrize("reader", [FIRST, SECOND])
def test_a_player_without_a_reader_shows_a_lucky_hand_at_any(three, reader):
    three.hold("C", 1.0)
    three.tap("iris-bridge", "iris-ribbon", "iris-chaff-1", reader=reader)
    three.press("OK")
    assert three["teyaku"] == {"C": ["hand-three"]}


def test_a_player_whose_reader_is_lost_shows_a_lucky_hand_at_the_other(three):
    three.lose(SECOND)
    three.hold("B", 1.0)
    three.tap("iris-bridge", "iris-ribbon", "iris-chaff-1", reader=FIRST)
    three.press("OK")
    assert three["teyaku"] == {"B": ["hand-three"]}


def test_a_lucky_hand_may_be_shown_at_a_reader_for_all(three):
    three.seat_readers(None, Seat.B)
    three.hold("B", 1.0)
    three.tap("iris-bridge", reader=FIRST)
    assert [card.id for card in three.view.mode.shown] == ["iris-bridge"]


@pytest.mark.parametrize("reader", [FIRST, SECOND])
def test_at_home_a_card_is_named_at_either_reader(home, reader):
    home.seat_readers(Seat.A, Seat.B)
    home.tap("pine-crane", reader=reader)
    assert home.message == ("named", "pine-crane", "", "")


@pytest.mark.parametrize("reader", [FIRST, SECOND])
def test_a_tag_is_enrolled_at_either_reader(home, reader):
    home.seat_readers(Seat.A, Seat.B)
    home.choose("deck")
    home.tag(bytes.fromhex("04112233445566"), reader=reader)
    home.check(bytes.fromhex("04112233445566"), reader=reader)
    assert home.table.deck.card(bytes.fromhex("04112233445566")) is Card.PINE_CRANE


def test_a_lost_reader_is_named_in_passing_and_the_table_comes_back(two):
    two.tap("pine-crane", reader=FIRST)
    two.lose(SECOND, "check its wires")
    assert two["notice"] == "reader-lost"
    assert "Reader 2 (B): Push wires in: GND 20 SDA 26 SCK 23 MOSI 19 MISO 21 RST 16" in screen(two)
    assert "Reader 1 reads on" in screen(two)
    two.wait(4.9)
    assert "Reader 2 (B):" in screen(two)
    two.wait(0.2)
    assert "No reader 2" in screen(two)


def test_the_first_reader_lost_names_its_own_wires(two):
    two.lose(FIRST, "check its wires")
    assert "Reader 1 (A): Push wires in: GND 20 SDA 24 SCK 23 MOSI 19 MISO 21 RST 22" in screen(two)
    assert "Reader 2 reads on" in screen(two)


def test_what_else_is_wrong_with_a_reader_is_said_in_its_words(two):
    two.lose(SECOND, "/dev/spidev0.1 is missing")
    assert "Reader 2 (B): /dev/spidev0.1 is missing" in screen(two)


def test_while_one_reader_is_lost_the_other_captures(two):
    two.lose(SECOND)
    two.tap("pine-crane", reader=FIRST)
    assert (two["piles"]["A"], two.message) == (["pine-crane"], ("captured", "pine-crane", "A", ""))
    assert "Pine crane" in screen(two)


def test_a_question_stays_in_sight_when_a_reader_is_lost(asked):
    asked.lose(SECOND)
    assert "OK: give it to B" in screen(asked)
    asked.press("OK")
    assert asked["piles"]["B"] == ["maple-deer", "pine-crane"]


def test_the_lost_reader_is_named_with_its_player(two):
    names = {Seat.A: "Aki", Seat.B: "Ken"}
    two.table = replace(two.table, match=replace(two.table.match, names=names))
    two.lose(SECOND)
    assert "Reader 2 (Ken):" in screen(two)


def test_a_long_name_gives_way_to_the_letter(home):
    home.seat_readers(Seat.A, Seat.B)
    home.table = replace(home.table, names={Seat.B: "Wakamurasaki"})
    home.lose(SECOND)
    assert "Reader 2 (B):" in screen(home)


def test_a_lost_reader_without_a_seat_in_the_match_is_named_by_its_number(two):
    two.seat_readers(Seat.A, Seat.C)
    two.lose(SECOND)
    assert "Reader 2: " in screen(two)


def test_with_all_readers_lost_the_table_stands_behind_until_a_press(two):
    two.lose(FIRST, "check its wires")
    two.lose(SECOND, "check its wires")
    assert screen(two).startswith("No reader Push wires in: GND 20 SDA 24")
    assert two.message is None
    two.wait(60)
    assert screen(two).startswith("No reader Push")
    two.press("A")
    assert "No reader found" in screen(two)
    assert "No reader 1" not in screen(two)


@pytest.mark.parametrize(("found", "lost"), [(FIRST, "Reader 2 (B):"), (SECOND, "Reader 1 (A):")])
def test_of_two_lost_readers_the_one_that_is_still_lost_is_named(two, found, lost):
    two.lose(FIRST)
    two.lose(SECOND)
    two.lose(found, None)
    assert two["notice"] == "reader-lost"
    assert lost in screen(two)
    two.lose(SECOND - found, None)
    assert two["notice"] is None
    assert "eader" not in screen(two)


def test_a_reader_that_is_back_takes_only_its_own_message_away(two):
    two.lose(SECOND)
    two.tap("pine-crane", reader=FIRST)
    two.lose(SECOND, None)
    assert two.message == ("captured", "pine-crane", "A", "")
    assert two.view.reader_faults == {}


def test_a_button_held_is_seen_before_a_lost_reader(two):
    two.lose(SECOND)
    two.down("OK")
    two.wait(1.5)
    assert "Power off in" in screen(two)


def test_a_lost_reader_and_a_full_disk_are_both_marked(two):
    two.tap("pine-crane", reader=FIRST)
    two.wait(4)
    two.lose(SECOND)
    two.wait(6)
    two.give(SaveNews(True, two.now_s))
    scene = scene_of(two.table, TEXTS)
    assert scene.says("No reader, not saved")
    paint(scene, strict=True)

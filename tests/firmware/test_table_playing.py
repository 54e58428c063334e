"""The running round: captures, questions, refusals, taking back, its end."""

import pytest

from firmware.table.state import Notice
from scorer import Card, CardsCaptured, PlayerChosen, Undone


def test_the_round_starts_with_the_dealer_active(sit):
    sitting = sit("ino-shika-cho", players=3, dealer="C")
    assert (sitting["phase"], sitting["dealer"], sitting["active"], sitting["round"]) == (
        "playing",
        "C",
        "C",
        1,
    )


def test_the_chosen_player_stays_until_changed(ino):
    ino.press("B")
    ino.tap("pine-crane", "plum-warbler")
    ino.press("C")
    ino.tap("maple-deer")
    assert ino["piles"] == {"A": [], "B": ["pine-crane", "plum-warbler"], "C": ["maple-deer"]}


def test_a_tapped_card_is_captured_and_shown(ino):
    ino.tap("pine-crane")
    assert ino.message == ("captured", "pine-crane", "A", "")
    assert (ino["notice"], ino["unaccounted"][:2]) == (None, ["pine-poetry-ribbon", "pine-chaff-1"])


def test_a_capture_that_makes_a_yaku_names_it(ino):
    ino.tap("pine-crane", "paulownia-phoenix", "susuki-moon")
    assert ino.message == ("yaku", "susuki-moon", "A", "pine-paulownia-baldy")


def test_a_yaku_that_stood_before_is_not_named_again(ino):
    ino.tap("pine-crane", "paulownia-phoenix", "susuki-moon", "maple-deer")
    assert ino.message == ("captured", "maple-deer", "A", "")


@pytest.mark.parametrize(
    ("presses", "taps", "says_so"),
    [
        pytest.param([], ["pine-crane"], True, id="the first, no letter pressed"),
        pytest.param(["A"], ["pine-crane"], False, id="a letter was pressed"),
        pytest.param([], ["pine-crane", "maple-deer"], False, id="the second"),
    ],
)
def test_the_first_capture_without_a_letter_says_whose_pile_it_went_to(ino, presses, taps, says_so):
    ino.press(*presses)
    ino.tap(*taps)
    assert ino.view.flash.is_first is says_so


def test_a_message_passes_after_three_seconds(ino):
    ino.tap("pine-crane")
    ino.wait(2.4)
    assert ino.message is not None
    ino.wait(0.2)
    assert ino.message is None


def test_a_message_passes_with_the_next_press(ino):
    ino.tap("pine-crane")
    ino.press("A")
    assert ino.message is None


def test_cards_read_together_share_one_message(ino, uid_of):

    for card in (Card.PINE_CRANE, Card.PAULOWNIA_PHOENIX, Card.SUSUKI_MOON, Card.MAPLE_DEER):
        ino.tag(uid_of(card))
        ino.wait(0.1)
    cards = "pine-crane paulownia-phoenix susuki-moon maple-deer"
    assert ino.message == ("yaku", cards, "A", "pine-paulownia-baldy")
    assert ino.view.flash.is_first


def test_cards_read_together_without_a_yaku_are_a_plain_capture(ino, uid_of):

    for card in (Card.PINE_CRANE, Card.MAPLE_DEER):
        ino.tag(uid_of(card))
        ino.wait(0.1)
    assert ino.message == ("captured", "pine-crane maple-deer", "A", "")


def test_cards_read_half_a_second_apart_have_a_message_each(ino):
    ino.tap("pine-crane", "maple-deer")
    assert ino.message == ("captured", "maple-deer", "A", "")


def test_the_active_players_own_card_is_refused(botan):
    botan.tap("pine-crane", "pine-crane")
    assert botan["notice"] == "already-yours"
    assert botan.message == ("refused", "pine-crane", "A", "already-yours")
    assert botan["piles"]["A"] == ["pine-crane"]


def test_a_notice_goes_with_the_next_tap_or_press(botan):
    botan.tap("pine-crane", "pine-crane", "maple-deer")
    assert botan["notice"] is None
    botan.tap("maple-deer")
    botan.press("A")
    assert botan["notice"] is None


def test_a_notice_outlives_its_message(botan):
    botan.tap("pine-crane", "pine-crane")
    botan.wait(60)
    assert (botan["notice"], botan.message) == ("already-yours", None)


@pytest.mark.parametrize(
    ("uid", "sak", "notice"),
    [
        pytest.param("04ffffffffffff", 0x00, Notice.UNKNOWN_TAG, id="a tag of no card"),
        pytest.param("04ffffffffffff", 0x20, Notice.NOT_A_CARD, id="a bank card"),
        pytest.param("08112233", 0x00, Notice.NOT_A_CARD, id="a phone's random number"),
        pytest.param("11223344", 0x08, Notice.UNKNOWN_TAG, id="an unknown Classic tag"),
    ],
)
def test_what_is_no_card_is_said_and_changes_nothing(botan, uid, sak, notice):
    botan.tap("pine-crane")
    before = botan.table.match
    botan.tag(bytes.fromhex(uid), sak=sak)
    assert (botan["notice"], botan.message) == (notice.value, ("refused", "", "", notice.value))
    assert botan.table.match == before


def test_an_enrolled_tag_counts_even_if_a_phone_could_have_its_number(botan):
    from dataclasses import replace

    uid = bytes.fromhex("08112233")
    botan.table = replace(botan.table, deck=botan.table.deck.enrol(uid, Card.PINE_CRANE))
    botan.tag(uid, sak=0x20)
    assert botan["piles"]["A"] == ["pine-crane"]


def test_a_card_that_the_game_leaves_out_is_said(botan):
    botan.tap("clover-boar")
    assert (botan["notice"], botan["piles"]["A"]) == ("not-in-game", [])
    assert botan.message == ("refused", "clover-boar", "", "not-in-game")


def test_back_takes_the_last_capture_back_whoevers_it_is_and_names_it(ino):
    ino.tap("pine-crane")
    ino.press("B")
    ino.tap("maple-deer")
    ino.press("C", "BACK")
    assert ino["piles"] == {"A": ["pine-crane"], "B": [], "C": []}
    assert (ino.message, ino["active"]) == (("taken-back", "maple-deer", "B", ""), "C")


def test_back_takes_back_as_much_as_there_is_and_then_in_round_one_nothing(ino):
    ino.tap("pine-crane", "maple-deer")
    ino.press("BACK", "BACK", "BACK")
    assert (ino["phase"], ino["piles"]["A"], ino.message) == ("playing", [], None)
    assert [type(fact) for fact in ino.facts] == [CardsCaptured, CardsCaptured, Undone, Undone]


def test_a_card_taken_back_while_it_lies_there_counts_again_only_when_presented_anew(ino):
    ino.tap("pine-crane")
    ino.press("BACK")
    ino.wait(60)
    assert ino["piles"]["A"] == []
    ino.tap("pine-crane")
    assert ino["piles"]["A"] == ["pine-crane"]


def test_back_takes_a_lucky_hand_back(ino):
    ino.hold("B", 1.0)
    ino.tap("iris-bridge", "iris-ribbon", "iris-chaff-1")
    ino.press("OK", "BACK")
    assert (ino["teyaku"], ino.message) == ({}, ("taken-back", "", "B", ""))


def test_back_on_an_empty_round_goes_to_the_last_page_of_the_result_before(end_round):
    sitting = end_round("B")
    sitting.press("OK", "OK")
    assert (sitting["round"], sitting["dealer"], sitting["phase"]) == (2, "B", "playing")
    sitting.press("BACK")
    assert (sitting["round"], sitting["phase"], sitting.view.mode.page.value) == (1, "result", "standings")
    assert sitting["standings"]["B"]["chips"] == 375
    sitting.press("OK")
    assert (sitting["round"], sitting["phase"]) == (2, "playing")


def test_back_in_a_later_round_takes_its_cards_back_first(end_round):
    sitting = end_round("B")
    sitting.press("OK", "OK")
    sitting.tap("pine-crane")
    sitting.press("BACK")
    assert (sitting["round"], sitting["phase"], sitting["piles"]["B"]) == (2, "playing", [])


def test_ok_before_anyone_has_a_card_does_nothing(ino):
    ino.press("OK")
    assert (ino["phase"], ino["notice"]) == ("playing", "no-card-yet")
    assert ino.message == ("refused", "", "", "no-card-yet")


def test_ok_ends_a_round_that_needs_no_more_cards(ino):
    ino.press("C")
    ino.tap("pine-crane")
    ino.press("OK")
    assert (ino["phase"], ino["active"], ino["round"]) == ("result", "C", 1)


def test_ok_asks_for_missing_cards_in_a_game_that_needs_them(botan):
    botan.tap("pine-crane")
    botan.press("OK")
    assert botan["phase"] == "leftover"


def test_choosing_is_an_event_even_where_the_player_was_active_already(ino):
    ino.press("A")
    assert [type(fact) for fact in ino.facts] == [PlayerChosen]

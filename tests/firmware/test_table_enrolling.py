"""Putting tags on cards: the list in table order."""

from dataclasses import replace

import pytest

from firmware.deck import Deck
from firmware.table import TagEnrolled, opened_enrolling, wake_at
from firmware.table.enrolling import HINT_AFTER_S, chosen_card
from scorer import Card

NEW, OTHER = bytes.fromhex("04112233445566"), bytes.fromhex("04778899aabbcc")
LAST_CARDS = bytes(4)


@pytest.fixture
def enrol(home):
    """Return a list at its first card, with a deck in which only the last card has a tag."""
    home.table = replace(home.table, deck=Deck({LAST_CARDS: Card.PAULOWNIA_CHAFF_2}))
    home.choose("deck")
    return home


def chosen(sitting):
    return chosen_card(sitting.view.mode).id


def card_of(sitting, uid):
    card = sitting.table.deck.card(uid)
    return None if card is None else card.id


def step(sitting):
    trial = sitting.view.mode.trial
    return None if trial is None else trial.step.value


def test_the_list_holds_the_48_cards_in_table_order(enrol):
    seen = []
    for _ in Card:
        seen.append(chosen_card(enrol.view.mode))
        enrol.press("B")
    assert seen == list(Card)


def test_the_list_begins_at_the_first_card_without_a_tag(home, uid_of):
    tags = {uid_of(card): card for card in Card if card is not Card.IRIS_RIBBON}
    home.table = replace(home.table, deck=Deck(tags))
    home.choose("deck")
    assert chosen(home) == "iris-ribbon"


def test_where_every_card_has_a_tag_it_begins_at_the_first(home):
    home.choose("deck")
    assert chosen(home) == "pine-crane"


def test_a_tap_enrols_the_chosen_card_and_goes_on(enrol):
    enrol.lay(NEW)
    assert (card_of(enrol, NEW), chosen(enrol)) == ("pine-crane", "pine-poetry-ribbon")
    assert enrol.message == ("enrolled", "pine-crane", "", "")


def test_a_tag_is_on_no_card_before_it_was_read_five_times(enrol):
    enrol.tag(NEW)
    assert (card_of(enrol, NEW), chosen(enrol), step(enrol)) == (None, "pine-crane", "reading")


def test_a_is_the_card_before_and_b_the_next(enrol):
    enrol.press("B", "B", "A")
    assert chosen(enrol) == "pine-poetry-ribbon"


@pytest.mark.parametrize("button", ["OK", "C"])
def test_other_buttons_do_nothing(enrol, button):
    enrol.press(button)
    assert (enrol["phase"], chosen(enrol), enrol.facts) == ("enrol", "pine-crane", [])


@pytest.mark.parametrize("button", ["OK", "C"])
def test_other_buttons_do_nothing_while_a_tag_is_read(enrol, button):
    enrol.tag(NEW)
    enrol.press(button)
    enrol.check(NEW)
    assert card_of(enrol, NEW) == "pine-crane"


def test_the_list_ends_at_both_ends(enrol):
    enrol.press("A")
    assert chosen(enrol) == "pine-crane"
    enrol.press(*["B"] * 60)
    assert chosen(enrol) == "paulownia-chaff-2"
    enrol.lay(NEW)
    assert (chosen(enrol), card_of(enrol, NEW)) == ("paulownia-chaff-2", "paulownia-chaff-2")


def test_back_leaves_and_keeps(enrol):
    enrol.lay(NEW)
    enrol.press("BACK")
    assert (enrol["phase"], card_of(enrol, NEW)) == ("home", "pine-crane")


def test_two_tags_in_the_field_enrol_nothing(enrol):
    enrol.tag(NEW, others=1)
    enrol.check(NEW)
    assert (enrol["notice"], card_of(enrol, NEW)) == ("one-at-a-time", None)
    assert (chosen(enrol), enrol.message) == ("pine-crane", ("refused", "", "", "one-at-a-time"))


def test_a_tag_that_comes_while_another_is_read_keeps_both_out(enrol):
    enrol.tag(NEW)
    enrol.tag(OTHER, others=1)
    enrol.check(NEW)
    enrol.check(OTHER)
    assert (enrol["notice"], enrol.facts, chosen(enrol)) == ("one-at-a-time", [], "pine-crane")


def test_a_tag_at_the_other_reader_while_one_is_read_keeps_both_out(enrol):
    enrol.seat_readers(None, None)
    enrol.tag(NEW)
    enrol.tag(OTHER, reader=1)
    enrol.check(NEW)
    enrol.check(OTHER, reader=1)
    assert (enrol["notice"], enrol.facts) == ("one-at-a-time", [])


def test_a_phone_is_not_enrolled(enrol, phone_sak):
    enrol.tag(NEW, sak=phone_sak)
    enrol.check(NEW)
    assert (enrol["notice"], card_of(enrol, NEW)) == ("not-a-card", None)


def test_a_tag_in_use_is_refused_by_name(enrol):
    enrol.lay(LAST_CARDS)
    assert (enrol["notice"], chosen(enrol)) == ("tag-in-use", "pine-crane")
    assert enrol.message == ("refused", "paulownia-chaff-2", "", "tag-in-use")
    assert card_of(enrol, LAST_CARDS) == "paulownia-chaff-2"


@pytest.mark.parametrize(
    ("after_s", "card"),
    [
        pytest.param(0.0, "pine-crane", id="at once"),
        pytest.param(4.75, "pine-crane", id="within five seconds it moves"),
        pytest.param(5.0, "paulownia-chaff-2", id="after that it does not"),
    ],
)
def test_ok_moves_a_tag_in_use(enrol, after_s, card):
    enrol.lay(LAST_CARDS)
    enrol.wait(after_s)
    enrol.press("OK")
    assert (card_of(enrol, LAST_CARDS), enrol.table.deck.count()) == (card, 1)


def test_a_tag_in_use_that_ok_moves_while_it_is_read_waits_for_that(enrol):
    enrol.tag(LAST_CARDS)
    enrol.press("OK")
    assert (card_of(enrol, LAST_CARDS), step(enrol)) == ("paulownia-chaff-2", "reading")
    enrol.check(LAST_CARDS)
    assert card_of(enrol, LAST_CARDS) == "pine-crane"


def test_a_weak_tag_in_use_needs_ok_to_move_and_ok_to_be_kept(enrol):
    enrol.lay(LAST_CARDS, sound=3)
    enrol.press("OK")
    assert (card_of(enrol, LAST_CARDS), step(enrol)) == ("paulownia-chaff-2", "weak")
    enrol.press("OK")
    assert card_of(enrol, LAST_CARDS) == "pine-crane"


@pytest.mark.parametrize("button", ["A", "B"])
def test_going_to_another_card_forgets_the_tag_in_use(enrol, button):
    enrol.lay(LAST_CARDS)
    enrol.press(button, "OK")
    assert card_of(enrol, LAST_CARDS) == "paulownia-chaff-2"


def test_the_cards_own_tag_again_goes_on_and_writes_nothing(enrol):
    enrol.lay(NEW)
    enrol.press("A")
    enrol.lay(NEW)
    assert (enrol["notice"], chosen(enrol)) == (None, "pine-poetry-ribbon")
    assert enrol.facts == [TagEnrolled(NEW, Card.PINE_CRANE)]


def test_a_card_may_have_several_tags(enrol):
    enrol.lay(NEW)
    enrol.press("A")
    enrol.lay(OTHER)
    assert card_of(enrol, NEW) == card_of(enrol, OTHER) == "pine-crane"
    assert enrol.table.deck.uids(Card.PINE_CRANE) == (NEW, OTHER)


@pytest.mark.parametrize(
    ("sound", "of", "is_kept"),
    [
        pytest.param(5, 5, True, id="five of five"),
        pytest.param(4, 5, True, id="four"),
        pytest.param(3, 5, False, id="under four"),
        pytest.param(0, 5, False, id="none"),
        pytest.param(0, 0, True, id="lifted at once"),
        pytest.param(2, 3, True, id="lifted, one failed"),
        pytest.param(1, 3, False, id="lifted, two failed"),
    ],
)
def test_a_tag_is_kept_if_it_reads_well_enough(enrol, sound, of, is_kept):
    enrol.lay(NEW, sound, of)
    assert (card_of(enrol, NEW) is not None) is is_kept
    assert chosen(enrol) == ("pine-poetry-ribbon" if is_kept else "pine-crane")
    assert step(enrol) == (None if is_kept else "weak")


def test_ok_keeps_a_weak_sticker_and_goes_on(enrol):
    enrol.lay(NEW, sound=3)
    enrol.wait(60.0)
    enrol.press("OK")
    assert (card_of(enrol, NEW), chosen(enrol)) == ("pine-crane", "pine-poetry-ribbon")


def test_another_sticker_takes_the_place_of_a_weak_one(enrol):
    enrol.lay(NEW, sound=3)
    enrol.lay(OTHER)
    assert (card_of(enrol, NEW), card_of(enrol, OTHER), chosen(enrol)) == (
        None,
        "pine-crane",
        "pine-poetry-ribbon",
    )


def test_a_weak_sticker_may_be_tried_again(enrol):
    enrol.lay(NEW, sound=3)
    enrol.lay(NEW, sound=4)
    assert card_of(enrol, NEW) == "pine-crane"


@pytest.mark.parametrize("button", ["A", "B", "BACK"])
def test_what_is_not_kept_is_forgotten(enrol, button):
    enrol.press("B")
    enrol.lay(NEW, sound=3)
    enrol.press(button)
    enrol.press("OK")
    assert (card_of(enrol, NEW), enrol.facts) == (None, [])


@pytest.mark.parametrize("button", ["A", "B", "BACK"])
def test_a_tag_is_on_no_card_if_the_list_goes_on_while_it_is_read(enrol, button):
    enrol.press("B")
    enrol.tag(NEW)
    enrol.press(button)
    enrol.check(NEW)
    assert (card_of(enrol, NEW), enrol.facts) == (None, [])


def test_how_another_tag_reads_is_of_no_interest(enrol):
    enrol.tag(NEW)
    enrol.check(OTHER)
    assert (card_of(enrol, NEW), card_of(enrol, OTHER), step(enrol)) == (None, None, "reading")


def test_how_a_card_reads_changes_nothing_in_play(botan, uid_of):
    before = botan.table
    botan.check(uid_of(Card.PINE_CRANE), sound=0)
    assert botan.table == before


def test_a_tick_is_asked_for_when_the_hint_is_due_and_each_card_waits_anew(enrol):
    opened_s = enrol.table.view.mode.since_s
    assert wake_at(enrol.table) == opened_s + HINT_AFTER_S == opened_s + 8.0
    enrol.wait(5.0)
    enrol.lay(NEW)
    enrol.wait(4.0)
    assert wake_at(enrol.table) == enrol.table.view.mode.since_s + 8.0 > opened_s + 12.0


def test_a_tag_that_is_refused_counts_for_the_hint_as_one(enrol):
    enrol.wait(5.0)
    enrol.tag(NEW, others=1)
    assert enrol.view.mode.since_s == enrol.now_s


def test_the_command_line_opens_the_same_list(home):
    opened = opened_enrolling(home.table).applied_to(home.table)
    assert (opened.phase.value, chosen_card(opened.view.mode).id) == ("enrol", "pine-crane")

"""Putting tags on cards."""

from dataclasses import replace

import pytest

from firmware.deck import Deck
from firmware.table import opened_enrolling, wake_at
from firmware.table.enrolling import HINT_AFTER_S, chosen_card
from scorer import Card

NEW = bytes.fromhex("04112233445566")


@pytest.fixture
def enrol(home):
    """Return a list at its first card, with a deck in which only the last card has a tag."""
    home.table = replace(home.table, deck=Deck({bytes(4): Card.PAULOWNIA_CHAFF_2}))
    home.choose("deck")
    return home


def chosen(sitting):
    return chosen_card(sitting.view.mode).id


def test_the_list_begins_at_the_first_card_without_a_tag(home, uid_of):
    tags = {uid_of(card): card for card in Card if card is not Card.IRIS_RIBBON}
    home.table = replace(home.table, deck=Deck(tags))
    home.choose("deck")
    assert chosen(home) == "iris-ribbon"


def test_where_every_card_has_a_tag_it_begins_at_the_first(home):
    home.choose("deck")
    assert chosen(home) == "pine-crane"


def test_a_tap_enrols_the_chosen_card_and_goes_on(enrol):
    enrol.tag(NEW)
    assert (enrol.table.deck.card(NEW), chosen(enrol)) == (Card.PINE_CRANE, "pine-poetry-ribbon")
    assert enrol.message == ("enrolled", "pine-crane", "", "")


def test_a_is_the_card_before_and_b_the_next(enrol):
    enrol.press("B", "B", "A")
    assert chosen(enrol) == "pine-poetry-ribbon"


@pytest.mark.parametrize("button", ["OK", "C"])
def test_other_buttons_do_nothing(enrol, button):
    enrol.press(button)
    assert (enrol["phase"], chosen(enrol), enrol.facts) == ("enrol", "pine-crane", [])


def test_the_list_ends_at_both_ends(enrol):
    enrol.press("A")
    assert chosen(enrol) == "pine-crane"
    enrol.press(*["B"] * 60)
    assert chosen(enrol) == "paulownia-chaff-2"
    enrol.tag(NEW)
    assert (chosen(enrol), enrol.table.deck.card(NEW)) == ("paulownia-chaff-2", Card.PAULOWNIA_CHAFF_2)


def test_back_leaves_and_keeps(enrol):
    enrol.tag(NEW)
    enrol.press("BACK")
    assert (enrol["phase"], enrol.table.deck.card(NEW)) == ("home", Card.PINE_CRANE)


def test_two_tags_in_the_field_enrol_nothing(enrol):
    enrol.tag(NEW, others=1)
    assert (enrol["notice"], enrol.table.deck.card(NEW)) == ("one-at-a-time", None)
    assert (chosen(enrol), enrol.message) == ("pine-crane", ("refused", "", "", "one-at-a-time"))


def test_a_phone_is_not_enrolled(enrol, phone_sak):
    enrol.tag(NEW, sak=phone_sak)
    assert (enrol["notice"], enrol.table.deck.card(NEW)) == ("not-a-card", None)


def test_a_tag_in_use_is_refused_by_name(enrol):
    enrol.tag(bytes(4))
    assert (enrol["notice"], chosen(enrol)) == ("tag-in-use", "pine-crane")
    assert enrol.message == ("refused", "paulownia-chaff-2", "", "tag-in-use")
    assert enrol.table.deck.card(bytes(4)) is Card.PAULOWNIA_CHAFF_2


@pytest.mark.parametrize(
    ("after_s", "card"),
    [
        pytest.param(4.75, Card.PINE_CRANE, id="within five seconds it moves"),
        pytest.param(5.0, Card.PAULOWNIA_CHAFF_2, id="after that it does not"),
    ],
)
def test_ok_moves_a_tag_in_use(enrol, after_s, card):
    enrol.tag(bytes(4))
    enrol.wait(after_s)
    enrol.press("OK")
    assert (enrol.table.deck.card(bytes(4)), enrol.table.deck.count()) == (card, 1)


@pytest.mark.parametrize("button", ["A", "B"])
def test_going_to_another_card_forgets_the_tag_in_use(enrol, button):
    enrol.tag(bytes(4))
    enrol.press(button, "OK")
    assert enrol.table.deck.card(bytes(4)) is Card.PAULOWNIA_CHAFF_2


def test_the_cards_own_tag_again_goes_on(enrol):
    enrol.tag(NEW)
    enrol.press("A")
    enrol.tag(NEW)
    assert (enrol["notice"], chosen(enrol)) == (None, "pine-poetry-ribbon")


def test_a_card_may_have_several_tags(enrol):
    enrol.tag(NEW)
    enrol.press("A")
    enrol.tag(bytes(7))
    assert enrol.table.deck.card(NEW) is enrol.table.deck.card(bytes(7)) is Card.PINE_CRANE


def test_a_tick_is_asked_for_when_the_hint_is_due_and_each_card_waits_anew(enrol):
    opened_s = enrol.table.view.mode.since_s
    assert wake_at(enrol.table) == opened_s + HINT_AFTER_S == opened_s + 8.0
    enrol.wait(5.0)
    enrol.tag(NEW)
    enrol.wait(4.0)
    assert wake_at(enrol.table) == enrol.table.view.mode.since_s + 8.0 > opened_s + 12.0


def test_the_command_line_opens_the_same_list(home):
    opened = opened_enrolling(home.table).applied_to(home.table)
    assert (opened.phase.value, chosen_card(opened.view.mode).id) == ("enrol", "pine-crane")

import json

import pytest

from firmware.deck import Deck, format_uid, parse_uid
from firmware.errors import BadFile, NewerFile
from scorer import Card

FOUR, SEVEN = bytes.fromhex("11223344"), bytes.fromhex("04a3c6cae26180")


@pytest.mark.parametrize(
    ("text", "uid"),
    [
        pytest.param("04:A3:C6:CA:E2:61:80", SEVEN, id="as phones show it"),
        pytest.param("04a3c6cae26180", SEVEN, id="without colons, small"),
        pytest.param("04:a3C6cA:E26180", SEVEN, id="mixed"),
        pytest.param("11223344", FOUR, id="four bytes"),
        pytest.param("00112233445566778899", bytes.fromhex("00112233445566778899"), id="ten bytes"),
    ],
)
def test_a_uid_is_read_from(text, uid):
    assert parse_uid(text) == uid
    assert parse_uid(format_uid(uid)) == uid


@pytest.mark.parametrize(
    ("text", "why"),
    [
        pytest.param("", "4, 7 or 10 bytes", id="nothing"),
        pytest.param("112233", "4, 7 or 10 bytes", id="three bytes"),
        pytest.param("1122334455", "4, 7 or 10 bytes", id="five bytes"),
        pytest.param("1122334", "hexadecimal", id="half a byte"),
        pytest.param("pine-crane", "hexadecimal", id="a card"),
        pytest.param("１１２２３３４４", "hexadecimal", id="wide digits"),
    ],
)
def test_what_is_no_uid_is_refused(text, why):
    with pytest.raises(ValueError, match=why):
        parse_uid(text)


def test_an_unknown_tag_is_on_no_card():
    assert (Deck().card(FOUR), Deck().count(), Deck().has(Card.PINE_CRANE)) == (None, 0, False)


def test_a_tag_put_on_another_card_leaves_the_first():
    deck = Deck().enrol(FOUR, Card.PINE_CRANE).enrol(FOUR, Card.MAPLE_DEER)
    assert (deck.card(FOUR), deck.has(Card.PINE_CRANE), deck.count()) == (Card.MAPLE_DEER, False, 1)


def test_enrolling_makes_a_new_deck():
    empty = Deck()
    empty.enrol(FOUR, Card.PINE_CRANE)
    assert empty.card(FOUR) is None


def test_a_card_with_two_tags_counts_once():
    deck = Deck().enrol(FOUR, Card.PINE_CRANE).enrol(SEVEN, Card.PINE_CRANE)
    assert (deck.count(), deck.card(FOUR), deck.card(SEVEN)) == (1, Card.PINE_CRANE, Card.PINE_CRANE)


def test_a_deck_is_stored_card_by_card_in_table_order_and_reads_back():
    deck = Deck().enrol(SEVEN, Card.MAPLE_DEER).enrol(FOUR, Card.PINE_CRANE).enrol(bytes(4), Card.PINE_CRANE)
    record = json.loads(json.dumps(deck.to_json()))
    assert record == {
        "format": 1,
        "cards": {
            "pine-crane": ["11:22:33:44", "00:00:00:00"],
            "maple-deer": ["04:A3:C6:CA:E2:61:80"],
        },
    }
    assert list(record["cards"]) == ["pine-crane", "maple-deer"]
    assert Deck.from_json(record) == deck


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(None, id="nothing"),
        pytest.param([], id="a list"),
        pytest.param({}, id="empty"),
        pytest.param({"cards": {}}, id="no format"),
        pytest.param({"format": True, "cards": {}}, id="a format that is no number"),
        pytest.param({"format": 0, "cards": {}}, id="a format before the first"),
        pytest.param({"format": 1}, id="no cards"),
        pytest.param({"format": 1, "cards": []}, id="cards in a list"),
        pytest.param({"format": 1, "cards": {"crow": ["11223344"]}}, id="an unknown card"),
        pytest.param({"format": 1, "cards": {"crow": []}}, id="an unknown card without a tag"),
        pytest.param({"format": 1, "cards": {"pine-crane": ["1122"]}}, id="half a number"),
        pytest.param({"format": 1, "cards": {"pine-crane": "11223344"}}, id="a number without a list"),
        pytest.param({"format": 1, "cards": {"pine-crane": [5]}}, id="a number that is no text"),
        pytest.param({"format": 1, "cards": {"pine-crane": None}}, id="no list"),
    ],
)
def test_a_damaged_deck_is_refused(record):
    with pytest.raises(BadFile, match="deck file"):
        Deck.from_json(record)


@pytest.mark.parametrize(
    "record",
    [
        pytest.param({"format": 2, "cards": {}}, id="alike"),
        pytest.param({"format": 2, "decks": [{}]}, id="of another form"),
    ],
)
def test_a_newer_programs_deck_is_refused_as_newer(record):
    with pytest.raises(NewerFile, match="a newer version of the program wrote the deck file"):
        Deck.from_json(record)

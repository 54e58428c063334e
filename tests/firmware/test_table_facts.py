"""What lasts, as it is applied and as the log says it."""

import pytest

from firmware.deck import Deck
from firmware.table import MatchBegun, Table, TagEnrolled, apply, describe
from scorer import (
    Card,
    CardsCaptured,
    MatchEnded,
    Misdealt,
    RoundStarted,
    ScorerError,
    Seat,
    TeyakuDeclared,
    load,
)

INO = load("ino-shika-cho")
BEGUN = MatchBegun(INO, INO.options(), (Seat.A, Seat.B), {Seat.A: "Aki"})
UID = bytes.fromhex("04a3c6ca")


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        pytest.param(BEGUN, "match begun: ino-shika-cho, A B", id="a match"),
        pytest.param(TagEnrolled(UID, Card.PINE_CRANE), "tag 04:A3:C6:CA is on pine-crane", id="a tag"),
        pytest.param(Misdealt(), "misdealt", id="an event without parts"),
        pytest.param(
            CardsCaptured(Seat.B, (Card.PINE_CRANE, Card.MAPLE_DEER)),
            "cards-captured B pine-crane maple-deer",
            id="cards",
        ),
        pytest.param(TeyakuDeclared(Seat.A, ("all-chaff",), ()), "teyaku-declared A all-chaff ", id="a hand"),
    ],
)
def test_a_fact_is_said_in_a_line(fact, words):
    assert describe(fact) == words


def test_a_match_sits_down_with_nothing_played():
    match = apply(Table((INO,)), BEGUN).match
    assert (match.ruleset, match.seats, dict(match.names), match.event_count) == (
        INO,
        (Seat.A, Seat.B),
        {Seat.A: "Aki"},
        0,
    )


def test_an_ended_match_waits_no_more_and_the_deck_stays():
    table = Table((INO,), deck=Deck({UID: Card.PINE_CRANE}))
    for fact in (BEGUN, RoundStarted(Seat.A), MatchEnded()):
        table = apply(table, fact)
    assert (table.match, table.deck.card(UID)) == (None, Card.PINE_CRANE)


@pytest.mark.parametrize("fact", [RoundStarted(Seat.A), MatchEnded()])
def test_without_a_match_nothing_happens_in_it(fact):
    with pytest.raises(LookupError, match="there is no match"):
        apply(Table((INO,)), fact)


def test_what_cannot_be_leaves_the_table_as_it_was():
    table = apply(Table((INO,)), BEGUN)
    with pytest.raises(ScorerError, match="not while the match is new"):
        apply(table, Misdealt())
    assert table == apply(Table((INO,)), BEGUN)

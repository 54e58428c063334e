from typing import Any, get_args

import pytest

from scorer.cards import Card
from scorer.errors import BadEvent
from scorer.events import (
    CardsCaptured,
    CardsMoved,
    DealerCorrected,
    Event,
    LengthChanged,
    MatchEnded,
    MatchFinished,
    MatchResumed,
    Misdealt,
    PlayerChosen,
    Redone,
    RoundClosed,
    RoundCorrected,
    RoundReopened,
    RoundStarted,
    RoundWithdrawn,
    TeyakuDeclared,
    Undone,
    event_from_json,
    event_to_json,
)
from scorer.seats import Seat

A, B, C = Seat
IRISES = (Card.IRIS_BRIDGE, Card.IRIS_RIBBON, Card.IRIS_CHAFF_2)
IRIS_IDS = ["iris-bridge", "iris-ribbon", "iris-chaff-2"]

EVENTS: list[tuple[Event, dict[str, Any]]] = [
    (RoundStarted(B), {"event": "round-started", "dealer": "B"}),
    (PlayerChosen(C), {"event": "player-chosen", "seat": "C"}),
    (CardsCaptured(A, IRISES), {"event": "cards-captured", "seat": "A", "cards": IRIS_IDS}),
    (CardsMoved(B, IRISES[:1]), {"event": "cards-moved", "seat": "B", "cards": IRIS_IDS[:1]}),
    (
        TeyakuDeclared(C, ("hand-three",), IRISES),
        {"event": "teyaku-declared", "seat": "C", "teyaku": ["hand-three"], "shown": IRIS_IDS},
    ),
    (TeyakuDeclared(A, (), ()), {"event": "teyaku-declared", "seat": "A", "teyaku": [], "shown": []}),
    (Misdealt(), {"event": "misdealt"}),
    (RoundClosed(), {"event": "round-closed"}),
    (RoundReopened(), {"event": "round-reopened"}),
    (RoundWithdrawn(), {"event": "round-withdrawn"}),
    (MatchFinished(), {"event": "match-finished"}),
    (MatchResumed(), {"event": "match-resumed"}),
    (MatchEnded(), {"event": "match-ended"}),
    (DealerCorrected(C), {"event": "dealer-corrected", "dealer": "C"}),
    (LengthChanged(6), {"event": "length-changed", "number": 6}),
    (
        RoundCorrected(2, CardsMoved(B, IRISES[:1])),
        {
            "event": "round-corrected",
            "number": 2,
            "change": {"event": "cards-moved", "seat": "B", "cards": IRIS_IDS[:1]},
        },
    ),
    (Undone(7), {"event": "undone", "number": 7}),
    (Redone(0), {"event": "redone", "number": 0}),
]


def test_every_kind_of_event_has_a_row_here() -> None:
    assert {type(event) for event, _ in EVENTS} == set(get_args(Event))


@pytest.mark.parametrize(("event", "record"), EVENTS, ids=lambda part: type(part).__name__)
def test_an_event_is_written_so_and_reads_back(event: Event, record: dict[str, Any]) -> None:
    assert event_to_json(event) == record
    assert event_from_json(record) == event


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(None, id="nothing"),
        pytest.param("misdealt", id="a word"),
        pytest.param(5, id="a number"),
        pytest.param([["event", "misdealt"]], id="a list of pairs"),
        pytest.param({}, id="an empty object"),
        pytest.param({"number": 7}, id="no kind"),
        pytest.param({"event": "rained"}, id="an unknown kind"),
        pytest.param({"event": ["misdealt"]}, id="a kind that is no word"),
        pytest.param({"event": "round-started"}, id="a field missing"),
        pytest.param({"event": "misdealt", "dealer": "A"}, id="a field of another kind"),
        pytest.param({"event": "misdealt", "weather": "rain"}, id="an unknown field"),
        pytest.param({"event": "round-started", "dealer": "D"}, id="an unknown seat"),
        pytest.param({"event": "player-chosen", "seat": None}, id="no seat"),
        pytest.param({"event": "cards-captured", "seat": "A", "cards": ["crow"]}, id="an unknown card"),
        pytest.param({"event": "cards-captured", "seat": "A", "cards": [5]}, id="a card that is no word"),
        pytest.param({"event": "cards-captured", "seat": "A", "cards": [["crow"]]}, id="a card in a list"),
        pytest.param({"event": "cards-captured", "seat": "A", "cards": 5}, id="cards that are no list"),
        pytest.param({"event": "cards-moved", "seat": "A", "cards": {"iris-bridge": 1}}, id="cards by key"),
        pytest.param(
            {"event": "teyaku-declared", "seat": "A", "teyaku": "ab", "shown": []}, id="letters for ids"
        ),
        pytest.param(
            {"event": "teyaku-declared", "seat": "A", "teyaku": [1], "shown": []}, id="a number for an id"
        ),
        pytest.param({"event": "undone", "number": "7"}, id="a number in quotes"),
        pytest.param({"event": "undone", "number": True}, id="true is no number"),
        pytest.param({"event": "redone", "number": 7.0}, id="a number with a point"),
    ],
)
def test_a_record_that_is_no_event_is_refused(record: object) -> None:
    with pytest.raises(BadEvent, match="not an event"):
        event_from_json(record)

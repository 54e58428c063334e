"""The form of a line: what is no JSON, and what is no request."""

import json

import pytest

from scorer.errors import BadJson, BadRequest
from scorer.request import read_request

EMPTY = {"A": [], "B": []}


def _round(**fields: object) -> bytes:
    return json.dumps({"game": "ino-shika-cho", "piles": EMPTY} | fields).encode()


def _match(*rounds: object, **fields: object) -> bytes:
    return json.dumps({"game": "ino-shika-cho", "rounds": list(rounds)} | fields).encode()


NO_JSON = [
    ("not JSON", b"chaff", "Expecting value at character 1"),
    ("broken off", b'{"game": "botan-cho"', "at character 21"),
    ("two values", b"{} {}", "Extra data"),
    ("not UTF-8", b'{"game": "\xff"}', "byte 11"),
    ("a surrogate in UTF-8", b'{"game": "\xed\xa0\x80"}', "not UTF-8"),
    ("a byte order mark", b"\xef\xbb\xbf{}", "BOM"),
    ("NaN", b'{"options": {"rounds": NaN}}', "NaN"),
    ("Infinity", b'{"options": {"rounds": -Infinity}}', "-Infinity"),
    ("nested too deeply", b"[" * 100_000 + b"]" * 100_000, "nested"),
    ("a bare control character", b'{"game": "\x01"}', "control"),
    ("doubled, then broken off", b'{"a": 1, "a": 2', "character"),
]
NO_REQUEST = [
    ("doubled at the top", b'{"game": "x", "game": "x", "piles": {}}', "'game' stands twice"),
    ("doubled, not the first", b'{"game": 1, "a": 2, "a": 3}', "'a' stands twice"),
    (
        "doubled deep inside",
        b'{"game": 1, "options": {"x": [{"y": 1, "y": 1}]}}',
        "'y' stands twice",
    ),
    ("a list", b"[]", "the line must be an object, not a list"),
    ("a number", b"12", "the line must be an object, not 12"),
    ("null", b"null", "the line must be an object, not null"),
    ("neither piles nor rounds", b'{"game": "botan-cho"}', "give either piles, for a round, or rounds"),
    ("both", _round(rounds=[]), "give either piles, for a round, or rounds"),
    ("no game", b'{"piles": {}}', "game is missing"),
    ("unknown field", _round(deeler="A"), "unknown field 'deeler', did you mean 'dealer'?"),
    ("unlike any field", _round(x=1), "unknown field 'x', known are game, "),
    ("teyaku of a match", _match(teyaku={}), "unknown field 'teyaku'"),
    ("misdeal of a line", _round(misdeal=True), "unknown field 'misdeal'"),
    ("game of wrong type", _round(game=1), "game must be a text, not 1"),
    ("seats of wrong type", _round(seats="AB"), "seats must be a list"),
    ("seat of wrong type", _round(seats=["A", 2]), "seats[1] must be a text"),
    ("dealer of wrong type", _round(dealer=None), "dealer must be a text, not null"),
    ("piles of wrong type", _round(piles=[]), "piles must be an object, not a list"),
    ("pile of wrong type", _round(piles={"A": {}}), "piles.A must be a list, not an object"),
    ("card of wrong type", _round(piles={"A": [3]}), "piles.A[0] must be a text, not 3"),
    ("teyaku of wrong type", _round(teyaku={"A": "all-chaff"}), "teyaku.A must be a list"),
    ("options of wrong type", _round(options=[]), "options must be an object"),
    ("rounds of wrong type", _match(rounds={}), "rounds must be a list"),
    ("round of wrong type", _match([]), "round 1 must be an object"),
    ("round without piles", _match({"teyaku": {}}), "round 1: piles is missing"),
    (
        "round with a strange field",
        _match({"piles": {}, "dealer": "A"}),
        "round 1: unknown field",
    ),
    ("misdeal false", _match({"misdeal": False}), "round 1: misdeal must be true, not false"),
    ("misdeal 1", _match({"misdeal": 1}), "round 1: misdeal must be true, not 1"),
    (
        "misdeal beside piles",
        _match({"misdeal": True, "piles": {}}),
        "round 1: 'piles' stands beside misdeal",
    ),
]


@pytest.mark.parametrize(("line", "message"), [pytest.param(*row, id=name) for name, *row in NO_JSON])
def test_a_line_that_is_no_json_is_refused_at_its_place(line: bytes, message: str) -> None:
    with pytest.raises(BadJson) as caught:
        read_request(line)
    assert message in str(caught.value)


@pytest.mark.parametrize(("line", "message"), [pytest.param(*row, id=name) for name, *row in NO_REQUEST])
def test_a_line_that_is_no_request_is_told_from_where_it_goes_wrong(line: bytes, message: str) -> None:
    with pytest.raises(BadRequest) as caught:
        read_request(line)
    assert str(caught.value).startswith(message)


def test_a_field_that_may_be_left_out_has_its_default() -> None:
    request = read_request(b'{"game": "mushi", "rounds": [{"piles": {"A": []}}, {"misdeal": true}]}')
    assert (request.seats, request.dealer, request.options, request.is_match) == (None, "A", {}, True)
    assert [(one.place, one.piles, one.teyaku) for one in request.rounds] == [
        ("round 1: ", {"A": []}, {}),
        ("round 2: ", None, {}),
    ]

"""The protocol of `scorekeeper score`: codes, their order, and what is written when."""

import json
from collections.abc import Iterator

import pytest

from scorer.jsonl import answer, serve
from scorer.ruleset import load, parse

BOTAN_DECK = [str(card) for card in load("botan-cho").deck]
ALL_TO_A = {"A": BOTAN_DECK, "B": []}
SHORT = {"A": BOTAN_DECK[1:], "B": []}
EMPTY = {"A": [], "B": []}
WIN = {"piles": {"A": [], "B": []}, "teyaku": {"A": ["hand-three", "all-chaff"]}}


def _round(**fields: object) -> dict[str, object]:
    return {"game": "ino-shika-cho", "piles": EMPTY} | fields


def _match(*rounds: object, **fields: object) -> dict[str, object]:
    return {"game": "ino-shika-cho", "rounds": list(rounds)} | fields


RAW = [
    ("no JSON", b"chaff", "bad-json", "this is not JSON"),
    ("no request", b"[]", "bad-request", "the line must be an object"),
    ("a lone surrogate", b'{"game": "\\ud800", "piles": {}}', "unknown-game", "'\\ud800'"),
    (
        "a huge number",
        b'{"game": "botan-cho", "piles": {"A": [], "B": []}, "options": {"chips": ' + b"9" * 5000 + b"}}",
        "bad-option",
        "'chips' must be a whole number from 0 to 1000000",
    ),
    (
        "a huge fraction",
        b'{"game": "botan-cho", "piles": {"A": [], "B": []}, "options": {"chips": 1e999}}',
        "bad-option",
        "not inf",
    ),
]

REQUESTS = [
    ("unknown game", _round(game="koi-koi"), "unknown-game", "unknown game 'koi-koi'"),
    ("no seats at all", _round(piles={}), "bad-seats", "not for 0"),
    ("one player", _round(piles={"A": []}), "bad-seats", "is for 2 or 3 players, not for 1"),
    (
        "three in a game for two",
        _round(game="botan-cho", seats=["A", "B", "C"]),
        "bad-seats",
        "for 2 players, not for 3",
    ),
    ("seats out of order", _round(seats=["B", "A"]), "bad-seats", "seats must be A, B, not 'B, A'"),
    ("strange pile keys", _round(piles={"A": [], "C": []}), "bad-seats", "not 'A, C'"),
    (
        "piles of others",
        _round(seats=["A", "B", "C"]),
        "bad-seats",
        "piles must be those of A, B, C, not 'A, B'",
    ),
    (
        "later piles of others",
        _match({"piles": EMPTY}, {"piles": {"A": []}}),
        "bad-seats",
        "round 2: piles must be",
    ),
    ("a match where nobody sits", _match({"misdeal": True}), "bad-seats", "not for 0"),
    ("dealer elsewhere", _round(dealer="C"), "bad-dealer", "dealer 'C'"),
    ("dealer nowhere", _round(dealer="a"), "bad-dealer", "dealer 'a'"),
    ("unknown option", _round(options={"x": 1}), "bad-option", "no option 'x'"),
    ("option of another game", _round(options={"rounds": 3}), "bad-option", "no option 'rounds'"),
    ("a boolean for a number", _round(options={"target": True}), "bad-option", "not true"),
    ("180.0", _round(options={"target": 180.0}), "bad-option", "not 180.0"),
    ("out of range", _round(options={"fuke_limit": 1001}), "bad-option", "from 0 to 1000, not 1001"),
    ("unknown card", _round(piles={"A": [], "B": ["crow"]}), "unknown-card", "pile B: unknown card 'crow'"),
    (
        "left-out card",
        _round(game="botan-cho", piles={"A": ["clover-boar"], "B": []}),
        "not-in-game",
        "pile A: Botan-cho",
    ),
    (
        "twice in a pile",
        _round(piles={"A": ["pine-crane"] * 2, "B": []}),
        "duplicate-card",
        "pile A and again in pile A",
    ),
    (
        "twice behind others",
        _round(piles={"A": ["iris-bridge"], "B": ["maple-deer", "pine-crane", "pine-crane"]}),
        "duplicate-card",
        "pine-crane lies in pile B and again in pile B",
    ),
    (
        "in two piles",
        _round(piles={"A": ["pine-crane"], "B": ["pine-crane"]}),
        "duplicate-card",
        "pine-crane lies in pile A",
    ),
    ("unknown teyaku", _round(teyaku={"A": ["x"]}), "bad-teyaku", "teyaku: seat A declares unknown 'x'"),
    ("teyaku twice", _round(teyaku={"A": ["all-chaff"] * 2}), "bad-teyaku", "twice"),
    ("teyaku replaced", _round(teyaku={"A": ["hand-three", "double-hand-three"]}), "bad-teyaku", "beside"),
    ("teyaku of nobody", _round(teyaku={"C": []}), "bad-teyaku", "seat 'C' does not sit"),
    ("teyaku of no seat", _round(teyaku={"Z": []}), "bad-teyaku", "seat 'Z' does not sit"),
    (
        "teyaku off",
        _round(teyaku={"A": ["all-chaff"]}, options={"teyaku": False}),
        "bad-teyaku",
        "switched off",
    ),
    (
        "teyaku in a game without",
        _round(game="botan-cho", piles=ALL_TO_A, teyaku={"A": ["all-chaff"]}),
        "bad-teyaku",
        "do not exist",
    ),
    ("incomplete", _round(game="botan-cho", piles=SHORT), "incomplete", "missing: pine-crane"),
    (
        "incomplete in a match",
        _match({"piles": ALL_TO_A}, {"piles": SHORT}, game="botan-cho"),
        "incomplete",
        "round 2: ",
    ),
    (
        "a round after the end",
        _match(WIN, {"piles": EMPTY}, options={"fuke": False}),
        "match-over",
        "round 2: ",
    ),
    (
        "a misdeal after the end",
        _match(WIN, {"misdeal": True}, options={"fuke": False}),
        "match-over",
        "round 2: ",
    ),
]


def _error(line: bytes) -> dict[str, str]:
    reply = answer(line)
    assert list(reply) == ["error"]
    return reply["error"]


@pytest.mark.parametrize(("line", "code", "message"), [pytest.param(*row, id=name) for name, *row in RAW])
def test_a_line_that_cannot_be_read_so_is_refused(line: bytes, code: str, message: str) -> None:
    error = _error(line)
    assert error["code"] == code
    assert message in error["message"]


@pytest.mark.parametrize(
    ("request_", "code", "message"), [pytest.param(*row, id=name) for name, *row in REQUESTS]
)
def test_a_request_that_cannot_be_scored_is_refused(
    request_: dict[str, object], code: str, message: str
) -> None:
    error = _error(json.dumps(request_).encode())
    assert error["code"] == code
    assert message in error["message"]


def test_a_card_of_a_single_round_is_told_without_a_round() -> None:
    request = _round(piles={"A": [], "B": ["crow"]})
    assert _error(json.dumps(request).encode())["message"].startswith("pile B: ")


FIRST_OF_TWO = [
    ("request before game", _round(game="x", y=1), "bad-request"),
    ("a later round's form before the game", _match({"piles": EMPTY}, {}, game="x"), "bad-request"),
    ("game before seats", _round(game="x", piles={}), "unknown-game"),
    ("seats before dealer", _round(dealer="Z", piles={"A": []}), "bad-seats"),
    ("later seats before dealer", _match({"piles": EMPTY}, {"piles": {}}, dealer="Z"), "bad-seats"),
    ("dealer before option", _round(dealer="Z", options={"x": 1}), "bad-dealer"),
    ("option before card", _round(options={"x": 1}, piles={"A": ["crow"], "B": []}), "bad-option"),
    (
        "unknown before left out",
        _round(game="botan-cho", piles={"A": ["clover-boar"], "B": ["crow"]}),
        "unknown-card",
    ),
    (
        "unknown in a later round before left out",
        _match(
            {"piles": {"A": ["clover-boar"], "B": []}}, {"piles": {"A": ["crow"], "B": []}}, game="botan-cho"
        ),
        "unknown-card",
    ),
    (
        "left out before twice",
        _round(game="botan-cho", piles={"A": ["pine-crane", "pine-crane"], "B": ["clover-boar"]}),
        "not-in-game",
    ),
    (
        "left out of a later round before twice",
        _match(
            {"piles": {"A": ["pine-crane"] * 2, "B": []}},
            {"piles": {"A": ["clover-boar"], "B": []}},
            game="botan-cho",
        ),
        "not-in-game",
    ),
    (
        "twice before teyaku",
        _round(piles={"A": ["pine-crane"] * 2, "B": []}, teyaku={"A": ["x"]}),
        "duplicate-card",
    ),
    (
        "twice in a later round before teyaku",
        _match({"piles": EMPTY, "teyaku": {"A": ["x"]}}, {"piles": {"A": ["pine-crane"] * 2, "B": []}}),
        "duplicate-card",
    ),
    ("teyaku before incomplete", _round(game="botan-cho", teyaku={"A": ["all-chaff"]}), "bad-teyaku"),
    (
        "teyaku of a later round before incomplete",
        _match({"piles": SHORT}, {"piles": ALL_TO_A, "teyaku": {"A": ["x"]}}, game="botan-cho"),
        "bad-teyaku",
    ),
    (
        "incomplete before over",
        _match({"piles": ALL_TO_A}, {"piles": SHORT}, game="botan-cho", options={"rounds": 1}),
        "incomplete",
    ),
]


@pytest.mark.parametrize(("request_", "code"), [pytest.param(*row, id=name) for name, *row in FIRST_OF_TWO])
def test_of_two_faults_the_earlier_code_is_told(request_: dict[str, object], code: str) -> None:
    assert _error(json.dumps(request_).encode())["code"] == code


@pytest.mark.parametrize(
    ("request_", "seats"),
    [
        pytest.param(_round(), ["A", "B"], id="seats from the piles"),
        pytest.param(_round(piles={"C": [], "A": [], "B": []}), ["A", "B", "C"], id="piles in any order"),
        pytest.param(_round(teyaku={}), ["A", "B"], id="no teyaku"),
        pytest.param(
            _round(teyaku={"A": []}, options={"teyaku": False}), ["A", "B"], id="an empty list, option off"
        ),
        pytest.param(
            _round(game="botan-cho", piles=ALL_TO_A, teyaku={"A": []}),
            ["A", "B"],
            id="an empty list, no such thing",
        ),
    ],
)
def test_a_round_may_leave_out_what_has_a_default(request_: dict[str, object], seats: list[str]) -> None:
    assert list(answer(json.dumps(request_).encode())["players"]) == seats


def test_a_match_may_have_no_rounds_yet() -> None:
    request = _match(game="botan-cho", seats=["A", "B"], dealer="B", options={"chips": 5})
    assert answer(json.dumps(request).encode()) == {
        "game": "botan-cho",
        "rounds": [],
        "standings": {
            "A": {"chips": 5, "counters": 0, "points": 5},
            "B": {"chips": 5, "counters": 0, "points": 5},
        },
        "dealer": "B",
        "finished": False,
        "winner": None,
    }


def test_a_match_takes_its_seats_from_its_first_piles_and_a_misdeal_keeps_the_dealer() -> None:
    request = _match({"misdeal": True}, {"piles": EMPTY | {"C": []}}, dealer="C")
    reply = answer(json.dumps(request).encode())
    assert reply["rounds"][0] == {"misdeal": True, "next_dealer": "C"}
    assert reply["standings"] == {"A": {"points": 0}, "B": {"points": 0}, "C": {"points": 0}}


def test_a_paying_game_without_counters_has_no_counter_to_tell() -> None:
    rules = parse(load("botan-cho").text.replace("counters = true", "counters = false"))
    line = json.dumps(_round(game="botan-cho", piles=ALL_TO_A)).encode()
    reply = answer(line, {"botan-cho": rules}.__getitem__)
    assert "counter" not in reply
    assert reply["payment"] == {"from": "B", "to": "A", "points": 195}


def test_lines_are_answered_one_by_one_blank_ones_skipped_and_errors_counted() -> None:
    written: list[str] = []

    def lines() -> Iterator[bytes]:
        yield b"\n"
        yield b"chaff\n"
        assert len(written) == 1
        yield b" \t\r\n"
        yield json.dumps(_round()).encode()
        assert len(written) == 2
        yield b"[]"

    assert serve(lines(), written.append) == 2
    assert [text.endswith("\n") and "\n" not in text[:-1] for text in written] == [True, True, True]
    assert [next(iter(json.loads(text))) for text in written] == ["error", "game", "error"]

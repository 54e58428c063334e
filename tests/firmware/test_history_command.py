"""`history list` and `show`: what was played, for people, whatever happened to the files."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from evenings import BIG_THREE, DECK, INO, NAMES, WON, A, B, botan, ino, kept, round_of
from journals import FIXTURES, line

from firmware.cli import main
from firmware.table import MatchBegun
from scorer import (
    CardsCaptured,
    MatchEnded,
    MatchFinished,
    RoundClosed,
    RoundStarted,
    TeyakuDeclared,
)


def _listed(data: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str], list[str]]:
    code = main(["history", "list", "--data", str(data)])
    said = capsys.readouterr()
    return code, said.out.splitlines(), said.err.splitlines()


def test_a_list_says_number_date_rules_rounds_points_and_who_won(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, ino(NAMES, target=300), *WON)
    kept(tmp_path, botan({}), *round_of(A, DECK[:20], DECK[20:]), MatchEnded())
    kept(tmp_path, botan({}, rounds=1), *round_of(A, DECK[:20], DECK[20:]), MatchFinished(), MatchEnded())
    kept(tmp_path, ino({B: "健"}), RoundStarted(A))
    code, out, err = _listed(tmp_path, capsys)
    assert (code, err) == (0, [])
    assert out[:5] == [
        "no.  date        game           version  rounds  points          result",
        "1    2026-11-29  ino-shika-cho  1        1       Aki 300, 健 10  Aki won",
        "2    2026-11-29  botan-cho      1        1       A 191, B 170    ended early",
        "3    2026-11-29  botan-cho      1        1       A 191, B 170    A won",
        "4    2026-11-29  ino-shika-cho  1        0       A 0, 健 0       goes on",
    ]


def test_a_folder_without_matches_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _listed(tmp_path, capsys) == (0, ["no match yet"], [])


def test_a_drawn_match_is_said_to_be_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    events = [
        *round_of(A, DECK[:20], DECK[20:]),
        *round_of(A, DECK[20:], DECK[:20]),
        MatchFinished(),
        MatchEnded(),
    ]
    kept(tmp_path, botan({}, rounds=2), *events)
    assert _listed(tmp_path, capsys)[1][1].endswith("drawn")


def _newer(path: Path) -> None:
    path.write_bytes(line('{"format":3,"anything":"else"}'))


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-9])


def _torn(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b'["12345678",{"id"')


def _zeroed(path: Path) -> None:
    path.write_bytes(bytes(400))


def _turned(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[300] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize(
    ("spoil", "says", "left"),
    [
        pytest.param(_newer, "a newer version of the program wrote it; it is left alone", 2, id="newer"),
        pytest.param(_cut, "damaged lines at its end are left out", 3, id="cut"),
        pytest.param(_torn, "damaged lines at its end are left out", 3, id="half a line more"),
        pytest.param(_zeroed, "its first line cannot be read", 2, id="zeroed"),
        pytest.param(_turned, "its first line cannot be read", 2, id="a bit turned in its first line"),
        pytest.param(lambda path: (path.unlink(), os.mkfifo(path)), "it is no file", 2, id="a pipe"),
        pytest.param(lambda path: path.write_bytes(b""), "its first line cannot be read", 2, id="empty"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_and_the_others_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Path], None], says: str, left: int
) -> None:
    for _ in range(3):
        kept(tmp_path, ino(NAMES, target=300), *WON)
    spoil(tmp_path / "matches" / "000002.jsonl")
    before = {path.name: path.lstat().st_mtime_ns for path in (tmp_path / "matches").iterdir()}
    code, out, err = _listed(tmp_path, capsys)
    assert (code, err) == (1, [f"scorekeeper: 000002.jsonl: {says}"])
    assert out.index("") == left + 1
    assert {path.name: path.lstat().st_mtime_ns for path in (tmp_path / "matches").iterdir()} == before


def test_a_match_is_shown_round_by_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "show", "1", "--data", str(FIXTURES / "journal-1")]) == 0
    assert capsys.readouterr().out.splitlines()[:10] == [
        "match 1: Botan-cho, botan-cho version 1",
        "played 2026-11-28 20:00 to 2026-11-28 20:11 UTC",
        "players: A Aki, B 健",
        "rules: rounds 2, chips 180",
        "",
        "round 1: A Aki deals",
        "  A Aki  cards 105  three-brights 25, four-wisterias 10  score 10",
        "  B 健   cards 135  four-paulownias 10                   score -10",
        "  B 健 pays A Aki 10",
        "  A Aki takes the counter",
    ]


def test_fuke_lucky_hands_and_an_early_end_are_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = MatchBegun(INO, INO.options(), (A, B), {})
    events = [
        RoundStarted(A),
        TeyakuDeclared(A, ("hand-three",), ()),
        CardsCaptured(A, BIG_THREE),
        RoundClosed(),
    ]
    kept(tmp_path, begun, *events, RoundStarted(A), MatchEnded())
    main(["history", "show", "1", "--data", str(tmp_path)])
    out = capsys.readouterr().out
    assert "hand-three 200 (lucky hand)" in out
    assert "fuke: somebody but the dealer scored too little, nobody scores" in out
    assert out.endswith("round 2: not played to its end\n\nresult: ended early\n")


@pytest.mark.parametrize(
    ("number", "code", "says"),
    [
        pytest.param("9", 2, "there is no match 9 in ", id="no such match"),
        pytest.param("2", 1, "match 2 cannot be shown: a newer version of the program wrote it", id="newer"),
        pytest.param("3", 1, "match 3 is shown without 1 damaged line at the end of its file", id="torn"),
    ],
)
def test_a_match_that_cannot_be_shown_is_said_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], number: str, code: int, says: str
) -> None:
    for _ in range(3):
        kept(tmp_path, ino(NAMES, target=300), *WON)
    _newer(tmp_path / "matches" / "000002.jsonl")
    _cut(tmp_path / "matches" / "000003.jsonl")
    assert main(["history", "show", number, "--data", str(tmp_path)]) == code
    err = capsys.readouterr().err
    assert err.startswith(f"scorekeeper: {says}")
    assert err.count("\n") == 1


def test_a_missing_data_folder_is_bad_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history", "list", "--data", "/nonexistent"]) == 2
    assert "name the data folder with --data" in capsys.readouterr().err


def test_names_cannot_play_with_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(tmp_path, ino({A: "\x1b[2J", B: "B"}), *WON[:-2], MatchEnded())
    assert "?[2J 300" in "\n".join(_listed(tmp_path, capsys)[1])
    assert json.loads((tmp_path / "matches" / "000001.jsonl").read_text().splitlines()[0])[1]["names"]["A"]

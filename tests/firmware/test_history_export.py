"""`history export`: fields that stay, for other programs."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from evenings import DECK, NAMES, WON, A, botan, ino, kept, round_of
from journals import FIXTURES, line

from firmware.cli import main
from firmware.history_export import CSV_FIELDS

README = Path(__file__).parents[2] / "firmware" / "README.md"
ROW = {
    "match": "1",
    "begun": "2026-11-29T20:15:00+00:00",
    "game": "botan-cho",
    "version": "1",
    "state": "running",
    "winner": "",
    "round": "1",
    "dealer": "A",
    "seat": "B",
    "name": "健",
    "card_points": "135",
    "yaku": "four-paulownias:10",
    "yaku_points": "10",
    "teyaku": "",
    "teyaku_points": "0",
    "fuke": "",
    "score": "-10",
    "pays": "10",
    "pays_to": "A",
    "counter": "0",
    "standing": "170",
}
"""Of the player who has lost, in the match below."""


def _exported(data: Path, form: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["history", "export", "--format", form, "--data", str(data)]) == 0
    return capsys.readouterr().out


def test_csv_has_a_row_for_each_player_of_each_round(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, botan(NAMES), *round_of(A, DECK[:20], DECK[20:]))
    header, mine, theirs = csv.reader(io.StringIO(_exported(tmp_path, "csv", capsys)))
    assert tuple(header) == CSV_FIELDS
    assert dict(zip(header, theirs, strict=True)) == ROW
    assert mine[header.index("yaku")] == "three-brights:25 four-wisterias:10"


@pytest.fixture
def export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Return what is exported of a match that A has won, as JSON."""
    kept(tmp_path, ino(NAMES, target=300), *WON)
    return json.loads(_exported(tmp_path, "json", capsys))


def test_json_says_of_a_match_who_played_and_who_won(export: Any) -> None:
    (match,) = export["matches"]
    assert (export["format"], match["number"], match["version"]) == (1, 1, 1)
    assert (match["winner"], match["state"]) == ("A", "finished")
    assert match["names"] == {"A": "Aki", "B": "健"}
    assert match["points"] == {"A": 300, "B": 10}


def test_json_says_of_a_round_what_score_says(export: Any) -> None:
    (round_,) = export["matches"][0]["rounds"]
    assert round_["players"]["A"] == {
        "card_points": 150,
        "yaku": {"big-three": 150},
        "yaku_points": 150,
        "teyaku_points": 0,
        "score": 300,
    }
    assert round_["piles"]["B"] == ["maple-deer"]
    assert round_["standings"] == {"A": {"points": 300}, "B": {"points": 10}}


def test_json_says_what_the_matches_come_to(export: Any) -> None:
    big_three = {"game": "ino-shika-cho", "yaku": "big-three", "count": 1}
    assert export["players"][0] == {
        "name": "Aki",
        "matches": 1,
        "won": 1,
        "rounds": 1,
        "points": 300,
        "yaku": [big_three],
    }
    assert export["yaku"] == [big_three]


def test_an_empty_history_is_exported_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert json.loads(_exported(tmp_path, "json", capsys)) == {
        "format": 1,
        "matches": [],
        "players": [],
        "yaku": [],
    }
    assert _exported(tmp_path, "csv", capsys) == ",".join(CSV_FIELDS) + "\n"


def test_a_file_is_written_whole_and_never_over_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["history", "export", str(tmp_path / "x.csv"), "--data", str(FIXTURES / "journal-1")]
    assert main(words) == 0
    assert (tmp_path / "x.csv").read_text() == _exported(FIXTURES / "journal-1", "csv", capsys)
    assert main(words) == 2
    assert main([*words, "--force"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["x.csv"]


def test_a_file_that_cannot_be_read_is_left_out_and_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(tmp_path, ino(NAMES, target=300), *WON)
    (tmp_path / "matches" / "000002.jsonl").write_bytes(line('{"format":3}'))
    assert main(["history", "export", "--format", "json", "--data", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert len(json.loads(said.out)["matches"]) == 1
    assert said.err.count("\n") == 1


def _keys(value: object) -> set[str]:
    if isinstance(value, dict):
        return {key for key in value if key.islower()} | {
            key for part in value.values() for key in _keys(part)
        }
    return {key for part in value for key in _keys(part)} if isinstance(value, list) else set()


def test_every_field_is_in_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    text = README.read_text("utf-8")
    export = json.loads(_exported(FIXTURES / "journal-1", "json", capsys))
    ids = {"botan-cho", "big-three", "hand-three", "three-brights", "four-wisterias", "four-paulownias"}
    fields = _keys(export) - ids
    options = set(export["matches"][0]["options"]) | set(export["matches"][1]["options"])
    assert {field for field in (fields - options) | set(CSV_FIELDS) if f"`{field}`" not in text} == set()

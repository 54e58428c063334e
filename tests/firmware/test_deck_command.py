"""`deck show`, `add` and `forget`."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.files import lock_folder

UID, OTHER = "04:A3:C6:CA:E2:61:80", "DE:AD:BE:EF"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Return a data folder with one tag on one card."""
    deck = {"format": 1, "cards": {"pine-crane": [UID]}}
    (tmp_path / "deck.json").write_text(json.dumps(deck), "utf-8")
    return tmp_path


def _deck(data: Path) -> dict[str, list[str]]:
    cards: dict[str, list[str]] = json.loads((data / "deck.json").read_text("utf-8"))["cards"]
    return cards


def test_show_lists_every_tag_of_a_card(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "add", OTHER, "pine-crane", "--data", str(data)]) == 0
    capsys.readouterr()
    assert main(["deck", "show", "--data", str(data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["pine-crane", UID, OTHER]
    assert lines[1].split() == ["pine-poetry-ribbon", "-"]


@pytest.mark.parametrize("written", [OTHER, "deadbeef", "DEADbeef"])
def test_add_puts_a_tag_on_a_card(data: Path, written: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "add", written, "maple-deer", "--data", str(data)]) == 0
    assert _deck(data) == {"pine-crane": [UID], "maple-deer": [OTHER]}
    assert capsys.readouterr() == (f"{OTHER} is on maple-deer\n", "")


def test_add_begins_a_deck_where_there_is_none(tmp_path: Path) -> None:
    assert main(["deck", "add", OTHER, "maple-deer", "--data", str(tmp_path / "new")]) == 0
    assert _deck(tmp_path / "new") == {"maple-deer": [OTHER]}


def test_add_once_more_changes_nothing(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (data / "deck.json").read_bytes()
    assert main(["deck", "add", UID, "pine-crane", "--data", str(data)]) == 0
    assert "is on pine-crane already" in capsys.readouterr().out
    assert (data / "deck.json").read_bytes() == before


def test_forget_takes_one_tag(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["deck", "add", OTHER, "pine-crane", "--data", str(data)])
    capsys.readouterr()
    assert main(["deck", "forget", UID.lower(), "--data", str(data)]) == 0
    assert _deck(data) == {"pine-crane": [OTHER]}
    assert capsys.readouterr() == (f"{UID} is no longer on pine-crane\n", "")


def test_forget_takes_all_tags_of_a_card(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["deck", "add", OTHER, "pine-crane", "--data", str(data)])
    main(["deck", "add", "11223344", "maple-deer", "--data", str(data)])
    capsys.readouterr()
    assert main(["deck", "forget", "pine-crane", "--data", str(data)]) == 0
    assert _deck(data) == {"maple-deer": ["11:22:33:44"]}
    assert capsys.readouterr().out.splitlines() == [
        f"{UID} is no longer on pine-crane",
        f"{OTHER} is no longer on pine-crane",
    ]


def test_the_deck_before_is_kept_under_another_name(data: Path) -> None:
    before = (data / "deck.json").read_bytes()
    main(["deck", "forget", "pine-crane", "--data", str(data)])
    assert (data / "deck.json.old").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["add", UID, "maple-deer"], f"{UID} is on pine-crane; first: deck forget {UID}"),
        (["add", OTHER, "crow"], "crow"),
        (["add", "0411", "maple-deer"], "'0411' is no tag's number: it has 4, 7 or 10 bytes"),
        (["add", "zz", "maple-deer"], "'zz' is no tag's number: write it in hexadecimal"),
        (["add", "08112233", "maple-deer"], "08112233 is a phone's number"),
        (["add", "8804a3c6", "maple-deer"], "8804a3c6 is only the beginning of a number"),
        (["add", OTHER], "the following arguments are required: CARD"),
        (["forget", "maple-deer"], "maple-deer has no tag in"),
        (["forget", OTHER], f"{OTHER} is on no card in"),
        (["forget", "crow"], "'crow' is neither a card, as pine-crane, or a tag's number"),
        (["forget"], "the following arguments are required: CARD|UID"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence_and_nothing_changes(
    data: Path, refusal: Callable[..., str], arguments: list[str], says: str
) -> None:
    before = (data / "deck.json").read_bytes()
    assert says in refusal("deck", *arguments, "--data", str(data))
    assert (data / "deck.json").read_bytes() == before


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param('{"format": 99}', "a newer version of the program wrote the deck file", id="newer"),
        pytest.param("{", "deck.json is damaged", id="damaged"),
    ],
)
@pytest.mark.parametrize("deed", [["add", OTHER, "maple-deer"], ["forget", "pine-crane"]])
def test_a_deck_file_that_is_not_understood_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str, deed: list[str]
) -> None:
    (tmp_path / "deck.json").write_text(text, "utf-8")
    assert main(["deck", *deed, "--data", str(tmp_path)]) == 2
    assert says in capsys.readouterr().err
    assert (tmp_path / "deck.json").read_text("utf-8") == text


def test_a_folder_that_cannot_be_written_is_told_without_a_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["deck", "add", OTHER, "maple-deer", "--data", "/proc/nowhere"]) == 2
    error = capsys.readouterr().err
    assert "cannot be used" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("deed", [["add", OTHER, "maple-deer"], ["forget", "pine-crane"]])
def test_while_a_box_runs_on_the_data_its_deck_is_left_alone(
    data: Path, capsys: pytest.CaptureFixture[str], deed: list[str]
) -> None:
    lock = lock_folder(data)
    assert lock is not None
    try:
        assert main(["deck", *deed, "--data", str(data)]) == 2
    finally:
        os.close(lock)
    assert f"already running on {data}; stop it first" in capsys.readouterr().err
    assert _deck(data) == {"pine-crane": [UID]}


def test_forget_in_a_folder_that_is_not_there_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deck", "forget", "pine-crane", "--data", str(tmp_path / "no")]) == 2
    assert "there is no deck in" in capsys.readouterr().err

"""What is said of a broken rule file."""

from pathlib import Path

import pytest

from scorer.errors import BadRules
from scorer.ruleset import load, parse

BOTAN = load("botan-cho")
INO = load("ino-shika-cho")


def _faults(text: str) -> list[tuple[str, str, str]]:
    with pytest.raises(BadRules) as caught:
        parse(text, "broken.toml")
    return [(fault.key, fault.wrong, fault.right) for fault in caught.value.faults]


def _cases() -> dict[str, tuple[str, str, str, list[str]]]:
    """Read rule_faults.txt, which says itself how it is written."""
    cases = {}
    for block in (Path(__file__).parent / "rule_faults.txt").read_text("utf-8").split("\n== ")[1:]:
        title, *lines = block.splitlines()
        name, _, game = title.partition(", in ")
        old, new, faults = ([line[2:] for line in lines if line.startswith(sign)] for sign in "-+!")
        cases[name] = game, "\n".join(old), "\n".join(new), faults
    return cases


CASES = _cases()


@pytest.mark.parametrize(("game", "old", "new", "faults"), list(CASES.values()), ids=CASES)
def test_every_fault_of_a_broken_file_is_told_with_its_remedy(
    game: str, old: str, new: str, faults: list[str]
) -> None:
    text = load(game).text
    assert old in text
    assert [f"{key}: {wrong}; {right}" for key, wrong, right in _faults(text.replace(old, new, 1))] == faults


def test_every_fault_is_told_at_once() -> None:
    text = (
        BOTAN.text.replace("version = 1", "")
        .replace("value = 25", "value = true")
        .replace("par = 120", "par = 1")
    )
    assert [key for key, _, _ in _faults(text)] == ["version", "yaku[1].value", "settlement.par"]


def test_every_card_of_a_list_is_looked_at() -> None:
    text = BOTAN.text.replace('"pine-crane", "plum-warbler"', '"crow", "crane"')
    assert [key for key, _, _ in _faults(text)] == ["yaku[1].cards[0]", "yaku[1].cards[1]"]


def test_ids_that_are_missing_are_no_ids_that_stand_twice_or_are_meant() -> None:
    text = (
        INO.text.replace('id = "four-pines"', "")
        .replace('id = "four-rains"', "")
        .replace('"moon-viewing"]', '"noon-viewing"]')
    )
    faults = _faults(text)
    assert [wrong for _, wrong, _ in faults if "taken" in wrong] == []
    assert [right for _, wrong, right in faults if "noon" in wrong] == ["did you mean 'moon-viewing'?"]


def test_the_message_names_file_key_fault_and_remedy() -> None:
    with pytest.raises(BadRules) as caught:
        parse(BOTAN.text.replace("sum = 240", "sum = 7"), "mine.toml")
    assert str(caught.value) == (
        "mine.toml: line 20, deck.sum: is 7, but the cards are worth 240; give 240, or correct the values"
    )


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("version = ", id="no TOML"),
        pytest.param("format = 2", id="a newer format"),
        pytest.param('extends = "koi-koi"', id="a base that is missing"),
        pytest.param("", id="an empty file"),
    ],
)
def test_every_fault_is_told_with_the_name_of_the_file(text: str) -> None:
    for name, given in (("mine.toml", ["mine.toml"]), ("rules", [])):
        with pytest.raises(BadRules) as caught:
            parse(text, *given)
        assert all(line.startswith(f"{name}: ") for line in str(caught.value).splitlines())


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        pytest.param("version = ", "this is no TOML: Invalid value", id="broken off"),
        pytest.param("a = 1\na = 2", "this is no TOML: ", id="a key twice"),
        pytest.param("a = " + "[" * 100_000, "this is no TOML: ", id="nested too deeply"),
    ],
)
def test_what_is_no_toml_is_said_so(text: str, wrong: str) -> None:
    with pytest.raises(BadRules) as caught:
        parse(text)
    (fault,) = caught.value.faults
    assert fault.key == ""
    assert fault.wrong.startswith(wrong)
    assert str(fault).startswith(wrong)


def test_a_newer_format_is_refused_for_that_alone() -> None:
    assert _faults(BOTAN.text.replace("format = 1", "format = 2").replace("[names]", "[nomen]")) == [
        ("format", "is 2, newer than this scorekeeper", "update the scorekeeper, or give a file of format 1")
    ]


def test_an_empty_file_misses_what_a_game_needs() -> None:
    keys = [key for key, _, _ in _faults("")]
    assert keys == [
        "format",
        "players",
        "deck",
        "values",
        "id",
        "version",
        "source",
        "names",
        "deal",
        "settlement",
    ]


def test_a_file_may_leave_out_what_its_game_does_not_have() -> None:
    start = INO.text.index("[fuke]")
    text = INO.text[:start] + INO.text[INO.text.index("[options.target]") :]
    assert parse(text).fuke is None
    assert parse(text).leftover is None


@pytest.mark.parametrize(
    ("stands", "instead", "key", "line"),
    [
        pytest.param("version = 1", 'version = "1"', "version", "version", id="a key of the file"),
        pytest.param(
            'tiny = "Botan"', 'tiny = "Botancho"', "names.tiny", 'tiny = "Botancho"', id="of a table"
        ),
        pytest.param('"plum-warbler"', '"plum-w"', "yaku[1].cards[1]", '"plum-w"', id="a card of a row"),
        pytest.param("value = 25", "", "yaku[1].value", 'id = "three-brights"', id="a row that misses a key"),
        pytest.param("range = [1, 1000]", "", "options.rounds", "[options.rounds]", id="an option"),
    ],
)
def test_a_fault_names_the_line_where_it_stands(stands: str, instead: str, key: str, line: str) -> None:
    text = BOTAN.text.replace(stands, instead, 1)
    with pytest.raises(BadRules) as caught:
        parse(text)
    fault = next(fault for fault in caught.value.faults if fault.key.startswith(key))
    assert fault.line is not None
    lines = text.splitlines()
    found = lines[fault.line - 1 : fault.line + 1]  # a row that misses a key has the line of its header
    assert any(each.startswith(line) or line in each for each in found)
    assert f"line {fault.line}, {fault.key}: " in str(fault)


def test_what_stands_nowhere_has_no_line() -> None:
    with pytest.raises(BadRules) as caught:
        parse("format = 1")
    assert {fault.line for fault in caught.value.faults} == {None}


def test_a_range_may_leave_a_single_number() -> None:
    rules = parse(BOTAN.text.replace("range = [1, 1000]", "range = [12, 12]"))
    assert rules.options()["rounds"] == 12

"""The words of the command line: every command has help, and in it an example that works."""

import argparse
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from evenings import NAMES, WON, ino, kept

from firmware import cli, commands
from firmware.cli import main
from firmware.commands import command_parser


def _parsers(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                yield each
                yield from _parsers(each)


PARSERS = {parser.prog.removeprefix("scorekeeper "): parser for parser in _parsers(command_parser())}
HELP = {command: parser.format_help() for command, parser in PARSERS.items()}
EXAMPLES = {
    command: re.findall(r"(?m)^example:\n  scorekeeper (.+)$", said) for command, said in HELP.items()
}
IN_ORDER = [
    "score",
    "rules list",
    "rules show",
    "rules cards",
    "rules new",
    "rules check",
    "deck add",
    "deck show",
    "deck forget",
    "history list",
    "history show",
    "history export",
    "backup",
    "restore",
]
"""As they may be tried one after the other: what one writes another reads."""

NEED_A_BOX_OR_A_BROWSER = {"run", "simulate", "doctor", "deck enrol"}


def test_every_command_says_what_it_does_and_how_it_is_used() -> None:
    assert len(HELP) == 21
    assert [command for command, said in HELP.items() if f"usage: scorekeeper {command} " not in said] == []
    does = {command: parser.description or "" for command, parser in PARSERS.items()}
    assert [command for command, said in does.items() if not re.fullmatch(r"(?s)[A-Z].+\.", said)] == []


@pytest.mark.parametrize("command", HELP)
def test_every_command_has_one_example_and_it_parses(command: str) -> None:
    (example,) = EXAMPLES[command]
    asked = command_parser().parse_args(shlex.split(example))
    assert asked.command in (command, f"{command} show", f"{command} list")


def test_everything_that_the_parser_knows_is_done_somewhere() -> None:
    groups = {"deck", "rules", "history"}
    assert HELP.keys() - groups == cli._WORK.keys()
    assert HELP.keys() - groups == {*IN_ORDER, *NEED_A_BOX_OR_A_BROWSER}


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a data folder with a match, which the commands take for theirs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(commands, "DATA", tmp_path / "evenings")
    kept(tmp_path / "evenings", ino(NAMES, target=300), *WON)
    (tmp_path / "evening.jsonl").write_text(HELP["score"].split("\n\n")[-2].splitlines()[0] + "\n", "utf-8")
    return tmp_path


def test_the_examples_work_on_an_evening_s_data(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in IN_ORDER:
        assert (command, main(shlex.split(EXAMPLES[command][0]))) == (command, 0)
        if command == "rules new":
            (evening / "evenings" / "rules" / "my-botan-cho.toml").rename("my-botan-cho.toml")
    assert capsys.readouterr().err == ""
    assert json.loads((evening / "matches.json").read_text("utf-8"))["format"] == 1


def test_score_answers_its_example_as_it_says(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = HELP["score"].split("\n\n")[-2].splitlines()[1]
    main(shlex.split(EXAMPLES["score"][0]))
    said = capsys.readouterr().out.replace(" ", "")
    parts = [part.strip(" ,}") for part in told.strip().split("...")]
    assert len(parts) == 3
    assert [part for part in parts if part not in said] == []
    assert (evening / "evening.jsonl").exists()

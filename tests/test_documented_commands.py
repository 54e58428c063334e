"""The commands in the guides: those of the README run, those of all others are right."""

import os
import re
import select
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from documents import ROOT, documents, split_commands

from firmware.command_line import Parser
from firmware.commands import command_parser

GUIDES = documents()
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"(?m)^([a-z-]+):", MAKEFILE))
PARSER = command_parser()
STAND_INS = {"SEAT": "A", "CARD": "pine-crane", "UID": "04A3C6CAE26180", "KEY=VALUE": "fuke=false"}
"""What is written for what a player puts in; "2" for all else: it is a number, a word and a file."""


def _commands(name: str, program: str) -> list[tuple[list[str], bool]]:
    """Return the words of a program's commands, and whether they are whole, as in a code block."""
    guide = GUIDES[name]
    whole = [(words, True) for words in guide.commands]
    parts = [(words, False) for span in guide.spans for words in split_commands(span)]
    return [(words[1:], is_whole) for words, is_whole in whole + parts if words[0].split("/")[-1] == program]


def _alternatives(words: list[str]) -> list[list[str]]:
    """Write each command out that `show|check [FILE] …` stands for."""
    plain = [word.strip("[]") for word in words if word not in ("…", "...")]
    return [
        [(word.split("|")[min(number, word.count("|"))]) for word in plain]
        for number in range(1 + max((word.count("|") for word in plain), default=0))
    ]


def _fault(words: list[str], *, is_whole: bool) -> str:
    """Return what the real parser finds wrong with a command; "" if nothing."""
    filled = [STAND_INS.get(word, "2" if re.fullmatch("[A-Z]{2,}|N", word) else word) for word in words]
    try:
        PARSER.parse_args(filled)
    except SystemExit:
        return ""  # --help and --version
    except ValueError as exc:
        if is_whole or not re.search("are required|expected one argument", str(exc)):
            return f"{' '.join(words)}: {exc}"
    options = {word.partition("=")[0] for word in words if word.startswith("--")}
    unknown = options - _options_of(words)
    return f"{' '.join(words)}: {unknown}" if unknown else ""


def _options_of(words: list[str]) -> set[str]:
    """Return the options of the command that the first words name."""
    parser: Any = PARSER
    for word in words:
        more = next((each.choices for each in parser._actions if isinstance(each.choices, dict)), {})
        if word not in more:
            break
        parser = more[word]
    return set(parser._option_string_actions)


@pytest.fixture(autouse=True)
def faults_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    def error(_: Parser, message: str) -> None:
        raise ValueError(message)

    monkeypatch.setattr(Parser, "error", error)


@pytest.mark.parametrize("name", GUIDES)
def test_every_command_of_ours_in_a_guide_is_taken_by_the_parser(name: str) -> None:
    told = [
        _fault(words, is_whole=is_whole)
        for written, is_whole in _commands(name, "scorekeeper")
        for words in _alternatives(written)
        if words
    ]
    assert [fault for fault in told if fault] == []


@pytest.mark.parametrize(
    ("command", "is_whole", "fault"),
    [
        ("deck show --data DIR", True, ""),
        ("deck add", False, ""),
        ("deck add", True, "are required"),
        ("rules list|show|chek", False, "chek"),
        ("simulate --skript FILE", False, "--skript"),
        ("simulate --scri FILE", True, "--scri"),
        ("deck add UID --sript", False, "--sript"),
    ],
)
def test_a_command_that_is_not_so_is_found(command: str, is_whole: bool, fault: str) -> None:
    told = [_fault(words, is_whole=is_whole) for words in _alternatives(command.split())]
    assert fault in "".join(told)
    assert bool(fault) == bool("".join(told))


@pytest.mark.parametrize("name", GUIDES)
def test_every_target_that_a_guide_names_is_in_the_makefile(name: str) -> None:
    words = [word for words, _ in _commands(name, "make") for word in words]
    targets = {word for word in words if re.fullmatch(r"[a-z-]+", word)}
    assert targets - TARGETS == set()
    settings = {word.partition("=")[0] for word in words if "=" in word}
    assert {setting for setting in settings if f"$({setting})" not in MAKEFILE} == set()


@pytest.mark.parametrize("name", GUIDES)
def test_every_option_that_a_guide_gives_a_program_of_ours_is_known_to_it(name: str) -> None:
    guide = GUIDES[name]
    commands = [*guide.commands, *(words for span in guide.spans for words in split_commands(span))]
    unknown = []
    for program, *words in commands:
        path = ROOT / program
        if "/" in program and path.suffix in (".sh", ".py") and path.exists():
            text = path.read_text("utf-8")
            unknown += [f"{program} {word}" for word in words if word.startswith("--") and word not in text]
    assert unknown == []


def test_every_target_has_a_line_of_help_and_every_tool_stands_in_the_developers_guide() -> None:
    helped = set(re.findall(r"(?m)^([a-z-]+):.*?## ", MAKEFILE))
    assert helped == TARGETS
    told = {word for words, _ in _commands("tests/README.md", "make") for word in words}
    everyday = {"help", "run", "test", "setup", "clean", "wheelhouse"}
    assert TARGETS - everyday - told == set()


def test_the_readme_has_two_commands() -> None:
    """Each of them is run below."""
    guide = GUIDES["README.md"]
    commands = [" ".join(words) for words in guide.commands]
    assert commands == ["make run", "make test"]
    others = [span for span in guide.spans if re.match(r"(sudo|make|pip|\S*scorekeeper) ", span)]
    assert set(others) <= set(commands)


def _make_browser(folder: Path) -> tuple[str, int]:
    """Make a browser that only notes the address; return its command, and where the note is read."""
    browser, opened = folder / "browser", folder / "opened"
    browser.write_text(f'#!/bin/sh\necho "$1" >{opened}\n')
    browser.chmod(0o755)
    os.mkfifo(opened)
    return f"{browser} %s", os.open(opened, os.O_RDONLY | os.O_NONBLOCK)


def _start_make_run(browser: str) -> subprocess.Popen[str]:
    """Start it on a free port; .venv has been set up by now."""
    command = ["make", "--old-file=.venv/ready", f"BIN={Path(sys.executable).parent}", "PORT=0", "run"]
    command.append("--no-print-directory")  # the tests run below make, which would say where it is
    environment = {**os.environ, "BROWSER": browser}
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, env=environment, text=True, start_new_session=True
    )


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")
def test_make_run_opens_the_virtual_table(tmp_path: Path) -> None:
    browser, listening = _make_browser(tmp_path)
    with _start_make_run(browser) as running:
        try:
            assert running.stdout is not None
            said = running.stdout.readline()
            address = said.split()[5]
            with urllib.request.urlopen(address, timeout=30) as answer:
                page = answer.read().decode()
            select.select([listening], [], [], 30)
            shown = os.read(listening, 1000).decode().strip()
        finally:
            os.killpg(running.pid, signal.SIGINT)
            running.wait(30)
            os.close(listening)
    assert said.startswith("The virtual table is at http://localhost:")
    assert "<title>" in page
    assert shown == address


def _recipe(target: str) -> list[str]:
    block = re.search(rf"(?m)^{target}:.*\n((?:\t.*\n)+)", MAKEFILE)
    assert block is not None
    return [line.strip().removeprefix("@") for line in block[1].splitlines()]


def test_make_test_is_what_every_change_must_pass() -> None:
    """It cannot run itself: the check of every change runs the same line."""
    (line,) = _recipe("test")
    assert line in _recipe("check")
    assert "\nmake check\n" in (ROOT / ".ci" / "run").read_text("utf-8")

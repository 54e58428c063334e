"""The words of the command line: each command, what it takes, and an example of it."""

import argparse
import importlib.metadata
from pathlib import Path
from typing import Any

from firmware.command_line import DATA, SETTINGS, Parser, add_option, add_page, add_simulation, add_trace

__all__ = ["command_parser"]

_SCORE = """\

evening.jsonl holds a round a line (card ids: scorekeeper rules cards), and each is answered by a line:

  {"game":"ino-shika-cho","dealer":"A","piles":{"A":["pine-crane"],"B":["plum-warbler","iris-ribbon"]}}
  {"game":"ino-shika-cho","players":{"A":{"card_points":50, ...}},"winner":null,"next_dealer":"A", ...}

A match has "rounds" instead of "piles": [{"piles":{...}},{"misdeal":true},{"piles":{...}}]. Also "teyaku" and
"options". In botan-cho all 41 cards lie in a pile. A line that cannot be scored is answered with an error.
"""

_SCRIPT_LANGUAGE = """\

A table script has a command a line; # begins a comment. tests/scripts holds whole matches.

  options --game botan-cho --rounds 3   first line: options as on the command line, which wins
  press A | B | C | OK | BACK           hold BACK 1.2 (seconds)
  tap pine-crane [CARD ...]             put down until read, and lift; place and lift do half of it
  tap-uid 04DEADBEEF0102                a tag that is no card of the deck
  tap@2 pine-crane                      at the second reader; also place@2, lift@2, tap-uid@2, unplug reader@2
  wait 5          noise 0.01            unplug reader|display, plug reader|display, power-cut
  screen          screenshot FILE.png   state
  expect TEXT                           fail unless the screen says it
  check piles.A ["pine-crane"]          fail unless that part of the state is so
  until choice "misdeal" press B        press until it is so, at most 20 times
"""


def command_parser() -> argparse.ArgumentParser:
    """Return what reads the command line; `command` of its answer is the command's words, as "deck show"."""
    parser = Parser(
        prog="scorekeeper",
        description="Keeps the score of a real hanafuda deck.",
        epilog="Every command says more, with an example: scorekeeper simulate --help",
    )
    version = importlib.metadata.version("hanafuda-scorekeeper")
    parser.add_argument("--version", action="version", version=f"scorekeeper {version}")
    commands = parser.add_subparsers(required=True, title="commands", metavar="COMMAND")
    _add_run(commands)
    _add_simulate(commands)
    _add_doctor(commands)
    _add_deck(commands)
    _add_rules(commands)
    _add_score(commands)
    _add_history(commands)
    _add_backup(commands)
    return parser


def _command(commands: Any, name: str, does: str, example: str, **more: Any) -> argparse.ArgumentParser:
    """Add a command.

    Args:
        commands: where it belongs.
        name: its word.
        does: what it does, in lower case.
        example: what may follow the command's words, and below it what else is to be said.
        more: as `add_parser` takes it.
    """
    command: argparse.ArgumentParser = commands.add_parser(
        name,
        help=does,
        description=more.pop("description", does[0].upper() + does[1:] + "."),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        **more,
    )
    command.epilog = f"example:\n  {command.prog} {example}".rstrip(" ")
    command.set_defaults(command=command.prog.removeprefix("scorekeeper "))
    return command


def _group(commands: Any, name: str, does: str, example: str) -> Any:
    """Add a command that is told by a second word what to do, and return where these belong."""
    return _command(commands, name, does, example).add_subparsers(
        required=True, title="commands", metavar="DEED"
    )


def _add_run(commands: Any) -> None:
    run = _command(
        commands,
        "run",
        "the appliance, on this Raspberry Pi's reader, display and buttons",
        "--config scorekeeper.toml --data evenings",
    )
    _add_places(run)
    add_trace(run)


def _add_simulate(commands: Any) -> None:
    simulate = _command(
        commands,
        "simulate",
        "the whole appliance on simulated devices: a table in your browser, or a script",
        f"--game mushi --data evenings\n{_SCRIPT_LANGUAGE}",
        argument_default=argparse.SUPPRESS,
    )
    add_simulation(simulate)
    add_page(simulate)


def _add_doctor(commands: Any) -> None:
    doctor = _command(
        commands,
        "doctor",
        "look the box over: a line for each thing, with what to do",
        "--report report.txt",
        description="Looks at buses, groups, packages, reader, display, buttons, buzzer, disk, clock and\n"
        "power. At a terminal it asks you to lay a card, to look, to listen and to press.",
    )
    doctor.add_argument(
        "--report", type=Path, metavar="FILE", help="also write all that with settings and log, without names"
    )
    doctor.add_argument("--force", action="store_true", help="replace the report if it exists")
    _add_places(doctor)


def _add_deck(commands: Any) -> None:
    deeds = _group(commands, "deck", "which tag is on which card", "show")
    show = _command(deeds, "show", "list the cards and their tags", "--data evenings")
    _add_places(show)
    enrol = _command(deeds, "enrol", "put tags on cards, one after the other, with the reader", "")
    _add_places(enrol)
    add_trace(enrol)
    add = _command(deeds, "add", "put a tag on a card by its number", "04:A3:C6:CA:E2:61:80 pine-crane")
    add.add_argument("uid", metavar="UID", help="as a phone shows it; colons may be left out")
    add.add_argument("card", metavar="CARD", help="its id, as rules cards lists it")
    forget = _command(deeds, "forget", "take tags from a card", "pine-crane")
    forget.add_argument("what", metavar="CARD|UID", help="a card's id, or a tag's number")
    _add_data(add, forget)


def _add_rules(commands: Any) -> None:
    deeds = _group(commands, "rules", "the games: list, show, check, and begin a rule file", "list")
    listed = _command(deeds, "list", "list the games, shipped ones and your own", "")
    show = _command(deeds, "show", "show a game's yaku, values and house rules", "mushi")
    show.add_argument("game", help="its id, as botan-cho")
    add_option(show)
    show.set_defaults(option=[])
    _command(deeds, "cards", "list the cards by the ids that files and commands call them by", "")
    check = _command(deeds, "check", "look rule files over; every fault is told", "my-botan-cho.toml")
    check.add_argument("file", nargs="+", type=Path)
    new = _command(
        deeds,
        "new",
        "begin a rule file that changes a game, in the data folder",
        "my-botan-cho --extends botan-cho",
    )
    new.add_argument("id", help="of the new game, as my-botan-cho")
    new.add_argument("--extends", metavar="GAME", default="ino-shika-cho", help="(default ino-shika-cho)")
    _add_data(listed, show, new)


def _add_score(commands: Any) -> None:
    score = _command(
        commands, "score", "score rounds and matches, JSON Lines in and out", f"evening.jsonl\n{_SCORE}"
    )
    score.add_argument("file", nargs="?", type=Path, help="a file of JSON Lines; standard input if left out")
    _add_data(score)


def _add_history(commands: Any) -> None:
    deeds = _group(commands, "history", "the matches that were played: list, show one, export all", "list")
    listed = _command(deeds, "list", "list them, with what they come to for each player", "")
    show = _command(deeds, "show", "show one round by round", "1")
    show.add_argument("number", type=int, help="as in the list")
    export = _command(
        deeds,
        "export",
        "write all for other programs; firmware/README.md explains the fields",
        "--format json matches.json",
    )
    export.add_argument("--format", choices=("csv", "json"), default="csv", help="(default csv)")
    export.add_argument("file", nargs="?", type=Path, help="a new file; standard output if left out")
    export.add_argument("--force", action="store_true", help="replace the file if it exists")
    _add_data(listed, show, export)


def _add_backup(commands: Any) -> None:
    backup = _command(
        commands,
        "backup",
        "write deck, choices, rules, history and settings to a file",
        "evening.tar.gz",
    )
    backup.add_argument("file", type=Path, help="a new file, as evening.tar.gz")
    backup.add_argument("--force", action="store_true", help="replace the file if it exists")
    restore = _command(
        commands,
        "restore",
        "take the data from a backup; those there are kept aside",
        "evening.tar.gz",
    )
    restore.add_argument("file", type=Path, help="a backup")
    for deed in (backup, restore):
        _add_places(deed)


def _add_places(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help=f"settings (default {SETTINGS})")
    _add_data(parser)


def _add_data(*parsers: argparse.ArgumentParser) -> None:
    for parser in parsers:
        parser.add_argument("--data", type=Path, metavar="DIR", default=DATA, help=f"data (default {DATA})")

"""What the commands share: how they refuse, the options of `simulate`, and the trace file."""

import argparse
import contextlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO

from firmware.errors import FirmwareError
from scorer import Seat

__all__ = [
    "SCRIPT_LANGUAGE",
    "SETTINGS",
    "UNSAID",
    "BadUsage",
    "Parser",
    "TraceFile",
    "add_deck_changes",
    "add_doctor",
    "add_option",
    "add_page",
    "add_score",
    "add_simulation",
    "add_trace",
    "chosen_options",
]


logger = logging.getLogger(__name__)

_SCORE_EXAMPLE = """\
A round, and what is answered, a line each (card ids: scorekeeper deck show, or any tests/scripts/*.table):

  {"game":"ino-shika-cho","dealer":"A","piles":{"A":["pine-crane"],"B":["plum-warbler","iris-ribbon"]}}
  {"game":"ino-shika-cho","players":{"A":{"card_points":50, ...}},"winner":null,"next_dealer":"A", ...}

A match has "rounds" instead of "piles": [{"piles":{...}},{"misdeal":true},{"piles":{...}}]. Also "teyaku" and
"options". In botan-cho all 41 cards lie in a pile. A line that cannot be scored is answered with an error.
"""

SCRIPT_LANGUAGE = """\
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

SETTINGS = Path("/etc/scorekeeper.toml")
"""Where the settings are unless the command line says otherwise; they may be missing."""


class BadUsage(FirmwareError, ValueError):
    """The command line asks for something that cannot be."""


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence."""

    def error(self, message: str) -> NoReturn:
        """Leave with the sentence on stderr, and exit code 2."""
        self.exit(2, f"scorekeeper: {message}; see {self.prog} --help\n")


def add_trace(parser: argparse.ArgumentParser) -> None:
    """Add the option --trace."""
    parser.add_argument("--trace", type=Path, metavar="FILE", help="write every bus transfer as a JSON line")


def add_score(commands: Any, work: Callable[[argparse.Namespace], int]) -> None:
    """Add the command `score`."""
    score: argparse.ArgumentParser = commands.add_parser(
        "score",
        help="score rounds and matches, JSON Lines in and out",
        epilog=_SCORE_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    score.add_argument("file", nargs="?", type=Path, help="a file of JSON Lines; standard input if left out")
    score.set_defaults(work=work)


def add_deck_changes(deeds: Any, data: Path) -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    """Add `deck add` and `deck forget`, with what they are about."""
    add: argparse.ArgumentParser = deeds.add_parser("add", help="put a tag on a card by its number")
    add.add_argument("uid", metavar="UID", help="as a phone shows it; colons may be left out")
    add.add_argument("card", metavar="CARD", help="its id, as deck show lists it")
    forget: argparse.ArgumentParser = deeds.add_parser("forget", help="take tags from a card")
    forget.add_argument("what", metavar="CARD|UID", help="a card's id, or a tag's number")
    for deed in (add, forget):
        deed.add_argument("--data", type=Path, metavar="DIR", default=data, help=f"data (default {data})")
    return add, forget


def add_doctor(commands: Any, work: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
    """Add the command `doctor`, with what it takes beside the places."""
    doctor: argparse.ArgumentParser = commands.add_parser(
        "doctor",
        help="look the box over: a line for each thing, with what to do",
        description="Looks at buses, groups, packages, reader, display, buttons, buzzer, disk, clock, power. "
        "At a terminal it asks you to lay a card, to look, to listen and to press.",
    )
    doctor.add_argument(
        "--report", type=Path, metavar="FILE", help="also write all that with settings and log, without names"
    )
    doctor.add_argument("--force", action="store_true", help="replace the report if it exists")
    doctor.set_defaults(work=work)
    return doctor


VIRTUAL_TABLE_PORT = 8021
"""Where the virtual table is, unless the command line says otherwise."""

_LAST_PORT = 65_535

UNSAID: Mapping[str, Any] = {
    "script": None,
    "draw": False,
    "config": None,
    "data": None,
    "game": None,
    "players": 2,
    "rounds": None,
    "dealer": "A",
    "option": (),
    "uids": "7",
    "blank_deck": False,
    "readers": None,
    "seed": 1,
    "trace": None,
    "port": VIRTUAL_TABLE_PORT,
    "open": False,
}
"""What `simulate` does where neither the command line nor the script says otherwise."""


def add_simulation(parser: argparse.ArgumentParser) -> None:
    """Add the options of `simulate`, without defaults: what is not said must be told from what is."""
    parser.add_argument(
        "--script", type=Path, metavar="FILE", help="a table script to play, instead of the page in a browser"
    )
    parser.add_argument("--draw", action="store_true", help="draw the display where the script says screen")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings (default: none)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="data (default: a new temporary folder)")
    parser.add_argument("--game", metavar="ID", help="start a match of this game at once")
    parser.add_argument("--players", type=int, choices=(2, 3), help="how many play (default 2)")
    parser.add_argument("--rounds", type=int, metavar="N", help="how many rounds a match has")
    parser.add_argument("--dealer", choices=[seat.value for seat in Seat], help="who deals first (default A)")
    add_option(parser)
    parser.add_argument("--uids", choices=("7", "4", "mixed", "alike"), help="the deck's tags (default 7)")
    parser.add_argument("--blank-deck", action="store_true", help="enrol nothing beforehand")
    parser.add_argument(
        "--readers", type=int, choices=(1, 2), help="2: a second, seat B, beside A's (default 1)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="of all that is random (default 1)")
    add_trace(parser)


def add_page(parser: argparse.ArgumentParser) -> None:
    """Add what `simulate` takes for the page in a browser."""
    parser.add_argument("--open", action="store_true", help="open the page in a browser")
    parser.add_argument(
        "--port", type=_port, metavar="N", help=f"of the page (default {VIRTUAL_TABLE_PORT}; 0: any free one)"
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text[:6]) > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is no port, 0 to {_LAST_PORT}")
    return int(text)


def add_option(parser: argparse.ArgumentParser) -> None:
    """Add --option, which may be given again and again."""
    parser.add_argument("--option", action="append", metavar="KEY=VALUE", help="a house rule")


def chosen_options(texts: Sequence[str]) -> dict[str, object]:
    """Read what was given with --option: numbers and true or false as such, all else as words.

    Raises:
        BadUsage: if one is not of the form KEY=VALUE.
    """
    options: dict[str, object] = {}
    for text in texts:
        key, found, value = text.partition("=")
        if not found:
            raise BadUsage(f"--option takes KEY=VALUE, not {text!r}")
        try:
            options[key] = json.loads(value)
        except ValueError:
            options[key] = value
    return options


class TraceFile:
    """A file of JSON lines, or nothing where no file is asked for."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: TextIO | None = None

    def __enter__(self) -> "TraceFile":
        try:
            self._file = None if self._path is None else self._path.open("w", buffering=1, encoding="utf-8")
        except OSError as exc:
            raise BadUsage(f"the trace {self._path} cannot be written: {exc.strerror}") from exc
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def write(self, transfer: dict[str, Any]) -> None:
        """Write one transfer; a full disk ends the trace, not the game."""
        try:
            if self._file is not None:
                self._file.write(json.dumps(transfer) + "\n")
        except OSError as exc:
            logger.warning("the trace ends here: %s", exc.strerror)
            self._close()

    def _close(self) -> None:
        file, self._file = self._file, None
        with contextlib.suppress(OSError):
            if file is not None:
                file.close()

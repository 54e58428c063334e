"""What the commands share: how they refuse, the options of `simulate`, and the trace file."""

import argparse
import contextlib
import json
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TextIO

from firmware.errors import FirmwareError
from firmware.web import PORT
from scorer import Seat

__all__ = [
    "DATA",
    "SETTINGS",
    "UNSAID",
    "BadUsage",
    "Parser",
    "TraceFile",
    "add_option",
    "add_page",
    "add_simulation",
    "add_trace",
    "chosen_options",
]


logger = logging.getLogger(__name__)

DATA = Path("/var/lib/scorekeeper")
"""Where the data are unless the command line says otherwise."""

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
    "port": PORT,
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
        "--port", type=_port, metavar="N", help=f"of the page (default {PORT}; 0: any free one)"
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

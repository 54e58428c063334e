"""The command `scorekeeper`. With `__main__` the only place that prints."""

import argparse
import importlib.metadata
import json
import logging
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from firmware.errors import BadConfig, BadScript, FirmwareError, ScriptFailed
from scorer import ScorerError, Seat, shipped

__all__ = ["main"]

_SETTINGS = Path("/etc/scorekeeper.toml")
_DATA = Path("/var/lib/scorekeeper")
_DONE, _FAULTS, _USAGE = 0, 1, 2


class _Usage(FirmwareError):
    """The command line asks for something that cannot be."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: the words after `scorekeeper`; None for those of the process.

    Returns:
        0 done, 1 the work found faults, 2 bad usage.
    """
    asked = _parser().parse_args(arguments)
    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    try:
        return int(asked.work(asked))
    except (BadConfig, BadScript, _Usage) as exc:
        return _say(exc, _USAGE)
    except (FirmwareError, ScorerError, OSError) as exc:
        return _say(exc, _FAULTS)
    except KeyboardInterrupt:
        return _FAULTS


def _say(what: object, code: int) -> int:
    print(f"scorekeeper: {what}", file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scorekeeper", description="Keeps the score of a real hanafuda deck."
    )
    version = importlib.metadata.version("hanafuda-scorekeeper")
    parser.add_argument("--version", action="version", version=f"scorekeeper {version}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    score = commands.add_parser("score", help="score rounds and matches, JSON Lines in and out")
    score.add_argument("file", nargs="?", type=Path, help="a file of JSON Lines; standard input if left out")
    score.set_defaults(work=_score)

    run = commands.add_parser("run", help="the appliance, on this Raspberry Pi's reader, display and buttons")
    _add_places(run)
    _add_trace(run)
    run.set_defaults(work=_run)

    simulate = commands.add_parser("simulate", help="the whole appliance on simulated devices")
    _add_simulation(simulate)
    simulate.set_defaults(work=_simulate)

    deck = commands.add_parser("deck", help="which tag is on which card")
    deeds = deck.add_subparsers(required=True, metavar="DEED")
    show = deeds.add_parser("show", help="list the cards and their tags")
    _add_places(show)
    show.set_defaults(work=_deck_show)
    enrol = deeds.add_parser("enrol", help="put tags on cards, one after the other, with the reader")
    _add_places(enrol)
    _add_trace(enrol)
    enrol.set_defaults(work=_deck_enrol)
    return parser


def _add_places(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help=f"settings (default {_SETTINGS})")
    parser.add_argument("--data", type=Path, metavar="DIR", default=_DATA, help=f"data (default {_DATA})")


def _add_trace(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--trace", type=Path, metavar="FILE", help="write every bus transfer as a JSON line")


def _add_simulation(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--script", type=Path, metavar="FILE", help="the table script to play")
    parser.add_argument("--draw", action="store_true", help="draw the display where the script says screen")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings (default: none)")
    parser.add_argument("--data", type=Path, metavar="DIR", help="data (default: a new temporary folder)")
    parser.add_argument("--game", choices=shipped(), metavar="ID", help="start a match at once")
    parser.add_argument("--players", type=int, choices=(2, 3), help="how many play (default 2)")
    parser.add_argument("--rounds", type=int, help="how many rounds a match has")
    parser.add_argument("--dealer", choices=[seat.value for seat in Seat], default="A", help="(default A)")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="a house rule")
    parser.add_argument("--uids", choices=("7", "4", "mixed", "alike"), default="7", help="(default 7)")
    parser.add_argument("--blank-deck", action="store_true", help="enrol nothing beforehand")
    parser.add_argument("--readers", type=int, default=1, choices=(1, 2), help="(default 1)")
    parser.add_argument("--seed", type=int, default=1, help="of all that is random (default 1)")
    _add_trace(parser)


def _score(asked: argparse.Namespace) -> int:
    from scorer.jsonl import serve

    def write(line: str) -> None:
        print(line, end="", flush=True)

    try:
        if asked.file is None:
            return _FAULTS if serve(sys.stdin.buffer, write) else _DONE
        with asked.file.open("rb") as file:
            return _FAULTS if serve(file, write) else _DONE
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads the answers any more
        return _FAULTS


def _run(asked: argparse.Namespace) -> int:
    return _run_box(asked, enrolling=False)


def _deck_enrol(asked: argparse.Namespace) -> int:
    return _run_box(asked, enrolling=True)


def _run_box(asked: argparse.Namespace, *, enrolling: bool) -> int:
    from firmware.box import build
    from hardware import RaspberryPi, SystemClock

    logging.getLogger().setLevel(logging.INFO)
    clock = SystemClock()
    with _Trace(asked.trace) as trace:
        machine = RaspberryPi(clock, trace.write if asked.trace else None)
        box = build(_config(asked.config), asked.data, clock, machine, _warn, enrolling=enrolling)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: box.stop())
        box.run()
    return _DONE


def _warn(sentence: str) -> None:
    print(f"scorekeeper: {sentence}", file=sys.stderr)


def _config(path: Path | None) -> Any:
    """Read the settings; those of the standard place are not needed."""
    from firmware.config import Config, read_config

    if path is None and not _SETTINGS.exists():
        return Config()
    return read_config(path or _SETTINGS)


class _Trace:
    """A file of JSON lines, or nothing where no file is asked for."""

    def __init__(self, path: Path | None) -> None:
        self._file = None if path is None else path.open("w", encoding="utf-8")

    def __enter__(self) -> "_Trace":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, transfer: dict[str, Any]) -> None:
        """Write one transfer."""
        if self._file is not None:
            self._file.write(json.dumps(transfer) + "\n")


def _simulate(asked: argparse.Namespace) -> int:
    from firmware.script_language import parse_script

    if asked.script is None:
        raise _Usage("the table in a browser is not there yet; give --script FILE")
    try:
        text = asked.script.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as exc:
        raise _Usage(f"the script cannot be read: {exc}") from exc
    script = parse_script(text, str(asked.script))
    asked = _with_script_options(asked, script.options)
    if asked.readers != 1:
        raise _Usage("this version has one reader; --readers 2 and @2 come later")
    if asked.data is not None:
        return _play(asked, script, asked.data)
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
        return _play(asked, script, Path(folder))


def _with_script_options(asked: argparse.Namespace, options: Sequence[str]) -> argparse.Namespace:
    """Let the script's first line give options; the command line wins."""
    parser = argparse.ArgumentParser(prog="options", add_help=False)
    _add_simulation(parser)
    given = parser.parse_args(options)
    unsaid = vars(parser.parse_args([]))
    for name, default in unsaid.items():
        if getattr(asked, name) == default:
            setattr(asked, name, getattr(given, name))
    return asked


def _play(asked: argparse.Namespace, script: Any, data: Path) -> int:
    from firmware.config import Config
    from firmware.simulation import Simulation, Tags

    logging.getLogger().setLevel(logging.CRITICAL)  # what goes wrong here is meant to
    columns = shutil.get_terminal_size().columns if asked.draw else None
    config = _config(asked.config) if asked.config else Config()
    tags = Tags(asked.uids, asked.seed, asked.blank_deck)
    with _Trace(asked.trace) as trace:
        simulation = Simulation(config, data, tags, _warn, trace.write if asked.trace else None)
        if asked.game is not None:
            simulation.begin(_game(asked))
        try:
            simulation.play(script, print, columns)
        except ScriptFailed as exc:
            return _say(f"{asked.script}, {exc}", _FAULTS)
    return _DONE


def _game(asked: argparse.Namespace) -> Any:
    """Return the match that the options ask for."""
    from firmware.table import default_game, length_option
    from scorer import load

    ruleset = load(asked.game)
    options = dict(_option(text) for text in asked.option)
    if asked.rounds is not None:
        options["rounds"] = asked.rounds
    try:
        chosen = ruleset.options(options)
    except ScorerError as exc:
        raise _Usage(str(exc)) from exc
    players = asked.players or 2
    if players not in ruleset.players:
        raise _Usage(f"{ruleset.id} is not for {players} players")
    dealer = Seat(asked.dealer)
    if dealer not in tuple(Seat)[:players]:
        raise _Usage(f"with {players} players nobody sits at {dealer}")
    game = default_game(ruleset, players, dealer)
    return replace(game, length=chosen.number(length_option(ruleset)), options=dict(chosen))


def _option(text: str) -> tuple[str, object]:
    key, found, value = text.partition("=")
    if not found:
        raise _Usage(f"--option takes KEY=VALUE, not {text!r}")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def _deck_show(asked: argparse.Namespace) -> int:
    from firmware.deck import format_uid
    from firmware.store import read_deck
    from scorer import Card

    deck, warnings, _ = read_deck(asked.data)
    for warning in warnings:
        _warn(warning)
    for card in Card:
        uids = [format_uid(uid) for uid, owner in deck.tags.items() if owner is card]
        print(f"{card.id:28} {' '.join(uids) or '-'}")
    print(f"{deck.count()} of {len(Card)} cards have a tag")
    return _DONE

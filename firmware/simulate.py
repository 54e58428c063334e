"""The command `simulate`: its options, those of the script's first line, and the match they ask for."""

import argparse
import json
import logging
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from firmware.command_line import UNSAID, BadUsage, Parser, TraceFile, add_simulation
from firmware.config import Config, read_config
from firmware.errors import BadScript
from firmware.script_language import Script, parse_script
from firmware.simulation import Simulation, Tags
from firmware.table import NewGame, default_game, length_option
from scorer import ScorerError, Seat, load

__all__ = ["simulate"]


def simulate(asked: argparse.Namespace, write: Callable[[str], None], columns: int) -> None:
    """Play a table script.

    Args:
        asked: the options of the command line, without those that were not given.
        write: takes what the script prints.
        columns: how wide the terminal is.

    Raises:
        BadUsage: if the options or the script's first line cannot be.
        BadScript: if a line of the script is wrong; nothing was run.
        ScriptFailed: if an expectation did not come true.
    """
    if "script" not in asked:
        raise BadUsage("the table in a browser is not there yet; give --script FILE")
    script = _read(asked.script)
    said = {**UNSAID, **_script_options(script), **vars(asked)}  # the command line wins
    asked = argparse.Namespace(**said)
    if asked.readers != 1:
        raise BadUsage("this version has one reader; --readers 2 and @2 come later")
    for name in ("firmware.loop", "hardware"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong with devices is meant to
    with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder, TraceFile(asked.trace) as trace:
        simulation = Simulation(
            Config() if asked.config is None else read_config(asked.config),
            asked.data or Path(folder),
            Tags(asked.uids, asked.seed, asked.blank_deck),
            trace.write if asked.trace else None,
        )
        if asked.game is not None:
            simulation.begin(_game(asked))
        simulation.play(script, write, columns if asked.draw else None)


class _OptionsParser(Parser):
    """Reads a script's first line, whose faults are the script's."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def _script_options(script: Script) -> dict[str, object]:
    parser = _OptionsParser(add_help=False, argument_default=argparse.SUPPRESS)
    add_simulation(parser)
    try:
        return vars(parser.parse_args(script.options))
    except ValueError as exc:
        raise BadScript(f"{script.source}, line {script.options_line}: {exc}") from exc


def _read(path: Path) -> Script:
    try:
        text = path.read_text("utf-8")
    except OSError as exc:
        raise BadUsage(f"the script {path} cannot be read: {exc.strerror}") from exc
    except UnicodeDecodeError as exc:
        raise BadUsage(f"the script {path} is no text: {exc}") from exc
    return parse_script(text, str(path))


def _game(asked: argparse.Namespace) -> NewGame:
    """Return the match that the options ask for."""
    ruleset = load(asked.game)
    options = dict(_option(text) for text in asked.option)
    if asked.rounds is not None:
        options["rounds"] = asked.rounds
    try:
        chosen = ruleset.options(options)
    except ScorerError as exc:
        raise BadUsage(str(exc)) from exc
    if asked.players not in ruleset.players:
        raise BadUsage(f"{ruleset.id} is not for {asked.players} players")
    dealer = Seat(asked.dealer)
    if dealer not in tuple(Seat)[: asked.players]:
        raise BadUsage(f"with {asked.players} players nobody sits at {dealer}")
    game = default_game(ruleset, asked.players, dealer)
    return replace(game, length=chosen.number(length_option(ruleset)), options=dict(chosen))


def _option(text: str) -> tuple[str, object]:
    key, found, value = text.partition("=")
    if not found:
        raise BadUsage(f"--option takes KEY=VALUE, not {text!r}")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value

"""The command `simulate`: its options, those of the script's first line, and the match they ask for."""

import argparse
import logging
import signal
import tempfile
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from firmware.command_line import UNSAID, BadUsage, Parser, TraceFile, add_simulation, chosen_options
from firmware.config import Config, parse_config, read_config
from firmware.errors import BadScript
from firmware.owner import owned
from firmware.rulebook import find
from firmware.script_language import Script, check_readers, parse_script
from firmware.simulation import Simulation, Tags
from firmware.table import NewGame, default_game
from hardware import SystemClock
from scorer import ScorerError, Seat, UnknownGame

__all__ = ["simulate"]


def simulate(asked: argparse.Namespace, write: Callable[[str], None], columns: int) -> None:
    """Play a table script; or, without one, serve the table in a browser until somebody ends it.

    Args:
        asked: the options of the command line, without those that were not given.
        write: takes what the script prints, or where the page is.
        columns: how wide the terminal is.

    Raises:
        BadUsage: if the options or the script's first line cannot be, or another box has the data folder.
        BadScript: if a line of the script is wrong; nothing was run.
        ScriptFailed: if an expectation did not come true.
        PortTaken: if somebody else has the page's port.
    """
    script = _read(asked.script) if "script" in asked else None
    said = {**UNSAID, **({} if script is None else _script_options(script)), **vars(asked)}
    asked = argparse.Namespace(**said)  # the command line wins
    config = _config(asked)
    if script is not None:
        check_readers(script, len(config.devices.readers))
    for name in ("firmware.display_watch", "firmware.loop", "firmware.reader_watch", "hardware"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong with devices is meant to
    with _folder(asked.data) as data, TraceFile(asked.trace) as trace:
        simulation = Simulation(
            config,
            data,
            Tags(asked.uids, asked.seed, asked.blank_deck),
            trace.write if asked.trace else None,
        )
        if asked.game is not None:
            simulation.begin(_begun(asked, data, script))
        if script is not None:
            simulation.play(script, write, columns if asked.draw else None)
        else:
            _serve(simulation, asked, write)


@contextmanager
def _folder(data: Path | None) -> Iterator[Path]:
    """Keep a data folder for this process alone; one that nobody asked for is new, and is gone afterwards."""
    if data is not None:
        with owned(data):
            yield data
    else:
        with tempfile.TemporaryDirectory(prefix="scorekeeper-") as folder:
            yield Path(folder)


def _serve(simulation: Simulation, asked: argparse.Namespace, write: Callable[[str], None]) -> None:
    """Serve the virtual table until it is told to end."""
    from firmware.web.virtual_table import VirtualTable

    clock = SystemClock()
    table = VirtualTable(clock, simulation, asked.port)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: table.stop())
    kept = "" if asked.data else "; what is played is forgotten then, unless --data DIR says where to keep it"
    write(f"The virtual table is at {table.address} (Ctrl-C ends it{kept})")
    if asked.open:
        clock.start("browser", lambda: _open(table.address))
    table.run()


def _open(address: str) -> None:
    """Open a browser; some return only when they end."""
    webbrowser.open(address)


def _config(asked: argparse.Namespace) -> Config:
    """Read the settings, with as many readers as are asked for."""
    if asked.config is None:
        return parse_config("", "", asked.readers)
    return read_config(asked.config, asked.readers)


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
        text = path.read_text("utf-8-sig")
    except OSError as exc:
        raise BadUsage(f"the script {path} cannot be read: {exc.strerror}") from exc
    except UnicodeDecodeError as exc:
        raise BadUsage(f"the script {path} is no text: {exc}") from exc
    return parse_script(text, str(path))


def _begun(asked: argparse.Namespace, data: Path, script: Script | None) -> NewGame:
    """Return the match that the options ask for; what is wrong with the script's own is told as such."""
    try:
        return _game(asked, data)
    except BadUsage as exc:
        if script is not None and script.options_line:
            raise BadScript(f"{script.source}, line {script.options_line}: {exc}") from exc
        raise


def _game(asked: argparse.Namespace, data: Path) -> NewGame:
    """Return the match that the options ask for."""
    try:
        ruleset = find(data, asked.game)
    except UnknownGame as exc:
        raise BadUsage(str(exc)) from exc
    options = chosen_options(asked.option)
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
    return replace(game, length=chosen.number(ruleset.length_option), options=dict(chosen))

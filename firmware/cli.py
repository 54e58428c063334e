"""The command `scorekeeper`. With `__main__` the only place that prints and asks."""

import argparse
import importlib.metadata
import io
import logging
import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from firmware.command_line import (
    SCRIPT_LANGUAGE,
    SETTINGS,
    BadUsage,
    Parser,
    add_deck_changes,
    add_doctor,
    add_option,
    add_page,
    add_score,
    add_simulation,
    add_trace,
)
from firmware.errors import BadConfig, BadScript, FirmwareError
from firmware.logs import is_journal, level_mark, set_up_logging
from scorer import ScorerError

__all__ = ["main"]

_DATA = Path("/var/lib/scorekeeper")
_DONE, _FAULTS, _USAGE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: the words after `scorekeeper`; None for those of the process.

    Returns:
        0 done, 1 the work found faults, 2 bad usage.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # names and screens hold kanji, whatever the locale; file names may be no text at all
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    set_up_logging(sys.stderr)
    try:
        asked = _parser().parse_args(arguments)
        return int(asked.work(asked))
    except (BadConfig, BadScript, BadUsage) as exc:
        _tell(str(exc), logging.ERROR)
        return _USAGE
    except BrokenPipeError:
        # nobody reads any more; what is still buffered must not complain at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _FAULTS
    except (FirmwareError, ScorerError) as exc:
        _tell(str(exc), logging.ERROR)
        return _FAULTS
    except OSError as exc:
        used = f"{exc.filename} cannot be used: {exc.strerror}; look who may use it"
        _tell(str(exc) if exc.filename is None else used, logging.ERROR)
        return _FAULTS
    except KeyboardInterrupt:
        return _FAULTS


def _tell(sentences: str, level: int = logging.WARNING) -> None:
    begin = level_mark(level) if is_journal(sys.stderr, os.environ) else "scorekeeper: "
    print(*(begin + sentence for sentence in sentences.splitlines()), sep="\n", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="scorekeeper", description="Keeps the score of a real hanafuda deck.")
    version = importlib.metadata.version("hanafuda-scorekeeper")
    parser.add_argument("--version", action="version", version=f"scorekeeper {version}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    add_score(commands, _score)
    run = commands.add_parser("run", help="the appliance, on this Raspberry Pi's reader, display and buttons")
    _add_places(run)
    add_trace(run)
    run.set_defaults(work=_run)

    simulate = commands.add_parser(
        "simulate",
        help="the whole appliance on simulated devices: a table in your browser, or a script",
        argument_default=argparse.SUPPRESS,
        epilog=SCRIPT_LANGUAGE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_simulation(simulate)
    add_page(simulate)
    simulate.set_defaults(work=_simulate)

    _add_deck(commands)
    _add_rules(commands)
    _add_history(commands)
    _add_backup(commands)
    _add_places(add_doctor(commands, _doctor))
    return parser


def _add_deck(commands: Any) -> None:
    deck = commands.add_parser("deck", help="which tag is on which card")
    deeds = deck.add_subparsers(required=True, metavar="DEED")
    show = deeds.add_parser("show", help="list the cards and their tags")
    _add_places(show)
    show.set_defaults(work=_deck_show)
    enrol = deeds.add_parser("enrol", help="put tags on cards, one after the other, with the reader")
    _add_places(enrol)
    add_trace(enrol)
    enrol.set_defaults(work=_deck_enrol)
    add, forget = add_deck_changes(deeds, _DATA)
    add.set_defaults(work=_deck_add)
    forget.set_defaults(work=_deck_forget)


def _add_rules(commands: Any) -> None:
    rules = commands.add_parser("rules", help="the games: list, show, check, and begin a rule file")
    deeds = rules.add_subparsers(required=True, metavar="DEED")
    listed = deeds.add_parser("list", help="list the games, shipped ones and your own")
    listed.set_defaults(work=_rules_list)
    show = deeds.add_parser("show", help="show a game's yaku, values and house rules")
    show.add_argument("game", help="its id, as botan-cho")
    add_option(show)
    show.set_defaults(work=_rules_show, option=[])
    check = deeds.add_parser("check", help="look rule files over; every fault is told")
    check.add_argument("file", nargs="+", type=Path)
    check.set_defaults(work=_rules_check)
    new = deeds.add_parser("new", help="begin a rule file that changes a game, in the data folder")
    new.add_argument("id", help="of the new game, as my-botan-cho")
    new.add_argument("--extends", metavar="GAME", default="ino-shika-cho", help="(default ino-shika-cho)")
    new.set_defaults(work=_rules_new)
    for deed in (listed, show, new):
        deed.add_argument("--data", type=Path, metavar="DIR", default=_DATA, help=f"data (default {_DATA})")


def _add_history(commands: Any) -> None:
    history = commands.add_parser("history", help="the matches that were played: list, show one, export all")
    deeds = history.add_subparsers(required=True, metavar="DEED")
    listed = deeds.add_parser("list", help="list them, with what they come to for each player")
    listed.set_defaults(work=_history_list)
    show = deeds.add_parser("show", help="show one round by round")
    show.add_argument("number", type=int, help="as in the list")
    show.set_defaults(work=_history_show)
    export = deeds.add_parser(
        "export", help="write all for other programs; firmware/README.md explains the fields"
    )
    export.add_argument("--format", choices=("csv", "json"), default="csv", help="(default csv)")
    export.add_argument("file", nargs="?", type=Path, help="a new file; standard output if left out")
    export.add_argument("--force", action="store_true", help="replace the file if it exists")
    export.set_defaults(work=_history_export)
    for deed in (listed, show, export):
        deed.add_argument("--data", type=Path, metavar="DIR", default=_DATA, help=f"data (default {_DATA})")


def _add_backup(commands: Any) -> None:
    backup = commands.add_parser("backup", help="write deck, choices, rules, history and settings to a file")
    backup.add_argument("file", type=Path, help="a new file, as evening.tar.gz")
    backup.add_argument("--force", action="store_true", help="replace the file if it exists")
    backup.set_defaults(work=_backup)
    restore = commands.add_parser("restore", help="take the data from a backup; those there are kept aside")
    restore.add_argument("file", type=Path, help="a backup")
    restore.set_defaults(work=_restore)
    for deed in (backup, restore):
        _add_places(deed)


def _add_places(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--config", type=Path, metavar="FILE", help=f"settings (default {SETTINGS})")
    parser.add_argument("--data", type=Path, metavar="DIR", default=_DATA, help=f"data (default {_DATA})")


def _rules_list(asked: argparse.Namespace) -> int:
    from firmware.rules_command import list_games

    list_games(asked.data, print, _tell)
    return _DONE


def _rules_show(asked: argparse.Namespace) -> int:
    from firmware.rules_command import show_game

    show_game(asked, print)
    return _DONE


def _rules_check(asked: argparse.Namespace) -> int:
    from firmware.rules_command import check_files

    return _DONE if check_files(asked.file, print) else _FAULTS


def _rules_new(asked: argparse.Namespace) -> int:
    from firmware.rules_command import new_file

    new_file(asked, print)
    return _DONE


def _history_list(asked: argparse.Namespace) -> int:
    from firmware.history_command import list_matches

    return _DONE if list_matches(asked.data, print, _tell) else _FAULTS


def _history_show(asked: argparse.Namespace) -> int:
    from firmware.history_command import show_match

    return _DONE if show_match(asked.data, asked.number, print, _tell) else _FAULTS


def _history_export(asked: argparse.Namespace) -> int:
    from firmware.history_command import export_matches

    return _DONE if export_matches(asked, lambda text: print(text, end=""), _tell) else _FAULTS


def _backup(asked: argparse.Namespace) -> int:
    from firmware.backup import back_up

    count, is_whole = back_up(asked.file, asked.data, asked.config, is_forced=asked.force, tell=_tell)
    files = "1 file" if count == 1 else f"{count} files"
    print(f"{asked.file} holds {files}; keep it somewhere else than on this card")
    return _DONE if is_whole else _FAULTS


def _restore(asked: argparse.Namespace) -> int:
    from firmware.restore import restore

    restore(asked.file, asked.data, print)
    return _DONE


def _doctor(asked: argparse.Namespace) -> int:
    from firmware.doctor.command import doctor

    ask = input if sys.stdin is not None and sys.stdin.isatty() else None
    return _DONE if doctor(asked, print, ask) else _FAULTS


def _simulate(asked: argparse.Namespace) -> int:
    from firmware.simulate import simulate

    del asked.work
    simulate(asked, lambda line: print(line, flush=True), shutil.get_terminal_size().columns)
    return _DONE


def _score(asked: argparse.Namespace) -> int:
    from firmware.score_command import score

    def write(line: str) -> None:
        if sys.stdout is None:
            raise BadUsage("there is no standard output to write to")
        print(line, end="", flush=True)

    return _DONE if score(asked.file, write) else _FAULTS


def _run(asked: argparse.Namespace) -> int:
    from firmware.run import run

    run(asked, _tell)
    return _DONE


def _deck_enrol(asked: argparse.Namespace) -> int:
    from firmware.run import enrol

    enrol(asked, _tell)
    return _DONE


def _deck_show(asked: argparse.Namespace) -> int:
    from firmware.deck_command import show

    show(asked.data, print, _tell)
    return _DONE


def _deck_add(asked: argparse.Namespace) -> int:
    from firmware.deck_command import add

    add(asked.data, asked.uid, asked.card, print)
    return _DONE


def _deck_forget(asked: argparse.Namespace) -> int:
    from firmware.deck_command import forget

    forget(asked.data, asked.what, print)
    return _DONE

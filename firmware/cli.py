"""The command `scorekeeper`. With `__main__` the only place that prints and asks."""

import argparse
import io
import logging
import os
import shutil
import sys
from collections.abc import Callable, Mapping, Sequence

from firmware.command_line import BadUsage
from firmware.commands import command_parser
from firmware.errors import BadConfig, BadScript, FirmwareError
from firmware.logs import is_journal, level_mark, set_up_logging
from firmware.packages import BOX, PICTURES, SIMULATED_BOX, check_packages
from scorer import ScorerError

__all__ = ["main"]

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
        asked = command_parser().parse_args(arguments)
        return _WORK[asked.command](asked)
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


def _rules_list(asked: argparse.Namespace) -> int:
    from firmware.rules_command import list_games

    list_games(asked.data, print, _tell)
    return _DONE


def _rules_show(asked: argparse.Namespace) -> int:
    from firmware.rules_command import show_game

    show_game(asked, print)
    return _DONE


def _rules_cards(_asked: argparse.Namespace) -> int:
    from firmware.rules_command import list_cards

    list_cards(print)
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

    return _DONE if back_up(asked, print, _tell) else _FAULTS


def _restore(asked: argparse.Namespace) -> int:
    from firmware.restore import restore

    restore(asked.file, asked.data, print)
    return _DONE


def _doctor(asked: argparse.Namespace) -> int:
    check_packages(PICTURES, "pi")  # whatever else is missing it tells itself
    from firmware.doctor.command import doctor

    ask = input if sys.stdin is not None and sys.stdin.isatty() else None
    return _DONE if doctor(asked, print, ask) else _FAULTS


def _simulate(asked: argparse.Namespace) -> int:
    check_packages(SIMULATED_BOX)
    from firmware.simulate import simulate

    del asked.command
    simulate(asked, lambda line: print(line, flush=True), shutil.get_terminal_size().columns)
    return _DONE


def _score(asked: argparse.Namespace) -> int:
    from firmware.score_command import score

    def write(line: str) -> None:
        if sys.stdout is None:
            raise BadUsage("there is no standard output to write to")
        print(line, end="", flush=True)

    return _DONE if score(asked.file, asked.data, write) else _FAULTS


def _run(asked: argparse.Namespace) -> int:
    check_packages(BOX, "pi")
    from firmware.run import run

    run(asked, _tell)
    return _DONE


def _deck_enrol(asked: argparse.Namespace) -> int:
    check_packages(BOX, "pi")
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


_WORK: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "run": _run,
    "simulate": _simulate,
    "doctor": _doctor,
    "deck show": _deck_show,
    "deck enrol": _deck_enrol,
    "deck add": _deck_add,
    "deck forget": _deck_forget,
    "rules list": _rules_list,
    "rules show": _rules_show,
    "rules cards": _rules_cards,
    "rules check": _rules_check,
    "rules new": _rules_new,
    "score": _score,
    "history list": _history_list,
    "history show": _history_show,
    "history export": _history_export,
    "backup": _backup,
    "restore": _restore,
}
"""What is done for each command."""

"""The log's lines: with their level in the journal, plain elsewhere."""

import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import TextIO

import pytest

from firmware.logs import is_journal, level_mark

SAY = """
import logging, sys
from firmware.logs import set_up_logging
set_up_logging(sys.stderr)
logging.error("one\\ntwo")
logging.info("too much")
logging.warning("three")
"""


def _journal(file: TextIO) -> dict[str, str]:
    """Return an environment in which the journal reads a file."""
    status = os.fstat(file.fileno())
    return {**os.environ, "JOURNAL_STREAM": f"{status.st_dev}:{status.st_ino}"}


@pytest.mark.parametrize(
    ("level", "mark"),
    [
        (logging.CRITICAL, "<2>"),
        (logging.ERROR, "<3>"),
        (logging.WARNING, "<4>"),
        (logging.INFO, "<6>"),
        (logging.DEBUG, "<7>"),
        (logging.DEBUG - 5, "<7>"),
    ],
)
def test_levels_are_those_of_syslog(level: int, mark: str) -> None:
    assert level_mark(level) == mark


@pytest.mark.parametrize("is_read", [True, False], ids=["by the journal", "by a person"])
def test_each_line_has_its_level_where_the_journal_reads_it(tmp_path: Path, is_read: bool) -> None:
    with (tmp_path / "log").open("w", encoding="utf-8") as log:
        environment = _journal(log) if is_read else {**os.environ, "JOURNAL_STREAM": "8:1"}
        subprocess.run([sys.executable, "-c", SAY], check=True, stderr=log, env=environment)
    said = (tmp_path / "log").read_text("utf-8").splitlines()
    assert said == (["<3>one", "<3>two", "<4>three"] if is_read else ["one", "two", "three"])


def test_what_ends_the_program_is_an_error_in_the_journal(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "firmware", "score", "/nonexistent"]
    with (tmp_path / "log").open("w", encoding="utf-8") as log:
        subprocess.run(command, check=False, stderr=log, env=_journal(log))
    said = (tmp_path / "log").read_text("utf-8")
    assert said == "<3>/nonexistent cannot be read: No such file or directory\n"


def test_a_stream_without_a_descriptor_is_no_journal(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w", encoding="utf-8") as log:
        environment = _journal(log)
    assert not is_journal(log, environment)
    assert not is_journal(None, {})

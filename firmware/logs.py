"""Lines for the log: plain on a terminal, with their level where systemd's journal reads them."""

import logging
import os
from collections.abc import Mapping
from typing import TextIO

__all__ = ["is_journal", "level_mark", "set_up_logging"]


def set_up_logging(stream: TextIO | None, environment: Mapping[str, str] = os.environ) -> None:
    """Send warnings and worse to a stream, until somebody wants to hear more."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Marked() if is_journal(stream, environment) else logging.Formatter())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def is_journal(stream: TextIO | None, environment: Mapping[str, str]) -> bool:
    """Return whether a stream goes to the journal, and not to somebody who turned it elsewhere."""
    try:
        status = os.fstat(stream.fileno()) if stream is not None else None
    except (OSError, ValueError):  # a stream without a descriptor, or a closed one
        return False
    return status is not None and environment.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"


def level_mark(level: int) -> str:
    """Return what the journal takes for a level; syslog's numbers.

    Example:
        >>> level_mark(logging.ERROR), level_mark(logging.INFO)
        ('<3>', '<6>')
    """
    marks = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
    return f"<{next((number for least, number in marks if level >= least), 7)}>"


class _Marked(logging.Formatter):
    """Marks every line: the journal takes each for an entry of its own."""

    def format(self, record: logging.LogRecord) -> str:
        mark = level_mark(record.levelno)
        return "\n".join(mark + line for line in super().format(record).splitlines())

"""The wish for a report, after somebody looked at Check: a file, since the box is not root.

What the box found goes to the log, which is in the report: nobody else can look at devices that it has.
"""

import logging
from collections.abc import Iterable, Mapping
from pathlib import Path

from firmware.doctor.finding import Finding, Level

__all__ = ["WISH", "ask_report"]

logger = logging.getLogger(__name__)

WISH = "report"
"""The file: the image's scorekeeper-report.path waits for it, and its service removes it."""


def ask_report(found: Iterable[Finding], environment: Mapping[str, str]) -> None:
    """Log what is not as it should be, and leave the wish where systemd started the box.

    Args:
        found: by the doctor.
        environment: of the process; RUNTIME_DIRECTORY is the folder of the unit.
    """
    for one in found:
        if one.level is not Level.FINE:
            logger.info("check: %s", one)
    if folder := environment.get("RUNTIME_DIRECTORY"):
        try:
            (Path(folder) / WISH).touch()
        except OSError as exc:
            logger.warning("nobody writes a report: %s", exc)

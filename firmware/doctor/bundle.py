"""What `doctor --report` writes: findings, settings and the last log lines, without names and passwords."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware.config import SECTIONS
from firmware.doctor.finding import Finding
from firmware.errors import BadFile
from firmware.files import read_file
from firmware.setting_rules import MOST_BYTES, decoded

__all__ = ["LOG", "REPORT_FORMAT", "report_text"]

REPORT_FORMAT = 1

LOG = (
    "journalctl",
    "--unit=scorekeeper*",
    "--lines=500",
    "--no-pager",
    "--no-hostname",
    "--output=short-iso",
)
"""What prints the last lines of the log of the box, and of what starts beside it."""

_PRIVATE = ("players", "wifi", "system")
"""The sections that are nobody else's business."""

_ABOUT_IT = ("players.", *(f"[{name}]" for name in _PRIVATE))
_SHORTEST_NAME = 2


def report_text(findings: Sequence[Finding], settings: Path, log: str | None) -> str:
    """Return the whole report.

    Names of players and of networks, passwords and keys stand in the settings, and in a log line that says
    what is wrong with one. Neither is in the report, and matches are not either.

    Args:
        findings: all of them.
        settings: the settings file; it may be missing.
        log: the last lines; None if there is no log.
    """
    given = _settings(settings)
    names = sorted(_names(given or {}), key=len, reverse=True)
    lines = [
        f"Hanafuda Scorekeeper, doctor's report, format {REPORT_FORMAT}",
        "Names of players were left out, and what is set for Wi-Fi and system.",
        "",
        "== Findings",
        *(str(one) for one in findings if not _is_private(one.said)),
        "",
        "== Settings",
        *_settings_lines(given),
        "",
        "== Log",
        *_log_lines(log),
    ]
    text = "\n".join(lines)
    for name in names:
        text = _whole_word(name).sub("(a name)", text)
    return text.replace(str(Path.home()), "~") + "\n"


def _settings(path: Path) -> Mapping[str, Any] | None:
    """Read the settings; None where they are no TOML, and so may hold a name anywhere."""
    try:
        return tomllib.loads(decoded(read_file(path, MOST_BYTES)))
    except FileNotFoundError:
        return {}
    except (BadFile, OSError, RecursionError, ValueError):
        return None


def _names(given: Mapping[str, Any]) -> Iterator[str]:
    """Find every text among the players, whatever stands there, and of the network; a letter is no secret."""
    wifi = given.get("wifi")
    waiting = [
        given.get("players"),
        *([wifi.get("name"), wifi.get("password")] if isinstance(wifi, Mapping) else []),
    ]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Mapping):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str) and len(one.strip()) >= _SHORTEST_NAME:
            yield one.strip()


def _whole_word(name: str) -> re.Pattern[str]:
    """Find a name; one of Latin letters only where it is no part of a longer word."""
    edge = r"(?<![A-Za-z]){}(?![A-Za-z])" if name.isascii() else "{}"
    return re.compile(edge.format(re.escape(name)))


def _settings_lines(given: Mapping[str, Any] | None) -> list[str]:
    if given is None:
        return ["left out: the file cannot be read as settings, and may hold a name anywhere"]
    known = {name: part for name, part in given.items() if name in SECTIONS and name not in _PRIVATE}
    return [f"{name} = {json.dumps(part, ensure_ascii=False, default=str)}" for name, part in known.items()]


def _log_lines(log: str | None) -> list[str]:
    if log is None:
        return ["none: journalctl is not there, or did not answer in time"]
    return [line for line in log.splitlines() if not _is_private(line)]


def _is_private(line: str) -> bool:
    return any(sign in line for sign in _ABOUT_IT)

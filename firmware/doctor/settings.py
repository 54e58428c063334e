"""What is wrong with the settings file, at length for a terminal and in short for the display. Pure."""

import re
from collections.abc import Sequence

from firmware.doctor.finding import Finding, Topic, fault, fine

__all__ = ["judge_settings"]

_OF_KEY = re.compile(
    r"(?P<key>\S+) under \[(?P<section>\w+)\] (must be )?(?P<words>.*?)(, not .*)?", re.DOTALL
)
_OF_TEXT = re.compile(r"(?P<words>is no TOML, [^(]*) \(.*\(at (?P<where>[^()]*)\)", re.DOTALL)
"""How the sentences of firmware/config.py are built."""


def judge_settings(faults: Sequence[str]) -> list[Finding]:
    """Turn each fault of the settings file into a finding."""
    if not faults:
        return [fine(Topic.SETTINGS, "the settings hold", "")]
    told = [one.partition(": ") for one in faults]
    return [
        fault(Topic.SETTINGS, "settings", said, f"sudo nano {path}, and write it so", **_briefly(said))
        for path, _, said in told
    ]


def _briefly(said: str) -> dict[str, str]:
    """Return where the fault is and what should stand there, for the display."""
    if of_key := _OF_KEY.fullmatch(said):
        return {"where": f"[{of_key['section']}] {of_key['key']}", "words": of_key["words"]}
    if of_text := _OF_TEXT.fullmatch(said):
        return {"where": of_text["where"], "words": of_text["words"]}
    return {"where": "?", "words": said}

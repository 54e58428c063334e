"""What to do, in the words of the image: nobody can log in there, and nothing can be installed. Pure."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from firmware.doctor.finding import Finding, Topic

__all__ = ["MARK", "in_words_of_the_image"]

MARK = Path("/usr/lib/scorekeeper/layout")
"""Is there only in the image: how its card is laid out."""

_EDIT = re.compile(r"sudo nano \S+, and ")
_AT_A_TERMINAL = re.compile(r"\b(sudo|systemctl|journalctl|apt|pip|scorekeeper doctor)\b")
_AGAIN = "write the image to the card once more: deck and matches stay"


def in_words_of_the_image(finding: Finding) -> Finding:
    """Return a finding with a cure that needs no terminal."""
    if not finding.cure:
        return finding
    cure = _EDIT.sub("on any computer, in scorekeeper.toml on the card: ", finding.cure)
    cure = cure.replace(" (sudo poweroff)", "")
    if _AT_A_TERMINAL.search(cure):
        cure = _CURES.get(finding.topic, _written_anew)(cure)
    return replace(finding, cure=cure)


def _written_anew(_cure: str) -> str:
    return _AGAIN


def _first_half(cure: str) -> str:
    """Leave out the commands that follow on what can be done by hand."""
    return cure.partition("; ")[0]


_CURES: Mapping[Topic, Callable[[str], str]] = {
    Topic.OWNER: lambda _cure: "Home, Check on the display tries them; what it found stands in the log below",
    Topic.DISK: lambda _cure: "put in another SD card of 4 GB or more, with the image on it",
    Topic.CLOCK: _first_half,
    Topic.UNIT: lambda _cure: f"restart the box; if that does not help, {_AGAIN}",
}

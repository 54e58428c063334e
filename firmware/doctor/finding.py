"""One thing that was looked at, and what was found. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from firmware.command_line import SETTINGS

__all__ = ["AGAIN", "INSTALL", "Finding", "Level", "Topic", "fault", "fine", "hint", "in_order", "setting"]

INSTALL = "cd to the folder that you installed from, or a new clone of it; sudo systemd/install.sh"
"""The command that lays down all that a box needs, and mends what is there."""

AGAIN = "scorekeeper doctor"
"""The command that looks again."""


class Level(Enum):
    """How bad a finding is."""

    FINE = "ok"
    HINT = "hint"
    FAULT = "fault"


class Topic(Enum):
    """What is looked at, in this order."""

    OWNER = "owner"
    BOARD = "board"
    POWER = "power"
    SETTINGS = "settings"
    SPI = "spi"
    I2C = "i2c"
    GPIO = "gpio"
    GROUPS = "groups"
    PACKAGES = "packages"
    RPI_GPIO = "rpi-gpio"
    PINS = "pins"
    FOLDER = "folder"
    READER = "reader"
    STICKER = "sticker"
    DISPLAY = "display"
    BUTTONS = "buttons"
    BUZZER = "buzzer"
    DISK = "disk"
    CLOCK = "clock"
    UNIT = "unit"
    PAGE = "page"
    VERSIONS = "versions"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one thing.

    Attributes:
        topic: what was looked at.
        level: how bad it is.
        code: names its words on the display: `check.CODE` and `check.CODE_do`.
        said: what is so, in a line for the terminal.
        cure: what to do, in a line; empty where nothing is to be done.
        parts: what stands in the braces of the display's words, by name.
    """

    topic: Topic
    level: Level
    code: str
    said: str
    cure: str = ""
    parts: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """Write the finding as a line."""
        words = f"{self.said} → {self.cure}" if self.cure else self.said
        return f"{self.level.value:5} {self.topic.value:8} {words}"


def fine(topic: Topic, said: str, value: str, code: str = "fine") -> Finding:
    """Return that a thing is as it should be; the display shows the value."""
    return Finding(topic, Level.FINE, code, said, parts=(("value", value),))


def hint(topic: Topic, code: str, said: str, cure: str, **parts: object) -> Finding:
    """Return that a thing could be better, and how."""
    return Finding(topic, Level.HINT, code, said, cure, _written(parts))


def fault(topic: Topic, code: str, said: str, cure: str, **parts: object) -> Finding:
    """Return that a thing does not work, and what to do."""
    return Finding(topic, Level.FAULT, code, said, cure, _written(parts))


def setting(section: str, words: str) -> str:
    """Say where a line of the settings is to be written, for somebody who never saw the file."""
    return f"sudo nano {SETTINGS}, and under the line [{section}] (add it if need be) set {words}"


def in_order(findings: Iterable[Finding], *, worst_first: bool = False) -> tuple[Finding, ...]:
    """Return findings in the order of their topics; with the worst before all others, if asked."""
    topics, levels = list(Topic), list(Level)
    by_topic = sorted(findings, key=lambda one: topics.index(one.topic))
    return tuple(sorted(by_topic, key=lambda one: -levels.index(one.level)) if worst_first else by_topic)


def _written(parts: dict[str, object]) -> tuple[tuple[str, str], ...]:
    return tuple((name, str(value)) for name, value in parts.items())

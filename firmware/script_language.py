"""Table scripts as text: read whole, with every line checked before anything runs."""

import json
import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.deck import parse_uid
from firmware.errors import BadScript
from hardware import Button
from scorer import Card, UnknownCard

__all__ = ["Command", "Script", "check_readers", "parse_script"]

_SECOND = "@2"
_AT_READERS = ("tap", "place", "lift", "tap-uid")
"""The commands that may be said of the second reader."""

_COMMENT = re.compile(r"(^|\s)#.*")


@dataclass(frozen=True, slots=True)
class Command:
    """One line of a script.

    Attributes:
        line: its number, from 1.
        text: as it stands there.
        verb: its first word.
        arguments: the others, read.
        note: the comment above it, for people who watch.
        reader: the one that it is about, from 0; None where it does not say so.
    """

    line: int
    text: str
    verb: str
    arguments: tuple[Any, ...]
    note: str = ""
    reader: int | None = None


@dataclass(frozen=True, slots=True)
class Script:
    """A script: options of its first line, and its commands.

    Attributes:
        source: the file's name, for messages.
        options: words of the first line.
        options_line: its number, 0 where there is none.
        commands: the others.
    """

    source: str
    options: tuple[str, ...]
    options_line: int
    commands: tuple[Command, ...]


def parse_script(text: str, source: str) -> Script:
    """Read a script.

    Args:
        text: all of it.
        source: the file's name, for messages.

    Raises:
        BadScript: if a line is wrong; it names the first such line.
    """
    options: tuple[str, ...] = ()
    options_line = 0
    commands: list[Command] = []
    notes: list[str] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = _COMMENT.sub("", raw).strip()
        if not line:
            notes += [raw.strip(" \t#")] if "#" in raw else []
            continue
        try:
            verb, rest = _first_word(line)
            if verb == "options":
                if commands or options_line:
                    raise ValueError("options stand in the first line")
                options, options_line = tuple(shlex.split(rest)), number
                continue
            commands.append(_command(number, line, "\n".join(notes)))
            notes = []
        except ValueError as exc:
            raise BadScript(f"{source}, line {number}: {exc}: {line}") from exc
    return Script(source, options, options_line, tuple(commands))


def check_readers(script: Script, count: int) -> None:
    """See whether a script does with so many readers.

    Raises:
        BadScript: if a line is about a reader that is not there; it names the first such line.
    """
    for command in script.commands:
        if command.reader is not None and command.reader >= count:
            where = f"{script.source}, line {command.line}"
            remedy = "give --readers 2, or options --readers 2 in the first line"
            raise BadScript(f"{where}: there is no second reader; {remedy}: {command.text}")


def _first_word(line: str) -> tuple[str, str]:
    first, *others = line.split(maxsplit=1)
    return first, others[0] if others else ""


def _command(number: int, line: str, note: str) -> Command:
    verb, rest = _first_word(line)
    reader = None
    if verb.removesuffix(_SECOND) in _AT_READERS and verb.endswith(_SECOND):
        verb, reader = verb.removesuffix(_SECOND), 1
    if verb in ("unplug", "plug") and rest == f"reader{_SECOND}":
        rest, reader = "reader", 1
    if verb not in _READERS:
        raise ValueError(f"unknown command {verb!r}; there are {', '.join(_READERS)}")
    return Command(number, line, verb, _READERS[verb](rest), note, reader)


def _nothing(rest: str) -> tuple[Any, ...]:
    if rest:
        raise ValueError("nothing may follow here")
    return ()


def _text(rest: str) -> tuple[Any, ...]:
    if not rest:
        raise ValueError("say what is expected")
    return (rest,)


def _cards(rest: str) -> tuple[Any, ...]:
    names = rest.split()
    if not names:
        raise ValueError("name one card or more")
    if len(set(names)) < len(names):
        raise ValueError("a card is there only once")
    try:
        return tuple(Card.parse(name) for name in names)
    except UnknownCard as exc:
        raise ValueError(str(exc)) from exc


def _uid(rest: str) -> tuple[Any, ...]:
    return (parse_uid(rest),)


def _button(rest: str) -> tuple[Any, ...]:
    names = [button.value for button in Button]
    if rest not in names:
        raise ValueError(f"buttons are {', '.join(names)}")
    return (Button(rest),)


def _seconds(rest: str) -> tuple[Any, ...]:
    return (_number(rest, 0.0, 1e6, "seconds"),)


def _button_and_seconds(rest: str) -> tuple[Any, ...]:
    button, _, seconds = rest.partition(" ")
    return (*_button(button), _number(seconds.strip(), 0.0, 1e6, "seconds"))


def _rate(rest: str) -> tuple[Any, ...]:
    return (_number(rest, 0.0, 1.0, "a rate from 0 to 1"),)


def _number(text: str, low: float, high: float, what: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise ValueError(f"give {what}") from None
    if not low <= number <= high:  # also what is not a number
        raise ValueError(f"give {what}")
    return number


def _device(rest: str) -> tuple[Any, ...]:
    if rest not in ("reader", "display"):
        raise ValueError("it is reader, reader@2 or display")
    return (rest,)


def _picture(rest: str) -> tuple[Any, ...]:
    if not rest.endswith(".png") or rest == ".png":
        raise ValueError("name a file that ends in .png")
    return (Path(rest),)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (RecursionError, ValueError):
        raise ValueError(f"{text[:40]!r} is no JSON; words stand in double quotes") from None


def _key_and_value(rest: str) -> tuple[Any, ...]:
    key, _, value = rest.partition(" ")
    if not value.strip():
        raise ValueError("give a key and a value in JSON")
    return (key, _json(value.strip()))


def _until(rest: str) -> tuple[Any, ...]:
    condition, found, button = rest.rpartition(" press ")
    if not found:
        raise ValueError("write: until KEY JSON press BUTTON")
    return (*_key_and_value(condition.strip()), *_button(button.strip()))


_READERS: Mapping[str, Callable[[str], tuple[Any, ...]]] = {
    "press": _button,
    "hold": _button_and_seconds,
    "tap": _cards,
    "place": _cards,
    "lift": _cards,
    "tap-uid": _uid,
    "wait": _seconds,
    "noise": _rate,
    "unplug": _device,
    "plug": _device,
    "power-cut": _nothing,
    "expect": _text,
    "screen": _nothing,
    "screenshot": _picture,
    "state": _nothing,
    "check": _key_and_value,
    "until": _until,
}

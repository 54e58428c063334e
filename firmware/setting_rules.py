"""How a settings file is checked: its text, each key by itself, every fault in words. Needs no other module.

What runs before the box, and must be quick, checks its part of the file with this alone.
"""

import codecs
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

__all__ = [
    "MOST_BYTES",
    "SWITCH",
    "Rule",
    "Rules",
    "Sections",
    "decoded",
    "faults_of",
    "one_of",
    "sound_part",
    "usually",
    "whole",
]

MOST_BYTES = 1 << 16
"""What a settings file may hold, ten times what anybody writes: who waits for it waits for no book."""

Sections = Mapping[str, Mapping[str, Any]]
"""The settings of a file that are right by themselves, by section and key."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a setting must be.

    Attributes:
        allows: the test.
        words: the same in words.
        is_secret: what stands there is not repeated where it is wrong.
    """

    allows: Callable[[Any], bool]
    words: str
    is_secret: bool = False


Rules = Mapping[str, Mapping[str, Rule]]
"""The rules by section and key."""


def whole(low: int, high: int) -> Rule:
    """Return the rule of a whole number."""
    return Rule(lambda value: type(value) is int and low <= value <= high, f"a whole number, {low} to {high}")


def one_of(*values: object) -> Rule:
    """Return the rule of a choice."""
    written = [f'"{value}"' if isinstance(value, str) else str(value) for value in values]
    words = " or ".join(written) if len(written) < 3 else f"one of {', '.join(written)}"
    return Rule(lambda value: any(type(value) is type(one) and value == one for one in values), words)


SWITCH = Rule(lambda value: isinstance(value, bool), "true or false")


def usually(rule: Rule, value: object) -> Rule:
    """Return a rule whose words name the usual value."""
    return replace(rule, words=f"{rule.words} (usually {value})")


def decoded(data: bytes) -> str:
    """Return the text of a file that any editor may have saved.

    UTF-8 with or without a byte order mark; what Windows calls Unicode, which has one; and what is no
    UTF-8 in the letters of western Windows ("ANSI"), so that Jürgen is right there too.

    Raises:
        UnicodeDecodeError: if it is none of these.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252")


def faults_of(rules: Rules, given: Mapping[str, object]) -> list[str]:
    """Return a sentence for each setting that is unknown or wrong by itself."""
    return [fault for name, section in given.items() for fault in _section_faults(rules, name, section)]


def _section_faults(all_rules: Rules, name: str, section: object) -> list[str]:
    rules = all_rules.get(name)
    if rules is None:
        return [f"unknown section or key {name!r}; there are {', '.join(all_rules)}"]
    if not isinstance(section, dict):
        return [f"{name} must be a section: write [{name}] on a line of its own"]
    faults = []
    for key, value in section.items():
        if key not in rules:
            faults.append(f"{key} under [{name}] is no setting; there are {', '.join(rules)}")
        elif not rules[key].allows(value):
            faults.append(f"{key} under [{name}] must be {rules[key].words}{_but_is(rules[key], key, value)}")
    return faults


def _but_is(rule: Rule, key: str, value: object) -> str:
    if rule.is_secret:
        return ""
    return f", not {hex(value) if key == 'address' and type(value) is int else repr(value)}"


def sound_part(rules: Rules, given: Mapping[str, Any]) -> Sections:
    """Return the settings that have no fault by themselves."""
    return {
        name: {
            key: section[key] for key, rule in keys.items() if key in section and rule.allows(section[key])
        }
        for name, keys in rules.items()
        if isinstance(section := given.get(name), dict)
    }

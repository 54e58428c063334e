"""The rule file that a match is played by: its name, version and source, and the house rules in force."""

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import fitting
from firmware.screens.lines import LINE_PX, in_lines, setting_of
from firmware.texts import Language, Texts
from scorer import Match, Option, OptionValue, Ruleset, shipped

__all__ = ["option_name", "rule_file_heading", "rule_file_lines", "value_words"]

_GAP_PX = 4


def rule_file_heading(match: Match, texts: Texts) -> tuple[str, str]:
    """Return the game's name, and the version of its file."""
    version = texts.say("file.version", version=match.ruleset.version)
    room = LINE_PX - text_width(version) - _GAP_PX
    return fitting(texts.names(match.ruleset.names), room), version


def rule_file_lines(match: Match, texts: Texts) -> list[tuple[str, str]]:
    """Return lines for a page: the file, where it is from, the house rules that differ."""
    ruleset = match.ruleset
    lines = [*in_lines(texts.say("file.name", id=ruleset.id), texts), *_origin(ruleset, texts)]
    changed = _changed_rules(match)
    lines.append(texts.say("file.changed" if changed else "file.unchanged"))
    rules = [line for option in changed for line in _changed_lines(match, option, texts)]
    return [*((line, "") for line in lines), *rules]


def _origin(ruleset: Ruleset, texts: Texts) -> list[str]:
    """Return where the rules are from: the source of a shipped file, or that it is the players' own."""
    if ruleset.id in shipped():
        return in_lines(ruleset.source, texts)
    extended = [texts.say("file.extends", id=id_) for id_, _ in ruleset.bases[:1]]
    return [line for said in (texts.say("file.own"), *extended) for line in in_lines(said, texts)]


def _changed_rules(match: Match) -> list[Option]:
    """Return the house rules in force that are not as the rule file has them."""
    return [row for row in match.ruleset.option_rows if match.options[row.id] != row.default]


def _changed_lines(match: Match, option: Option, texts: Texts) -> list[tuple[str, str]]:
    """Name a house rule with its value, and in brackets the file's own; in two lines if need be."""
    value, usual = (value_words(one, texts) for one in (match.options[option.id], option.default))
    right, name = f"{value} ({usual})", option_name(option, texts)
    if text_width(name + right, setting_of(texts).font) <= LINE_PX - _GAP_PX:
        return [(name, right)]
    return [(name, ""), ("", right)]


def option_name(option: Option, texts: Texts) -> str:
    """Name a house rule."""
    return option.kanji if texts.language is Language.JAPANESE else option.english


def value_words(value: OptionValue, texts: Texts) -> str:
    """Say the value of a house rule."""
    if isinstance(value, bool):
        return texts.say("rules.on" if value else "rules.off")
    key = f"rules.{value}"
    return texts.say(key) if texts.has(key) else str(value)

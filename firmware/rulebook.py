"""The games that can be played: those that come with the program, and the players' own rule files."""

from collections.abc import Callable
from pathlib import Path

from firmware.errors import BadFile
from firmware.files import read_file
from firmware.screens.fonts import load_font
from firmware.screens.scene import Font
from scorer import BadRules, Fault, Ruleset, UnknownGame, load, parse, shipped, shipped_text

__all__ = ["OWN_RULES", "check", "find", "games"]

OWN_RULES = "rules"
"""The folder of the players' own rule files, in the data folder."""

_WIDEST_PX = 64  # a yaku's kanji are shown twice as large, on 128 pixels


def games(data: Path) -> tuple[tuple[Ruleset, ...], tuple[str, ...]]:
    """Return every game that can be chosen, shipped ones first, and what is wrong with the other files.

    Args:
        data: the data folder; its `rules` may be missing.
    """
    own: list[Ruleset] = []
    wrong: list[str] = []
    for path in sorted((data / OWN_RULES).glob("*.toml")):
        try:
            own.append(_read_rules(path))
        except BadRules as exc:
            wrong += str(exc).splitlines()
    return (*(load(game) for game in shipped()), *own), tuple(wrong)


def _read_rules(path: Path) -> Ruleset:
    """Read a rule file of the players' own; it may extend a shipped game, or a file beside it.

    Raises:
        BadRules: if it cannot be read, or has faults; it names all of them.
    """
    text = _text(path)
    ruleset = parse(text, path.name, _finder(path.parent))
    if ruleset.id in shipped():
        fault = Fault("id", f"{ruleset.id!r} comes with the program", "give the game an id of its own")
        raise BadRules(path.name, [fault], text)
    if ruleset.id != path.stem:
        fault = Fault("id", f"is {ruleset.id!r}, but the file is {path.name}", f"call it {ruleset.id}.toml")
        raise BadRules(path.name, [fault], text)
    return ruleset


def check(path: Path) -> Ruleset:
    """Read a rule file, and look also at what only the display minds.

    Raises:
        BadRules: if it has faults, a character that no font has among them.
    """
    ruleset = _read_rules(path)
    faults = [
        Fault(f"{place}.{key}", f"the display has no {letter!r}", "write it with other characters")
        for place, names in _named(ruleset)
        for key, name in names.items()
        for letter in name
        if not all(letter in load_font(font).glyphs for font in Font)
    ]
    faults += [
        Fault(
            f"{place}.kanji",
            f"{names['kanji']!r} is wider than the display",
            "at most 4 kanji, or 8 Latin letters",
        )
        for place, names in _named(ruleset)
        if "romaji" in names and _width_px(names["kanji"]) > _WIDEST_PX
    ]
    if faults:
        raise BadRules(path.name, faults, ruleset.text)
    return ruleset


def find(data: Path, game: str) -> Ruleset:
    """Return a game that can be chosen.

    Raises:
        UnknownGame: if there is none; it says what is wrong with the game's file, or which games there are.
    """
    rulesets, wrong = games(data)
    known = {ruleset.id: ruleset for ruleset in rulesets}
    if game in known:
        return known[game]
    faults = [fault for fault in wrong if fault.startswith(f"{game}.toml: ")]
    there = ", ".join(known)
    raise UnknownGame("\n".join(faults) or f"unknown game {game!r}; there are {there} (your own: see --data)")


def _width_px(text: str) -> int:
    glyphs = load_font(Font.LARGE).glyphs
    return sum(glyphs[letter].width_px for letter in text if letter in glyphs)


def _named(ruleset: Ruleset) -> list[tuple[str, dict[str, str]]]:
    """Return every place with names that are not ASCII, and the names by key."""
    rows = [("names", ruleset.names)]
    rows += [(f"yaku {row.id!r}", row.names) for row in ruleset.yaku]
    rows += [(f"teyaku {row.id!r}", row.names) for row in ruleset.teyaku]
    named = [(place, {"kanji": names.kanji, "romaji": names.romaji}) for place, names in rows]
    return [*named, *((f"options.{one.id}", {"kanji": one.kanji}) for one in ruleset.option_rows)]


def _text(path: Path) -> str:
    try:
        return read_file(path).decode("utf-8-sig")
    except BadFile as exc:
        raise BadRules(
            path.name, [Fault("", f"this is no rule file: {exc}", "put it elsewhere")], ""
        ) from exc
    except UnicodeDecodeError as exc:
        raise BadRules(path.name, [Fault("", f"this is no text: {exc}", "save it as UTF-8")], "") from exc
    except OSError as exc:
        raise BadRules(
            path.name, [Fault("", f"cannot be read: {exc.strerror}", "look at the path")], ""
        ) from exc


def _finder(folder: Path) -> Callable[[str], str]:
    def find(game: str) -> str:
        beside = folder / f"{game}.toml"
        if game in shipped() or not isinstance(game, str) or not beside.is_file():
            return shipped_text(game)
        try:
            return _text(beside)
        except BadRules as exc:
            raise UnknownGame(str(exc)) from exc

    return find

"""What people chose in menus. Pure: reading and writing the file is `store`'s."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from firmware.errors import BadFile, NewerFile
from firmware.texts import Language
from scorer import OptionValue, Seat

__all__ = ["CHOICES_FORMAT", "Choices", "Defaults", "NewGame"]

CHOICES_FORMAT = 2
"""Format 1 knew nothing of `one_short` and `language`."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game as chosen on the new-game page.

    Attributes:
        game: id of the ruleset.
        players: 2 or 3.
        length: rounds or target, as the game counts.
        dealer: who deals first.
        options: other house rules chosen; one that is not named is as its rule file says.
    """

    game: str
    players: int
    length: int
    dealer: Seat
    options: Mapping[str, OptionValue] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Defaults:
    """What the settings file says of things that can be chosen on the box as well.

    Attributes:
        language: of the display.
        one_short: whether a round shows the yaku that lack one card.
        has_sound: whether the box may be heard.
    """

    language: Language = Language.BOTH
    one_short: bool = False
    has_sound: bool = True


@dataclass(frozen=True, slots=True)
class Choices:
    """What was chosen on the box; it wins over the settings file.

    Attributes:
        last: the last match that began, with the dealer of the next one like it; None before the first.
        has_sound: whether the box may be heard; None: nobody chose.
        one_short: whether a round shows the yaku that lack one card; None: nobody chose.
        language: of the display; None: nobody chose.
    """

    last: NewGame | None = None
    has_sound: bool | None = None
    one_short: bool | None = None
    language: Language | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the choices as they are stored."""
        last = None if self.last is None else _game_to_json(self.last)
        language = None if self.language is None else self.language.value
        chosen = {"sound": self.has_sound, "one_short": self.one_short, "language": language}
        return {"format": CHOICES_FORMAT, **chosen, "last": last}

    @classmethod
    def from_json(cls, record: object) -> "Choices":
        """Read stored choices.

        Raises:
            NewerFile: if a newer program wrote them.
            BadFile: if these are none.
        """
        if not isinstance(record, dict) or type(record.get("format")) is not int or record["format"] < 1:
            raise BadFile("the file of choices does not say its format")
        if record["format"] > CHOICES_FORMAT:  # looked at first: a newer file may hold anything else
            raise NewerFile("a newer version of the program wrote the file of choices")
        last = record.get("last")
        return cls(
            None if last is None else _game_from_json(last),
            has_sound=_switch_from_json(record, "sound"),
            one_short=_switch_from_json(record, "one_short"),
            language=_language_from_json(record.get("language")),
        )


def _language_from_json(word: object) -> Language | None:
    try:
        return None if word is None else Language(word)
    except ValueError as exc:
        raise BadFile(f"language is {word!r}") from exc


def _switch_from_json(record: dict[str, Any], key: str) -> bool | None:
    value = record.get(key)
    if value is not None and not isinstance(value, bool):
        raise BadFile(f"{key} is {value!r}")
    return value


def _game_to_json(game: NewGame) -> dict[str, Any]:
    return {
        "game": game.game,
        "players": game.players,
        "length": game.length,
        "dealer": game.dealer.value,
        "options": dict(game.options),
    }


def _game_from_json(record: object) -> NewGame:
    """Read a game; whether its rule file still takes these values is looked at when it is played."""
    try:
        values = dict(record) if isinstance(record, dict) else {}
        game, options = values["game"], values["options"]
        numbers = (values["players"], values["length"])
        is_sound = isinstance(game, str) and all(type(number) is int for number in numbers)
        if not is_sound or not all(isinstance(value, bool | int | str) for value in options.values()):
            raise BadFile(f"no game: {record!r}")
        return NewGame(game, *numbers, Seat(values["dealer"]), MappingProxyType(dict(options)))
    except (AttributeError, KeyError, ValueError) as exc:
        raise BadFile(f"no game: {record!r}") from exc

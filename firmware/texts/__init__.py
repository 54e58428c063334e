"""The words on the display, in one file for each language, all with the same keys."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from scorer import Card

__all__ = ["Texts", "load"]


@dataclass(frozen=True, slots=True)
class Texts:
    """One language."""

    words: Mapping[str, str]

    def say(self, key: str, **parts: object) -> str:
        """Return a text with its parts put in.

        Args:
            key: section and name, as "home.new-game".
            parts: what the text's braces name.
        """
        return self.words[key].format(**parts)

    def has(self, key: str) -> bool:
        """Return whether there is such a text."""
        return key in self.words

    def painted(self, card: Card) -> str:
        """Say what is painted on a card, for who does not know its name."""
        kind = card.id.removeprefix(f"{card.suit.id}-")
        return self.words[f"painted.{card.id}" if f"painted.{card.id}" in self.words else f"painted.{kind}"]


@cache
def load(language: str) -> Texts:
    """Read the texts of a language, as "en"."""
    sections = tomllib.loads((files("firmware.texts") / f"{language}.toml").read_text("utf-8"))
    return Texts({f"{name}.{key}": text for name, part in sections.items() for key, text in part.items()})

"""The files that the pages are made of, and the names of the cards."""

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.resources import files

from firmware.texts import Language, load
from firmware.web.site import Reply
from scorer import Card

__all__ = ["pages_of"]

_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}


def pages_of(names: Mapping[str, str]) -> dict[str, Callable[[], Reply]]:
    """Return pages by their paths.

    Args:
        names: of the file in `pages/` that each path has.
    """
    shown = {path: partial(_asset, name) for path, name in names.items()}
    return {**shown, "/names.json": _names}


@cache
def _asset(name: str) -> Reply:
    return Reply((files("firmware.web") / "pages" / name).read_bytes(), _TYPES[name.rpartition(".")[2]])


@cache
def _names() -> Reply:
    """Give the words for each card in both languages, in table order."""
    english, japanese = load(Language.ENGLISH), load(Language.JAPANESE)
    cards = {
        card.id: {
            "suit": card.suit.id,
            "type": str(card.type),
            "en": english.whole(card),
            "ja": japanese.whole(card),
            "flower": {"en": english.flower(card.suit, short=True), "ja": japanese.flower(card.suit)},
            "card": {"en": english.card(card), "ja": japanese.card(card)},
        }
        for card in Card
    }
    return Reply(json.dumps(cards, ensure_ascii=False).encode(), _TYPES["json"])

"""Which tag is on which card. Pure: reading and writing the file is `store`'s."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from firmware.errors import BadFile, NewerFile
from scorer import Card, UnknownCard

__all__ = ["DECK_FORMAT", "Deck", "format_uid", "parse_uid"]

DECK_FORMAT = 1
_UID_LENGTHS = (4, 7, 10)


def format_uid(uid: bytes) -> str:
    """Write a UID as phones show it.

    Example:
        >>> format_uid(bytes.fromhex("04a3c6cae26180"))
        '04:A3:C6:CA:E2:61:80'
    """
    return uid.hex(":").upper()


def parse_uid(text: str) -> bytes:
    """Read a UID, with or without colons, in any case.

    Raises:
        ValueError: if it is not hexadecimal, or not 4, 7 or 10 bytes long.

    Example:
        >>> parse_uid("04:a3:C6CAE26180").hex()
        '04a3c6cae26180'
    """
    try:
        uid = bytes.fromhex(text.replace(":", ""))
    except ValueError:
        raise ValueError(f"{text!r} is no tag's number: write it in hexadecimal") from None
    if len(uid) not in _UID_LENGTHS:
        raise ValueError(f"{text!r} is no tag's number: it has 4, 7 or 10 bytes")
    return uid


@dataclass(frozen=True, slots=True)
class Deck:
    """The enrolled tags. A card may have several (a second deck, a new sticker), a tag one card."""

    tags: Mapping[bytes, Card] = field(default_factory=lambda: MappingProxyType({}))

    def card(self, uid: bytes) -> Card | None:
        """Return the card that a tag is on, None if it is on none."""
        return self.tags.get(uid)

    def enrol(self, uid: bytes, card: Card) -> "Deck":
        """Return the deck with a tag put on a card; from another card it is taken away."""
        return Deck(MappingProxyType({**self.tags, uid: card}))

    def forget(self, *uids: bytes) -> "Deck":
        """Return the deck without some tags."""
        return Deck(MappingProxyType({uid: card for uid, card in self.tags.items() if uid not in uids}))

    def has(self, card: Card) -> bool:
        """Return whether any tag is on a card."""
        return card in self.tags.values()

    def uids(self, card: Card) -> tuple[bytes, ...]:
        """Return the tags that are on a card, first enrolled first."""
        return tuple(uid for uid, owner in self.tags.items() if owner is card)

    def count(self) -> int:
        """Return how many of the 48 cards have a tag."""
        return len(set(self.tags.values()))

    def to_json(self) -> dict[str, Any]:
        """Return the deck as it is stored: for each card its tags, in table order."""
        cards = {card.id: [format_uid(uid) for uid in self.uids(card)] for card in Card if self.has(card)}
        return {"format": DECK_FORMAT, "cards": cards}

    @classmethod
    def from_json(cls, record: object) -> "Deck":
        """Read a stored deck.

        Raises:
            NewerFile: if a newer program wrote it.
            BadFile: if it is no deck.
        """
        if not isinstance(record, dict) or type(record.get("format")) is not int or record["format"] < 1:
            raise BadFile("the deck file does not say its format")
        if record["format"] > DECK_FORMAT:  # looked at first: a newer file may hold anything else
            raise NewerFile("a newer version of the program wrote the deck file")
        if not isinstance(record.get("cards"), dict):
            raise BadFile("this is no deck file")
        tags: dict[bytes, Card] = {}
        try:
            for name, uids in record["cards"].items():
                card = Card.parse(name)
                tags.update((parse_uid(text), card) for text in uids)
        except (AttributeError, TypeError, UnknownCard, ValueError) as exc:
            raise BadFile(f"the deck file is damaged: {exc}") from exc
        return cls(MappingProxyType(tags))

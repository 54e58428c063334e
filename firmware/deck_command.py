"""The commands `deck show`, `add` and `forget`: the deck file by hand; no box may run on it."""

from collections.abc import Callable
from pathlib import Path

from firmware.command_line import BadUsage
from firmware.deck import Deck, format_uid, parse_uid
from firmware.owner import owned
from firmware.store import read_deck, write_deck
from hardware import is_random_uid
from scorer import Card, UnknownCard

__all__ = ["add", "forget", "show"]

_CASCADE_TAG = 0x88


def show(data: Path, write: Callable[[str], None], tell: Callable[[str], None]) -> None:
    """List the 48 cards and their tags.

    Args:
        data: the data folder.
        write: takes each line.
        tell: takes what is wrong with the deck file.

    Raises:
        BadUsage: if there is no deck.
    """
    deck, sentences, _ = read_deck(data)
    for sentence in sentences:
        tell(sentence)
    if not deck.tags:
        raise BadUsage(f"there is no deck in {data}; enrol one, or name another folder with --data")
    for card in Card:
        write(f"{card.id:28} {' '.join(map(format_uid, deck.uids(card))) or '-'}")
    write(f"{deck.count()} of {len(Card)} cards have a tag")


def add(data: Path, uid_text: str, card_text: str, write: Callable[[str], None]) -> None:
    """Put a tag on a card; other tags of the card stay.

    Raises:
        BadUsage: if it is no tag's number or no card, if the tag is in use, if the deck must not be
            replaced, or if a box runs on it.
        OSError: if it cannot be written.
    """
    uid, card = _uid(uid_text), _card(card_text)
    with owned(data):
        write(_added(data, uid, card))


def _added(data: Path, uid: bytes, card: Card) -> str:
    deck = _own_deck(data)
    owner = deck.card(uid)
    if owner is card:
        return f"{format_uid(uid)} is on {card} already"
    if owner is not None:
        raise BadUsage(f"{format_uid(uid)} is on {owner}; first: deck forget {format_uid(uid)}")
    write_deck(data, deck.enrol(uid, card))
    return f"{format_uid(uid)} is on {card}"


def forget(data: Path, text: str, write: Callable[[str], None]) -> None:
    """Take a tag from its card, or all tags from a card.

    Raises:
        BadUsage: if it is neither a card nor a tag's number, if there is nothing to forget, if the
            deck must not be replaced, or if a box runs on it.
        OSError: if it cannot be written.
    """
    named = _named(text)
    if not data.is_dir():
        raise BadUsage(f"there is no deck in {data}; name another folder with --data")
    with owned(data):
        deck = _own_deck(data)
        gone = deck.uids(named) if isinstance(named, Card) else (named,) if deck.card(named) else ()
        if not gone:
            what = f"{named} has no tag" if isinstance(named, Card) else f"{format_uid(named)} is on no card"
            raise BadUsage(f"{what} in {data}; deck show lists what there is")
        write_deck(data, deck.forget(*gone))
    for uid in gone:
        write(f"{format_uid(uid)} is no longer on {deck.tags[uid]}")


def _named(text: str) -> Card | bytes:
    try:
        return Card.parse(text)
    except UnknownCard:
        pass
    try:
        return parse_uid(text)
    except ValueError as exc:
        kinds = "a card, as pine-crane, or a tag's number, as 04:A3:C6:CA:E2:61:80"
        raise BadUsage(f"{text!r} is neither {kinds}") from exc


def _card(text: str) -> Card:
    try:
        return Card.parse(text)
    except UnknownCard as exc:
        raise BadUsage(f"{exc}; deck show lists the cards") from exc


def _uid(text: str) -> bytes:
    try:
        uid = parse_uid(text)
    except ValueError as exc:
        raise BadUsage(str(exc)) from exc
    if is_random_uid(uid):
        raise BadUsage(f"{text} is a phone's number, and another at each tap; take a sticker")
    if len(uid) == 4 and uid[0] == _CASCADE_TAG:
        raise BadUsage(f"{text} is only the beginning of a number; write all 7 bytes, as a phone shows them")
    return uid


def _own_deck(data: Path) -> Deck:
    """Return the deck that may be replaced.

    Raises:
        BadUsage: if a newer program wrote it, or it is damaged.
    """
    deck, sentences, is_ours = read_deck(data)
    if not is_ours or (sentences and not deck.tags):
        raise BadUsage(f"{'; '.join(sentences)}; it was left as it is")
    return deck

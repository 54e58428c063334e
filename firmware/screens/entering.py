"""Entering a card by hand: what each of the buttons stands for."""

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import fitting, title
from firmware.screens.scene import Align, Scene, Text
from firmware.table import Table
from firmware.table.entering import BUTTONS, GROUPS, cards_of
from firmware.table.pages import Entering
from firmware.texts import Language, Texts
from scorer import Card, Match, Suit

__all__ = ["entering"]

_ROW_HEIGHT = 12
_ROW_X = 18
_ROW_PX = 109


def entering(table: Table, mode: Entering, texts: Texts) -> Scene:
    """Show four suits at a time, then suits, then cards, each beside its button."""
    if mode.suit is not None:
        cards = [_card(table.running, card, texts) for card in cards_of(mode.suit)]
        return _choices(_flower(mode.suit, texts), cards)
    if mode.suits is not None:
        return _choices(texts.say("entering.suits"), [(_suit(suit, texts), "") for suit in mode.suits])
    return _choices(texts.say("entering.title"), [(_group(suits, texts), "") for suits in GROUPS])


def _choices(heading: str, rows: list[tuple[str, str]]) -> Scene:
    """Put each row beside its button; a letter on the right says in whose pile a card lies."""
    items = [*title(heading)]
    for place, (left, right) in enumerate(rows):
        y = 15 + _ROW_HEIGHT * place
        items.append(Text(2, y, BUTTONS[place].value))
        items.append(Text(_ROW_X, y, left, width=_ROW_PX - text_width(right)))
        items.append(Text(127, y, right, align=Align.RIGHT))
    return Scene(tuple(items))


def _group(suits: tuple[Suit, ...], texts: Texts) -> str:
    numbers = f"{suits[0].number}-{suits[-1].number}"
    if texts.has_kanji:
        return f"{numbers} {suits[0].kanji}〜{suits[-1].kanji}"
    first, last = (texts.flower(suit, short=True) for suit in (suits[0], suits[-1]))
    return fitting([f"{numbers} {first}..{last}", f"{numbers} {first.rstrip('.')}.."], _ROW_PX)


def _flower(suit: Suit, texts: Texts) -> str:
    """Name a flower in the display's language, or in both."""
    name = texts.flower(suit)
    return f"{suit.kanji} {name}" if texts.language is Language.BOTH else name


def _suit(suit: Suit, texts: Texts) -> str:
    name = _flower(suit, texts)
    return fitting([f"{suit.number:2} {name}", f"{suit.number} {name}"], _ROW_PX)


def _card(match: Match, card: Card, texts: Texts) -> tuple[str, str]:
    """Say what is painted on a card, and who has it; "×" where the game leaves it out."""
    if card not in match.ruleset.deck:
        return texts.painted(card), "×"
    owner = match.round.owner(card)
    return texts.painted(card), "" if owner is None else str(owner)

"""A card tapped where none is captured: its name, what it is worth, who has it, what it counts for."""

from collections.abc import Sequence

from firmware.screens.layout import card_title, card_type, flower, foot, page
from firmware.screens.scene import PANEL_WIDTH_PX, Item, Scene, Text
from firmware.table import Table
from firmware.table.state import Flash
from firmware.texts import Texts
from scorer import Card, Match, Yaku

__all__ = ["named"]

_ROWS = 3
_ROW_HEIGHT = 12
_BESIDE_X = 40
_SECOND_X = 66
_COLUMN_PX = 62


def named(table: Table, what: Flash, texts: Texts) -> Scene:
    """Name a card; with a match, also by its game and round."""
    (card,) = what.cards
    match = table.match
    if match is None or not match.rounds:
        return page(card_title(card, texts), _body(card, [], texts))
    if card not in match.ruleset.deck:
        return page(
            card_title(card, texts),
            _body(card, [], texts),
            foot(f"{texts.say('refused.not-in-game')} {texts.say('refused.not-in-game-more')}"),
        )
    owner = match.round.owner(card)
    who = texts.say("home.whose", seat=owner) if owner else texts.say("flash.back_free")
    points = texts.say("home.points", count=match.ruleset.card_values[card])
    names = [texts.short(row.names)[0] for row in _counts_for(match, card)]
    shown, beyond = names, names[:0]
    if len(names) > 2 * _ROWS:
        more = len(names) - 2 * _ROWS + 1
        shown, beyond = [*names[:-more], texts.say("flash.rest", count=more)], names[-more:]
    scene = page(card_title(card, texts), _body(card, shown, texts), foot(who, points))
    return Scene(scene.items, tuple(beyond))


def _counts_for(match: Match, card: Card) -> tuple[Yaku, ...]:
    """Return the yaku that a card counts for, under the house rules in force."""
    return tuple(
        yaku
        for yaku in match.ruleset.yaku
        if yaku.is_in_force(match.options) and card in yaku.cards_under(match.options)
    )


def _body(card: Card, names: list[str], texts: Texts) -> list[Item]:
    """Draw the flower, and its type or up to three names beside it; more fill the lines in two columns."""
    if not names:
        return [*flower(card.suit, texts, 16), *card_type(card, texts, _BESIDE_X, 17)]
    if len(names) <= _ROWS:
        return [*flower(card.suit, texts, 16), *_column(names, _BESIDE_X, PANEL_WIDTH_PX - _BESIDE_X)]
    return [*_column(names[:_ROWS], 2, _COLUMN_PX), *_column(names[_ROWS:], _SECOND_X, _COLUMN_PX)]


def _column(names: Sequence[str], x: int, width_px: int) -> list[Item]:
    return [Text(x, 15 + _ROW_HEIGHT * place, name, width=width_px) for place, name in enumerate(names)]

"""The first page of a result, where there is something to look at before anybody believes it."""

from firmware.screens.layout import card_name, flower, flower_name, foot, page, title
from firmware.screens.scene import Item, Scene, Text
from firmware.table import Table
from firmware.table.result import doubts
from firmware.texts import Texts
from scorer import Doubt, DoubtKind, Match

__all__ = ["look_again"]

_ROWS = 3
_ROW_HEIGHT = 12
_BESIDE_X = 38


def look_again(table: Table, texts: Texts) -> Scene:
    """Show one doubt at large, several as a list; it never blocks."""
    match = table.running
    found = doubts(match)
    bottom = foot(texts.say("look.back"), texts.say("look.ok"))
    heading = texts.say("look.title")
    if len(found) == 1:
        return page(title(heading), _at_large(match, found[0], texts), bottom)
    lines = [_in_a_line(match, doubt, texts) for doubt in found]
    shown = lines if len(lines) <= _ROWS else lines[: _ROWS - 1]
    rest = [texts.say("flash.rest", count=len(lines) - len(shown))] if len(lines) > len(shown) else []
    scene = page(title(heading, texts.say("look.count", count=len(found))), _rows([*shown, *rest]), bottom)
    return Scene(scene.items, tuple(lines[len(shown) :]))


def _rows(lines: list[str], x: int = 2) -> list[Item]:
    return [Text(x, 14 + _ROW_HEIGHT * place, line, width=128 - x) for place, line in enumerate(lines)]


def _at_large(match: Match, doubt: Doubt, texts: Texts) -> list[Item]:
    card, *more = doubt.cards
    points = match.ruleset.points(doubt.cards)
    match doubt.kind:
        case DoubtKind.SPLIT:
            lines = [flower_name(card.suit, texts), _split(match, doubt), texts.say("look.in_twos")]
        case DoubtKind.CHAFF if doubt.yaku is not None:
            lacks = texts.say("look.lacks", count=len(doubt.cards))
            lines = [f"{doubt.seat}: {texts.short(doubt.yaku.names)[0]}", lacks, texts.say("look.not_tapped")]
        case _ if more:
            names = [card_name(one, texts) for one in doubt.cards]
            rest = [texts.say("flash.rest", count=len(names) - 1)] if len(names) > 2 else names[1:]
            return _rows([_in_a_line(match, doubt, texts), names[0], *rest])
        case _:
            lines = [
                card_name(card, texts, 90),
                texts.say("home.points", count=points),
                texts.say("flash.back_free"),
            ]
    return [*flower(card.suit, texts, 16), *_rows(lines, _BESIDE_X)]


def _in_a_line(match: Match, doubt: Doubt, texts: Texts) -> str:
    if doubt.kind is DoubtKind.SPLIT:
        flower = texts.flower(next(iter(doubt.cards)).suit, short=True)
        return texts.say("look.odd", flower=flower, counts=_split(match, doubt))
    if doubt.yaku is not None:
        return texts.say("look.chaff", seat=doubt.seat, yaku=texts.short(doubt.yaku.names)[0])
    return texts.say("look.points", points=match.ruleset.points(doubt.cards))


def _split(match: Match, doubt: Doubt) -> str:
    """Say who has how many."""
    counts = {seat: sum(card in doubt.cards for card in cards) for seat, cards in match.round.piles.items()}
    return " ".join(f"{seat} {count}" for seat, count in counts.items())

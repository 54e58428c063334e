"""The yaku line of the running round: what a player made, whom fuke threatens, what is one card short."""

from collections.abc import Iterator

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import fitting
from firmware.screens.scene import Align, Font, Item, Text
from firmware.table import Table
from firmware.table.yaku_line import Turn, TurnKind, turn_at, turns
from firmware.texts import Texts
from scorer import Pile, Seat

__all__ = ["half", "other_turns", "third"]

_HALF_PX = 62
_THIRD_PX = 42
_GAP_PX = 2
_SHORT_LETTERS = 6
_ONE = "1"
_SMALL_Y, _TINY_Y = 52, 53


def half(table: Table, seat: Seat, x: int, texts: Texts) -> list[Item]:
    """Draw the last line of one of two players: number of cards and yaku, or what is one card short."""
    turn = turn_at(turns(table, seat), table.view.now_s)
    if turn.kind is TurnKind.CHANCE:
        text, font = _chance(turn, texts)
        return [_row(x + 32, text, font, Align.CENTER, _HALF_PX)]
    count = len(table.running.round.piles[seat])
    said_count = texts.count(count)
    beside = [(said_count, Font.SMALL), (said_count, Font.TINY), (f"{count}", Font.TINY)]
    for counted, font in beside:
        room = _HALF_PX - text_width(counted, font) - _GAP_PX
        said = fitting(_words(turn, texts), room, font)
        if text_width(said, font) <= room:
            break
    return [
        _row(x + 1, counted, font, Align.LEFT, _HALF_PX),
        _row(x + 63, said, font, Align.RIGHT, room),
    ]


def third(table: Table, seat: Seat, middle: int, texts: Texts) -> list[Item]:
    """Draw the two last lines of one of three players: the yaku, and the points of the match.

    What is one card short takes both: the flower that is needed, and what for.
    """
    turn = turn_at(turns(table, seat), table.view.now_s)
    first, second = _words(turn, texts), _sum_words(table, seat, texts)
    if turn.kind is TurnKind.CHANCE:
        keys = ("playing.need", "playing.plus")
        flowers = _flowers(turn.cards, texts)
        first = [texts.say(key, flower=flower) for key in keys for flower in flowers]
        second = _words(turn, texts)
    return [
        Text(middle, y, fitting(words, _THIRD_PX, Font.TINY), Font.TINY, align=Align.CENTER, width=_THIRD_PX)
        for y, words in ((43, first), (53, second))
    ]


def other_turns(table: Table, seat: Seat, texts: Texts) -> Iterator[str]:
    """Yield what stands in the line in its other turns."""
    every = turns(table, seat)
    now = turn_at(every, table.view.now_s)
    for turn in dict.fromkeys(every):
        if turn != now and turn.kind is not TurnKind.NOTHING:
            words = _words(turn, texts)
            if turn.kind is TurnKind.CHANCE:
                words = _chance_words(turn, _flowers(turn.cards, texts), texts)
            yield f"{seat} {words[0]}"


def _words(turn: Turn, texts: Texts) -> list[str]:
    """Return a turn in words, from telling to short."""
    if turn.names is not None:
        *_, name = texts.brief(turn.names)
        gap = "" if texts.has_kanji else " "
        return [f"{name}{gap}{turn.points}", name]
    match turn.kind:
        case TurnKind.TOTAL:
            return [f"+{turn.points}"]
        case TurnKind.FUKE:
            return [texts.say("playing.fuke", limit=turn.points)]
        case _:
            return [""]


def _chance(turn: Turn, texts: Texts) -> tuple[str, Font]:
    """Return what is one card short, as it fits half the panel: with its flower, or how many cards short."""
    for flowers in (_flowers(turn.cards, texts), [_ONE]):
        words = _chance_words(turn, flowers, texts)
        for font in (Font.SMALL, Font.TINY):
            text = fitting(words, _HALF_PX, font)
            if text_width(text, font) <= _HALF_PX:
                return text, font
    return text, font


def _chance_words(turn: Turn, flowers: list[str], texts: Texts) -> list[str]:
    yaku = _words(turn, texts)
    return [texts.say("playing.chance", flower=flower, yaku=name) for flower in flowers for name in yaku]


def _flowers(cards: Pile, texts: Texts) -> list[str]:
    """Return the flower of which a card is missing, whole and short; where it may be of several, how many."""
    suits = {card.suit for card in cards}
    if len(suits) != 1:
        return [_ONE]
    (suit,) = suits
    if texts.has_kanji:
        return [suit.kanji, suit.kanji[0]]
    name = texts.flower(suit, short=True)
    return [name, f"{name[: _SHORT_LETTERS - 1]}."] if len(name) > _SHORT_LETTERS else [name]


def _sum_words(table: Table, seat: Seat, texts: Texts) -> list[str]:
    points = table.running.standings.of(seat).points
    return [texts.say("standings.sum", points=points), str(points)]


def _row(x: int, text: str, font: Font, align: Align, width_px: int) -> Text:
    return Text(x, _SMALL_Y if font is Font.SMALL else _TINY_Y, text, font, align=align, width=width_px)

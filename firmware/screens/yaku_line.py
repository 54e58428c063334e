"""The yaku line of the running round: what a player made, whom fuke threatens, what is one card short."""

from collections.abc import Iterator

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import fitting
from firmware.screens.scene import Align, Font, Item, Picture, Text
from firmware.table import Table
from firmware.table.yaku_line import Turn, TurnKind
from firmware.texts import Texts
from scorer import Pile, Seat

__all__ = ["half", "other_turns", "third"]

_HALF_PX = 62
_THIRD_PX = 42
_GAP_PX = 2
_TINY_COLUMNS = 7
_SMALL_Y, _TINY_Y = 52, 53


def half(table: Table, seat: Seat, turn: Turn, x: int, texts: Texts) -> list[Item]:
    """Draw the last line of one of two players: number of cards and yaku, or what is one card short."""
    if turn.kind is TurnKind.CHANCE:
        *words, last = _chance_words(turn, texts)
        ways = [(word, font) for font in (Font.SMALL, Font.TINY) for word in words]
        fits = (way for way in ways if text_width(*way) <= _HALF_PX)
        text, font = next(fits, (last, Font.SMALL))
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


def third(table: Table, seat: Seat, turn: Turn, middle: int, texts: Texts) -> list[Item]:
    """Draw the two last lines of one of three players: the yaku, and the points of the match.

    What is one card short takes both: the flower that is needed, and what for.
    """
    first, second = _words(turn, texts), _sum_words(table, seat, texts)
    if turn.kind is TurnKind.CHANCE and not texts.has_kanji:
        return _drawn_chance(turn, middle, texts)
    if turn.kind is TurnKind.CHANCE:
        flowers = _flowers(turn.cards, texts)
        first = [*(texts.say("playing.need", flower=flower) for flower in flowers), flowers[-1]]
        second = _words(turn, texts)
    return [
        Text(middle, y, fitting(words, _THIRD_PX, Font.TINY), Font.TINY, align=Align.CENTER, width=_THIRD_PX)
        for y, words in ((43, first), (53, second))
    ]


def _drawn_chance(turn: Turn, middle: int, texts: Texts) -> list[Item]:
    """Draw the flower that is needed, and what it brings; where it may be of several, that it is one card."""
    suits = {card.suit for card in turn.cards}
    points = Text(middle - 2, 47, f"+{turn.points}", Font.TINY, width=24)
    if len(suits) == 1:
        (suit,) = suits
        return [Picture(middle - 20, 45, suit, 16, texts.flower(suit)), points]
    return [Text(middle - 4, 47, "1", Font.TINY, align=Align.RIGHT), points]


def other_turns(seat: Seat, every: tuple[Turn, ...], now: Turn, texts: Texts) -> Iterator[str]:
    """Yield what stands in the line in its other turns."""
    for turn in dict.fromkeys(every):
        if turn != now and turn.kind is not TurnKind.NOTHING:
            words = _chance_words(turn, texts) if turn.kind is TurnKind.CHANCE else _words(turn, texts)
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


def _chance_words(turn: Turn, texts: Texts) -> list[str]:
    """Return a yaku and the flower that it lacks, from telling to short: at last that one card is lacking."""
    words = _words(turn, texts)
    if texts.has_kanji:
        said = [
            texts.say("playing.chance", flower=flower, yaku=yaku)
            for flower in _flowers(turn.cards, texts)
            for yaku in words
        ]
    else:
        card = [texts.card(card) for card in turn.cards] if len(turn.cards) == 1 else []
        said = [f"{name}+{turn.points}" for name in (*card, *_flowers(turn.cards, texts))]
    return [*said, texts.say("playing.chance", flower="1", yaku=words[-1])]


def _flowers(cards: Pile, texts: Texts) -> list[str]:
    """Return the flower of which a card is missing, whole and short; where it may be of several, how many."""
    suits = {card.suit for card in cards}
    if len(suits) != 1:
        return ["1"]
    (suit,) = suits
    if texts.has_kanji:
        return [suit.kanji, suit.kanji[0]]
    name = texts.flower(suit, short=True)
    return [name, f"{name[: _TINY_COLUMNS - 1]}."] if len(name) > _TINY_COLUMNS else [name]


def _sum_words(table: Table, seat: Seat, texts: Texts) -> list[str]:
    points = table.running.standings.of(seat).points
    return [texts.say("standings.sum", points=points), str(points)]


def _row(x: int, text: str, font: Font, align: Align, width_px: int) -> Text:
    return Text(x, _SMALL_Y if font is Font.SMALL else _TINY_Y, text, font, align=align, width=width_px)

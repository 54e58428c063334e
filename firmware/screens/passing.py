"""Messages that pass: a capture, a yaku, a refusal; and a question, which stands."""

from collections.abc import Callable, Mapping
from textwrap import wrap

from firmware.screens.enrolling import stray
from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import card_name, card_title, card_type, flower, foot, large, page, title
from firmware.screens.named import named
from firmware.screens.running import game_title, seat_name
from firmware.screens.scene import Align, Box, Font, Item, Picture, Scene, Text
from firmware.table import Table
from firmware.table.state import Flash, FlashKind, Question
from firmware.texts import Language, Texts
from scorer import Card, Match, Names, Seat, Teyaku, Yaku, so_far

__all__ = ["flash", "question", "starting"]

_LARGE_COLUMNS = 16


def _card(card: Card, texts: Texts, *rows: str) -> list[Item]:
    """Draw a card: its flower large, its name, and up to two rows."""
    return [
        *flower(card.suit, texts, 16),
        Text(38, 15, texts.card(card), width=90),
        *(Text(38, 27 + 12 * place, row, width=90) for place, row in enumerate(rows)),
    ]


def _pile_foot(match: Match, seat: Seat, texts: Texts) -> tuple[Item, ...]:
    """Keep letter, points and number of cards in sight during a run of taps."""
    cards = match.round.piles[seat]
    return foot(
        texts.say("flash.pile", seat=seat_name(match, seat), points=so_far(match, seat).points),
        texts.cards(len(cards)),
    )


def _captured(table: Table, what: Flash, texts: Texts) -> Scene:
    """Show what was taken; cards read together share the screen, with one sum."""
    match = table.running
    seat = what.seat or match.round.active
    points = sum(match.ruleset.card_values[one] for one in what.cards)
    sum_x, sum_y = (40, 33) if len(what.cards) == 1 else (76, 35)
    bottom = _first_foot(match, what, seat, texts) if what.is_first else _pile_foot(match, seat, texts)
    return page(
        _taken(what.cards, texts),
        Text(sum_x, sum_y, f"+{points}", Font.LARGE, bold=True),
        Text(127, 16, str(seat), Font.LARGE, scale=2, align=Align.RIGHT, bold=True),
        bottom,
    )


def _first_foot(match: Match, what: Flash, seat: Seat, texts: Texts) -> tuple[Item, ...]:
    """Say whose pile the round's first capture went to, and how to change that."""
    others = " ".join(other.value for other in match.seats if other is not seat)
    key = "playing.first" if len(match.seats) == 2 else "playing.first_many"
    return foot(texts.say("playing.first_reader" if what.is_by_reader else key, others=others, seat=seat))


def _taken(cards: tuple[Card, ...], texts: Texts) -> list[Item]:
    card, *others = cards
    if not others:
        return [
            *card_title(card, texts),
            *flower(card.suit, texts, 16),
            *card_type(card, texts, 38, 17),
        ]
    more = texts.say("flash.rest", count=len(others) - 1) if len(others) > 1 else ""
    rows: list[Item] = []
    for y, one in ((0, card), (17, others[0])):
        rows += [Picture(1, y, one.suit, 16), Text(20, y + 2, card_name(one, texts, 90))]
    return [*rows, Text(1, 37, more, width=72)]


def _yaku(table: Table, what: Flash, texts: Texts) -> Scene:
    match, seat = table.running, what.seat or table.running.round.active
    rows: tuple[Yaku | Teyaku, ...] = (*match.ruleset.yaku, *match.ruleset.teyaku)
    made = [row for row in rows if row.id in what.words]
    names, value = made[0].names, sum(row.value for row in made)
    more = texts.say("flash.rest", count=len(made) - 1) if len(made) > 1 else ""
    if what.kind is FlashKind.DECLARED and not what.cards:
        more = texts.say("teyaku.not_checked")
    return page(
        _large(names, texts, has_more=bool(more)),
        Text(64, 40, more, Font.TINY, align=Align.CENTER, width=128),
        foot(seat_name(match, seat), f"+{value}"),
    )


def _large(names: Names, texts: Texts, *, has_more: bool) -> list[Item]:
    """Write a yaku's name as large as it may be: in kanji, or in words on up to two lines."""
    if texts.language is Language.JAPANESE:
        return [Text(64, 6, names.kanji, Font.LARGE, scale=2, align=Align.CENTER, width=128)]
    if texts.language is Language.BOTH:
        top = 0 if has_more else 2
        kanji = Text(64, top, names.kanji, Font.LARGE, scale=2, align=Align.CENTER, width=128)
        return [kanji, Text(64, 31 + 2 * top, names.english, align=Align.CENTER, width=128)]
    lines = wrap(names.english, _LARGE_COLUMNS)
    top = 12 if len(lines) == 1 else 3
    return [
        Text(64, top + 18 * place, line, Font.LARGE, align=Align.CENTER, bold=True, width=128)
        for place, line in enumerate(lines)
    ]


def _declared(table: Table, what: Flash, texts: Texts) -> Scene:
    """Show a lucky hand as a yaku; no hand at all is a declaration taken back."""
    if what.words:
        return _yaku(table, what, texts)
    seat = what.seat or table.running.round.active
    said = Text(64, 24, texts.say("teyaku.none_declared"), align=Align.CENTER)
    return page(title(texts.say("teyaku.title", seat=seat)), said, foot(seat_name(table.running, seat)))


def _moved(table: Table, what: Flash, texts: Texts) -> Scene:
    match, (card, *rest) = table.running, what.cards
    seat = what.seat or match.round.active
    rows = [texts.say("flash.moved", seat=seat)]
    if rest:
        rows.append(texts.say("flash.rest", count=len(rest)))
    return page(card_title(card, texts), _card(card, texts, *rows), _pile_foot(match, seat, texts))


def _taken_back(table: Table, what: Flash, texts: Texts) -> Scene:
    """Name what went back, and where it lies now."""
    match = table.running
    key = "flash.taken_back" if what.kind is FlashKind.TAKEN_BACK else "flash.put_back"
    if not what.cards:
        return page(
            title(texts.say(key)),
            Text(2, 20, texts.say("flash.hand_back", seat=what.seat)),
            _pile_foot(match, what.seat or match.round.active, texts),
        )
    card, *rest = what.cards
    owner = match.round.owner(card)
    where = texts.say("flash.back_to", seat=owner) if owner else texts.say("flash.back_free")
    rows = [texts.flower(card.suit), where, *([texts.say("flash.rest", count=len(rest))] if rest else [])]
    return page(
        title(texts.say(key)), _card(card, texts, *rows[-2:]), _pile_foot(match, match.round.active, texts)
    )


def _refused(table: Table, what: Flash, texts: Texts) -> Scene:
    (key,) = what.words
    hand = table.match.ruleset.deal[len(table.match.seats)].hand if table.match else 0
    number = len(table.match.rounds) if table.match else 0
    parts = {
        "seat": what.seat,
        "card": card_name(what.cards[0], texts) if what.cards else "",
        "hand": hand,
        "round": number,
    }
    first = texts.say(f"refused.{key}", **parts)
    more_key = f"refused.{key}-more"
    more = texts.say(more_key, **parts) if texts.has(more_key) else ""
    if what.cards:
        (card,) = what.cards
        return page(
            card_title(card, texts),
            *flower(card.suit, texts, 16),
            Text(38, 22, first),
            Text(38, 35, more),
        )
    return page(Box(0, 8, 128, 44), large(64, 12, first), Text(64, 33, more, align=Align.CENTER))


def _resumed(table: Table, what: Flash, texts: Texts) -> Scene:
    match = table.running
    last = [texts.say("flash.taken_last")] if what.cards else [texts.say("flash.nothing_yet")]
    rows = last + [card_name(card, texts) for card in what.cards[-2:]]
    return page(
        title(texts.say("flash.resumed"), texts.say("playing.deal", dealer=match.round.dealer)),
        *(Text(2, 15 + 12 * place, row.strip(), width=126) for place, row in enumerate(rows)),
        foot(game_title(match, texts)),
    )


def _enrolled(_table: Table, what: Flash, texts: Texts) -> Scene:
    (card,) = what.cards
    return page(
        title(texts.say("enrol.enrolled", card=card_name(card, texts, 84))),
        _card(card, texts, texts.flower(card.suit)),
        foot("OK"),
    )


def _misdealt(table: Table, what: Flash, texts: Texts) -> Scene:
    return page(
        title(texts.say("menu.misdeal")),
        large(64, 24, texts.say("flash.misdeal", dealer=what.seat)),
        foot(game_title(table.running, texts)),
    )


def _told(_table: Table, what: Flash, texts: Texts) -> Scene:
    """Say that something was chosen in a menu, as large as it may be."""
    key, words = what.words
    return page(
        Box(0, 8, 128, 44),
        Text(64, 14, texts.say(key), align=Align.CENTER),
        Text(64, 30, words, Font.LARGE, align=Align.CENTER, bold=True),
    )


_FLASHES: Mapping[FlashKind, Callable[[Table, Flash, Texts], Scene]] = {
    FlashKind.CAPTURED: _captured,
    FlashKind.YAKU: _yaku,
    FlashKind.DECLARED: _declared,
    FlashKind.MOVED: _moved,
    FlashKind.TAKEN_BACK: _taken_back,
    FlashKind.PUT_BACK: _taken_back,
    FlashKind.NAMED: named,
    FlashKind.REFUSED: _refused,
    FlashKind.RESUMED: _resumed,
    FlashKind.ENROLLED: _enrolled,
    FlashKind.MISDEAL: _misdealt,
    FlashKind.TOLD: _told,
    FlashKind.STRAY: stray,
}


def flash(table: Table, what: Flash, texts: Texts) -> Scene:
    """Show a passing message."""
    return _FLASHES[what.kind](table, what, texts)


def starting(texts: Texts) -> Scene:
    """Say that no tap would count yet."""
    return page(large(64, 24, texts.say("title.starting")))


def question(table: Table, asked: Question, texts: Texts) -> Scene:
    """Ask whether cards of other players move to the one they were tapped for."""
    cards, card = asked.cards, asked.cards[-1]
    owner = table.running.round.owner(card)
    if len(cards) == 1:
        give, stays = (
            texts.say("question.give", seat=asked.seat),
            texts.say("question.else", owner=owner),
        )
    else:
        give = texts.say("question.give_many", count=len(cards), seat=asked.seat)
        stays = texts.say("question.else_many")
    return page(
        *flower(card.suit, texts, 1),
        Text(38, 1, texts.card(card), width=90 - text_width(texts.kanji(card.suit))),
        Text(127, 1, texts.kanji(card.suit), align=Align.RIGHT),
        Text(38, 14, texts.say("question.whose", owner=owner), width=90),
        Box(0, 34, 128, 16),
        Text(4, 36, give),
        Text(2, 52, stays),
    )

"""Cards left over at the end of a round, and a lucky hand at its start: cards asked for."""

from collections.abc import Sequence

from firmware.screens.layout import card_name, flower, flower_name, foot, page, title
from firmware.screens.scene import Align, Font, Item, Line, Scene, Text
from firmware.table import Table
from firmware.table.leftover import counted_and_other, is_listing, named_card, offered, wild_goes_to
from firmware.table.lucky_hand import choices, made_by
from firmware.table.match_pages import LuckyHand
from firmware.texts import Language, Texts
from scorer import Teyaku

__all__ = ["leftover", "lucky_hand"]

_ASKED = ("teyaku.show", "teyaku.or_list")


def leftover(table: Table, texts: Texts) -> Scene:
    """Name the missing card and who gets it, or say how many are missing."""
    missing = len(table.running.unaccounted())
    return _one_card(table, missing, texts) if is_listing(table) else _many(table, missing, texts)


def _one_card(table: Table, missing: int, texts: Texts) -> Scene:
    card, match = named_card(table), table.running
    seat = offered(table, card)
    heading = title(texts.say("title.leftover", count=missing))
    others = "  ".join(texts.say("leftover.other", seat=other) for other in match.seats if other is not seat)
    if seat is None:
        reason, bottom, letter = texts.say("leftover.nobody"), foot(others), "?"
    else:
        rule = match.ruleset.leftover
        has_wild = rule is not None and any(one in rule.wild for one in match.round.piles[seat])
        held = sum(one.suit is card.suit for one in match.round.piles[seat])
        reason = texts.say("leftover.offered" if has_wild else "leftover.odd", seat=seat, count=held)
        bottom, letter = foot(texts.say("leftover.ok_to", seat=seat), others), str(seat)
    return page(
        heading,
        *flower(card.suit, texts, 16, 0),
        Text(34, 15, texts.card(card), width=80),
        Text(34, 27, flower_name(card.suit, texts), width=80),
        Text(34, 39, reason, Font.TINY, width=80),
        Text(127, 19, letter, scale=2, align=Align.RIGHT),
        bottom,
    )


def _many(table: Table, missing: int, texts: Texts) -> Scene:
    """Ask for the fuller pile to be counted: if that is right, the rest is the other player's."""
    match = table.running
    counted, other = counted_and_other(table)
    columns: list[Item] = []
    for place, (seat, cards) in enumerate(match.round.piles.items()):
        x = 64 * place
        columns.append(Text(x + 3, 16, str(seat)))
        columns.append(Text(x + 36, 14, str(len(cards)), scale=2, align=Align.RIGHT, bold=True))
        if seat is wild_goes_to(table):
            columns.append(Text(x + 62, 27, texts.say("leftover.wild"), Font.TINY, align=Align.RIGHT))
    count = len(match.round.piles[counted])
    return page(
        title(texts.say("title.unseen", count=missing), texts.say("leftover.list")),
        columns,
        Line(63, 14, 63, 37),
        Text(64, 39, texts.say("leftover.count", seat=counted, count=count), align=Align.CENTER),
        foot(texts.say("leftover.rest", seat=other, count=missing)),
    )


def lucky_hand(table: Table, mode: LuckyHand, texts: Texts) -> Scene:
    """Show what the shown cards make."""
    heading = title(texts.say("teyaku.title", seat=mode.seat))
    if not mode.shown:
        return _by_name(table, mode, texts)
    made = made_by(table)
    rows = [row for row in table.running.ruleset.teyaku if row.id in made.teyaku]
    if made.misdeal is not None:
        words, bottom = texts.say("teyaku.misdeal"), texts.say("teyaku.back")
    elif rows:
        words, bottom = _english(rows, texts), texts.say("teyaku.ok")
    else:
        words, bottom = texts.say("teyaku.nothing", count=len(mode.shown)), texts.say("teyaku.back")
    value = [Text(126, 33, f"+{sum(row.value for row in rows)}", Font.LARGE, align=Align.RIGHT, bold=True)]
    kanji = [Text(2, 33, _kanji(rows, texts), Font.LARGE)]
    return page(
        heading,
        Text(2, 14, words, width=126),
        *([] if rows else _last_two(mode, texts)),
        *(kanji + value if rows else []),
        foot(bottom),
    )


def _by_name(table: Table, mode: LuckyHand, texts: Texts) -> Scene:
    """With no card shown: ask for the cards, or show the hand that A and B chose."""
    heading = texts.say("teyaku.title", seat=mode.seat)
    if mode.choice is None:
        said = [Text(2, 17 + 14 * place, texts.say(key)) for place, key in enumerate(_ASKED)]
        return page(title(heading), said, foot(texts.say("teyaku.back")))
    every = choices(table.running.ruleset)
    count = texts.say("teyaku.of", number=mode.choice + 1, count=len(every))
    rows = [row for row in table.running.ruleset.teyaku if row.id in every[mode.choice]]
    shown = [
        Text(2, 15, _english(rows, texts) if rows else texts.say("teyaku.none"), width=126),
        Text(2, 30, _kanji(rows, texts), Font.LARGE),
        *(Text(126, 30, f"+{row.value}", Font.LARGE, align=Align.RIGHT, bold=True) for row in rows),
    ]
    mark = texts.say("teyaku.not_checked") if rows else ""
    return page(title(heading, count), shown, foot(texts.say("teyaku.declare"), mark))


def _english(rows: Sequence[Teyaku], texts: Texts) -> str:
    """Name lucky hands in English; where the display speaks Japanese their kanji are enough."""
    return "" if texts.language is Language.JAPANESE else " + ".join(row.names.english for row in rows)


def _kanji(rows: Sequence[Teyaku], texts: Texts) -> str:
    return " ".join(row.names.kanji for row in rows) if texts.has_kanji else ""


def _last_two(mode: LuckyHand, texts: Texts) -> list[Text]:
    names = [card_name(card, texts) for card in mode.shown[-2:]]
    return [Text(2, 27 + 12 * place, name, Font.TINY, width=126) for place, name in enumerate(names)]

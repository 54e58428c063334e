"""Cards left over at the end of a round, and a lucky hand at its start: cards asked for."""

from firmware.screens.layout import big_suit, card_name, foot, page, title
from firmware.screens.scene import Align, Font, Line, Scene, Text
from firmware.table import Table
from firmware.table.leftover import is_listing, named_card, offered
from firmware.table.lucky_hand import made_by
from firmware.table.state import LuckyHand
from firmware.texts import Texts

__all__ = ["leftover", "lucky_hand"]


def leftover(table: Table, texts: Texts) -> Scene:
    """Name the missing card and who gets it, or say how many are missing."""
    missing = len(table.running.unaccounted())
    return _one_card(table, missing, texts) if is_listing(table) else _many(table, missing, texts)


def _one_card(table: Table, missing: int, texts: Texts) -> Scene:
    card, match = named_card(table), table.running
    seat = offered(table, card)
    heading = title(texts.say("title.leftover_one" if missing == 1 else "title.leftover_many", count=missing))
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
        *big_suit(card, 16),
        Text(38, 15, card.english, width=90),
        Text(38, 27, card.suit.english, width=78),
        Text(38, 39, reason, Font.TINY, width=78),
        Text(127, 29, letter, Font.LARGE, align=Align.RIGHT, bold=True),
        bottom,
    )


def _many(table: Table, missing: int, texts: Texts) -> Scene:
    match = table.running
    columns = []
    for place, (seat, cards) in enumerate(match.round.piles.items()):
        x = 4 + 64 * place
        columns.append(Text(x, 22, str(seat), Font.LARGE))
        columns.append(Text(x + 54, 15, str(len(cards)), Font.LARGE, scale=2, align=Align.RIGHT, bold=True))
    return page(
        title(texts.say("title.unseen", count=missing)),
        columns,
        Line(63, 15, 63, 48),
        foot(texts.say("leftover.tap")),
    )


def lucky_hand(table: Table, mode: LuckyHand, texts: Texts) -> Scene:
    """Show what the shown cards make."""
    heading = title(texts.say("teyaku.title", seat=mode.seat))
    if not mode.shown:
        return page(heading, Text(2, 20, texts.say("teyaku.show")), foot(texts.say("teyaku.back")))
    made = made_by(table)
    rows = [row for row in table.running.ruleset.teyaku if row.id in made.teyaku]
    if made.misdeal is not None:
        words, bottom = texts.say("teyaku.misdeal"), texts.say("teyaku.back")
    elif rows:
        words = " + ".join(row.names.english for row in rows)
        bottom = texts.say("teyaku.ok")
    else:
        words, bottom = texts.say("teyaku.nothing", count=len(mode.shown)), texts.say("teyaku.back")
    value = [Text(126, 33, f"+{sum(row.value for row in rows)}", Font.LARGE, align=Align.RIGHT, bold=True)]
    kanji = [Text(2, 33, " ".join(row.names.kanji for row in rows), Font.LARGE)]
    return page(
        heading,
        Text(2, 14, words, width=126),
        *([] if rows else _last_two(mode)),
        *(kanji + value if rows else []),
        foot(bottom),
    )


def _last_two(mode: LuckyHand) -> list[Text]:
    cards = mode.shown[-2:]
    return [
        Text(2, 27 + 12 * place, card_name(card), Font.TINY, width=126) for place, card in enumerate(cards)
    ]

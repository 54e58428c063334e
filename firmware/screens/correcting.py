"""The correction of a round that was scored: the list of rounds, a round, a card, a lucky hand."""

from firmware.screens.ending import lucky_hand
from firmware.screens.layout import card_name, card_title, fitting, flower, foot, page, scroll_list, title
from firmware.screens.scene import Align, Item, Scene, Text
from firmware.table import Table
from firmware.table.correcting import mode_of, open_round, round_scores
from firmware.table.lucky_hand import choices
from firmware.table.match_pages import Correcting, LuckyHand
from firmware.texts import Texts
from scorer import Card, Match

__all__ = ["correcting"]

_ROW_PX = 110


def correcting(table: Table, texts: Texts) -> Scene:
    """Show how far the correction has come."""
    mode = mode_of(table)
    if mode.is_asking:
        return _asking(table, mode, texts)
    if not mode.is_open:
        return _rounds(table.running, mode.number, texts)
    if mode.choice is not None and mode.seat is not None:
        return lucky_hand(table, LuckyHand(mode.seat, choice=mode.choice), texts)
    if mode.card is not None:
        return _card(table, mode.card, texts)
    return _round(table, texts)


def _rounds(match: Match, chosen: int, texts: Texts) -> Scene:
    rows = [_scores(match, number) for number in range(len(match.scores))]
    lines = scroll_list(rows, chosen)
    return Scene((*title(texts.say("correct.title")), *lines.items), lines.beyond)


def _scores(match: Match, number: int) -> str:
    """Return a round's number and scores in a line, with letters where they fit."""
    scores = round_scores(match, number)
    with_letters = " ".join(f"{seat} {score}" for seat, score in scores.items())
    return fitting(
        [f"{number + 1}: {words}" for words in (with_letters, " ".join(map(str, scores.values())))], _ROW_PX
    )


def _round(table: Table, texts: Texts) -> Scene:
    """Show everyone's cards, lucky hands and score, and ask for a card."""
    match, round_, number = table.running, open_round(table), mode_of(table).number
    rows: list[Item] = []
    for place, (seat, score) in enumerate(round_scores(match, number).items()):
        y = 14 + 12 * place
        declared = round_.teyaku.get(seat, ())
        hands = [texts.brief(row.names)[-1] for row in match.ruleset.teyaku if row.id in declared]
        said = f"{seat} {texts.count(len(round_.piles[seat]))} {' '.join(hands)}"
        rows += [
            Text(2, y, said, width=88),
            Text(126, y, str(score), align=Align.RIGHT),
        ]
    heading = title(texts.say("correct.round", number=number + 1))
    has_hands = bool(match.ruleset.teyaku) and match.options.is_on("teyaku")
    return page(heading, rows, foot(texts.say("correct.tap_or_hold" if has_hands else "correct.tap")))


def _card(table: Table, card: Card, texts: Texts) -> Scene:
    """Say whose a card is, and how it is given to another."""
    match, owner = table.running, open_round(table).owner(card)
    whose = texts.say("home.whose", seat=owner) if owner else texts.say("flash.back_free")
    letters = " ".join(str(seat) for seat in match.seats if seat is not owner)
    return page(
        card_title(card, texts),
        *flower(card.suit, texts, 16),
        Text(40, 17, texts.say("correct.round", number=mode_of(table).number + 1)),
        Text(40, 31, whose),
        foot(texts.say("correct.give", letters=letters)),
    )


def _asking(table: Table, mode: Correcting, texts: Texts) -> Scene:
    if mode.card is not None:
        owner = open_round(table).owner(mode.card)
        first = card_name(mode.card, texts)
        second = texts.say("correct.move" if owner else "correct.take", owner=owner, seat=mode.seat)
    else:
        ids = choices(table.running.ruleset)[mode.choice or 0]
        rows = [fitting(texts.names(row.names), 126) for row in table.running.ruleset.teyaku if row.id in ids]
        first = texts.say("teyaku.title", seat=mode.seat)
        second = rows[0] if rows else texts.say("teyaku.none")
    return page(
        title(texts.say("correct.round", number=mode.number + 1)),
        Text(2, 18, first, width=126),
        Text(2, 33, second, width=126),
        foot(texts.say("menu.sure")),
    )

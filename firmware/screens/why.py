"""The pages of an account behind its sum: cards by type, each yaku, what rules did, the rule file."""

from collections.abc import Iterator

from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import card_name, fitting
from firmware.screens.lines import COLUMN_PX, LINE_PX, Page, in_lines, paged, setting_of
from firmware.screens.rule_file import rule_file_heading, rule_file_lines
from firmware.texts import Texts
from scorer import (
    Card,
    CardType,
    FukeKind,
    MadeYaku,
    Match,
    Names,
    PlayerScore,
    RoundScore,
    added_cards,
    switched_off,
)

__all__ = ["counted", "named", "why_pages"]

_NAME_PX = 96
_GAP_PX = 2

_Line = tuple[str, str]


def why_pages(match: Match, score: RoundScore, player: PlayerScore, texts: Texts) -> list[Page]:
    """Return the pages that say where each point of a player's sum is from."""
    return [
        *_type_pages(score, player, texts),
        *(page for made in player.made.yaku for page in _yaku_pages(match, made, texts)),
        *(page for made in player.made.silenced for page in _silenced_pages(player, made, texts)),
        *_switched_off_pages(match, player, texts),
        *_lucky_hand_pages(match, player, texts),
        *_fuke_pages(match, score, player, texts),
        *paged(*rule_file_heading(match, texts), rule_file_lines(match, texts), texts),
    ]


def counted(card_type: CardType, count: int, texts: Texts) -> str:
    """Say how many cards of a type there are."""
    return texts.say(f"account.{card_type}", count=count)


def named(names: Names, texts: Texts) -> str:
    """Return the name of a yaku or lucky hand, as much of it as fits."""
    return fitting(texts.names(names), _NAME_PX)


def _type_pages(score: RoundScore, player: PlayerScore, texts: Texts) -> Iterator[Page]:
    """Yield the cards of each type, each with its points; they add up to the row of the sum."""
    values, setting = score.ruleset.card_values, setting_of(texts)
    for line in score.by_type(player.seat):
        cards = [card for card in player.pile if card.type is line.type]
        heading, value = counted(line.type, line.count, texts), f"+{line.points}"
        if len(cards) <= setting.count:
            few = [_card_line(card, texts, str(values[card])) for card in cards]
            yield Page(heading, value, tuple(few), setting)
            continue
        starts = range(0, len(cards), 2 * setting.count)
        for number, at in enumerate(starts, 1):
            part = f" {number}/{len(starts)}" if len(starts) > 1 else ""
            lines = [_worth(card, score, texts) for card in cards[at : at + 2 * setting.count]]
            yield Page(f"{heading}{part}", value, tuple(lines), setting, is_in_two=True)


def _worth(card: Card, score: RoundScore, texts: Texts) -> _Line:
    """Name a card among those of its type, with its points; ribbons and chaff go by their flower."""
    points, font = str(score.ruleset.card_values[card]), setting_of(texts).font
    room = COLUMN_PX - text_width(points, font)
    flower = texts.flower(card.suit, short=True)
    is_one_of_many = card.type is CardType.RIBBON or card.id.endswith(("chaff-1", "chaff-2"))
    own = [] if is_one_of_many else [texts.card(card), texts.card(card).split()[0]]
    return fitting([*own, flower], room, font), points


def _card_line(card: Card, texts: Texts, right: str = "") -> _Line:
    """Name a card with its flower, beside something on the right."""
    room = LINE_PX - text_width(right, setting_of(texts).font) - (_GAP_PX if right else 0)
    return card_name(card, texts, room), right


def _yaku_pages(match: Match, made: MadeYaku, texts: Texts) -> list[Page]:
    """List the cards of a yaku; one that counts by a changed house rule says so."""
    added = added_cards(made, match.ruleset)
    by_rule = texts.say("account.by_rule")
    lines = [_card_line(card, texts, by_rule if card in added else "") for card in made.cards]
    return paged(named(made.yaku.names, texts), f"+{made.yaku.value}", lines, texts)


def _silenced_pages(player: PlayerScore, made: MadeYaku, texts: Texts) -> list[Page]:
    by = player.made.replacer(made)
    lines = [(texts.say("account.replaced"), ""), (named(by.names, texts), f"+{by.value}")]
    return paged(
        named(made.yaku.names, texts),
        "+0",
        [*lines, *(_card_line(card, texts) for card in made.cards)],
        texts,
    )


def _switched_off_pages(match: Match, player: PlayerScore, texts: Texts) -> Iterator[Page]:
    """Yield the yaku that the pile would make, had no house rule switched them off."""
    for made in switched_off(player.pile, match.ruleset, match.options):
        lines = [(texts.say("account.switched_off"), ""), *(_card_line(card, texts) for card in made.cards)]
        yield from paged(named(made.yaku.names, texts), "+0", lines, texts)


def _lucky_hand_pages(match: Match, player: PlayerScore, texts: Texts) -> Iterator[Page]:
    shown = match.round.shown.get(player.seat, ())
    cards = [card_name(card, texts) for card in shown] or [texts.say("teyaku.not_checked")]
    for row in player.teyaku:
        yield from paged(named(row.names, texts), f"+{row.value}", [(line, "") for line in cards], texts)


def _fuke_pages(match: Match, score: RoundScore, player: PlayerScore, texts: Texts) -> list[Page]:
    """Say who scored too little, and what follows for this player."""
    if score.fuke is None or not player.taken_by_fuke:
        return []
    limit = match.options.number("fuke_limit")
    key = "account.low_cards" if match.options["fuke_counts"] == "cards" else "account.low"
    lines = []
    for seat, points in score.low.items():
        lines += in_lines(texts.say(key, seat=seat, points=points, limit=limit), texts)
    key = "account.nobody_scores"
    if score.fuke is FukeKind.DEALER:
        key = "account.dealer_scores_not" if player.seat is score.dealer else "account.yaku_alone"
    lines += in_lines(texts.say(key), texts)
    return paged(
        f"{texts.say('mark.fuke')} {texts.say('account.fuke_page')}".strip(),
        f"{-player.taken_by_fuke:+}",
        [(line, "") for line in lines],
        texts,
    )

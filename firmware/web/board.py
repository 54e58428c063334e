"""What the scoreboard shows of a table, as JSON has it; every point with its reason. Pure."""

from collections.abc import Iterable
from typing import Any

from firmware.table import Table
from scorer import (
    Card,
    CardType,
    MadeYaku,
    Match,
    Names,
    Options,
    Pile,
    PlayerScore,
    RoundScore,
    RuleCardRow,
    Ruleset,
    Seat,
    Stage,
    Teyaku,
    Yaku,
    ZeroSum,
    rule_card,
    so_far,
)
from scorer.jsonl import round_answer, standing_answer

__all__ = ["board_of"]


def board_of(table: Table) -> dict[str, Any]:
    """Return the board.

    Args:
        table: as it is; its match, if any, running, waiting or over.
    """
    match = table.match
    return {
        "phase": table.phase.value,
        "is_reader_lost": bool(table.view.reader_faults),
        "match": None if match is None or not match.rounds else _match(match),
    }


def _match(match: Match) -> dict[str, Any]:
    length = match.ruleset.length_option
    return {
        "game": _names(match.ruleset.names),
        "length": {"option": length, "value": match.options.number(length)},
        "events": match.event_count,
        "round": len(match.rounds),
        "dealer": match.round.dealer.value,
        "active": match.round.active.value,
        "stage": match.stage.value,
        "is_over": match.stage is Stage.FINISHED or match.standings.finished,
        "winner": match.winner and match.winner.value,
        "names": {seat.value: name for seat, name in match.names.items()},
        "standings": {seat.value: standing_answer(match.standings.of(seat)) for seat in match.seats},
        "players": {seat.value: _player(match, seat) for seat in match.seats},
        "result": None if match.score is None else _result(match.score),
        "unaccounted": _ids(match.unaccounted()),
        "history": _history(match),
        **_rules(match.ruleset, match.options),
    }


def _player(match: Match, seat: Seat) -> dict[str, Any]:
    """Return a player's pile and what it makes; once the round is scored, also what the rules did to it."""
    cards, here = match.round.piles[seat], so_far(match, seat)
    made = here.made
    player = {
        "cards": _ids(cards),
        "types": _types(Pile.of(cards), match.ruleset),
        "card_points": made.card_points,
        "yaku": [_yaku(one) for one in made.yaku],
        "silenced": [
            {**_yaku(one), "value": 0, "by": _names(made.replacer(one).names)} for one in made.silenced
        ],
        "teyaku": [_worth(row) for row in here.teyaku],
        "shown": _ids(match.round.shown.get(seat, ())),
    }
    if match.score is not None:
        scored = match.score.of(seat)
        player |= {"taken_by_fuke": scored.taken_by_fuke, "score": scored.score}
    return player


def _types(pile: Pile, ruleset: Ruleset) -> list[dict[str, Any]]:
    """Split a pile by type; the points add up to those of its cards."""
    parts = [(one, Pile.of(card for card in pile if card.type is one)) for one in CardType]
    return [
        {"type": str(one), "cards": _ids(cards), "points": ruleset.points(cards)}
        for one, cards in parts
        if cards
    ]


def _yaku(made: MadeYaku) -> dict[str, Any]:
    return {**_worth(made.yaku), "cards": _ids(made.cards)}


def _result(score: RoundScore) -> dict[str, Any]:
    """Return what follows from a scored round."""
    answer = round_answer(score)
    kept = ("fuke", "winner", "next_dealer", "payment", "counter")
    low = {seat.value: points for seat, points in score.low.items()}
    return {**{key: answer.get(key) for key in kept}, "low": low}


def _history(match: Match) -> list[dict[str, Any]]:
    """Return the scored rounds, oldest first, as corrections left them."""
    return [
        {
            "dealer": score.dealer.value,
            **_result(score),
            "players": {player.seat.value: _in_short(player) for player in score.players},
            "standings": {seat.value: after.of(seat).points for seat in match.seats},
        }
        for score, after in zip(match.scores, match.course[1:], strict=True)
    ]


def _in_short(player: PlayerScore) -> dict[str, Any]:
    yaku = [_worth(one.yaku) for one in player.made.yaku]
    return {"score": player.score, "yaku": [*yaku, *map(_worth, player.teyaku)]}


def _rules(ruleset: Ruleset, options: Options) -> dict[str, Any]:
    """Return the rule card, and what else makes a score; all the same throughout a match."""
    settlement = ruleset.settlement if isinstance(ruleset.settlement, ZeroSum) else None
    suits = {row.id: row.suits for row in ruleset.teyaku}
    return {
        "par": None if settlement is None else settlement.par,
        "tie_card": settlement and settlement.tie_card and settlement.tie_card.id,
        "fuke": {"limit": options.number("fuke_limit"), "counts": options["fuke_counts"]}
        if options.is_on("fuke")
        else None,
        "rules": [
            {**_rule(row), "suits": None if row.cards else suits[row.id]}  # a yaku may have a hand's id
            for row in rule_card(ruleset, options)
        ],
        "house_rules": [
            {
                "names": {"en": row.english, "ja": row.kanji},
                "value": options[row.id],
                "usual": row.default,
            }
            for row in ruleset.option_rows
            if row.id != ruleset.length_option and options[row.id] != row.default
        ],
    }


def _worth(row: Yaku | Teyaku | RuleCardRow) -> dict[str, Any]:
    return {"id": row.id, "names": _names(row.names), "value": row.value}


def _rule(row: RuleCardRow) -> dict[str, Any]:
    return {
        **_worth(row),
        "cards": _ids(row.cards),
        "count": row.count,
        "silences": [_names(one) for one in row.silences],
        "wins_at_once": row.wins_at_once,
    }


def _names(names: Names) -> dict[str, str]:
    return {"en": names.english, "ja": names.kanji}


def _ids(cards: Iterable[Card]) -> list[str]:
    return [card.id for card in cards]

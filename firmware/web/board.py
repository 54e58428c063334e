"""What the scoreboard shows of a table, as JSON has it; every point with its reason. Pure."""

from collections.abc import Iterable
from typing import Any

from firmware.summary import scored_rounds
from firmware.table import Table
from scorer import (
    Card,
    MadeYaku,
    Match,
    Names,
    Pile,
    PileScore,
    PlayerScore,
    RoundScore,
    RuleCardRow,
    Seat,
    Teyaku,
    Yaku,
    rule_card,
    score_pile,
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
        "round": len(match.rounds),
        "dealer": match.round.dealer.value,
        "active": match.round.active.value,
        "stage": match.stage.value,
        "winner": match.winner and match.winner.value,
        "names": {seat.value: name for seat, name in match.names.items()},
        "standings": {seat.value: standing_answer(match.standings.of(seat)) for seat in match.seats},
        "players": {seat.value: _player(match, seat) for seat in match.seats},
        "result": None if match.score is None else _result(match.score),
        "unaccounted": _ids(match.unaccounted()),
        "history": _history(match),
        "rules": [_rule(row) for row in rule_card(match.ruleset, match.options)],
    }


def _player(match: Match, seat: Seat) -> dict[str, Any]:
    """Return a player's pile and what it makes; once the round is scored, also what the rules did to it."""
    if match.score is not None:
        return _scored(match.score.of(seat))
    pile = match.round.piles[seat]
    made = score_pile(Pile.of(pile), match.ruleset, match.options)
    declared = match.round.teyaku.get(seat, ())
    return {"cards": _ids(pile), **_points(made, [row for row in match.ruleset.teyaku if row.id in declared])}


def _scored(player: PlayerScore) -> dict[str, Any]:
    return {
        "cards": _ids(player.pile),
        **_points(player.made, player.teyaku),
        "taken_by_fuke": player.taken_by_fuke,
        "score": player.score,
    }


def _points(made: PileScore, teyaku: Iterable[Teyaku]) -> dict[str, Any]:
    hands = [_worth(row) for row in teyaku]
    silenced = [
        {"names": _names(one.yaku.names), "by": _names(made.replacer(one).names)} for one in made.silenced
    ]
    return {
        "card_points": made.card_points,
        "yaku": [_yaku(one) for one in made.yaku],
        "silenced": silenced,
        "teyaku": hands,
    }


def _yaku(made: MadeYaku) -> dict[str, Any]:
    return {**_worth(made.yaku), "cards": _ids(made.cards)}


def _result(score: RoundScore) -> dict[str, Any]:
    """Return what follows from a scored round."""
    answer = round_answer(score)
    kept = ("fuke", "winner", "next_dealer", "payment", "counter")
    return {key: answer[key] for key in kept if key in answer} | {"low": [seat.value for seat in score.low]}


def _history(match: Match) -> list[dict[str, Any]]:
    """Return the scored rounds, oldest first, as corrections left them."""
    scores = scored_rounds(match)
    afterwards = [*match.before[1:], match.standings]
    return [
        {
            "dealer": score.dealer.value,
            **_result(score),
            "players": {player.seat.value: _in_short(player) for player in score.players},
            "standings": {seat.value: after.of(seat).points for seat in match.seats},
        }
        for score, after in zip(scores, afterwards, strict=False)
    ]


def _in_short(player: PlayerScore) -> dict[str, Any]:
    yaku = [_worth(one.yaku) for one in player.made.yaku]
    return {"score": player.score, "yaku": [*yaku, *map(_worth, player.teyaku)]}


def _worth(row: Yaku | Teyaku) -> dict[str, Any]:
    return {"names": _names(row.names), "value": row.value}


def _rule(row: RuleCardRow) -> dict[str, Any]:
    return {
        "names": _names(row.names),
        "value": row.value,
        "cards": _ids(row.cards),
        "count": row.count,
        "silences": [_names(one) for one in row.silences],
        "wins_at_once": row.wins_at_once,
    }


def _names(names: Names) -> dict[str, str]:
    return {"en": names.english, "ja": names.kanji}


def _ids(cards: Iterable[Card]) -> list[str]:
    return [card.id for card in cards]

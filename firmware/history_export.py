"""`history export`: every match as JSON or CSV. firmware/README.md, "History and backup", has the fields.

Fields are only ever added; EXPORT_FORMAT grows when one changes its meaning.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from firmware.errors import BadFile, NewerFile
from firmware.glance import Entry
from firmware.history import History, ShownMatch, ShownRound, shown_match
from firmware.history_totals import PlayerTotal, YakuCount, player_totals, yaku_counts
from scorer import PlayerScore, RoundScore, Seat
from scorer.jsonl import round_answer, standing_answer

__all__ = ["CSV_FIELDS", "EXPORT_FORMAT", "exported"]

EXPORT_FORMAT = 1

CSV_FIELDS = (
    "match",
    "begun",
    "game",
    "version",
    "state",
    "winner",
    "round",
    "dealer",
    "seat",
    "name",
    "card_points",
    "yaku",
    "yaku_points",
    "teyaku",
    "teyaku_points",
    "fuke",
    "score",
    "pays",
    "pays_to",
    "counter",
    "standing",
)


def exported(form: str, data: Path, found: History, tell: Callable[[str], None]) -> Iterator[str]:
    """Give the text of an export piece by piece; one match is in memory at a time.

    Args:
        form: "json" or "csv".
        data: the data folder.
        found: the matches there.
        tell: takes what is wrong with a match; it is left out.
    """
    matches = _shown(data, found, tell)
    return _json(matches, found) if form == "json" else _csv(matches)


def _shown(data: Path, found: History, tell: Callable[[str], None]) -> Iterator[ShownMatch]:
    for entry in found.entries:
        try:
            yield shown_match(data, entry.number)
        except (BadFile, NewerFile, FileNotFoundError) as exc:
            tell(f"match {entry.number} is left out: {exc}")


def _json(matches: Iterable[ShownMatch], found: History) -> Iterator[str]:
    yield f'{{"format":{EXPORT_FORMAT},"matches":['
    separator = "\n"
    for shown in matches:
        yield separator + _text(_match(shown))
        separator = ",\n"
    players = player_totals(found.over)
    totals = [_player(total) for total in players]
    yield f'\n],"players":{_text(totals)},"yaku":{_text([_count(one) for one in yaku_counts(players)])}}}\n'


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _match(shown: ShownMatch) -> dict[str, Any]:
    entry, summary = shown.entry, shown.entry.summary
    return {
        "number": entry.number,
        "begun": entry.begun,
        "ended": shown.ended,
        "game": entry.game,
        "version": entry.version,
        "options": dict(shown.match.options),
        "names": {seat.value: entry.names.get(seat) for seat in entry.seats},
        "state": summary.state.value,
        "winner": summary.winner and summary.winner.value,
        "points": {seat.value: points for seat, points in summary.points.items()},
        "rounds": [_round(one, entry) for one in shown.rounds],
    }


def _round(shown: ShownRound, entry: Entry) -> dict[str, Any]:
    score, answer = shown.score, dict(round_answer(shown.score))
    del answer["game"], answer["next_dealer"]
    return {
        "dealer": score.dealer.value,
        "corrected": shown.is_corrected,
        "piles": {player.seat.value: [card.id for card in player.pile] for player in score.players},
        "teyaku": {player.seat.value: _teyaku(player) for player in score.players},
        **answer,
        "standings": {seat.value: standing_answer(shown.after.of(seat)) for seat in entry.seats},
    }


def _teyaku(player: PlayerScore) -> dict[str, int]:
    return {row.id: row.value for row in player.teyaku}


def _player(total: PlayerTotal) -> dict[str, Any]:
    return {
        "name": total.name,
        "matches": total.matches,
        "won": total.won,
        "rounds": total.rounds,
        "points": total.points,
        "yaku": [_count(one) for one in total.yaku],
    }


def _count(one: YakuCount) -> dict[str, Any]:
    return {"game": one.game, "yaku": one.yaku, "count": one.count}


def _csv(matches: Iterable[ShownMatch]) -> Iterator[str]:
    yield _line(CSV_FIELDS)
    for shown in matches:
        for number, one in enumerate(shown.rounds, start=1):
            for player in one.score.players:
                yield _line(_row(shown.entry, number, one, player))


def _row(entry: Entry, number: int, shown: ShownRound, player: PlayerScore) -> Iterable[object]:
    score, winner = shown.score, entry.summary.winner
    return (
        entry.number,
        entry.begun or "",
        entry.game,
        entry.version,
        entry.summary.state.value,
        winner or "",
        number,
        score.dealer,
        player.seat,
        entry.names.get(player.seat, ""),
        player.made.card_points,
        _pairs({made.yaku.id: made.yaku.value for made in player.made.yaku}),
        player.made.yaku_points,
        _pairs(_teyaku(player)),
        player.teyaku_points,
        score.fuke or "",
        player.score,
        *_payment(score, player.seat),
        "" if score.counter is None else int(score.counter is player.seat),
        shown.after.of(player.seat).points,
    )


def _payment(score: RoundScore, seat: Seat) -> tuple[object, object]:
    paid = score.payment
    return ("", "") if paid is None or paid.payer is not seat else (paid.points, paid.payee)


def _pairs(values: dict[str, int]) -> str:
    return " ".join(f"{id_}:{value}" for id_, value in values.items())


def _line(cells: Iterable[object]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(list(cells))
    return text.getvalue()

"""The commands `history list|show|export`: what was played, for people and for other programs."""

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

from firmware.columns import columns
from firmware.command_line import BadUsage
from firmware.errors import BadFile, NewerFile
from firmware.glance import Entry
from firmware.history import History, ShownMatch, ShownRound, history, shown_match
from firmware.history_totals import PlayerTotal, player_totals, yaku_counts
from firmware.output import output_file
from firmware.summary import State
from firmware.wording import counted, said
from scorer import FukeKind, PlayerScore, RoundScore, Seat

__all__ = ["export_matches", "list_matches", "show_match"]

_MOST_YAKU = 3
_FUKE = {
    FukeKind.DEALER: "fuke: the dealer scored too little, the others keep only their yaku",
    FukeKind.NON_DEALER: "fuke: somebody but the dealer scored too little, nobody scores",
    FukeKind.ANY: "fuke: somebody scored too little, nobody scores",
}


def _read_history(data: Path) -> History:
    """Read what was played.

    Raises:
        BadUsage: if there is no such data folder.
    """
    if not data.is_dir():
        raise BadUsage(f"there is no folder {data}; name the data folder with --data")
    return history(data)


def export_matches(
    asked: argparse.Namespace, write: Callable[[str], None], tell: Callable[[str], None]
) -> bool:
    """Write every match as JSON or CSV; True if every file could be read to its end.

    Args:
        asked: `data`, `format`, `file` (None: `write` takes the text) and `force`.
        write: takes pieces of text.
        tell: takes what is wrong with a file.

    Raises:
        BadUsage: if there is no such data folder, or the file exists or cannot be written.
    """
    from firmware.history_export import exported  # with all that the other commands do not need

    found = _read_history(asked.data)
    troubles: list[str] = []
    for trouble in found.troubles:
        tell(trouble)
    pieces = exported(asked.format, asked.data, found, troubles.append)
    if asked.file is None:
        for piece in pieces:
            write(piece)
    else:
        with output_file(asked.file, is_forced=asked.force) as file:
            file.writelines(piece.encode() for piece in pieces)
    for trouble in troubles:
        tell(trouble)
    return not found.troubles and not troubles


def list_matches(data: Path, write: Callable[[str], None], tell: Callable[[str], None]) -> bool:
    """Write a line for each match, then what they come to; True if every file could be read.

    Args:
        data: the data folder.
        write: takes each line.
        tell: takes what is wrong with a file.

    Raises:
        BadUsage: if there is no such data folder.
    """
    found = _read_history(data)
    for trouble in found.troubles:
        tell(trouble)
    if not found.entries:
        write("no match yet")
    else:
        write("\n".join(columns([_HEADINGS, *(_row(entry) for entry in found.entries)])))
    for line in _totals(found):
        write(line)
    return not found.troubles


def show_match(data: Path, number: int, write: Callable[[str], None], tell: Callable[[str], None]) -> bool:
    """Write a match round by round; True if its file could be read to its end.

    Args:
        data: the data folder.
        number: of the match.
        write: takes each line.
        tell: takes what is wrong with its file.

    Raises:
        BadUsage: if there is no such match.
        BadFile, NewerFile: if its file cannot be read.
    """
    try:
        shown = shown_match(data, number)
    except FileNotFoundError as exc:
        raise BadUsage(f"there is no match {number} in {data}; scorekeeper history list shows them") from exc
    except (BadFile, NewerFile) as exc:
        raise type(exc)(f"match {number} cannot be shown: {exc}") from exc
    for line in _page(shown):
        write(line)
    if shown.dropped:
        missing = counted(shown.dropped, "damaged line")
        tell(f"match {number} is shown without {missing} at the end of its file")
    return not shown.dropped


_HEADINGS = ("no.", "date", "game", "version", "rounds", "points", "result")


def _row(entry: Entry) -> tuple[str, ...]:
    points = ", ".join(f"{entry.name(seat)} {entry.summary.points[seat]}" for seat in entry.seats)
    return (
        str(entry.number),
        _date(entry.begun),
        entry.game,
        str(entry.version),
        str(entry.summary.rounds),
        points,
        _result(entry),
    )


def _date(wall_time: str | None) -> str:
    return wall_time[:10] if wall_time else "-"


def _result(entry: Entry) -> str:
    summary = entry.summary
    if summary.state is State.FINISHED:
        return f"{entry.name(summary.winner)} won" if summary.winner else "drawn"
    return "ended early" if summary.state is State.ENDED_EARLY else "goes on"


def _totals(found: History) -> Iterable[str]:
    players = player_totals(found.over)
    if not players:
        return
    yield ""
    yield from columns([_PLAYER_HEADINGS, *(_player_row(total) for total in players)])
    counts = yaku_counts(players)
    if counts:
        yield ""
        yield from columns(
            [("yaku", "game", "made"), *((one.yaku, one.game, str(one.count)) for one in counts)]
        )


_PLAYER_HEADINGS = ("player", "matches", "won", "rounds", "points", "makes most")


def _player_row(total: PlayerTotal) -> tuple[str, ...]:
    most = ", ".join(f"{one.yaku} {one.count}" for one in total.yaku[:_MOST_YAKU]) or "-"
    return total.name, str(total.matches), str(total.won), str(total.rounds), str(total.points), most


def _page(shown: ShownMatch) -> Iterable[str]:
    entry, match = shown.entry, shown.match
    yield f"match {entry.number}: {match.ruleset.names.english}, {entry.game} version {entry.version}"
    when = " to ".join(dict.fromkeys(filter(None, (_minute(entry.begun), _minute(shown.ended)))))
    yield f"played {when} UTC" if when else "date unknown: the clock was not set"
    yield "players: " + ", ".join(_who(entry, seat) for seat in entry.seats)
    yield "rules: " + ", ".join(f"{key} {said(value)}" for key, value in match.options.items())
    for number, one in enumerate(shown.rounds, start=1):
        yield ""
        yield from _round(entry, number, one)
    if len(match.rounds) > len(shown.rounds):
        yield ""
        is_running = entry.summary.state is State.RUNNING
        yield f"round {len(match.rounds)}: {'is being played' if is_running else 'not played to its end'}"
    yield ""
    yield f"result: {_result(entry)}"


def _minute(wall_time: str | None) -> str:
    return wall_time[:16].replace("T", " ") if wall_time else ""


def _round(entry: Entry, number: int, shown: ShownRound) -> Iterable[str]:
    score = shown.score
    corrected = ", corrected later" if shown.is_corrected else ""
    yield f"round {number}: {_who(entry, score.dealer)} deals{corrected}"
    yield from (f"  {line}" for line in columns([_account(entry, player) for player in score.players]))
    if score.fuke is not None:
        yield f"  {_FUKE[score.fuke]}"
    yield from (f"  {line}" for line in _payment(entry, score))
    standings = (f"{_who(entry, seat)} {shown.after.of(seat).points}" for seat in entry.seats)
    yield f"  after it: {', '.join(standings)}"


def _account(entry: Entry, player: PlayerScore) -> tuple[str, ...]:
    yaku = [str(made) for made in player.made.yaku] or ["no yaku"]
    hands = [f"{row.id} {row.value} (lucky hand)" for row in player.teyaku]
    return (
        _who(entry, player.seat),
        f"cards {player.made.card_points}",
        ", ".join([*yaku, *hands]),
        f"score {player.score}",
    )


def _payment(entry: Entry, score: RoundScore) -> Iterable[str]:
    if score.payment is not None:
        paid = score.payment
        yield f"{_who(entry, paid.payer)} pays {_who(entry, paid.payee)} {paid.points}"
    if score.counter is not None:
        yield f"{_who(entry, score.counter)} takes the counter"


def _who(entry: Entry, seat: Seat) -> str:
    name = entry.names.get(seat)
    return f"{seat} {name}" if name else seat.value

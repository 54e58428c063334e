"""The result of a round: who pays, or what fuke did; the standings; each account; the end."""

from firmware.screens.account import score_of
from firmware.screens.fonts.bitmap import text_width
from firmware.screens.layout import FOOT_Y, fitting, foot, page, title
from firmware.screens.running import seat_name
from firmware.screens.scene import Align, Bar, Box, Direction, Font, Invert, Item, Line, Scene, Text, Triangle
from firmware.table import Table
from firmware.texts import Texts
from scorer import FukeKind, Match, PlayerScore, RoundScore, Seat, ZeroSum

__all__ = ["finished", "result", "standings"]

_FOUR_DIGITS = 1000
_ROW_HEIGHT = 12
_TITLE_PX = 122


def _title(match: Match, right: str, texts: Texts) -> tuple[Item, ...]:
    """Return the top line: which round it was, as much of it as fits, and what came of it."""
    number = len(match.rounds)
    if match.ruleset.length_option == "rounds":
        rounds = match.options.number("rounds")
        said = [texts.say("result.round", round=number, rounds=rounds), f"{number}/{rounds}"]
    else:
        said = [texts.say("result.round_race", round=number)]
    return title(fitting(said, _TITLE_PX - text_width(right)), right)


def _why(match: Match, texts: Texts) -> str:
    return texts.say("result.why" if len(match.seats) == 2 else "result.why_three")


def result(table: Table, texts: Texts) -> Scene:
    """Show what the hands must do now, or what everyone scored."""
    match = table.running
    if isinstance(match.ruleset.settlement, ZeroSum):
        return _payment(match, texts)
    return _scores(match, texts)


def _payment(match: Match, texts: Texts) -> Scene:
    score = score_of(match)
    paid = score.payment
    if paid is None:
        heading, middle = texts.say("result.nobody_pays"), _tied(match, score.winner, texts)
    else:
        heading = texts.say("result.pays", loser=paid.payer, winner=paid.payee)
        middle = _paid(paid.payer, paid.points, paid.payee)
    counter = [texts.say("result.counter", seat=score.counter)] if score.counter else []
    bottom = foot(_why(match, texts), texts.say("result.next"))
    scene = page(_title(match, heading, texts), middle, bottom)
    return Scene(scene.items, tuple(counter))


def _tied(match: Match, winner: Seat | None, texts: Texts) -> list[Item]:
    """Draw a tie, and lit who wins it and takes the counter for holding a card."""
    items: list[Item] = [Text(2, 15, "0:0", Font.LARGE, scale=2, bold=True)]
    if winner is None:
        return [*items, Text(127, 24, texts.say("result.equal"), align=Align.RIGHT)]
    card = match.ruleset.settlement.tie_card if isinstance(match.ruleset.settlement, ZeroSum) else None
    why = [texts.card(card) if card else texts.say("result.equal"), texts.say("result.takes_counter")]
    return [
        *items,
        *(Text(54, 18 + 13 * place, words) for place, words in enumerate(why)),
        *_winner(winner),
    ]


def _winner(seat: Seat) -> list[Item]:
    return [
        Text(127, 15, str(seat), Font.LARGE, scale=2, align=Align.RIGHT, bold=True),
        Invert(109, 15, 19, 32),
    ]


def _paid(loser: Seat, points: int, winner: Seat) -> list[Item]:
    """Draw who pays, how much, and lit who gets it."""
    return [
        Text(2, 15, str(loser), Font.LARGE, scale=2, bold=True),
        Line(22, 31, 32, 31),
        Text(63, 15, str(points), Font.LARGE, scale=2, align=Align.CENTER, bold=True),
        Line(92, 31, 100, 31),
        Triangle(99, 26, 7, 11, Direction.RIGHT),
        *_winner(winner),
    ]


def _scores(match: Match, texts: Texts) -> Scene:
    """Show everyone's round score; what fuke took is struck through, not hidden."""
    score = score_of(match)
    columns = [item for place, player in enumerate(score.players) for item in _column(match, player, place)]
    heading = _title(match, _winner_words(score, texts), texts)
    if score.fuke is not None:
        words = "result.no_score" if score.fuke is not FukeKind.DEALER else "result.yaku_only"
        heading = (Text(2, 0, f"{texts.say('mark.fuke')} {texts.say(words)}".strip()), Invert(0, 0, 128, 13))
    why = [Text(2, 14, _fuke_reason(match, score, texts), width=126)] if score.fuke is not None else []
    return page(heading, why, columns, foot(_why(match, texts), texts.say("result.next"), lit=False))


def _winner_words(score: RoundScore, texts: Texts) -> str:
    return texts.say("result.wins", seat=score.winner) if score.winner else "="


def _fuke_reason(match: Match, score: RoundScore, texts: Texts) -> str:
    limit = match.options.number("fuke_limit")
    if score.fuke is FukeKind.DEALER:
        return texts.say("result.dealer_fuke", seat=score.dealer, limit=limit)
    return texts.say("result.annulled", seat=" ".join(map(str, score.low)), limit=limit)


def _column(match: Match, player: PlayerScore, place: int) -> list[Item]:
    """Draw one player: letter, score, and struck through what it was before fuke."""
    width = 128 // len(match.seats)
    left, right = place * width, (place + 1) * width - 3
    is_wide = len(match.seats) == 2 or (score_of(match).fuke is None and abs(player.score) < _FOUR_DIGITS)
    font, scale, y = (Font.SMALL, 2, 25) if is_wide else (Font.LARGE, 1, 24)
    items: list[Item] = [
        Text(left + 2, 14 if is_wide else 26, str(player.seat)),
        Text(right, y, str(player.score), font, scale, Align.RIGHT, bold=True),
    ]
    if place:
        items.append(Line(left - 1, 27, left - 1, 48))
    if player.taken_by_fuke:
        before = player.score + player.taken_by_fuke
        x, align = (left + 2, Align.LEFT) if len(match.seats) == 2 else (right, Align.RIGHT)
        items.append(Text(x, 40, str(before), Font.TINY, align=align, strike=True))
    return items


def standings(table: Table, texts: Texts) -> Scene:
    """Show how the match stands, and what comes next."""
    match = table.running
    now = match.standings
    number = len(match.rounds)
    is_race = match.ruleset.length_option == "target"
    right = texts.say("standings.to", target=match.options.number("target")) if is_race else ""
    most = max(1, *(now.of(seat).points for seat in match.seats))
    full = max(most, match.options.number("target")) if is_race else max(most, 1)
    rows: list[Item] = []
    for place, seat in enumerate(match.seats):
        y = 15 + _ROW_HEIGHT * place
        standing = now.of(seat)
        points = standing.points
        rows.append(Text(1, y, str(seat), bold=True))
        rows.append(Bar(12, y + 1, 66, 10, min(max(points / full, 0.0), 1.0)))
        rows.append(Text(127, y, str(points), align=Align.RIGHT))
    if now.finished:
        bottom = foot(texts.say("standings.end"))
    else:
        bottom = foot(texts.say("standings.next", round=number + 1, dealer=match.next_dealer))
    key = "standings.after" if is_race else "standings.after_of"
    total = match.options.number(match.ruleset.length_option)
    heading = title(texts.say(key, round=number, rounds=total), right)
    if is_race and not now.finished and most >= match.options.number("target"):
        heading = title(texts.say("standings.tied", points=most))
    return page(heading, rows, _counters(match, texts), bottom)


def _counters(match: Match, texts: Texts) -> list[Item]:
    """Say how many counters each has; they are in the points above."""
    now = match.standings
    if now.of(match.seats[0]).counters is None:
        return []
    taken = ":".join(str(now.of(seat).counters) for seat in match.seats)
    return [Text(1, 39, texts.say("standings.counters", taken=taken), width=126)]


def finished(table: Table, texts: Texts) -> Scene:
    """Show who won, and by how much."""
    match = table.running
    now = match.standings
    rows = "  ".join(f"{seat} {now.of(seat).points}" for seat in match.seats)
    if match.winner is None:
        heading, by = texts.say("finished.drawn"), ""
    else:
        name = seat_name(match, match.winner)
        heading = texts.say("finished.wins", name=name)
        by = _by(match, match.winner, texts)
    return page(
        Box(0, 0, 128, FOOT_Y - 1),
        Text(64, 5, heading, Font.LARGE, align=Align.CENTER, width=124),
        Text(64, 22, by, align=Align.CENTER),
        Text(64, 36, rows, align=Align.CENTER),
        foot(texts.say("finished.home")),
    )


def _by(match: Match, winner: Seat, texts: Texts) -> str:
    """Say by how much somebody won; who won by a yaku at once, with fewer points, won with that."""
    now = match.standings
    lead = now.of(winner).points - max(now.of(seat).points for seat in match.seats if seat is not winner)
    if lead > 0:
        return texts.say("finished.by", points=lead)
    made = [one.yaku for one in score_of(match).of(winner).made.yaku if one.yaku.wins_at_once]
    return texts.say("finished.with", yaku=fitting(texts.names(made[0].names), 96)) if made else ""

"""A player's account: a sum that can be added up with a finger, then the pages that say why."""

from dataclasses import dataclass

from firmware.screens.layout import fitting, foot, page, title
from firmware.screens.lines import Page, draw_lines
from firmware.screens.running import seat_name
from firmware.screens.scene import Align, Item, Scene, Text
from firmware.screens.why import counted, named, why_pages
from firmware.table import Table
from firmware.texts import Texts
from scorer import Match, Names, PlayerScore, RoundScore, Seat, ZeroSum

__all__ = ["Row", "account", "account_rows", "score_of"]

_SUM_ROWS = 3
_ROW_HEIGHT = 12
_NAME_PX = 100


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the sum; `points` add up to the score."""

    what: str
    points: int

    @property
    def sign(self) -> str:
        """The points as written, with their plus or minus."""
        return f"{self.points:+}"


@dataclass(frozen=True, slots=True)
class _SumPage:
    """A page of the sum."""

    heading: str
    value: str
    rows: tuple[Row, ...]


def score_of(match: Match) -> RoundScore:
    """Return the score of the round whose result is shown."""
    if match.score is None:
        raise LookupError("the round is not scored")
    return match.score


def account(table: Table, seat: Seat, number: int, texts: Texts) -> Scene:
    """Show a page of a player's account; after the last one comes the first."""
    pages = _pages(table.running, seat, texts)
    here = number % len(pages)
    shown = pages[here]
    scene = page(
        title(shown.heading, shown.value),
        _drawn(shown),
        foot(texts.say("account.more", seat=seat), texts.say("account.close"), lit=False),
    )
    others = [line for one in (*pages[:here], *pages[here + 1 :]) for line in _said(one)]
    return Scene(scene.items, tuple(others))


def account_rows(match: Match, seat: Seat, texts: Texts) -> list[Row]:
    """Return the sum: cards by type, par, yaku, lucky hands, and what a rule took away."""
    score = score_of(match)
    player = score.of(seat)
    rows = [Row(counted(line.type, line.count, texts), line.points) for line in score.by_type(seat)]
    settlement = match.ruleset.settlement
    if isinstance(settlement, ZeroSum):
        rows.append(Row(texts.say("account.par"), -settlement.par))
    rows += [Row(named(made.yaku.names, texts), made.yaku.value) for made in player.made.yaku]
    rows += _silenced(player, texts)
    rows += _lucky_hands(match, player, texts)
    if isinstance(settlement, ZeroSum):
        rows += [
            Row(_of_other(other.seat, made.yaku.names, texts), -made.yaku.value)
            for other in score.players
            if other.seat is not seat
            for made in other.made.yaku
        ]
    if player.taken_by_fuke:
        rows.append(Row(texts.say("account.fuke"), -player.taken_by_fuke))
    return rows


def _silenced(player: PlayerScore, texts: Texts) -> list[Row]:
    """Return the yaku that score nothing beside a dearer one, with its name."""
    rows = []
    for made in player.made.silenced:
        names, over = made.yaku.names, player.made.replacer(made).names
        wordings = zip(
            (*texts.short(names), *texts.brief(names)), (*texts.short(over), *texts.brief(over)), strict=True
        )
        said = [texts.say("account.silenced", yaku=yaku, by=dearer) for yaku, dearer in wordings]
        rows.append(Row(fitting(said, _NAME_PX + 12), 0))
    return rows


def _lucky_hands(match: Match, player: PlayerScore, texts: Texts) -> list[Row]:
    """Return the declared hands; those that nobody checked by their cards say so."""
    if player.seat in match.round.shown:
        return [Row(named(row.names, texts), row.value) for row in player.teyaku]
    rows = []
    for row in player.teyaku:
        said = [texts.say("account.unchecked", hand=hand) for hand in texts.names(row.names)]
        rows.append(Row(fitting(said, _NAME_PX), row.value))
    return rows


def _of_other(seat: Seat, names: Names, texts: Texts) -> str:
    said = [texts.say("account.opponent", seat=seat, yaku=name) for name in texts.short(names)]
    return fitting(said, _NAME_PX - 4)


def _pages(match: Match, seat: Seat, texts: Texts) -> list[_SumPage | Page]:
    score = score_of(match)
    player = score.of(seat)
    rows = tuple(account_rows(match, seat, texts))
    heading, total = seat_name(match, seat), f"{player.score:+}"
    starts = range(0, max(len(rows), 1), _SUM_ROWS)
    sums = [_SumPage(heading, total, rows[at : at + _SUM_ROWS]) for at in starts]
    return [*sums, *why_pages(match, score, player, texts)]


def _drawn(shown: _SumPage | Page) -> list[Item]:
    if isinstance(shown, Page):
        return draw_lines(shown)
    items: list[Item] = []
    for place, row in enumerate(shown.rows):
        y = 14 + _ROW_HEIGHT * place
        items += [
            Text(1, y, row.what, width=124 - 6 * len(row.sign)),
            Text(127, y, row.sign, align=Align.RIGHT),
        ]
    return items


def _said(shown: _SumPage | Page) -> list[str]:
    if isinstance(shown, Page):
        return [f"{shown.heading} {shown.value}", *(f"{left} {right}".strip() for left, right in shown.lines)]
    return [f"{row.what} {row.sign}" for row in shown.rows]

"""A player's account: a sum that can be added up with a finger, then each yaku with its cards."""

from collections.abc import Iterable
from dataclasses import dataclass

from firmware.screens.layout import card_name, fitting, foot, page, title
from firmware.screens.running import seat_name
from firmware.screens.scene import Align, Font, Item, Scene, Text
from firmware.table import Table
from firmware.texts import Texts
from scorer import Card, CardType, Match, Names, PlayerScore, RoundScore, Seat, ZeroSum

__all__ = ["Row", "account", "account_rows", "score_of"]

_SUM_ROWS = 3
_CARD_ROWS = 4
_ROW_HEIGHT = 12
_CARD_HEIGHT = 9
_NAME_PX = 100


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the sum; `points` add up to the score."""

    what: str
    points: int

    @property
    def sign(self) -> str:
        """The points as written: cards begin the sum, all the rest says plus or minus."""
        return f"{self.points:+}"


@dataclass(frozen=True, slots=True)
class _Page:
    """One page: its heading, its value, and what it lists."""

    heading: str
    value: str
    rows: tuple[Row, ...] = ()
    cards: tuple[Card, ...] = ()


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
    more = texts.say("account.more", seat=seat) if len(pages) > 1 else ""
    scene = page(
        title(shown.heading, shown.value),
        _drawn(shown, texts),
        foot(more, texts.say("account.close"), lit=False),
    )
    others = [line for one in (*pages[:here], *pages[here + 1 :]) for line in _said(one, texts)]
    return Scene(scene.items, tuple(others))


def account_rows(match: Match, seat: Seat, texts: Texts) -> list[Row]:
    """Return the sum: cards by type, par, yaku, lucky hands, and what a rule took away."""
    score = score_of(match)
    player = score.of(seat)
    rows = [Row(_counted(line.type, line.count, texts), line.points) for line in score.by_type(seat)]
    settlement = match.ruleset.settlement
    if isinstance(settlement, ZeroSum):
        rows.append(Row(texts.say("account.par"), -settlement.par))
    rows += [Row(_named(made.yaku.names, texts), made.yaku.value) for made in player.made.yaku]
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
        by = next(one.yaku for one in player.made.yaku if made.yaku.id in one.yaku.replaces)
        names, over = made.yaku.names, by.names
        wordings = zip(
            (*texts.short(names), *texts.brief(names)), (*texts.short(over), *texts.brief(over)), strict=True
        )
        said = [texts.say("account.silenced", yaku=yaku, by=dearer) for yaku, dearer in wordings]
        rows.append(Row(fitting(said, _NAME_PX + 12), 0))
    return rows


def _lucky_hands(match: Match, player: PlayerScore, texts: Texts) -> list[Row]:
    """Return the declared hands; those that nobody checked by their cards say so."""
    if player.seat in match.round.shown:
        return [Row(_named(row.names, texts), row.value) for row in player.teyaku]
    rows = []
    for row in player.teyaku:
        said = [texts.say("account.unchecked", hand=hand) for hand in texts.names(row.names)]
        rows.append(Row(fitting(said, _NAME_PX), row.value))
    return rows


def _counted(card_type: CardType, count: int, texts: Texts) -> str:
    return texts.say(f"account.{card_type}{'' if count == 1 else 's'}", count=count)


def _of_other(seat: Seat, names: Names, texts: Texts) -> str:
    said = [texts.say("account.opponent", seat=seat, yaku=name) for name in texts.short(names)]
    return fitting(said, _NAME_PX - 4)


def _named(names: Names, texts: Texts) -> str:
    return fitting(texts.names(names), _NAME_PX - 4)


def _pages(match: Match, seat: Seat, texts: Texts) -> list[_Page]:
    player = score_of(match).of(seat)
    rows = tuple(account_rows(match, seat, texts))
    heading, total = seat_name(match, seat), f"{player.score:+}"
    pages = [_Page(heading, total, rows=rows[at : at + _SUM_ROWS]) for at in _steps(len(rows), _SUM_ROWS)]
    yaku = [(made, f"+{made.yaku.value}") for made in player.made.yaku]
    yaku += [(made, "+0") for made in player.made.silenced]
    for made, value in yaku:
        cards, name = tuple(made.cards), _named(made.yaku.names, texts)
        pages += [
            _Page(name, value, cards=cards[at : at + _CARD_ROWS]) for at in _steps(len(cards), _CARD_ROWS)
        ]
    return pages


def _steps(length: int, step: int) -> Iterable[int]:
    """Return where pages begin; an empty list has one page."""
    return range(0, max(length, 1), step)


def _drawn(shown: _Page, texts: Texts) -> list[Item]:
    items: list[Item] = []
    for place, row in enumerate(shown.rows):
        y = 14 + _ROW_HEIGHT * place
        items += [
            Text(1, y, row.what, width=124 - 6 * len(row.sign)),
            Text(127, y, row.sign, align=Align.RIGHT),
        ]
    for place, card in enumerate(shown.cards):
        items.append(Text(1, 13 + _CARD_HEIGHT * place, card_name(card, texts), Font.TINY))
    return items


def _said(shown: _Page, texts: Texts) -> list[str]:
    rows = [f"{row.what} {row.sign}" for row in shown.rows]
    cards = [card_name(card, texts) for card in shown.cards]
    return rows + ([f"{shown.heading} {shown.value}", *cards] if cards else [])

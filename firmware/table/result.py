"""The result of a round, page by page, and the end of a match."""

from dataclasses import replace

from firmware.table.correcting import opened_correcting
from firmware.table.decision import Decision, HoldWords, decision
from firmware.table.match_pages import ResultPage
from firmware.table.pages import AtHome
from firmware.table.playing import seat_of
from firmware.table.setup import put_away
from firmware.table.state import AtTable, Table
from hardware import Button
from scorer import (
    Doubt,
    Match,
    MatchFinished,
    MatchResumed,
    Pile,
    RoundReopened,
    RoundStarted,
    find_doubts,
)

__all__ = ["doubts", "held", "hold_words", "page_of", "pages", "pressed", "pressed_finished", "shown_page"]


def page_of(table: Table) -> AtTable:
    """Return which page is up."""
    mode = table.view.mode
    return mode if isinstance(mode, AtTable) else AtTable()


def doubts(match: Match) -> tuple[Doubt, ...]:
    """Return what the players should look at again before they believe the result."""
    piles = {seat: Pile.of(cards) for seat, cards in match.round.piles.items()}
    return find_doubts(match.ruleset, match.options, piles)


def pages(match: Match) -> tuple[ResultPage, ...]:
    """Return the pages of a result; "Look again?" only where there is something to look at."""
    every = tuple(ResultPage)
    return every if doubts(match) else every[1:]


def shown_page(table: Table) -> ResultPage:
    """Return the page that is up: the first one, where the one meant is left out."""
    here, shown = page_of(table).page, pages(table.running)
    return here if here in shown else shown[0]


def pressed(table: Table, button: Button) -> Decision:
    """Turn the pages, open and close accounts, reopen the round, or go on to the next."""
    here = page_of(table)
    seat = seat_of(button, table.running)
    if seat is not None:
        page = here.account_page + 1 if seat is here.account else 0
        return decision(table, mode=replace(here, account=seat, account_page=page))
    if button not in (Button.OK, Button.BACK):
        return decision(table)
    if here.account is not None:
        return decision(table, mode=replace(here, account=None, account_page=0))
    return _turn(table, 1 if button is Button.OK else -1)


def _turn(table: Table, step: int) -> Decision:
    """Turn a page; before the first one is the round, after the last the next round."""
    all_pages = pages(table.running)
    number = all_pages.index(shown_page(table)) + step
    if number < 0:
        return decision(table, RoundReopened(), mode=AtTable())
    if number == len(all_pages):
        return _go_on(table)
    return decision(table, mode=AtTable(page=all_pages[number]))


def hold_words(table: Table, button: Button) -> HoldWords | None:
    """Return what holding BACK does on the last page; None elsewhere."""
    is_last = shown_page(table) is ResultPage.STANDINGS and page_of(table).account is None
    return HoldWords("correct.hold") if button is Button.BACK and is_last else None


def held(table: Table, _button: Button) -> Decision:
    """Open the correction of this round or an earlier one."""
    return opened_correcting(table)


def pressed_finished(table: Table, button: Button) -> Decision:
    """OK goes home, BACK to the result."""
    if button is Button.OK:
        return decision(table, *put_away(table), mode=AtHome())
    if button is Button.BACK:
        return decision(table, MatchResumed(), mode=AtTable(page=ResultPage.STANDINGS))
    return decision(table)


def _go_on(table: Table) -> Decision:
    if table.running.standings.finished:
        return decision(table, MatchFinished(), mode=AtTable())
    return decision(table, RoundStarted(table.running.next_dealer), mode=AtTable())

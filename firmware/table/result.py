"""The result of a round, and the end of a match."""

from dataclasses import replace

from firmware.table.decision import Decision, decision
from firmware.table.pages import AtHome
from firmware.table.playing import LAST_RESULT_PAGE, seat_of
from firmware.table.setup import put_away
from firmware.table.state import AtTable, Table
from hardware import Button
from scorer import MatchFinished, MatchResumed, RoundReopened, RoundStarted

__all__ = ["page_of", "pressed", "pressed_finished"]


def page_of(table: Table) -> AtTable:
    """Return which page is up."""
    mode = table.view.mode
    return mode if isinstance(mode, AtTable) else AtTable()


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
    if button is Button.BACK:
        if here.page == 0:
            return decision(table, RoundReopened(), mode=AtTable())
        return decision(table, mode=replace(here, page=here.page - 1))
    if here.page < LAST_RESULT_PAGE:
        return decision(table, mode=replace(here, page=here.page + 1))
    return _go_on(table)


def pressed_finished(table: Table, button: Button) -> Decision:
    """OK goes home, BACK to the result."""
    if button is Button.OK:
        return decision(table, *put_away(table), mode=AtHome())
    if button is Button.BACK:
        return decision(table, MatchResumed(), mode=AtTable(page=LAST_RESULT_PAGE))
    return decision(table)


def _go_on(table: Table) -> Decision:
    if table.running.standings.finished:
        return decision(table, MatchFinished(), mode=AtTable())
    return decision(table, RoundStarted(table.running.next_dealer), mode=AtTable())

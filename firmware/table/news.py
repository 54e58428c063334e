"""What is heard from devices, disk and doctor: the view changes, and nothing that lasts."""

from dataclasses import replace
from types import MappingProxyType

from firmware.table import check
from firmware.table.decision import Decision, decision
from firmware.table.inputs import (
    AddressesRead,
    CheckDone,
    DisplayNews,
    HistoryRead,
    Input,
    ReaderNews,
    SaveNews,
)
from firmware.table.pages import InAddresses, InHistory
from firmware.table.state import Flash, FlashKind, Notice, Table

__all__ = ["heard"]

READER_LOST_S = 5.0


def heard(table: Table, given: Input) -> Decision:
    """Answer what nobody at the table did."""
    view = table.view
    match given:
        case ReaderNews():
            return _hear_of_reader(table, given)
        case DisplayNews(fault):
            notice = Notice.DISPLAY_LOST if fault else _unless(view.notice, Notice.DISPLAY_LOST)
            return decision(table, notice=notice, is_display_lost=fault is not None)
        case SaveNews(is_unsaved):
            notice = Notice.NOT_SAVED if is_unsaved else _unless(view.notice, Notice.NOT_SAVED)
            return decision(table, is_unsaved=is_unsaved, notice=notice)
        case HistoryRead(matches) if isinstance(view.mode, InHistory):
            return decision(table, mode=replace(view.mode, matches=matches))
        case AddressesRead(addresses) if isinstance(view.mode, InAddresses):
            return decision(table, mode=replace(view.mode, addresses=addresses))
        case CheckDone():
            return check.done(table, given)
        case _:
            return decision(table)


def _unless(notice: Notice | None, gone: Notice) -> Notice | None:
    return None if notice is gone else notice


def _hear_of_reader(table: Table, news: ReaderNews) -> Decision:
    """Note which readers are lost; while one is left the table only says in passing which is not."""
    view = table.view
    faults = {number: fault for number, fault in view.reader_faults.items() if number != news.reader}
    notice, flash = view.notice, view.flash
    if news.fault is not None:
        faults, notice = {**faults, news.reader: news.fault}, Notice.READER_LOST
    if not faults:
        notice = _unless(notice, Notice.READER_LOST)
    if flash is not None and flash.kind is FlashKind.READER_LOST:
        flash = None
    if 0 < len(faults) < len(table.reader_seats):
        flash = Flash(FlashKind.READER_LOST, view.now_s + READER_LOST_S)
    lost = MappingProxyType(dict(sorted(faults.items())))
    return decision(table, reader_faults=lost, notice=notice, flash=flash, is_fault_seen=False)

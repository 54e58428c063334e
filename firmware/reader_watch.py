"""The readers' thread: looks for tags with each in turn, and finds again those that were lost."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from firmware.table import Input, ReaderNews, ReadersReady
from hardware import Clock, HardwareError, Mailbox, TagLeft, TagReader
from hardware.chip_probe import ChipProbe

__all__ = ["POLL_PERIOD_S", "RETRY_S", "ProbeOrder", "watch_readers"]

logger = logging.getLogger(__name__)

POLL_PERIOD_S = 0.05
"""From one look for tags to the next."""

RETRY_S = 0.4
"""The longest wait between two tries to find a lost reader; the first comes with the next look."""

_REST_S = 0.01
"""The thread rests at least so long between two rounds, however long one took."""


@dataclass(frozen=True, slots=True)
class ProbeOrder:
    """Lets the readers be probed, in their order; `report` takes what was found."""

    report: Callable[[Sequence[ChipProbe]], None]


@dataclass(slots=True)
class _Watched:
    """One reader, and what is known of its health; the log names it where there are several."""

    reader: TagReader
    number: int
    name: str
    is_open: bool = False
    is_ready: bool = False  # it has looked, and nobody was told since that it is lost
    fault: str | None = None
    is_told: bool = False
    retry_at_s: float = 0.0
    wait_s: float = POLL_PERIOD_S


def watch_readers(
    readers: tuple[TagReader, ...],
    clock: Clock,
    put: Callable[[Input], None],
    orders: Mailbox[Any],
    note: Callable[[bool], None],
) -> None:
    """Poll the readers, one after the other so that only one field is on, until told to stop.

    A reader that fails once is opened anew with the next look; if that fails too, the table is told. One
    that is lost does not hold up the others.

    Args:
        readers: not open yet; closed at the end.
        clock: for all waiting.
        put: takes the tags that arrive, and news of the readers; also when all of them are at work, at
            first and whenever one that was lost is back.
        orders: a `ProbeOrder` is carried out between two looks; any other message ends the work.
        note: is told after each round whether every reader is at work or known to be lost.
    """
    watched = [
        _Watched(reader, number, f"reader {number + 1}: " if len(readers) > 1 else "")
        for number, reader in enumerate(readers)
    ]
    try:
        rest_s, was_ready = 0.0, False
        while (order := orders.get(rest_s)) is None or isinstance(order, ProbeOrder):
            began_s = clock.now_s()
            if order is not None:
                order.report([_probe(each) for each in watched])
            for each in watched:
                _look(each, clock, put)
            is_ready = all(each.is_ready for each in watched)
            if is_ready and not was_ready:
                put(ReadersReady(clock.now_s()))
            was_ready = is_ready
            note(all(each.is_ready or each.is_told for each in watched))
            rest_s = max(began_s + POLL_PERIOD_S - clock.now_s(), _REST_S)
    finally:
        for each in watched:
            each.reader.close()


def _probe(each: _Watched) -> ChipProbe:
    each.is_open = False  # it is opened anew with the next look
    return each.reader.probe()


def _look(each: _Watched, clock: Clock, put: Callable[[Input], None]) -> None:
    """Look for tags once; a reader that is lost waits until it is time to try again."""
    if clock.now_s() < each.retry_at_s:
        return
    try:
        if not each.is_open:
            each.reader.open()
            each.is_open = True
        news = each.reader.poll()
    except HardwareError as exc:
        _lose(each, str(exc), clock.now_s(), put)
        return
    if each.fault is not None:
        _find_again(each, clock.now_s(), put)
    each.is_ready = True
    for one in news:
        logger.debug("%s", one)
        if not isinstance(one, TagLeft):
            put(one)


def _lose(each: _Watched, fault: str, now_s: float, put: Callable[[Input], None]) -> None:
    if fault != each.fault:
        logger.warning("%s%s", each.name, fault)
    if each.fault is not None and not each.is_told:
        each.is_told, each.is_ready = True, False
        put(ReaderNews(fault, now_s, each.number))
    each.fault, each.is_open = fault, False
    each.retry_at_s = now_s + each.wait_s
    each.wait_s = min(2 * each.wait_s, RETRY_S)


def _find_again(each: _Watched, now_s: float, put: Callable[[Input], None]) -> None:
    logger.info("%sthe reader is back", each.name)
    if each.is_told:
        put(ReaderNews(None, now_s, each.number))
    each.fault, each.is_told, each.wait_s, each.retry_at_s = None, False, POLL_PERIOD_S, 0.0

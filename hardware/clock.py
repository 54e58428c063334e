"""Time and threads, as the appliance knows them, and the machine's own.

The appliance reads time, sleeps, starts threads and passes messages only through a `Clock`; so the
virtual one (`virtual_clock`) can take the place of the machine's.
"""

import datetime
import math
import queue
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

__all__ = ["Clock", "Mailbox", "SystemClock", "Task", "make_lock"]

T = TypeVar("T")

_EARLIEST_BELIEVABLE_YEAR = 2026  # a Pi without network starts in the past
_NEAR_THE_BEGINNING_S = 30 * 86_400.0
_LONGEST_WAIT_S = 0.5
"""A signal that comes just as a thread begins to wait is heeded only when it waits no longer."""


class Mailbox(Protocol[T]):
    """A queue that one thread reads and any may fill."""

    def put(self, item: T) -> None:
        """Add an item; never blocks."""

    def get(self, timeout_s: float | None = None) -> T | None:
        """Take the oldest item, waiting up to `timeout_s` (None: for ever); None when time is up."""


class Task(Protocol):
    """A started thread."""

    def join(self, timeout_s: float) -> bool:
        """Wait for the thread to end; True if it has."""


class Clock(Protocol):
    """What the appliance knows of time."""

    def now_s(self) -> float:
        """Return seconds since some fixed point; never goes back."""

    def wall_time(self) -> str | None:
        """Return the date and time as ISO 8601 in UTC, None while nobody has set it. For notes only."""

    def sleep(self, seconds: float) -> None:
        """Let that much time pass."""

    def mailbox(self) -> Mailbox[Any]:
        """Make an empty mailbox whose `get` waits on this clock."""

    def start(self, name: str, target: Callable[[], None]) -> Task:
        """Run `target` in a thread of its own."""


def make_lock() -> AbstractContextManager[bool]:
    """Make a lock for what two threads may touch at once; its holder may take it again, and must not wait."""
    return threading.RLock()


class _SystemMailbox(Generic[T]):
    def __init__(self) -> None:
        self._items: queue.SimpleQueue[T] = queue.SimpleQueue()

    def put(self, item: T) -> None:
        self._items.put(item)

    def get(self, timeout_s: float | None = None) -> T | None:
        until_s = math.inf if timeout_s is None else time.monotonic() + timeout_s
        while True:
            left_s = max(until_s - time.monotonic(), 0.0)
            try:
                return self._items.get(timeout=min(left_s, _LONGEST_WAIT_S))
            except queue.Empty:
                if left_s <= _LONGEST_WAIT_S:
                    return None


class _SystemTask:
    def __init__(self, name: str, target: Callable[[], None]) -> None:
        self._thread = threading.Thread(target=target, name=name, daemon=True)
        self._thread.start()

    def join(self, timeout_s: float) -> bool:
        self._thread.join(timeout_s)
        return not self._thread.is_alive()


class SystemClock:
    """The machine's own time and threads.

    Args:
        root: of the file system.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self._begins_at = root / "usr/lib/clock-epoch"
        self._synchronized = root / "run/systemd/timesync/synchronized"

    def now_s(self) -> float:
        """Return the monotonic time in seconds."""
        return time.monotonic()

    def wall_time(self) -> str | None:
        """Return UTC, or None while the year shows that the clock was never set.

        A system that says where its clock begins (systemd(1), clock-epoch), which may be this year, is
        believed once the network has told the time, or the clock is far from that, as by a module.
        """
        now = datetime.datetime.now(datetime.UTC)
        is_set = now.year >= _EARLIEST_BELIEVABLE_YEAR and not self._has_just_begun(now.timestamp())
        return now.isoformat(timespec="seconds") if is_set else None

    def _has_just_begun(self, now: float) -> bool:
        try:
            begun = self._begins_at.stat().st_mtime
        except OSError:
            return False
        return now < begun + _NEAR_THE_BEGINNING_S and not self._synchronized.exists()

    def sleep(self, seconds: float) -> None:
        """Sleep in real time."""
        time.sleep(seconds)

    def mailbox(self) -> Mailbox[Any]:
        """Make a queue that waits in real time."""
        return _SystemMailbox()

    def start(self, name: str, target: Callable[[], None]) -> Task:
        """Start a daemon thread."""
        return _SystemTask(name, target)

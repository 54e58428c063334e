"""A clock that jumps when every thread waits.

Exactly one thread runs at a time, and the next to run is always the one that is due first (of
equals, the one that began to wait first). An evening's play therefore takes seconds, and the same
input gives the same order of events, always.
"""

import itertools
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from hardware.clock import Mailbox, Task

__all__ = ["Killed", "VirtualClock"]

T = TypeVar("T")

_NEVER = float("inf")


class Killed(BaseException):
    """Unwinds a thread of the virtual clock whose power was cut; nothing may catch it."""


class _VirtualMailbox(Generic[T]):
    def __init__(self, clock: "VirtualClock") -> None:
        self._clock = clock
        self.items: deque[T] = deque()

    def put(self, item: T) -> None:
        self.items.append(item)
        self._clock.expect_others()

    def get(self, timeout_s: float | None = None) -> T | None:
        if not self.items:
            until = _NEVER if timeout_s is None else self._clock.now_s() + max(timeout_s, 0.0)
            self._clock.wait(until, self)
        return self.items.popleft() if self.items else None


class _VirtualTask:
    """One thread, and what it waits for. It has locked its baton, which is released when it may run."""

    def __init__(self, clock: "VirtualClock", name: str) -> None:
        self.name = name
        self.due_s = 0.0
        self.mailbox: _VirtualMailbox[Any] | None = None
        self.turn = 0
        self.is_killed = False
        self.has_ended = False
        self.baton = threading.Lock()
        self.baton.acquire()
        self._clock = clock

    def ready_at(self, now_s: float) -> float:
        """Return when the thread can go on: at once if a message is there, else when it is due."""
        return now_s if self.mailbox is not None and self.mailbox.items else self.due_s

    def join(self, timeout_s: float) -> bool:
        until = self._clock.now_s() + timeout_s
        while not self.has_ended and self._clock.now_s() < until:
            self._clock.sleep(min(0.001, timeout_s))
        return self.has_ended


class VirtualClock:
    """Time that passes only while every thread waits. The creating thread is the first task."""

    def __init__(self) -> None:
        self._now_s = 0.0
        self._others_due_s = _NEVER  # when another thread than the running one can go on, or earlier
        self._turns = itertools.count()
        self._current = _VirtualTask(self, "main")
        self._tasks = [self._current]
        self._failure: BaseException | None = None

    def now_s(self) -> float:
        """Return virtual seconds since the clock was made."""
        if self._current.is_killed:
            raise Killed
        return self._now_s

    def wall_time(self) -> str | None:
        """Return None: nobody sets this clock."""
        return None

    def sleep(self, seconds: float) -> None:
        """Let virtual time pass; other threads that are due earlier run meanwhile."""
        until_s = self._now_s + seconds
        if until_s < self._others_due_s and not self._current.is_killed:
            if seconds > 0:  # nobody else is there to hand over to
                self._now_s = until_s
        else:
            self.wait(until_s, None)

    def expect_others(self) -> None:
        """Note that another thread may be able to go on now."""
        self._others_due_s = self._now_s

    def mailbox(self) -> Mailbox[Any]:
        """Make a queue that waits in virtual time."""
        return _VirtualMailbox(self)

    def start(self, name: str, target: Callable[[], None]) -> Task:
        """Start a thread; it first runs when the caller next waits."""
        task = _VirtualTask(self, name)
        task.due_s, task.turn = self._now_s, next(self._turns)
        self._tasks.append(task)
        self.expect_others()
        threading.Thread(target=self._run, args=(task, target), name=name, daemon=True).start()
        return task

    def kill_others(self) -> None:
        """End every thread but the caller's where it stands, as a power cut does."""
        me = self._current
        for task in [other for other in self._tasks if other is not me]:
            task.is_killed = True
            self._current = task
            task.baton.release()
            me.baton.acquire()
            self._current = me

    def all_wait_for_messages(self) -> bool:
        """Return whether every other thread waits at an empty mailbox."""
        others = [task for task in self._tasks if task is not self._current]
        return all(task.mailbox is not None and not task.mailbox.items for task in others)

    def wait(self, until_s: float, mailbox: _VirtualMailbox[Any] | None) -> None:
        """Hand over to whoever is due first; return when the caller is."""
        self._die_if_killed()
        if until_s < self._others_due_s:
            self._now_s = max(self._now_s, until_s)  # nobody else is there to hand over to
            return
        me = self._current
        me.due_s, me.mailbox, me.turn = until_s, mailbox, next(self._turns)
        self._hand_over(me)
        me.mailbox = None
        self._die_if_killed()
        if self._failure is not None and me.name == "main":
            failure, self._failure = self._failure, None
            raise failure

    def _die_if_killed(self) -> None:
        if self._current.is_killed:
            raise Killed

    def _hand_over(self, me: _VirtualTask) -> None:
        heir, ready_s, others_due_s = self._first_due()
        if ready_s == _NEVER:  # also when a thread ends: the main thread is the one to hear of it
            self._failure = RuntimeError("every thread waits for a message that nobody can send")
            heir, ready_s = self._tasks[0], self._now_s
        self._now_s, self._others_due_s = max(self._now_s, ready_s), others_due_s
        if heir is not me:
            self._current = heir
            heir.baton.release()
            if not me.has_ended:
                me.baton.acquire()

    def _first_due(self) -> tuple[_VirtualTask, float, float]:
        """Return the thread that is due first, when it is, and when the next after it."""
        first, first_s, next_s = self._tasks[0], self._tasks[0].ready_at(self._now_s), _NEVER
        for task in self._tasks[1:]:
            ready_s = task.ready_at(self._now_s)
            if ready_s < first_s or (ready_s == first_s and task.turn < first.turn):
                first, first_s, next_s = task, ready_s, first_s
            elif ready_s < next_s:
                next_s = ready_s
        return first, first_s, next_s

    def _run(self, task: _VirtualTask, target: Callable[[], None]) -> None:
        task.baton.acquire()
        try:
            if not task.is_killed:
                target()
        except Killed:
            pass
        except BaseException as failure:  # carried to the main thread, which raises it
            self._failure = failure
            self._tasks[0].due_s = self._now_s
        task.has_ended = True
        self._tasks.remove(task)
        if task.is_killed:
            self._tasks[0].baton.release()
        else:
            self._hand_over(task)

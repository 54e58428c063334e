"""Passes the newest of something on to whoever listens; who is slow misses what came between."""

from collections.abc import Generator
from typing import Any, Generic, TypeVar

from hardware import Clock, Mailbox

__all__ = ["Hub"]

T = TypeVar("T")


class Hub(Generic[T]):
    """Where the newest value is told, from any thread, and listened to, in a thread of each listener's own.

    Args:
        clock: what the listeners wait on.
        newest: what is so at first.
    """

    def __init__(self, clock: Clock, newest: T) -> None:
        self._clock = clock
        self._newest = newest
        self._is_closed = False
        self._bells: dict[int, Mailbox[Any]] = {}

    @property
    def newest(self) -> T:
        """What was told last."""
        return self._newest

    @property
    def listeners(self) -> int:
        """How many listen."""
        return len(self._bells)

    def tell(self, newest: T) -> None:
        """Put a new value in the place of the last."""
        self._newest = newest
        self._ring()

    def close(self) -> None:
        """Let every listener come to its end."""
        self._is_closed = True
        self._ring()

    def listen(self, every_s: float) -> Generator[T | None, None, None]:
        """Give the value, then each newer one that there is when the last has been used.

        Args:
            every_s: after so long without a newer one None is given, so that the listener can look round.
        """
        bell = self._clock.mailbox()
        self._bells[id(bell)] = bell
        try:
            given = self._newest
            yield given
            while not self._is_closed:
                is_rung = bell.get(every_s) is not None
                while is_rung and bell.get(0.0) is not None:
                    pass
                newest = self._newest
                if newest is not given:
                    given = newest
                    yield given
                elif not is_rung:
                    yield None
        finally:
            del self._bells[id(bell)]

    def _ring(self) -> None:
        for bell in list(self._bells.values()):
            bell.put(True)

"""Whether the box is ready and alive, as the service manager is told it.

Each thread notes its rounds. The loop, which alone writes the journal, feeds the watchdog, and does so
only while the other threads go round too: whoever hangs, the feeding stops and the box is started anew.
"""

import logging
import os
from collections.abc import Mapping

from firmware.notify import Tell, notifier

__all__ = ["DISPLAY", "READERS", "Health", "hanging", "health_of"]

logger = logging.getLogger(__name__)

READERS, DISPLAY = "readers", "display"
"""The threads that note their rounds."""

_MICROSECONDS = 1_000_000


def hanging(rounds: Mapping[str, float], now_s: float, most_s: float) -> tuple[str, ...]:
    """Return the threads whose last round is too long ago.

    Args:
        rounds: when each thread last came round.
        now_s: the time now.
        most_s: how long a round may take.
    """
    return tuple(name for name, last_s in rounds.items() if now_s - last_s > most_s)


class Health:
    """What is known of the threads, and what of it was told.

    Args:
        tell: takes each line.
        feed_every_s: between two signs of life, and the longest that a thread's round may take; None: nobody
            waits for any.
    """

    def __init__(self, tell: Tell, feed_every_s: float | None = None) -> None:
        self._tell = tell
        self._every_s = feed_every_s
        self._feed_at_s = 0.0
        self._rounds: dict[str, float] = {}
        self._unsettled = {READERS, DISPLAY}
        self._is_ready = False
        self._late: tuple[str, ...] = ()
        self._status = ""

    def begin(self, now_s: float) -> None:
        """Note that the threads start now."""
        self._rounds = dict.fromkeys((READERS, DISPLAY), now_s)
        self._feed_at_s = now_s

    def note(self, thread: str, now_s: float, *, is_settled: bool = True) -> None:
        """Note a thread's round.

        Args:
            thread: READERS or DISPLAY.
            now_s: when it ended.
            is_settled: its devices are at work, or known to be missing. Once all have been, the box is ready.
        """
        self._rounds[thread] = now_s
        if is_settled and not self._is_ready:
            self._unsettled.discard(thread)
            if not self._unsettled:
                self._is_ready = True
                self._tell("READY=1")

    def feed(self, now_s: float) -> float | None:
        """Give a sign of life if it is time for one and no thread hangs.

        Returns:
            When to come again, None for never.
        """
        if self._every_s is None or now_s < self._feed_at_s:
            return None if self._every_s is None else self._feed_at_s
        late = hanging(self._rounds, now_s, self._every_s)
        if not late:
            self._tell("WATCHDOG=1")
        elif late != self._late:
            logger.error("no sign of life from the %s: the watchdog is not fed", " and the ".join(late))
        self._late, self._feed_at_s = late, now_s + self._every_s
        return self._feed_at_s

    def say(self, status: str) -> None:
        """Say in a line what the box is at; told where it is new."""
        if status != self._status:
            self._status = status
            self._tell(f"STATUS={status}")

    def end(self) -> None:
        """Say that the box ends now: systemd gives it two seconds from here."""
        self._tell("STOPPING=1")


def health_of(environment: Mapping[str, str]) -> Health:
    """Return the health of a process, told as the service manager asked for it when it started that."""
    tell = notifier(environment.get("NOTIFY_SOCKET"))
    asked = environment.get("WATCHDOG_USEC", "")
    is_ours = environment.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())
    if not is_ours or not asked.isdecimal() or int(asked) == 0:
        return Health(tell)
    return Health(tell, int(asked) / _MICROSECONDS / 2)

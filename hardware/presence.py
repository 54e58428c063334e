"""Which tags are in the field: one arrival for each presentation. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from hardware.iso14443 import is_random_uid

__all__ = ["LEFT_AFTER_MISSES", "LEFT_AFTER_S", "MISSED_FOR_S", "MOST_MISSED", "Presence"]

LEFT_AFTER_S = 0.3
"""A tag out of the field for under 0.2 s is the same presentation, for 0.4 s or more a new one."""

LEFT_AFTER_MISSES = 3
"""Nor does a tag leave at the first silence after a pause in which nobody looked."""

MISSED_FOR_S = 5.0
"""For so long a tag that left is asked for by name: it may still lie there, asleep and badly heard."""

MOST_MISSED = 4
"""So many of them, the last that left: asking takes time that the next card may need."""


@dataclass(slots=True)
class _Seen:
    heard_s: float
    misses: int = 0


@dataclass(slots=True)
class Presence:
    """Remembers when each tag was last heard; only clean silence makes one leave.

    A phone makes its UID up anew whenever the field comes on, so all such UIDs count as one tag.
    """

    _here: dict[bytes, _Seen] = field(default_factory=dict)
    _left_s: dict[bytes, float] = field(default_factory=dict)

    def here(self) -> tuple[bytes, ...]:
        """Return the UIDs of the tags that have not left, first come first."""
        return tuple(self._here)

    def missed(self) -> tuple[bytes, ...]:
        """Return the UIDs of the tags that left a short while ago."""
        return tuple(self._left_s)

    def forget_missed(self, now_s: float) -> bool:
        """Give up those that left long ago, or before many others; True if there were any."""
        before = len(self._left_s)
        last = list(self._left_s.items())[-MOST_MISSED:]
        self._left_s = {uid: at_s for uid, at_s in last if now_s - at_s < MISSED_FOR_S}
        return len(self._left_s) < before

    def hear(self, uid: bytes, at_s: float) -> bool:
        """Note that a tag answered, or may have; True if it was not here before."""
        is_new = uid not in self._here
        if is_new and is_random_uid(uid):
            for other in [other for other in self._here if is_random_uid(other)]:
                del self._here[other]
                is_new = False
        self._here[uid] = _Seen(at_s)
        self._left_s.pop(uid, None)
        return is_new

    def miss(self, uids: Iterable[bytes], at_s: float) -> tuple[bytes, ...]:
        """Note that these were asked and nobody answered; return those that are gone for long enough."""
        left = []
        for uid in uids:
            seen = self._here[uid]
            seen.misses += 1
            if at_s - seen.heard_s >= LEFT_AFTER_S and seen.misses >= LEFT_AFTER_MISSES:
                del self._here[uid]
                if not is_random_uid(uid):
                    self._left_s[uid] = at_s
                left.append(uid)
        return tuple(left)

"""Which tags are in the field: one arrival for each presentation. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["LEFT_AFTER_MISSES", "LEFT_AFTER_S", "Presence"]

LEFT_AFTER_S = 0.3
"""A tag out of the field for under 0.2 s is the same presentation, for 0.4 s or more a new one."""

LEFT_AFTER_MISSES = 3
"""Nor does a tag leave at the first silence after a pause in which nobody looked."""


@dataclass(slots=True)
class _Seen:
    heard_s: float
    misses: int = 0


@dataclass(slots=True)
class Presence:
    """Remembers when each tag was last heard; only clean silence makes one leave."""

    _seen: dict[bytes, _Seen] = field(default_factory=dict)

    def known(self) -> tuple[bytes, ...]:
        """Return the UIDs of the tags that have not left, first come first."""
        return tuple(self._seen)

    def hear(self, uid: bytes, at_s: float) -> bool:
        """Note that a tag answered, or may have; True if it was not here before."""
        is_new = uid not in self._seen
        self._seen[uid] = _Seen(at_s)
        return is_new

    def miss(self, uids: Iterable[bytes], at_s: float) -> bool:
        """Note that these were asked and nobody answered; True if one of them is gone for long enough."""
        has_left = False
        for uid in uids:
            seen = self._seen[uid]
            seen.misses += 1
            if at_s - seen.heard_s >= LEFT_AFTER_S and seen.misses >= LEFT_AFTER_MISSES:
                del self._seen[uid]
                has_left = True
        return has_left

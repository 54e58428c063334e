"""Which tags are in the field: one arrival for each presentation. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["LEFT_AFTER_S", "Presence"]

LEFT_AFTER_S = 0.3
"""A tag out of the field for under 0.2 s is the same presentation, for 0.4 s or more a new one."""


@dataclass(slots=True)
class Presence:
    """Remembers when each tag was last heard; only clean silence makes one leave."""

    _heard_s: dict[bytes, float] = field(default_factory=dict)

    def known(self) -> tuple[bytes, ...]:
        """Return the UIDs of the tags that have not left, first come first."""
        return tuple(self._heard_s)

    def hear(self, uid: bytes, at_s: float) -> bool:
        """Note that a tag answered, or may have; True if it was not here before."""
        is_new = uid not in self._heard_s
        self._heard_s[uid] = at_s
        return is_new

    def miss(self, uids: Iterable[bytes], at_s: float) -> None:
        """Note that these were asked and nobody answered; forget those gone for long enough."""
        for uid in uids:
            if at_s - self._heard_s[uid] >= LEFT_AFTER_S:
                del self._heard_s[uid]

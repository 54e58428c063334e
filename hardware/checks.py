"""How well each tag reads: the reads of a presentation, counted. Pure."""

from dataclasses import dataclass, field

from hardware.iso14443 import is_random_uid

__all__ = ["READS", "Checks"]

READS = 5
"""So many reads tell a good sticker from a weak one."""


@dataclass(slots=True)
class _Reads:
    sound: int = 0
    of: int = 0
    unheard: int = 0


@dataclass(slots=True)
class Checks:
    """Counts the reads of the tags that arrived, until there are enough of them.

    A look in which a tag was silent was a read that failed, unless the tag had left: that shows
    only when it is heard again.
    """

    _running: dict[bytes, _Reads] = field(default_factory=dict)

    def begin(self, uid: bytes) -> None:
        """Count the reads of a tag that arrived; not a phone's, whose number changes as it lies there."""
        if not is_random_uid(uid):
            self._running[uid] = _Reads()

    def miss(self, uid: bytes) -> None:
        """Note that a tag was silent."""
        if uid in self._running:
            self._running[uid].unheard += 1

    def read(self, uid: bytes, *, is_sound: bool) -> tuple[int, int] | None:
        """Note a read; return how many were sound and how many there were, once there are enough."""
        reads = self._running.get(uid)
        if reads is None:
            return None
        reads.of = min(reads.of + reads.unheard, READS - 1) + 1
        reads.sound += is_sound
        reads.unheard = 0
        return self.end(uid) if reads.of == READS else None

    def end(self, uid: bytes) -> tuple[int, int] | None:
        """Return how many reads were sound, and how many there were; None if that was told before."""
        reads = self._running.pop(uid, None)
        return None if reads is None else (reads.sound, reads.of)

"""The space before the antenna: which tags are in it, and whether they have power."""

import random

from hardware.clock import Clock, make_lock
from hardware.simulated.classic import Classic
from hardware.simulated.iso14443_tag import Frame, Tag

__all__ = ["Field"]

_WAKE_S = 0.005  # ISO 14443-3, 5: a tag hears the reader 5 ms after it got power
_FADE_S = 0.005  # and may live on as long without


class Field:
    """A reader's field, with the tags in it.

    Hands may reach into it while the reader looks, from another thread.

    Attributes:
        wake_s: how long a tag has power before it hears. The 5 ms are what a reader must allow;
            a tag may be quicker.
        lost_frame_rate: how likely a tag is to miss a frame, as at the edge of the field.
    """

    def __init__(self, clock: Clock, chance: random.Random | None = None) -> None:
        self.wake_s = _WAKE_S
        self.lost_frame_rate = 0.0
        self._chance = chance or random.Random(0)
        self._clock = clock
        self._lock = make_lock()
        self._hears_from_s: dict[Tag, float] = {}
        self._is_on = False
        self._off_at_s = float("-inf")
        self.times_lit = 0
        """How often the antenna was switched on."""

    @property
    def tags(self) -> tuple[Tag, ...]:
        """Those now in the field, in the order in which they came."""
        return tuple(self._hears_from_s)

    @property
    def is_on(self) -> bool:
        """Whether the antenna radiates."""
        return self._is_on

    def add(self, tag: Tag) -> None:
        """Put a tag down; one that is there already stays as it is."""
        with self._lock:
            if tag not in self._hears_from_s:
                tag.power_off()
                self._hears_from_s[tag] = self._clock.now_s() + self.wake_s

    def remove(self, tag: Tag) -> None:
        """Lift a tag; one that is not there stays away."""
        with self._lock:
            if self._hears_from_s.pop(tag, None) is not None:
                tag.power_off()

    def switch(self, is_on: bool) -> None:
        """Switch the antenna. Tags outlive a gap of less than 5 ms."""
        now_s = self._clock.now_s()
        if is_on and not self._is_on and now_s - self._off_at_s >= _FADE_S:
            self._wake_all(now_s)
        if self._is_on and not is_on:
            self._off_at_s = now_s
        self.times_lit += is_on and not self._is_on
        self._is_on = is_on

    def collapse(self) -> None:
        """Switch off for certain, as a reset of the chip does: every tag forgets."""
        self._is_on, self._off_at_s = False, float("-inf")
        with self._lock:
            for tag in self._hears_from_s:
                tag.power_off()

    def send(self, frame: Frame) -> list[Frame]:
        """Give every tag that has power the frame; return the answers."""
        if not self._is_on or not self._hears_from_s:
            return []
        now_s = self._clock.now_s()
        with self._lock:
            hearers = [tag for tag, from_s in self._hears_from_s.items() if now_s >= from_s]
            if self.lost_frame_rate:
                hearers = [tag for tag in hearers if self._chance.random() >= self.lost_frame_rate]
            answers = [tag.receive(frame) for tag in hearers]
        return [answer for answer in answers if answer is not None]

    def prove(self, key: bytes, uid: bytes) -> bool:
        """Let the tags that asked for a proof of the key judge it; return whether one was content."""
        asked = [tag for tag in self.tags if isinstance(tag, Classic) and tag.has_asked]
        verdicts = [tag.prove(key, uid) for tag in asked]  # all of them, not only up to the first
        return any(verdicts)

    def _wake_all(self, now_s: float) -> None:
        with self._lock:
            for tag in self._hears_from_s:
                tag.power_off()
                self._hears_from_s[tag] = now_s + self.wake_s

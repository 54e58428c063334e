"""A simulated buzzer: what is heard of it, from the levels on its pin."""

from dataclasses import dataclass

from hardware.clock import Clock
from hardware.settings import BuzzerKind, BuzzerSettings

__all__ = ["Heard", "Piezo"]

_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Heard:
    """A sound that is over.

    Attributes:
        at_s: when it began, in seconds of the clock.
        frequency_hz: its pitch; None for an active buzzer's own.
        for_s: how long it lasted.
    """

    at_s: float
    frequency_hz: float | None
    for_s: float


class Piezo:
    """A buzzer of the kind that the settings name; one that is not wired is never heard.

    A passive one sounds only while its pin goes to and fro, at that frequency; an active one whenever its
    pin is not at rest. A pin that nobody drives is at rest: pulled down, or up by the module that sounds
    at low.

    Attributes:
        heard: the last sounds that are over, oldest first.
    """

    def __init__(self, clock: Clock, settings: BuzzerSettings) -> None:
        self.heard: list[Heard] = []
        self._clock = clock
        self._settings = settings
        self._since_s: float | None = None
        self._frequency_hz: float | None = None

    @property
    def pin(self) -> int:
        """BCM number of the pin that it is wired to."""
        return self._settings.pin

    @property
    def is_sounding(self) -> bool:
        """Whether it is heard now."""
        return self._since_s is not None

    def feel(self, level: float, frequency_hz: float | None) -> None:
        """Take what a pin gives that somebody drives: the share of a period that it is high, 0 to 1."""
        if self._settings.kind is BuzzerKind.PASSIVE:
            sounds = frequency_hz is not None and 0 < level < 1
            self._change(sounds=sounds, frequency_hz=frequency_hz)
        elif self._settings.kind is BuzzerKind.ACTIVE:
            self._change(sounds=level != float(self._settings.sounds_at_low), frequency_hz=None)

    def rest(self) -> None:
        """Take a pin that nobody drives."""
        self._change(sounds=False, frequency_hz=None)

    def _change(self, *, sounds: bool, frequency_hz: float | None) -> None:
        if sounds is self.is_sounding and (not sounds or frequency_hz == self._frequency_hz):
            return
        now_s = self._clock.now_s()
        if self._since_s is not None and now_s > self._since_s:
            self.heard.append(Heard(self._since_s, self._frequency_hz, now_s - self._since_s))
            del self.heard[:-_KEPT]
        self._since_s, self._frequency_hz = (now_s if sounds else None), frequency_hz

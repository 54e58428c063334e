"""Blinks the board's light and sounds the buzzer, again and again and without haste, until told otherwise."""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware import Buzzer, Clock, Led, Mailbox, Tone

__all__ = ["BEEP_EVERY_S", "FIRST_S", "Beacon"]

FIRST_S = 2.0
"""So long after it was told the light blinks first: what is back at once was no fault to count."""

BEEP_EVERY_S = 30.0
"""From one sound of the buzzer to the next; the light blinks all the time."""

_ON_S, _OFF_S = 0.25, 0.35
_BETWEEN_S = 1.2
_REST_S = 3.0
_PITCH_HZ = 1175


@dataclass(frozen=True, slots=True)
class _Told:
    """What is to be counted; `is_over` ends the work."""

    counts: tuple[int, ...] = ()
    is_heard: bool = True
    is_over: bool = False


class Beacon:
    """The counting of one box.

    Args:
        clock: times it.
        led: the board's light.
        buzzer: open, or silent.
    """

    def __init__(self, clock: Clock, led: Led, buzzer: Buzzer) -> None:
        self._clock = clock
        self._led = led
        self._buzzer = buzzer
        self._news: Mailbox[_Told] = clock.mailbox()
        self._last = _Told()

    def tell(self, counts: tuple[int, ...], *, is_heard: bool) -> None:
        """Count this from now on; nothing at all if there is nothing to count.

        Args:
            counts: how often to blink, one after the other.
            is_heard: whether the buzzer sounds as well.
        """
        told = _Told(counts, is_heard)
        if told != self._last:
            self._last = told
            self._news.put(told)

    def stop(self) -> None:
        """End `run` soon."""
        self._news.put(_Told(is_over=True))

    def run(self) -> None:
        """Count what is told, in a thread of its own, until stopped."""
        told: _Told | None = self._last
        try:
            while told is not None and not told.is_over:
                if told.counts:
                    told = self._count(told)
                else:
                    self._led.give_back()
                    told = self._news.get()
        finally:
            self._led.give_back()

    def _count(self, told: _Told) -> _Told:
        """Blink and beep until there is something else to tell."""
        self._led.take()
        beep_at_s = self._clock.now_s() + FIRST_S
        for is_on, for_s in _steps(told.counts):
            if is_on and told.is_heard and self._clock.now_s() >= beep_at_s:
                self._buzzer.play(_sound(told.counts))
                beep_at_s = self._clock.now_s() + BEEP_EVERY_S
            self._led.set(is_on)
            news = self._news.get(for_s)
            if news is not None:
                return news
        return told


def _steps(counts: tuple[int, ...]) -> Iterator[tuple[bool, float]]:
    """Yield for ever whether the light is on, and for how long."""
    yield False, FIRST_S
    while True:
        for place, count in enumerate(counts):
            if place:
                yield False, _BETWEEN_S
            for _ in range(count):
                yield True, _ON_S
                yield False, _OFF_S
        yield False, _REST_S


def _sound(counts: tuple[int, ...]) -> list[Tone]:
    """Return the same as tones, in the light's own rhythm."""
    tones = []
    for count in counts:
        tones += [Tone(_PITCH_HZ, _ON_S, _OFF_S)] * (count - 1)
        tones.append(Tone(_PITCH_HZ, _ON_S, _OFF_S + _BETWEEN_S))
    return tones

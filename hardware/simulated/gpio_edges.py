"""Edge detection as RPi.GPIO does it: a thread that calls back when an input pin changes."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial

from hardware.clock import Clock

__all__ = ["Edge", "EdgeWatch"]

_LOOK_S = 0.001


class Edge(Enum):
    """Which changes of a level count; the values are RPi.GPIO's constants."""

    RISING = 31
    FALLING = 32
    BOTH = 33


@dataclass(frozen=True, slots=True, eq=False)
class _Watched:
    """One pin under watch; known by identity, so that a pin that is watched anew gets a new thread."""

    pin: int
    edge: Edge
    callback: Callable[[], object]


class EdgeWatch:
    """The pins of a board that somebody watches.

    A change that lasts less than a millisecond is missed, which a Pi's kernel would note.

    Args:
        clock: on which the threads look.
        level: tells the level of a pin, by its BCM number.
    """

    def __init__(self, clock: Clock, level: Callable[[int], bool]) -> None:
        self._clock = clock
        self._level = level
        self._watched: dict[int, _Watched] = {}

    def add(self, pin: int, edge: Edge, callback: Callable[[], object]) -> None:
        """Start to watch.

        Raises:
            RuntimeError: if the pin is watched already.
        """
        if pin in self._watched:
            raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
        self._watched[pin] = watched = _Watched(pin, edge, callback)
        self._clock.start(f"edges of GPIO {pin}", partial(self._watch, watched, self._level(pin)))

    def remove(self, pin: int) -> None:
        """Watch a pin no more; harmless if nobody did."""
        self._watched.pop(pin, None)

    def clear(self) -> None:
        """Watch nothing."""
        self._watched.clear()

    def _watch(self, watched: _Watched, was: bool) -> None:
        while self._watched.get(watched.pin) is watched:
            self._clock.sleep(_LOOK_S)
            level = self._level(watched.pin)
            if level != was and watched.edge in (Edge.BOTH, Edge.RISING if level else Edge.FALLING):
                watched.callback()
            was = level

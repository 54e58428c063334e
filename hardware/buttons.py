"""Five buttons on gpiozero, each to ground with the pin's own pull-up.

gpiozero's own debouncing differs between pin factories (lgpio waits for a stable level,
RPi.GPIO ignores what follows the first edge and may lose a release), so the contacts are settled
here, on our clock. Edges are only hints: they may come late, show the level of a later moment, or
not come at all. When no more of them wait, the level of the pin itself is what counts.
"""

import contextlib
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hardware.clock import Clock, Mailbox
from hardware.errors import ButtonsLost
from hardware.pin_refusal import why_no_pin
from hardware.ports import Button, ButtonEdge

__all__ = ["LOOK_S", "SAMPLE_S", "SETTLE_S", "Debouncer", "GpioButtons"]

logger = logging.getLogger(__name__)

SETTLE_S = 0.01
"""Contacts that have not changed for this long have stopped bouncing."""

SAMPLE_S = 0.002
"""So often the pin is read while its contacts settle: shorter than any spike that must not count."""

LOOK_S = 0.05
"""So often a button that is down is looked at, lest it stays down for ever where its release was lost."""


@dataclass(slots=True)
class _Contact:
    is_down: bool = False
    changed_s: float | None = None  # first edge since it was last settled
    last_edge_s: float = 0.0
    level: bool = False
    looked_s: float = 0.0

    @property
    def due_s(self) -> float | None:
        """When it will have settled, or is to be looked at; None while it rests and is up."""
        if self.changed_s is not None:
            return min(self.last_edge_s + SETTLE_S, max(self.last_edge_s, self.looked_s) + SAMPLE_S)
        return self.looked_s + LOOK_S if self.is_down else None


@dataclass(slots=True)
class Debouncer:
    """Turns trains of raw edges into single presses and releases. Pure but for its memory."""

    _contacts: dict[Button, _Contact] = field(default_factory=dict)

    def start(self, button: Button, *, is_down: bool, at_s: float = 0.0) -> None:
        """Take a button's state at the start, which is no press even if it is down."""
        self._contacts[button] = _Contact(is_down=is_down, level=is_down, looked_s=at_s)

    def feel(self, button: Button, *, is_down: bool, at_s: float) -> None:
        """Take one raw edge."""
        contact = self._contacts[button]
        contact.level, contact.last_edge_s = is_down, at_s
        if contact.changed_s is None:
            contact.changed_s = at_s

    def look(self, button: Button, *, is_down: bool | None, at_s: float) -> None:
        """Take the level that a pin has now, None if it cannot be read; another level is a lost edge."""
        contact = self._contacts[button]
        contact.looked_s = at_s
        if is_down not in (None, contact.level):
            self.feel(button, is_down=not contact.level, at_s=at_s)

    def down(self) -> tuple[Button, ...]:
        """Return the buttons that are down, as far as their contacts have settled."""
        return tuple(button for button, contact in self._contacts.items() if contact.is_down)

    def due_s(self) -> float | None:
        """Return when the next contact will have settled or is to be looked at; None if all rest."""
        return min((one.due_s for one in self._contacts.values() if one.due_s is not None), default=None)

    def due(self, now_s: float) -> list[Button]:
        """Return the buttons whose level is wanted by now."""
        return [
            button for button, one in self._contacts.items() if one.due_s is not None and one.due_s <= now_s
        ]

    def settle(self, now_s: float) -> list[ButtonEdge]:
        """Return the presses and releases that are certain by now, in the order in which they began."""
        settled = []
        for button, contact in self._contacts.items():
            if contact.changed_s is None or now_s < contact.last_edge_s + SETTLE_S:
                continue
            if contact.level != contact.is_down:
                contact.is_down = contact.level
                settled.append(ButtonEdge(button, contact.is_down, contact.changed_s))
            contact.changed_s, contact.looked_s = None, now_s
        return sorted(settled, key=lambda edge: edge.at_s)


@dataclass(frozen=True, slots=True)
class _RawEdge:
    button: Button
    is_down: bool
    at_s: float


class GpioButtons:
    """The `Buttons` of the box.

    Args:
        pins: BCM numbers.
        clock: stamps and settles the edges.
        report: takes each settled edge, in a thread of the buttons' own.
        pin_factory: gpiozero's, None for the one that it finds on the board.
    """

    def __init__(
        self,
        pins: Mapping[Button, int],
        clock: Clock,
        report: Callable[[ButtonEdge], None],
        pin_factory: Any = None,
    ) -> None:
        self._pins = pins
        self._clock = clock
        self._report = report
        self._pin_factory = pin_factory
        self._devices: dict[Button, Any] = {}
        self._listeners: dict[Button, Callable[[float, int], None]] = {}
        self._edges: Mailbox[_RawEdge | None] = clock.mailbox()
        self._debouncer = Debouncer()

    def open(self) -> None:
        """Claim the pins and start to report, also anew.

        Raises:
            ButtonsLost: if a pin cannot be had; the message names it.
        """
        self.close()
        for button, pin in self._pins.items():
            try:
                self._watch(button, pin)
            except Exception as exc:  # lgpio.error and gpiozero's errors share no other parent
                self.close()
                raise ButtonsLost(why_no_pin(exc, pin, f"button {button.value}")) from exc
        self._clock.start("buttons", partial(self._settle_edges, self._edges))

    def down(self) -> tuple[Button, ...]:
        """Return the buttons that are down, also those that were down at the start and are no press."""
        return self._debouncer.down()

    def close(self) -> None:
        """Let go of the pins."""
        edges, self._edges = self._edges, self._clock.mailbox()
        edges.put(None)
        while self._devices:
            button, device = self._devices.popitem()
            with contextlib.suppress(Exception):  # a pin that broke has nothing more to report
                device.pin.when_changed = None
            with contextlib.suppress(Exception):
                device.close()
            self._listeners.pop(button, None)

    def _watch(self, button: Button, pin: int) -> None:
        """Claim a pin and listen to all that it reports.

        gpiozero's events would swallow an edge whose level is read too late, and is that of before.
        """
        from gpiozero import InputDevice

        device = InputDevice(pin, pull_up=True, pin_factory=self._pin_factory)
        self._devices[button] = device
        device.pin.bounce, device.pin.edges = None, "both"
        self._listeners[button] = partial(self._feel, button)  # the pin itself keeps it only weakly
        device.pin.when_changed = self._listeners[button]
        self._debouncer.start(button, is_down=bool(device.is_active), at_s=self._clock.now_s())

    def _feel(self, button: Button, _ticks: float, level: int) -> None:
        self._edges.put(_RawEdge(button, not level, self._clock.now_s()))

    def _settle_edges(self, edges: Mailbox[_RawEdge | None]) -> None:
        """Run in a thread until `close` takes its mailbox out of use and wakes it with a None."""
        while True:
            due_s = self._debouncer.due_s()
            edge = edges.get(None if due_s is None else due_s - self._clock.now_s())
            if edges is not self._edges:
                return
            if edge is None:
                self._look()
            # Where this thread is late more edges wait: no further than the next one is certain.
            for settled in self._debouncer.settle(self._clock.now_s() if edge is None else edge.at_s):
                logger.debug("button %s %s", settled.button.value, "down" if settled.is_down else "up")
                self._report(settled)
            if edge is not None:
                self._debouncer.feel(edge.button, is_down=edge.is_down, at_s=edge.at_s)

    def _look(self) -> None:
        """Ask the pins themselves, now that no edge waits."""
        now_s = self._clock.now_s()
        for button in self._debouncer.due(now_s):
            try:
                is_down = bool(self._devices[button].is_active)
            except Exception as exc:  # as in `open`; also where `close` was quicker
                logger.debug("button %s cannot be read: %s", button.value, exc)
                is_down = None
            self._debouncer.look(button, is_down=is_down, at_s=now_s)

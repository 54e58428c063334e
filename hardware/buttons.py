"""Five buttons on gpiozero, each to ground with the pin's own pull-up.

gpiozero's own debouncing differs between pin factories (lgpio waits for a stable level,
RPi.GPIO ignores what follows the first edge and may lose a release), so the contacts are settled
here, on our clock.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from hardware.clock import Clock, Mailbox
from hardware.errors import ButtonsLost
from hardware.ports import Button, ButtonEdge

__all__ = ["SETTLE_S", "Debouncer", "GpioButtons"]

logger = logging.getLogger(__name__)

SETTLE_S = 0.01
"""Contacts that have not changed for this long have stopped bouncing."""


@dataclass(slots=True)
class _Contact:
    is_down: bool = False
    changed_s: float | None = None  # first edge since it was last settled
    last_edge_s: float = 0.0
    level: bool = False


@dataclass(slots=True)
class Debouncer:
    """Turns trains of raw edges into single presses and releases. Pure but for its memory."""

    _contacts: dict[Button, _Contact] = field(default_factory=dict)

    def start(self, button: Button, *, is_down: bool) -> None:
        """Take a button's state at the start, which is no press even if it is down."""
        self._contacts[button] = _Contact(is_down=is_down, level=is_down)

    def feel(self, button: Button, *, is_down: bool, at_s: float) -> None:
        """Take one raw edge."""
        contact = self._contacts[button]
        contact.level, contact.last_edge_s = is_down, at_s
        if contact.changed_s is None:
            contact.changed_s = at_s

    def due_s(self) -> float | None:
        """Return when the next contact will have settled, None if all have."""
        return min(
            (c.last_edge_s + SETTLE_S for c in self._contacts.values() if c.changed_s is not None),
            default=None,
        )

    def settle(self, now_s: float) -> list[ButtonEdge]:
        """Return the presses and releases that are certain by now, in the order in which they began."""
        settled = []
        for button, contact in self._contacts.items():
            if contact.changed_s is None or now_s < contact.last_edge_s + SETTLE_S:
                continue
            if contact.level != contact.is_down:
                contact.is_down = contact.level
                settled.append(ButtonEdge(button, contact.is_down, contact.changed_s))
            contact.changed_s = None
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
        self._devices: list[Any] = []
        self._edges: Mailbox[_RawEdge | None] = clock.mailbox()
        self._debouncer = Debouncer()

    def open(self) -> None:
        """Claim the pins and start to report.

        Raises:
            ButtonsLost: if a pin cannot be had; the message names it.
        """
        from gpiozero import DigitalInputDevice

        for button, pin in self._pins.items():
            try:
                device = DigitalInputDevice(pin, pull_up=True, pin_factory=self._pin_factory)
            except Exception as exc:  # lgpio.error and gpiozero's errors share no other parent
                self.close()
                raise ButtonsLost(_why(exc, pin, button)) from exc
            self._debouncer.start(button, is_down=bool(device.is_active))
            device.when_activated = partial(self._feel, button, True)
            device.when_deactivated = partial(self._feel, button, False)
            self._devices.append(device)
        self._clock.start("buttons", partial(self._settle_edges, self._edges))

    def close(self) -> None:
        """Let go of the pins."""
        edges, self._edges = self._edges, self._clock.mailbox()
        edges.put(None)
        while self._devices:
            device = self._devices.pop()
            device.when_activated = device.when_deactivated = None  # gpiozero would keep them for ever
            device.close()

    def _feel(self, button: Button, is_down: bool) -> None:
        self._edges.put(_RawEdge(button, is_down, self._clock.now_s()))

    def _settle_edges(self, edges: Mailbox[_RawEdge | None]) -> None:
        """Run in a thread until its mailbox is no longer the one in use; a None wakes it to look."""
        while edges is self._edges:
            due_s = self._debouncer.due_s()
            edge = edges.get(None if due_s is None else due_s - self._clock.now_s())
            # Where this thread is late more edges wait: no further than the next one is certain.
            for settled in self._debouncer.settle(self._clock.now_s() if edge is None else edge.at_s):
                logger.debug("button %s %s", settled.button.value, "down" if settled.is_down else "up")
                self._report(settled)
            if edge is not None:
                self._debouncer.feel(edge.button, is_down=edge.is_down, at_s=edge.at_s)


def _why(exc: Exception, pin: int, button: Button) -> str:
    from gpiozero import BadPinFactory

    if isinstance(exc, BadPinFactory):
        return "no GPIO pins here: this is no Raspberry Pi, or the package python3-lgpio is missing"
    return f"GPIO {pin} for button {button.value} cannot be had, is it in use? {exc}"

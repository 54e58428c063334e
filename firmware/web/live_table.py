"""The simulated table in real time: its own clock is moved on as the machine's goes.

One thread owns world and box, as a script's player does; others leave their wishes with `do`.
"""

import base64
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from firmware.simulation import Simulation
from firmware.table import Table
from firmware.table.report import report
from firmware.texts import Language
from firmware.web.hub import Hub
from hardware import Button, Clock
from hardware.simulated import Tag
from scorer import Card

__all__ = ["Hands", "LiveTable", "Showing"]

_STEP_S = 0.02
_MOST_BEHIND_S = 0.5
"""A machine that is too slow lets the table's time go slower."""

_SETTLE_S = 2.0
_SHOWN_S = 0.4
_PRESS_S = 0.08


@dataclass(frozen=True, slots=True)
class Showing:
    """What the page shows.

    Attributes:
        screen: the panel's pixels, row by row, eight to a byte, in base 64.
        contrast: of the panel, 0 to 255.
        state: the state of the table and of what lies and is plugged there, as JSON.
    """

    screen: str = ""
    contrast: int = 0
    state: str = "{}"


@dataclass(frozen=True, slots=True)
class _Tap:
    """Cards that are lifted again.

    Attributes:
        reads: how often each had been read when it was laid down.
        from_s: before that they are not lifted.
    """

    reads: Mapping[Card, int]
    from_s: float

    def without(self, cards: list[Card]) -> "_Tap":
        """Return the tap of the other cards alone."""
        return replace(self, reads={card: n for card, n in self.reads.items() if card not in cards})


class Hands:
    """What people do at the table. Only the table's own thread may use it."""

    def __init__(self, simulation: Simulation, watch: Callable[[Table], None]) -> None:
        self._simulation = simulation
        self._world = simulation.world
        self._noise = 0.0
        self._unplugged: set[str] = set()
        self._taps: list[_Tap] = []
        self._pushed_s: dict[Button, float] = {}
        self._leaving: set[Button] = set()
        self._read: tuple[Table | None, list[str]] = (None, [])
        self.box = simulation.switch_on(watch)

    def push(self, button: Button) -> None:
        """Push a button down."""
        self._pushed_s[button] = self._simulation.clock.now_s()
        self._leaving.discard(button)
        self._world.push(button)

    def let_go(self, button: Button) -> None:
        """Let a button up, once it was down for as long as a finger needs."""
        self._leaving.add(button)

    def let_all_go(self) -> None:
        """Let every button up, as when whoever pushed them has left."""
        self._leaving.update(Button)

    def put_down(self, cards: list[Card], reader: int) -> None:
        """Lay cards on a reader's tray, wherever they lay before; a reader that is not there has none."""
        if reader >= len(self._world.chips):
            return
        self.lift(cards)
        self._world.put_down([self._simulation.tags[card] for card in cards], reader)

    def tap(self, cards: list[Card], reader: int) -> None:
        """Lay cards on a reader's tray until each was read."""
        reads = {card: self._simulation.tags[card].times_selected for card in cards}
        self.put_down(cards, reader)
        if reader < len(self._world.chips):
            self._taps.append(_Tap(reads, self._simulation.clock.now_s() + _SHOWN_S))

    def go_on(self) -> None:
        """Lift what was read, and lay there long enough to be seen; let up what was down long enough."""
        now_s = self._simulation.clock.now_s()
        for button in [one for one in self._leaving if now_s >= self._pushed_s.get(one, 0.0) + _PRESS_S]:
            self._leaving.remove(button)
            self._world.let_go(button)
        for tap in self._taps:
            is_read = all(self._simulation.tags[card].times_selected > n for card, n in tap.reads.items())
            if is_read and now_s >= tap.from_s:
                self.lift(list(tap.reads))

    def lift(self, cards: list[Card]) -> None:
        """Take cards off; what was to be lifted later is so now, and stays if it is laid down anew."""
        self._world.take_away([self._simulation.tags[card] for card in cards])
        left = [tap.without(cards) for tap in self._taps]
        self._taps = [tap for tap in left if tap.reads]

    def set_noise(self, rate: float) -> None:
        """Disturb the tags' replies."""
        self._noise = rate
        self._world.set_noise(rate)

    def plug(self, device: str, *, is_plugged: bool) -> None:
        """Pull a device's wires out, or push them in: "reader", "reader2" or "display"."""
        reader = int(device == "reader2")
        if reader >= len(self._world.chips):
            return
        (self._unplugged.discard if is_plugged else self._unplugged.add)(device)
        if device == "display":
            self._world.set_display_plugged(is_plugged)
        else:
            self._world.set_reader_plugged(is_plugged, reader)

    def cut_power(self) -> None:
        """Take the power for a moment; it also starts a box that was switched off."""
        self.box.cut_power()

    def seen(self) -> dict[str, Any]:
        """Return what the page must know, as JSON has it."""
        table = self.box.appliance.table
        return {
            **report(table),
            "lines": self._lines(table),
            "language": "ja" if table.language is Language.JAPANESE else "en",
            "names": {seat.value: name for seat, name in table.names.items()},
            "is_off": table.view.is_off,
            "is_ready": self.box.is_ready,
            "trays": [self._cards(chip.field.tags) for chip in self._world.chips],
            "noise": self._noise,
            "unplugged": sorted(self._unplugged),
        }

    def picture(self) -> tuple[str, int]:
        """Return the panel's pixels and its contrast."""
        panel = self._world.panel
        return base64.b64encode(panel.picture().tobytes()).decode("ascii"), panel.contrast

    def _lines(self, table: Table) -> list[str]:
        """Return the display's text, for who cannot see it."""
        if table is not self._read[0]:
            self._read = table, [] if table.view.is_off else self.box.appliance.scene.lines()
        return self._read[1]

    def _cards(self, tags: tuple[Tag, ...]) -> list[str]:
        by_tag = {id(tag): card for card, tag in self._simulation.tags.items()}
        return [by_tag[id(tag)].id for tag in tags]


class LiveTable:
    """The table, and who wants something of it.

    Args:
        clock: the machine's time.
        simulation: the table, of which nothing has been switched on yet.

    Attributes:
        showing: what the page shows.
        tables: the table as the scoreboard shows it; None until the box has begun.
    """

    def __init__(self, clock: Clock, simulation: Simulation) -> None:
        self._clock = clock
        self._simulation = simulation
        self._wishes = clock.mailbox()
        self._is_stopped = False
        self.showing: Hub[Showing] = Hub(clock, Showing())
        self.tables: Hub[Table | None] = Hub(clock, None)

    def do(self, wish: Callable[[Hands], None]) -> None:
        """Have something done at the table, soon; from any thread."""
        self._wishes.put(wish)

    def stop(self) -> None:
        """End `run` soon; from any thread, or a signal."""
        self._is_stopped = True  # who waits for an end does not wait for wishes too

    def run(self) -> None:
        """Keep the table going until somebody stops it; then switch the box off.

        Raises:
            Broken: if the box failed for a reason that nobody foresaw.
        """
        hands = Hands(self._simulation, self.tables.tell)
        virtual = self._simulation.clock
        ahead_s = self._clock.now_s() - virtual.now_s()
        while not self._is_stopped:
            wish = self._wishes.get(_STEP_S)
            if wish is not None:
                wish(hands)
            behind_s = self._clock.now_s() - ahead_s - virtual.now_s()
            if behind_s > _MOST_BEHIND_S:
                ahead_s += behind_s - _MOST_BEHIND_S
                behind_s = _MOST_BEHIND_S
            virtual.sleep(max(behind_s, 0.0))
            hands.go_on()
            self._show(hands)
        hands.box.appliance.stop()
        virtual.sleep(_SETTLE_S)
        self.showing.close()
        self.tables.close()

    def _show(self, hands: Hands) -> None:
        screen, contrast = hands.picture()
        showing = Showing(screen, contrast, json.dumps(hands.seen(), ensure_ascii=False))
        if showing != self.showing.newest:
            self.showing.tell(showing)

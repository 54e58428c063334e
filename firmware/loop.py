"""The appliance at work: threads, queue, retries. The only module with deeds, and without rules.

Four threads: the readers' looks for tags, the display's shows the newest picture, the beacon's blinks,
and the caller's decides. A fact is on the disk before anything that follows from it is shown.
"""

import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from firmware.beacon import Beacon
from firmware.display_watch import Picture, watch_display
from firmware.doctor.visit import Visits
from firmware.errors import Broken
from firmware.health import DISPLAY, READERS, Health
from firmware.patterns import PATTERNS
from firmware.reader_watch import watch_readers
from firmware.screens import scene_of
from firmware.screens.scene import Scene
from firmware.store import Store
from firmware.table import (
    AddressesRead,
    Decision,
    Fact,
    HistoryRead,
    Input,
    SaveNews,
    Table,
    Tick,
    apply,
    decide,
    describe,
    wake_at,
    wants_addresses,
    wants_check,
    wants_history,
)
from firmware.table.beacon import beacon_of
from firmware.table.light import Light
from firmware.table.report import status_of
from firmware.table.sounds import audible, is_inverted
from firmware.texts import load
from hardware import SETTLE_S, Clock, Devices, HardwareError, Mailbox, Task
from scorer import CardsCaptured, CardsMoved, PlayerChosen

__all__ = ["SETTLED_S", "Appliance"]

logger = logging.getLogger(__name__)

SETTLED_S = 2 * SETTLE_S
"""After so long every press and release up to now has been reported."""

_SAVE_AGAIN_S = 5.0
"""Between two tries to write what could not be written, while nothing else happens."""

_LEAST_WAIT_S = 0.001
"""Rounding must not let a wait end a trace too early, again and again."""

_STOP_S = 1.8
"""How long the end may take."""


@dataclass(frozen=True, slots=True)
class _Stop:
    """Ends a thread that reads the mailbox."""


class Appliance:
    """One box, from the first poll to the end.

    Args:
        clock: all time and threads.
        make_devices: makes the drivers, given where presses go.
        store: where facts go.
        table: the state to begin with.
        is_done: ends the work when it says so of the table; None: only a stop or a held OK does.
        doctor: looks when his pages are opened; None: nobody does.
    """

    def __init__(
        self,
        clock: Clock,
        make_devices: Callable[[Callable[[Input], None]], Devices],
        store: Store,
        table: Table,
        is_done: Callable[[Table], bool] | None = None,
        doctor: Visits | None = None,
    ) -> None:
        self.table, self._doctor = table, doctor
        self._is_done = is_done or (lambda table: table.view.is_off)
        self._failure: Exception | None = None
        self._clock = clock
        self._store = store
        self._inbox: Mailbox[Input | _Stop] = clock.mailbox()
        self._pictures: Mailbox[Picture | _Stop] = clock.mailbox()
        self._reader_orders: Mailbox[Any] = clock.mailbox()
        self._devices = make_devices(self._inbox.put)
        self._beacon = Beacon(clock, self._devices.led, self._devices.buzzer)
        self._last_picture: Picture | None = None
        self._health = Health(lambda _line: None)
        self._watch: Callable[[Table], None] = lambda _table: None
        self._addresses: Callable[[], tuple[str, ...]] = tuple

    @property
    def scene(self) -> Scene:
        """What the display shows, or will as soon as it can."""
        return scene_of(self.table, load(self.table.language))

    def run(
        self,
        health: Health | None = None,
        watch: Callable[[Table], None] | None = None,
        addresses: Callable[[], tuple[str, ...]] | None = None,
    ) -> None:
        """Work until someone stops it or holds OK for three seconds; then put all away.

        Args:
            health: tells whoever watches over the box how it is; None: nobody does.
            watch: takes the table after each input, at once; None: nobody does.
            addresses: says where browsers find the scoreboard; None: nowhere.

        Raises:
            ButtonsLost: if the button pins cannot be had; then nothing has started.
            Broken: if a thread failed for a reason that nobody foresaw; all is put away first.
        """
        self._health, self._watch = health or self._health, watch or self._watch
        self._addresses = addresses or self._addresses
        self._devices.buttons.open()
        self._open_buzzer()
        self._health.begin(self._clock.now_s())
        tasks = [
            self._clock.start("readers", self._guarded(self._watch_readers)),
            self._clock.start("display", self._guarded(self._watch_display)),
            self._clock.start("beacon", self._guarded(self._beacon.run)),
        ]
        try:
            self._show()
            while not self._is_done(self.table):
                given = self._next_input()
                if isinstance(given, _Stop):
                    self._health.end()
                    break
                self._take(given)
        finally:
            self._end(tasks)
        if self._failure is not None:
            raise Broken(f"a thread failed: {self._failure!r}") from self._failure

    def stop(self) -> None:
        """End `run` soon; may be called from a signal handler or another thread."""
        self._inbox.put(_Stop())

    def vanish(self) -> None:
        """Free what dies with the process when the power is cut; for simulations, which live on."""
        self._devices.buttons.close()
        self._devices.buzzer.close()
        self._store.close()

    def _open_buzzer(self) -> None:
        """Find the buzzer; play goes on in silence without."""
        try:
            self._devices.buzzer.open()
        except HardwareError as exc:
            logger.warning("%s", exc)

    def _guarded(self, work: Callable[[], None]) -> Callable[[], None]:
        """Let a failure that nobody foresaw end the whole box, so that it is started anew."""

        def target() -> None:
            try:
                work()
            except Exception as exc:
                self._failure = exc
                self.stop()

        return target

    def _next_input(self) -> Input | _Stop:
        due_s, now_s = wake_at(self.table), self._clock.now_s()
        if self.table.view.is_unsaved:
            due_s = now_s + _SAVE_AGAIN_S if due_s is None else min(due_s, now_s + _SAVE_AGAIN_S)
        # A release is reported a little late, when its contacts have settled: it goes before a tick.
        given = self._wait(None if due_s is None else due_s + SETTLED_S)
        if given is None and self.table.view.is_unsaved:
            self._save_again()
        if given is not None:
            return given
        tick_s = self._clock.now_s() - SETTLED_S
        return Tick(tick_s if due_s is None else max(tick_s, due_s))  # rounding must not make it too early

    def _wait(self, until_s: float | None) -> Input | _Stop | None:
        """Take the next input, None when it is time; meanwhile show that the loop is alive."""
        while True:
            feed_s, now_s = self._health.feed(self._clock.now_s()), self._clock.now_s()
            if until_s is not None and (feed_s is None or until_s <= feed_s):
                return self._inbox.get(until_s - now_s)
            given = self._inbox.get(None if feed_s is None else max(feed_s - now_s, _LEAST_WAIT_S))
            if given is not None:
                return given

    def _save_again(self) -> None:
        with contextlib.suppress(OSError):
            self._store.retry()
            self._tell_saved(is_unsaved=False)

    def _take(self, given: Input) -> None:
        """Decide on an input, store what follows, and let it be heard and seen."""
        before = self.table
        self._carry_out(decide(before, given))
        if wants_history(self.table):
            self._carry_out(decide(self.table, HistoryRead(self._store.played(), self._clock.now_s())))
        if wants_addresses(self.table):
            self._carry_out(decide(self.table, AddressesRead(self._addresses(), self._clock.now_s())))
        if wants_check(self.table) and self._doctor is not None:
            self._doctor.begin(self._devices, self._reader_orders, self._inbox.put)
        sound = audible(before, self.table)
        if sound is not None:
            self._devices.buzzer.play(PATTERNS[sound])
        self._show()

    def _carry_out(self, decision: Decision) -> None:
        """Store the facts, apply them, and tell the table whether they are on the disk."""
        is_unsaved = was_unsaved = self.table.view.is_unsaved
        for fact in decision.facts:
            after = apply(self.table, fact)
            is_unsaved = not self._is_kept(fact, after)
            is_news = not isinstance(fact, CardsCaptured | CardsMoved | PlayerChosen)
            logger.log(logging.INFO if is_news else logging.DEBUG, "%s", describe(fact))
            self.table = after
        self.table = replace(self.table, view=decision.view)
        if decision.facts and (is_unsaved or was_unsaved):
            self._tell_saved(is_unsaved=is_unsaved)

    def _tell_saved(self, *, is_unsaved: bool) -> None:
        news = SaveNews(is_unsaved, self._clock.now_s())
        self.table = decide(self.table, news).applied_to(self.table)

    def _is_kept(self, fact: Fact, after: Table) -> bool:
        """Bring a fact to the disk; play goes on in memory if that fails."""
        try:
            self._store.keep(fact, self.table, after)
        except OSError as exc:
            logger.error("not saved: %s", exc)
            return False
        return True

    def _show(self) -> None:
        is_dim = self.table.light is not Light.LIT
        picture = Picture(self.scene, is_dim, is_inverted(self.table), self.table.shift_px)
        self._beacon.tell(beacon_of(self.table), is_heard=self.table.is_heard)
        self._health.say(status_of(self.table))
        self._watch(self.table)
        if picture != self._last_picture:
            self._last_picture = picture
            self._pictures.put(picture)

    def _watch_readers(self) -> None:
        def note(is_settled: bool) -> None:
            self._health.note(READERS, self._clock.now_s(), is_settled=is_settled)

        watch_readers(self._devices.readers, self._clock, self._inbox.put, self._reader_orders, note)

    def _watch_display(self) -> None:
        def note() -> None:
            self._health.note(DISPLAY, self._clock.now_s())

        watch_display(self._devices.display, self._clock, self._inbox.put, self._pictures, note)

    def _end(self, tasks: list[Task]) -> None:
        until_s = self._clock.now_s() + _STOP_S  # where the power was cut nothing more is done
        self._devices.buzzer.close()
        self._reader_orders.put(_Stop())
        self._pictures.put(_Stop())
        self._beacon.stop()
        for task in tasks:
            if not task.join(max(until_s - self._clock.now_s(), 0.0)):
                logger.error("a device did not let go in time")
        self._devices.buttons.close()
        if self.table.view.is_unsaved:
            self._save_again()
        self._store.close()

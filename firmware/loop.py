"""The appliance at work: threads, queue, retries. The only module with deeds, and without rules.

Three threads: the reader's looks for tags, the display's shows the newest picture, and the
caller's decides. A fact is on the disk before anything that follows from it is shown.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace

from firmware.screens import scene_of
from firmware.screens.painter import paint
from firmware.screens.scene import Scene
from firmware.store import Store
from firmware.table import (
    Decision,
    DisplayNews,
    Input,
    ReaderNews,
    SaveNews,
    Table,
    TagEnrolled,
    Tick,
    apply,
    decide,
    wake_at,
)
from firmware.texts import Texts
from hardware import Clock, Devices, HardwareError, Mailbox, TagArrived, Task

__all__ = ["POLL_PERIOD_S", "RETRY_S", "Appliance"]

logger = logging.getLogger(__name__)

POLL_PERIOD_S = 0.05
"""Between two looks for tags."""

RETRY_S = 0.4
"""Between two tries to find a device that was lost."""

CHECK_DISPLAY_S = 0.4
"""Between two questions to a panel that has nothing new to show."""

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
        texts: the words on the display.
    """

    def __init__(
        self,
        clock: Clock,
        make_devices: Callable[[Callable[[Input], None]], Devices],
        store: Store,
        table: Table,
        texts: Texts,
    ) -> None:
        self.table = table
        self._clock = clock
        self._store = store
        self._texts = texts
        self._inbox: Mailbox[Input | _Stop] = clock.mailbox()
        self._pictures: Mailbox[Scene | _Stop] = clock.mailbox()
        self._reader_stop: Mailbox[_Stop] = clock.mailbox()
        self._devices = make_devices(self._inbox.put)
        self._last_scene: Scene | None = None

    @property
    def scene(self) -> Scene:
        """What the display shows, or will as soon as it can."""
        return scene_of(self.table, self._texts)

    def run(self) -> None:
        """Work until someone stops it or holds OK for three seconds; then put all away.

        Raises:
            ButtonsLost: if the button pins cannot be had; then nothing has started.
        """
        self._devices.buttons.open()
        tasks = [
            self._clock.start("reader", self._watch_reader),
            self._clock.start("display", self._show_pictures),
        ]
        try:
            self._show()
            while not self.table.view.is_off:
                given = self._next_input()
                if isinstance(given, _Stop):
                    break
                self._take(given)
        finally:
            self._end(tasks)

    def stop(self) -> None:
        """End `run` soon; may be called from a signal handler or another thread."""
        self._inbox.put(_Stop())

    def _next_input(self) -> Input | _Stop:
        due_s = wake_at(self.table)
        given = self._inbox.get(None if due_s is None else due_s - self._clock.now_s())
        return Tick(self._clock.now_s()) if given is None else given

    def _take(self, given: Input) -> None:
        """Decide on an input, store what follows, and show it."""
        if isinstance(given, TagArrived):
            logger.debug("tag %s", given.uid.hex(":"))
        self._carry_out(decide(self.table, given))
        self._show()

    def _carry_out(self, decision: Decision) -> None:
        for fact in decision.facts:
            after = apply(self.table, fact)
            self._save(lambda fact=fact, after=after: self._store.keep(fact, self.table, after))  # type: ignore[misc]
            if not isinstance(fact, TagEnrolled):
                logger.info("%s", fact)
            self.table = after
        view = replace(decision.view, is_unsaved=self.table.view.is_unsaved)
        self.table = replace(self.table, view=view)

    def _save(self, deed: Callable[[], None]) -> None:
        """Do a deed on the disk; play goes on in memory if it fails."""
        try:
            deed()
        except OSError as exc:
            if not self.table.view.is_unsaved:
                logger.error("not saved: %s", exc)
            self._note(is_unsaved=True)
        else:
            if self.table.view.is_unsaved:
                logger.info("saved again")
            self._note(is_unsaved=False)

    def _note(self, *, is_unsaved: bool) -> None:
        news = SaveNews(is_unsaved, self._clock.now_s())
        self.table = decide(self.table, news).applied_to(self.table)

    def _show(self) -> None:
        scene = self.scene
        if scene != self._last_scene:
            self._last_scene = scene
            self._pictures.put(scene)

    def _watch_reader(self) -> None:
        reader, fault, is_open = self._devices.reader, None, False
        while True:
            try:
                if not is_open:
                    reader.open()
                    is_open = True
                arrived = reader.poll()
                if fault is not None:
                    logger.info("the reader is back")
                    fault = None
                    self._inbox.put(ReaderNews(None, self._clock.now_s()))
                for tag in arrived:
                    self._inbox.put(tag)
            except HardwareError as exc:
                is_open = False
                if fault is None:
                    logger.warning("%s", exc)
                    fault = str(exc)
                    self._inbox.put(ReaderNews(fault, self._clock.now_s()))
            if self._reader_stop.get(POLL_PERIOD_S if is_open else RETRY_S) is not None:
                reader.close()
                return

    def _show_pictures(self) -> None:
        display, fault, is_open = self._devices.display, None, False
        wanted: Scene | None = None
        while True:
            news = self._newest_picture(None if wanted is None else CHECK_DISPLAY_S)
            if isinstance(news, _Stop):
                display.close()
                return
            is_new, wanted = news is not None, news or wanted
            try:
                if not is_open:
                    display.open()
                    is_open = True
                elif not is_new:
                    display.check()
                if wanted is not None:
                    display.show(paint(wanted))
                if fault is not None:
                    logger.info("the display is back")
                    fault = None
                    self._inbox.put(DisplayNews(None, self._clock.now_s()))
            except HardwareError as exc:
                is_open = False
                if fault is None:
                    logger.warning("%s", exc)
                    fault = str(exc)
                    self._inbox.put(DisplayNews(fault, self._clock.now_s()))

    def _newest_picture(self, timeout_s: float | None) -> Scene | _Stop | None:
        """Wait for a picture, and pass over those that a newer one has replaced already."""
        newest = self._pictures.get(timeout_s)
        while newest is not None and not isinstance(newest, _Stop):
            newer = self._pictures.get(0.0)
            if newer is None:
                break
            newest = newer
        return newest

    def _end(self, tasks: list[Task]) -> None:
        self._reader_stop.put(_Stop())
        self._pictures.put(_Stop())
        until_s = self._clock.now_s() + _STOP_S
        for task in tasks:
            if not task.join(max(until_s - self._clock.now_s(), 0.0)):
                logger.error("a device did not let go in time")
        self._devices.buttons.close()
        self._store.close()

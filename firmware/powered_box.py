"""A box on a simulated table: it is switched on, and can lose its power."""

from collections.abc import Callable

from firmware.loop import Appliance
from firmware.table import Table
from hardware import VirtualClock
from hardware.simulated import World

__all__ = ["PoweredBox"]


class PoweredBox:
    """One box with power. Only the thread that the virtual clock takes for its first may use it.

    Args:
        clock: the box's and the world's.
        world: what the box stands in.
        start: makes the box anew, on the same data folder.
        watch: takes the table after each input; None: nobody does.

    Attributes:
        appliance: the box that runs, or ran before it was switched off at its buttons.
    """

    def __init__(
        self,
        clock: VirtualClock,
        world: World,
        start: Callable[[], Appliance],
        watch: Callable[[Table], None] | None = None,
    ) -> None:
        self._clock = clock
        self._world = world
        self._start = start
        self._watch = watch
        self.appliance = self._switched_on()

    def cut_power(self) -> None:
        """Stop it dead, without any clean-up, and give it power again."""
        self._clock.kill_others()
        self.appliance.vanish()
        self._world.cut_power()
        self.appliance = self._switched_on()

    @property
    def is_ready(self) -> bool:
        """Whether each reader has polled since power came, or is said to be missing."""
        missing = self.appliance.table.view.reader_faults
        counts = zip(self._times_lit, self._count_lit(), strict=True)
        return all(now > before or number in missing for number, (before, now) in enumerate(counts))

    def _switched_on(self) -> Appliance:
        self._times_lit = self._count_lit()
        appliance = self._start()
        self._clock.start("loop", lambda: appliance.run(watch=self._watch))
        return appliance

    def _count_lit(self) -> list[int]:
        return [chip.field.times_lit for chip in self._world.chips]

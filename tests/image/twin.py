"""The table that the box in the guest should have, and so the picture that its display should show."""

from dataclasses import replace
from pathlib import Path

from firmware.box import build
from firmware.config import Config
from firmware.doctor.finding import Finding
from firmware.screens import scene_of
from firmware.screens.painter import paint
from firmware.table import Input, ReaderNews, Table, Tick, decide, faulty_settings_told
from firmware.table.decide import HOLD_S
from firmware.table.menus import choice_id
from firmware.table.pages import InCheck
from firmware.texts import load
from hardware import Button, ButtonEdge, VirtualClock
from hardware.simulated import World

__all__ = ["Twin"]

_PRESS_S = 0.1
_AFTERWARDS_S = 6.0


class Twin:
    """A box without devices, given what the real one is given.

    Args:
        config: the settings, as the box should have understood them.
        folder: an empty one.
    """

    def __init__(self, config: Config, folder: Path) -> None:
        clock = VirtualClock()
        machine = World(clock, config.devices).machine
        self.table: Table = build(config, folder, clock, machine).table
        self._now_s = 1.0
        if config.faults:
            self.table = faulty_settings_told(self.table)

    def lose_reader(self, why: str) -> None:
        """Hear that the reader is missing, in the words of the one who looked."""
        self._give(ReaderNews(why, self._now_s))

    def press(self, button: Button) -> None:
        """Press a button and let it go."""
        self._give(ButtonEdge(button, True, self._now_s))
        self._now_s += _PRESS_S
        self.let_go(button)

    def hold(self, button: Button) -> None:
        """Keep a button down until the hold acts."""
        self._give(ButtonEdge(button, True, self._now_s))
        self._now_s += HOLD_S
        self._give(Tick(self._now_s))

    def let_go(self, button: Button) -> None:
        """Let a button go, and wait until the table has no more to say."""
        self._give(ButtonEdge(button, False, self._now_s))
        self._now_s += _AFTERWARDS_S
        self._give(Tick(self._now_s))

    @property
    def choice(self) -> str | None:
        """The id of what is chosen in the list that is up."""
        return choice_id(self.table)

    def page_of(self, finding: Finding) -> bytes:
        """Return the page of Check for a finding; its number gives way to the news of a missing reader."""
        view = replace(self.table.view, mode=InCheck((finding,), 1))
        return paint(scene_of(replace(self.table, view=view), load(self.table.language))).tobytes()

    def picture(self) -> bytes:
        """Return the pixels of what the display should show."""
        return paint(scene_of(self.table, load(self.table.language))).tobytes()

    def lines(self) -> list[str]:
        """Return the words of it."""
        return scene_of(self.table, load(self.table.language)).lines()

    def _give(self, given: Input) -> None:
        self.table = decide(self.table, given).applied_to(self.table)

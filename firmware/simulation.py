"""A simulated evening: world, deck and box from a few options."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware.box import build
from firmware.config import Config
from firmware.loop import Appliance
from firmware.powered_box import PoweredBox
from firmware.rulebook import games
from firmware.script import Player, make_tags
from firmware.script_language import Script
from firmware.store import Store
from firmware.table import NewGame, Table, apply, started
from hardware import Trace, VirtualClock
from hardware.simulated import Tag, World
from scorer import Card

__all__ = ["Simulation", "Tags"]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags on a simulated deck.

    Attributes:
        kind: one of `script.UID_KINDS`.
        seed: of their UIDs, and of all else that is random.
        are_blank: none is enrolled beforehand.
    """

    kind: str = "7"
    seed: int = 1
    are_blank: bool = False


class Simulation:
    """One simulated box with its deck, not yet switched on.

    Args:
        config: settings.
        data: the data folder.
        tags: of the deck.
        trace: takes every bus transfer.

    Attributes:
        clock: the box's and the world's.
        world: what the box stands in.
        tags: by the card that each is on.
    """

    def __init__(self, config: Config, data: Path, tags: Tags, trace: Trace | None = None) -> None:
        self._config = config
        self._data = data
        self.clock = VirtualClock()
        self.world = World(self.clock, config.devices, tags.seed, trace)
        self.tags: Mapping[Card, Tag] = make_tags(tags.kind, tags.seed)
        if not tags.are_blank:
            self._enrol_all()

    def begin(self, game: NewGame) -> None:
        """Start a match before the box is switched on, as if it had been chosen on its display.

        Raises:
            OSError: if the data folder cannot be written.
        """
        store = Store(self._data, self.clock)
        found = store.open()
        table = Table(
            games(self._data)[0], self._config.names, found.deck, found.match, choices=found.choices
        )
        for fact in started(table, game).facts:
            after = apply(table, fact)
            store.keep(fact, table, after)
            table = after
        store.close()

    def play(self, script: Script, write: Callable[[str], None], draw_columns: int | None = None) -> None:
        """Switch the box on and play a script on it.

        Args:
            script: what to do.
            write: takes what the script prints.
            draw_columns: see `Player`.

        Raises:
            ScriptFailed: at the first command that fails.
        """
        player = Player(self.clock, self.world, self.tags, self._start, write, draw_columns)
        player.play(script)
        player.end()

    def switch_on(self, watch: Callable[[Table], None]) -> PoweredBox:
        """Switch the box on, to be played by hand.

        Args:
            watch: takes the table after each input.
        """
        return PoweredBox(self.clock, self.world, self._start, watch)

    def _start(self) -> Appliance:
        return build(self._config, self._data, self.clock, self.world.machine)

    def _enrol_all(self) -> None:
        store = Store(self._data, self.clock)
        found = store.open()
        for warning in found.warnings:
            logger.warning("%s", warning)
        deck = found.deck
        for card, tag in self.tags.items():
            deck = deck.enrol(tag.uid, card)
        store.write_deck(deck)
        store.close()

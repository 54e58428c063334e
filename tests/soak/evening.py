"""An evening at the simulated box: random legal rounds with random mistakes, faults and power cuts."""

import errno
import os
import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
sys.path.insert(0, str(Path(__file__).parent))
import playing
from replay import replayed

from firmware.box import build
from firmware.config import Config
from firmware.loop import Appliance
from firmware.script import Player, make_tags
from firmware.script_language import parse_script
from firmware.simulation import Simulation, Tags
from firmware.table import NewGame, Phase
from firmware.table.leftover import named_card, offered
from firmware.table.report import report
from hardware import DeviceSettings, VirtualClock
from hardware.simulated import World
from scorer import Ruleset, Seat

__all__ = ["Evening"]

_PLAYERS = {"ino-shika-cho": (2, 3), "roppyakken": (2, 3)}
_STORM = 0.012
"""How often a fault or a mistake comes before a capture."""


class Evening:
    """One box and one match, played by script lines.

    Attributes:
        counts: how often each mistake and fault came.
    """

    def __init__(self, rules: Ruleset, folder: Path, seed: str) -> None:
        self.counts: Counter[str] = Counter()
        self._chance = random.Random(seed)
        self._rules, self._folder = rules, folder
        players = self._chance.choice(_PLAYERS.get(rules.id, (2,)))
        self._seats = tuple(Seat)[:players]
        length = 1000 if rules.needs_all_cards else 1_000_000
        seed_number = self._chance.getrandbits(30)
        simulation = Simulation(Config(), folder, Tags(seed=seed_number))
        simulation.begin(NewGame(rules.id, players, length, self._chance.choice(self._seats)))
        self._clock = VirtualClock()
        self._world = World(self._clock, DeviceSettings(), seed_number)
        self._disk_is_full = False
        self._player = Player(self._clock, self._world, make_tags("7", seed_number), self._switch_on, print)
        self._appliance: Appliance

    def play_round(self) -> None:
        """Play one round to the next, and see that box and journal say the same."""
        dealer = self._appliance.table.running.round.dealer
        played = playing.play_round(self._rules, self._seats, dealer, self._chance)
        for seat, cards in played.captures:
            self._disturb()
            self._choose(seat)
            self._do("tap " + " ".join(card.id for card in cards))
        self._put_right(played)
        self._finish()
        self.check()
        while self._appliance.table.phase is Phase.RESULT:
            self._do("press OK")

    def check(self) -> None:
        """Compare the box with its journal, read independently; the deck must be whole."""
        state = report(self._appliance.table)
        told = replayed(self._journal())
        assert {key: state[key] for key in told} == told, f"{state}\n{told}"
        cards = [card for pile in state["piles"].values() for card in pile] + state["unaccounted"]
        assert sorted(cards) == sorted(card.id for card in self._rules.deck)

    def end(self) -> None:
        """Switch the box off."""
        self._player.end()
        self._clock.kill_others()

    def _switch_on(self) -> Appliance:
        self._appliance = build(Config(), self._folder, self._clock, self._world.machine)
        return self._appliance

    def _journal(self) -> Path:
        return max((self._folder / "matches").glob("*.jsonl"))

    def _do(self, *lines: str) -> None:
        self._player.play(parse_script("\n".join(lines), "soak"))

    def _choose(self, seat: Seat) -> None:
        if self._appliance.table.running.round.active is not seat:
            self._do(f"press {seat}")

    def _disturb(self) -> None:
        for name, lines in _DISTURBANCES.items():
            has_change = not self._appliance.table.running.round.is_untouched
            if self._chance.random() < _STORM and (has_change or lines[0] not in _NEEDS_A_CHANGE):
                self.counts[name] += 1
                self._do(*lines)
                self._back_to_play()
        if self._chance.random() < _STORM:
            self.counts["full disk"] += 1
            self._press_on_a_full_disk()
        if self._chance.random() < _STORM:
            self.counts["the chip resets itself"] += 1
            self._world.chips[0].power_cycle()

    def _back_to_play(self) -> None:
        """Leave whatever list or page is up, as somebody does who did not mean to be there."""
        ways = {Phase.HOME: "press OK", Phase.RESULT: "press OK", Phase.LEFTOVER: "press BACK"}
        while (phase := self._appliance.table.phase) is not Phase.PLAYING:
            self._do(ways.get(phase, "press BACK"))

    def _press_on_a_full_disk(self) -> None:
        real = os.fsync

        def fail(_descriptor: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        os.fsync = fail
        try:
            self._do(f"press {self._chance.choice(self._seats)}", "wait 0.2", 'check notice "not-saved"')
        finally:
            os.fsync = real
        self._do("wait 6", "check notice null")

    def _put_right(self, played: playing.Played) -> None:
        """Tap once more what was not read, or went to the wrong pile, as careful players do."""
        self._do("noise 0", "wait 0.5")
        for seat, cards in played.captures:
            piles = self._appliance.table.running.round.piles
            for card in cards:
                if card not in piles[seat]:
                    self._choose(seat)
                    self._do(f"tap {card.id}")
                    if self._appliance.table.view.question is not None:
                        self._do("press OK")

    def _finish(self) -> None:
        self._do("press OK")
        while self._appliance.table.phase is Phase.LEFTOVER:
            seat = offered(self._appliance.table, named_card(self._appliance.table))
            self._do("press OK" if seat else "press A")


_NEEDS_A_CHANGE = ("press BACK", "hold B 1.1")

_DISTURBANCES: dict[str, tuple[str, ...]] = {
    "power cut": ("power-cut",),
    "reader out": ("unplug reader", "wait 1", "plug reader", "wait 1"),
    "display out": ("unplug display", "wait 0.5", "plug display", "wait 0.5"),
    "noise": ("noise 0.01",),
    "quiet": ("noise 0",),
    "undo": ("press BACK",),
    "undo and redo": ("press BACK", "hold BACK 1.1", 'until choice "put-back" press B', "press OK"),
    "unknown tag": ("tap-uid 04:11:22:33:44:55:66",),
    "phone": ("tap-uid 08:11:22:33",),
    "menu and back": ("hold BACK 1.1", "press B", "press BACK"),
    "wrong letter": ("press B",),
    "these were mine": ("hold B 1.1",),
    "by hand": ("hold BACK 1.1", 'until choice "enter-card" press B', "press OK", *["press B"] * 3),
    "dealer put right": ("hold BACK 1.1", 'until choice "dealer" press B', "press OK", "press B", "press OK"),
    "dim and woken": ("wait 130", "press OK"),
    "corrected": (
        "hold BACK 1.1",
        'until choice "piles" press B',
        "press OK",
        "hold BACK 1.1",
        "press OK",
        "tap pine-crane",
        "press A",
        "press OK",
    ),
    "home and back": ("hold BACK 1.1", 'until choice "home" press B', "press OK", "wait 0.2", "press OK"),
}

"""One box in this process, for `footprint`: `python one_box.py start | idle BUS LIGHT | rounds`, prints JSON.

The program is the real one, from `scorekeeper run` on; chip, panel and pins are simulated at the wire.
"""

import contextlib
import json
import logging
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

IDLE_S, SETTLED_S = 20.0, 3.0
ROUNDS, MATCH = (100, 1_000), 12
_VERSION, _SENT_AND_SILENT, _START_SEND = 0x92, 0x41, 0x80


def memory_kb() -> dict[str, int]:
    """Return what this process holds: RSS, PSS, and USS, which nobody shares."""
    rows = [line.split() for line in Path("/proc/self/smaps_rollup").read_text("ascii").splitlines()[1:]]
    found = {row[0].rstrip(":"): int(row[1]) for row in rows}
    return {"rss": found["Rss"], "pss": found["Pss"], "uss": found["Private_Clean"] + found["Private_Dirty"]}


def start() -> dict[str, Any]:
    """Run the box as the command does; return when its first picture was whole, and what it then held."""
    import firmware.run
    from firmware.cli import main

    told: dict[str, Any] = {}

    def make_machine(clock: Any, _trace: object) -> Any:
        import gpiozero  # noqa: F401 - the buttons need it in any case

        began_s = time.monotonic()
        from hardware import DeviceSettings
        from hardware.simulated import World

        world = World(clock, DeviceSettings())
        told["simulator_s"] = time.monotonic() - began_s
        _watch(world.panel, told)
        return world.machine

    firmware.run.RaspberryPi = make_machine  # type: ignore[assignment, misc]
    with tempfile.TemporaryDirectory() as folder:
        main(["run", "--data", folder, "--config", os.devnull])
    return told


def _watch(panel: Any, told: dict[str, Any]) -> None:
    """Note when the panel first shows something, and end the box a little later."""
    receive = panel.receive

    def note(message: bytes) -> None:
        receive(message)
        if "shown_s" not in told and panel.is_on and panel.picture().getbbox():
            told["shown_s"] = time.monotonic()
            threading.Timer(1.0, _end, [told]).start()

    panel.receive = note


def _end(told: dict[str, Any]) -> None:
    told["memory"] = memory_kb()
    os.kill(os.getpid(), signal.SIGTERM)


class QuietChip:
    """Answers at once, and that no tag is there: what is left is the driver's own work.

    Attributes:
        looks: how often something was sent to the tags.
        transfers: how many there were.
    """

    def __init__(self, registers: Sequence[int], make: Any) -> None:
        self.make, self.is_irq_low = make, False
        self.looks = self.transfers = 0
        self._registers = list(registers)

    def transfer(self, mosi: Sequence[int]) -> list[int]:
        self.transfers += 1
        if mosi[0] & 0x80:
            return [0, *[self._registers[byte >> 1 & 0x3F] for byte in mosi[:-1]]]
        self._write(mosi[0] >> 1, mosi[-1])
        return [0] * len(mosi)

    def _write(self, address: int, value: int) -> None:
        from hardware.rc522_registers import Register

        self.looks += address == Register.BIT_FRAMING and bool(value & _START_SEND)
        if address not in (Register.COM_IRQ, Register.COMMAND):
            self._registers[address] = value


def _quiet_chip() -> QuietChip:
    from hardware.simulated import rc522_registers as reg
    from hardware.simulated.rc522_chip import Rc522Make

    registers = list(reg.RESET_VALUES)
    registers[reg.VERSION], registers[reg.COM_IRQ], registers[reg.COMMAND] = _VERSION, _SENT_AND_SILENT, 0
    return QuietChip(registers, Rc522Make(reset_pin=None))


@contextlib.contextmanager
def _at_the_round(game: str, clock: Any, light: str = "lit") -> Iterator[tuple[Any, Any, Path]]:
    """Make a box in the middle of a match, not yet switched on, and its world."""
    from firmware.box import build
    from firmware.config import Config
    from firmware.simulation import Simulation, Tags
    from firmware.table import NewGame
    from firmware.table.light import Idle
    from hardware import DeviceSettings
    from hardware.simulated import World
    from scorer import Seat

    idles = {"lit": Idle(), "dim": Idle(1.0), "dark": Idle(0.5, 1.0)}
    config = Config(idle=idles[light])
    with tempfile.TemporaryDirectory() as folder:
        Simulation(config, Path(folder), Tags()).begin(NewGame(game, 2, MATCH, Seat.A))
        world = World(clock, DeviceSettings())
        yield world, lambda: build(config, Path(folder), clock, world.machine), Path(folder)


def idle(bus: str, light: str) -> dict[str, float]:
    """Leave a box alone in real time; return its share of a core, and what its reader does meanwhile."""
    from hardware import SystemClock

    clock = SystemClock()
    with _at_the_round("botan-cho", clock, light) as (world, switch_on, _):
        quiet = _quiet_chip()
        if bus == "quiet":
            world.board.chips[0, 0] = quiet
        box = switch_on()
        task = clock.start("loop", box.run)
        clock.sleep(SETTLED_S)
        began, cpu_s, wall_s = (quiet.looks, quiet.transfers), time.process_time(), time.monotonic()
        clock.sleep(IDLE_S)
        cpu_s, wall_s = time.process_time() - cpu_s, time.monotonic() - wall_s
        told = {"share": cpu_s / wall_s, "light": box.table.light.name.lower()}
        told |= {
            "looks": (quiet.looks - began[0]) / wall_s,
            "transfers": (quiet.transfers - began[1]) / wall_s,
        }
        box.stop()
        task.join(2.0)
    return told


def rounds() -> dict[str, dict[str, int]]:
    """Play rounds, a match of twelve after the other; return what the process held at the start and later."""
    from firmware.script import Player, make_tags
    from hardware import VirtualClock
    from scorer import load

    clock, chance = VirtualClock(), random.Random(1)
    deck = [card.id for card in load("botan-cho").deck]
    boxes: list[Any] = []
    with _at_the_round("botan-cho", clock) as (world, switch_on, _):

        def switched_on() -> Any:
            boxes.append(switch_on())
            return boxes[-1]

        player = Player(clock, world, make_tags("7", 1), switched_on, print)
        _do(player, "wait 1")
        held = {"start": memory_kb()}
        for number in range(1, max(ROUNDS) + 1):
            chance.shuffle(deck)
            _play(player, boxes[-1], deck)
            if number in ROUNDS:
                held[str(number)] = memory_kb()
        player.end()
    return held


def _play(player: Any, box: Any, deck: Sequence[str]) -> None:
    """Tap some cards, give the rest to one player with a hold, and go on to the next round or match."""
    from firmware.table import Phase
    from scorer import Seat

    other = Seat.B if box.table.running.round.active is Seat.A else Seat.A
    _do(player, *(f"tap {' '.join(deck[at : at + 4])}" for at in (0, 4)), f"press {other}")
    _do(player, f"tap {' '.join(deck[8:12])}", "press OK", f"hold {other} 1.1")
    while box.table.phase is not Phase.PLAYING:
        if box.table.phase is Phase.HOME:
            _do(player, 'until choice "same-again" press B')
        _do(player, "press OK")


def _do(player: Any, *lines: str) -> None:
    from firmware.script_language import parse_script

    player.play(parse_script("\n".join(lines), "footprint"))


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    works: dict[str, Any] = {"start": start, "idle": idle, "rounds": rounds}
    json.dump(works[sys.argv[1]](*sys.argv[2:]), sys.stdout)

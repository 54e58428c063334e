"""Plays in the guest on simulated devices, until the power goes: `play.py DATA SEED`.

After each deed, once its picture stands, a line tells how much is on the disk: the file of the match,
its size and its sum. Whoever cuts the power looks for that afterwards.
"""

import json
import random
import sys
import zlib
from pathlib import Path
from typing import Any

from firmware.box import build
from firmware.config import Config
from firmware.rulebook import find
from firmware.script import Player
from firmware.script_language import parse_script
from firmware.simulation import Simulation, Tags
from firmware.table import default_game

_TOLD = "told "
_CONFIG = Config()


def _next(state: dict[str, Any], chance: random.Random) -> str:
    """Choose what the players do next; outside of a round OK always leads on."""
    if state["phase"] == "playing":
        missing = state["unaccounted"]
        taken = [card for pile in state["piles"].values() for card in pile]
        deed = chance.random()
        if not missing:
            return "press OK"
        if deed < 0.7 or not taken:
            return (
                f"tap {' '.join(chance.sample(missing, min(len(missing), chance.choice((1, 1, 1, 2, 3)))))}"
            )
        if deed < 0.8:
            return f"press {chance.choice('AB')}"
        if deed < 0.9:
            return "press BACK"
        return f"tap {chance.choice(taken)}"
    return "press OK"


def main(data: Path, seed: int) -> None:
    """Play and tell, for ever."""
    chance = random.Random(seed)
    simulation = Simulation(_CONFIG, data, Tags())
    if not _has_unfinished(data, simulation):
        simulation.begin(default_game(find(data, "botan-cho")))
    states: list[dict[str, Any]] = []
    player = Player(
        simulation.clock,
        simulation.world,
        simulation.tags,
        lambda: build(_CONFIG, data, simulation.clock, simulation.world.machine),
        lambda line: states.append(json.loads(line)),
    )
    deed = "wait 1"
    while True:
        player.play(parse_script(f"{deed}\nstate\n", "play"))
        newest = max(data.glob("matches/*.jsonl"))
        content = newest.read_bytes()
        print(
            _TOLD, newest.name, len(content), zlib.crc32(content), json.dumps(states[-1]["piles"]), flush=True
        )
        deed = _next(states[-1], chance)


def _has_unfinished(data: Path, simulation: Simulation) -> bool:
    from firmware.store import Store

    store = Store(data, simulation.clock)
    found = store.open()
    store.close()
    return found.match is not None


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))

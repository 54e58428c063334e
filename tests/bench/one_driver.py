"""Measures one driver on the simulated chip, in this process: `python one_driver.py NAME`, prints JSON.

Time on the bus is modelled: so much for each transfer, and 8 us for each byte (1 MHz).
"""

import json
import logging
import random
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "peers")]

from drivers import DRIVERS, OUR_PACE, TRAYS, Driver, Looker, Pace  # noqa: E402 - found on the path above

from hardware.simulated.raspberry_pi import Board  # noqa: E402
from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make  # noqa: E402
from hardware.simulated.tags import Classic, Ntag, Tag  # noqa: E402
from hardware.virtual_clock import VirtualClock  # noqa: E402

COSTS_US = (15, 20, 25)
USUAL_COST_US = 20
PRESENTED = ("one 4-byte", "one 7-byte", "two 7-byte")
PRESENTATIONS, TRIES = 1_000, 100  # the latter where the driver cannot do it
DRAWS = 10
WATCHED_S = 3.0
WAKE_S = 0.006  # a little more than tags may take
STAY_S, AWAY_S = 0.3, 0.4


class CountingChip(Rc522Chip):
    """A chip that counts what goes over its bus; it loses no writes after a reset, which the others need."""

    def __init__(self, clock: VirtualClock, cost_us: int) -> None:
        make = Rc522Make(start_up_s=0.0, transfer_s=cost_us * 1e-6, irq_pin=24)
        super().__init__(clock, make, random.Random(1))
        self.transfers = self.bytes = 0

    def transfer(self, mosi: Sequence[int]) -> list[int]:
        self.transfers += 1
        self.bytes += len(mosi)
        return super().transfer(mosi)

    @property
    def bus_s(self) -> float:
        return self.transfers * self.make.transfer_s + self.bytes * self.make.byte_s


@dataclass(frozen=True, slots=True)
class Look:
    """What one look took, and how many of the tags it told of; means of several."""

    transfers: float
    bytes: float
    bus_ms: float
    right: float


class Rig:
    """A driver on a board of its own, opened, its field on for long enough."""

    def __init__(self, driver: Driver, cost_us: int) -> None:
        self.clock = VirtualClock()
        self.chip = CountingChip(self.clock, cost_us)
        board = Board(self.clock)
        board.chips[0, 0] = self.chip
        if driver.needs_quick_tags:
            self.chip.field.wake_s = 0.0
        self.looker: Looker = driver.open(board, self.clock)
        self.clock.sleep(WAKE_S)
        self.zero()

    def zero(self) -> None:
        """Count from here."""
        self.chip.transfers = self.chip.bytes = 0

    def put(self, tags: Sequence[Tag]) -> None:
        """Put tags down and wait until they hear."""
        for tag in tags:
            self.chip.field.add(tag)
        self.clock.sleep(WAKE_S)

    def find(self, wanted: set[bytes], until_s: float) -> int:
        """Look at our pace until time is up or all were told of; return how many were."""
        told: set[bytes] = set()
        while (began_s := self.clock.now_s()) < until_s and not wanted <= told:
            told.update(self.looker.look())
            OUR_PACE.wait(self.clock, began_s)
        return len(wanted & told)

    def look_often(self, until_s: float, pace: Pace) -> None:
        """Look again and again."""
        while (began_s := self.clock.now_s()) < until_s:
            self.looker.look()
            pace.wait(self.clock, began_s)


def make_tags(tray: str, chance: random.Random) -> list[Tag]:
    """Make tags whose UIDs begin as they do on real ones, and are otherwise any."""
    if tray == "one 4-byte":
        return [Classic(bytes([chance.choice([0x3A, 0x9C, 0xD4]), *chance.randbytes(3)]))]
    return [Ntag(b"\x04" + chance.randbytes(6)) for _ in range(TRAYS[tray])]


def look_at(tray: str, driver: Driver, cost_us: int) -> Look:
    """Measure the look that finds tags, the mean of ten with always other ones."""
    chance, transfers, sent, busy_s, right = random.Random(tray), 0, 0, 0.0, 0
    for _ in range(DRAWS):
        rig, tags = Rig(driver, cost_us), make_tags(tray, chance)
        rig.put(tags)
        right += len({tag.uid for tag in tags} & set(rig.looker.look()))
        transfers, sent, busy_s = (
            transfers + rig.chip.transfers,
            sent + rig.chip.bytes,
            busy_s + rig.chip.bus_s,
        )
    return Look(transfers / DRAWS, sent / DRAWS, busy_s * 1e3 / DRAWS, right / DRAWS)


def idle(driver: Driver, cost_us: int) -> tuple[Look, float]:
    """Measure a look at an empty tray, the mean of many in its own loop, and the bus's share of the time."""
    rig = Rig(driver, cost_us)
    start_s = rig.clock.now_s()
    count = rig.looker.idle(WATCHED_S)
    share = rig.chip.bus_s / (rig.clock.now_s() - start_s)
    return Look(rig.chip.transfers / count, rig.chip.bytes / count, rig.chip.bus_s * 1e3 / count, 0), share


def share(driver: Driver, cost_us: int, pace: Pace, tags: Sequence[Tag]) -> float:
    """Return the share of time in which the bus is busy, after the look that found the tags."""
    rig = Rig(driver, cost_us)
    rig.put(tags)
    rig.looker.look()
    rig.zero()
    start_s = rig.clock.now_s()
    rig.look_often(start_s + WATCHED_S, pace)
    return rig.chip.bus_s / (rig.clock.now_s() - start_s)


def present(tray: str, driver: Driver) -> tuple[int, int]:
    """Put tags down and lift them, always others; return how many were told of rightly, and how often.

    They lie there for 0.3 s, less once all were told of, and are looked for at our pace.
    """
    rig, chance, right = Rig(driver, USUAL_COST_US), random.Random(tray), 0
    times = TRIES if tray in driver.reasons else PRESENTATIONS
    for _ in range(times):
        tags = make_tags(tray, chance)
        for tag in tags:
            rig.chip.field.add(tag)
        until_s = rig.clock.now_s() + STAY_S
        rig.clock.sleep(chance.uniform(0.0, OUR_PACE.period_s))
        right += rig.find({tag.uid for tag in tags}, until_s)
        for tag in tags:
            rig.chip.field.remove(tag)
        if driver.remembers:
            rig.look_often(rig.clock.now_s() + AWAY_S, OUR_PACE)
    return right, times


def measure(driver: Driver) -> dict[str, Any]:
    """Measure all of one driver, by cost of a transfer where that matters."""
    idles = [idle(driver, cost) for cost in COSTS_US]
    looks = {"empty": [asdict(look) for look, _ in idles]}
    for tray in TRAYS:
        looks[tray] = [asdict(look_at(tray, driver, cost)) for cost in COSTS_US]
    shares = {}
    if driver.own_pace is not None:
        shares["empty, own loop"] = [busy for _, busy in idles]
        shares["resting, own loop"] = _shares(driver, driver.own_pace, "one 7-byte")
    if driver.keeps_our_pace:
        shares["empty, as ours"] = _shares(driver, OUR_PACE)
        shares["resting, as ours"] = _shares(driver, OUR_PACE, "one 7-byte")
    return {
        "costs of a transfer, us": COSTS_US,
        "looks": looks,
        "shares of a core": shares,
        "right UIDs, presentations": {tray: present(tray, driver) for tray in PRESENTED},
    }


def _shares(driver: Driver, pace: Pace, tray: str | None = None) -> list[float]:
    tags = make_tags(tray, random.Random(1)) if tray else []
    return [share(driver, cost, pace, tags) for cost in COSTS_US]


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)  # two of them report each collision
    json.dump(measure(DRIVERS[sys.argv[1]]), sys.stdout)

"""Tags that are held to the reader, one after the other, through noise: what is read, and how soon.

The driver is the real one and looks as often as the appliance does. Each tag comes and goes at a
moment of its own, while the one before may not yet have been missed.
"""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from hardware.iso14443 import is_random_uid
from hardware.ports import TagArrived
from hardware.rc522 import Mfrc522Reader
from hardware.settings import DeviceSettings
from hardware.simulated.tags import Classic, Ntag, Tag
from hardware.simulated.world import World
from hardware.virtual_clock import VirtualClock

RATES = (0.0, 0.001, 0.01, 0.02, 0.05)
"""Of bits of the tags' answers that arrive wrong."""

READABLE_RATES = (0.001, 0.01)
"""At which the reader owes an answer, and not only the truth."""

ENOUGH = 0.99
"""Of the tags must be read then, within players' patience."""

PATIENCE_S = 0.5
"""Players hold a card to the reader for about as long."""

_PERIOD_S = 0.05  # between two looks
_CASCADE_TAG = 0x88


@dataclass(slots=True)
class Figures:
    """What came of many presentations at one bit error rate.

    Attributes:
        number: of presentations.
        read_after_s: for each tag that was read in time, how long it had lain there.
        false: UIDs in hex that no tag had, and how often each was reported.
        repeated: presentations in which the tag arrived more than once.
    """

    number: int = 0
    read_after_s: list[float] = field(default_factory=list)
    false: Counter[str] = field(default_factory=Counter)
    repeated: int = 0

    def add(self, more: "Figures") -> None:
        """Take in another's."""
        self.number += more.number
        self.read_after_s += more.read_after_s
        self.false += more.false
        self.repeated += more.repeated


class Tray:
    """A box and a hand with one tag after the other.

    Args:
        rate: of wrong bits.
        seed: of the tags, the moments and the noise.
        blurred: the share of the wrong bits that look like a collision.
    """

    def __init__(self, rate: float, seed: str, blurred: float = 0.0) -> None:
        self._chance = random.Random(f"{rate} {seed}")
        self._clock = VirtualClock()
        settings = DeviceSettings()
        self._world = World(self._clock, settings, seed=self._chance.getrandbits(32))
        self._reader = Mfrc522Reader(settings.readers[0], self._clock, self._world.machine.make_mfrc522)
        self._reader.open()
        self._world.set_noise(rate)
        self._world.chips[0].blurred_share = blurred
        self.figures = Figures()

    def present(self) -> None:
        """Hold a new tag to the reader until it is read or patience ends, and a little longer."""
        tag = random_tag(self._chance)
        self._rest_and(lambda: self._world.put_down([tag]))
        put_s = self._clock.now_s()
        came: list[TagArrived] = []
        while not came and self._clock.now_s() - put_s < PATIENCE_S:
            came += self._look()
        came += self._look(self._chance.randrange(4))
        self._rest_and(lambda: self._world.take_away([tag]))
        came += self._look(self._chance.randrange(8))
        self._judge(tag.uid, put_s, came)

    def _judge(self, uid: bytes, put_s: float, came: list[TagArrived]) -> None:
        self.figures.number += 1
        self.figures.false.update(arrived.uid.hex() for arrived in came if arrived.uid != uid)
        read_after_s = [arrived.at_s - put_s for arrived in came if arrived.uid == uid]
        self.figures.read_after_s += [after_s for after_s in read_after_s[:1] if after_s <= PATIENCE_S]
        self.figures.repeated += len(read_after_s) > 1

    def _look(self, times: int = 1) -> list[TagArrived]:
        came: list[TagArrived] = []
        for _ in range(times):
            came += [one for one in self._reader.poll() if isinstance(one, TagArrived)]
            self._clock.sleep(_PERIOD_S)
        return came

    def _rest_and(self, deed: Callable[[], None]) -> None:
        """Do something at a moment between two looks."""
        before_s = self._chance.uniform(0.0, _PERIOD_S)
        self._clock.sleep(before_s)
        deed()
        self._clock.sleep(_PERIOD_S - before_s)


def random_tag(chance: random.Random) -> Tag:
    """Make a sticker, a classic or a tag of ten bytes, of any UID that such a tag may have."""
    length = chance.choice((4, 7, 10))
    uid = chance.randbytes(length)
    while uid[0] == _CASCADE_TAG or is_random_uid(uid):
        uid = chance.randbytes(length)
    if length == 10:
        return Tag(uid, bytes.fromhex("8400"), 0x00)
    return Classic(uid) if length == 4 else Ntag(uid)


def present(rate: float, number: int, seed: str) -> Figures:
    """Hold so many tags to a reader of their own."""
    tray = Tray(rate, seed, blurred=0.2)
    for _ in range(number):
        tray.present()
    return tray.figures


def is_good(rate: float, figures: Figures) -> bool:
    """Return whether a reader may have such figures."""
    is_owed = rate <= max(READABLE_RATES)
    has_read = len(figures.read_after_s) >= ENOUGH * figures.number or not is_owed
    return has_read and not figures.false and not figures.repeated


def describe(figures: Figures) -> str:
    """Return the figures as a line of text."""
    times_ms = [1000 * after_s for after_s in figures.read_after_s] or [0.0]
    read, number = len(figures.read_after_s), figures.number
    return (
        f"{read:,} of {number:,} read within {1000 * PATIENCE_S:.0f} ms ({read / max(number, 1):.2%}), "
        f"after {sum(times_ms) / len(times_ms):.0f} ms on average, {max(times_ms):.0f} ms at most; "
        f"false UIDs: {figures.false.total()} {list(figures.false)[:5]}; told twice: {figures.repeated}"
    )

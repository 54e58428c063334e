"""What a doctor asks an RC522: is it there and itself, are its wires sound, how well does a sticker read.

A probe opens the chip by itself, so nobody else may hold it meanwhile.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from hardware.clock import Clock
from hardware.errors import ReaderLost
from hardware.inventory import Inventory
from hardware.rc522_connection import Connection, MakeDriver
from hardware.rc522_link import Link
from hardware.rc522_registers import CHIPS, GAINS_DB, NOBODY, Register
from hardware.settings import ReaderSettings

__all__ = ["READS", "ChipFault", "ChipProbe", "ChipSign", "StickerProbe", "probe_chip", "probe_sticker"]

READS = 20
"""How often a sticker is read at each gain."""

_VERSION_READS = 200
_PATTERN_BYTES = 32  # in one transfer, which stays short enough for every SPI driver
_PATTERNS = 20
_FLUSH = 0x80  # of FIFOLevelReg
_MARK = 0x5A  # left in a register that a reset clears
_SETTLE_S = 0.02
_SPI = ("SDA", "SCK", "MOSI", "MISO")


class ChipSign(Enum):
    """What is wrong with a reader."""

    LOST = "lost"
    STUCK_LOW = "stuck-low"
    STUCK_HIGH = "stuck-high"
    NOW_AND_THEN = "now-and-then"
    CLONE = "clone"
    LOOSE = "loose"
    RESET = "reset"
    WEAK = "weak"


@dataclass(frozen=True, slots=True)
class ChipFault:
    """A fault of a reader.

    Attributes:
        sign: what is wrong.
        words: what is so, for people.
        wires: which of the reader's to look at, by what is printed beside them; the likeliest first.
    """

    sign: ChipSign
    words: str
    wires: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChipProbe:
    """What was found out about a chip and its wires.

    Attributes:
        version: VersionReg as most reads had it, None if the bus could not be had.
        name: the make, for people.
        faults: what is wrong; empty if all is well.
    """

    version: int | None
    name: str
    faults: tuple[ChipFault, ...] = ()


@dataclass(frozen=True, slots=True)
class StickerProbe:
    """How reliably one sticker reads.

    Attributes:
        uid: of the sticker, None if nothing was there to read.
        rates: by gain in dB, which share of the reads was sound at the first go, 0 to 1.
        others: how many more tags were in the field; their answers disturb the figures.
    """

    uid: bytes | None
    rates: Mapping[int, float]
    others: int = 0


def probe_chip(settings: ReaderSettings, clock: Clock, make_driver: MakeDriver) -> ChipProbe:
    """Look for a chip, and for wires that are loose, stuck or missing.

    Args:
        settings: where the chip is wired.
        clock: for all waiting.
        make_driver: makes the package's driver.
    """
    try:
        connection = Connection(settings, clock, make_driver)
    except ReaderLost as exc:
        return ChipProbe(None, "nothing", (ChipFault(ChipSign.LOST, str(exc)),))
    try:
        return _probe(connection, clock)
    except ReaderLost as exc:
        return ChipProbe(None, "nothing", (ChipFault(ChipSign.LOST, str(exc)),))
    finally:
        connection.close()


def probe_sticker(settings: ReaderSettings, clock: Clock, make_driver: MakeDriver) -> StickerProbe:
    """Read the sticker that lies there READS times at each gain, each time from the field switched on.

    Args:
        settings: where the chip is wired; its gain is used to find the sticker.
        clock: for all waiting.
        make_driver: makes the package's driver.

    Raises:
        ReaderLost: if the chip fails.
    """
    connection = Connection(settings, clock, make_driver)
    try:
        connection.pulse_reset()
        connection.link.configure()
        inventory = Inventory(connection.link)
        found = inventory.find()
        if not found:
            return StickerProbe(None, dict.fromkeys(GAINS_DB, 0.0))
        uid = found[0].uid
        rates = {gain_db: _rate(connection.link, inventory, uid, gain_db) for gain_db in GAINS_DB}
        return StickerProbe(uid, rates, len(found) - 1)
    finally:
        connection.close()


def _rate(link: Link, inventory: Inventory, uid: bytes, gain_db: int) -> float:
    link.set_gain(gain_db)
    reads = 0
    for _ in range(READS):
        inventory.wake_all()
        reads += inventory.reads_at_once(uid)
    return reads / READS


def _probe(connection: Connection, clock: Clock) -> ChipProbe:
    link = connection.link
    clock.sleep(_SETTLE_S)
    versions = [link.read(Register.VERSION)[0] for _ in range(_VERSION_READS)]
    version = max(set(versions), key=versions.count)
    odd = _VERSION_READS - versions.count(version)
    if version in NOBODY:
        return ChipProbe(version, "nothing", (_nobody(version, odd),))
    known = CHIPS.get(version)
    name = "make not known" if known is None else known.name
    wrong = odd + _wrong_patterns(link)
    if wrong:  # then the version may be wrong as well, and is not judged
        words = f"the reader answers, but {wrong} of {_VERSION_READS + _PATTERNS} answers were wrong"
        return ChipProbe(version, name, (ChipFault(ChipSign.LOOSE, f"{words}: a wire is loose", _SPI),))
    faults = []
    if known is None or known.is_clone:
        words = (
            f"the reader's chip is a copy (version 0x{version:02X}, not NXP's), and may miss some stickers"
        )
        faults.append(ChipFault(ChipSign.CLONE, words))
    if not _is_reset_wired(connection, clock):
        words = "the reader's wire RST has no contact, so it could not be started again if it hangs"
        faults.append(ChipFault(ChipSign.RESET, words, ("RST",)))
    elif not _stands_its_field(connection):
        words = "the reader fails when its antenna goes on: it gets too little power"
        faults.append(ChipFault(ChipSign.WEAK, words, ("3.3 V", "GND")))
    return ChipProbe(version, name, tuple(faults))


def _nobody(version: int, odd: int) -> ChipFault:
    if odd:
        words = "the reader answers only now and then: a wire is loose"
        return ChipFault(ChipSign.NOW_AND_THEN, words, (*_SPI, "3.3 V", "GND"))
    if version == 0x00:
        words = "the reader says nothing at all (MISO stays low)"
        return ChipFault(ChipSign.STUCK_LOW, words, ("3.3 V", "RST", "SDA", "MISO", "SCK", "MOSI", "GND"))
    words = "the reader says nothing at all (MISO stays high)"
    return ChipFault(ChipSign.STUCK_HIGH, words, ("GND", "SDA", "MISO", "SCK", "MOSI", "3.3 V"))


def _wrong_patterns(link: Link) -> int:
    """Write bytes to the FIFO and read them back; return how often they differed."""
    chance = random.Random(1)
    wrong = 0
    for _ in range(_PATTERNS):
        pattern = list(chance.randbytes(_PATTERN_BYTES))
        link.write(Register.COMMAND, 0x00)
        link.write(Register.FIFO_LEVEL, _FLUSH)
        link.write(Register.FIFO_DATA, *pattern)
        wrong += link.read(*[Register.FIFO_DATA] * _PATTERN_BYTES) != pattern
    return wrong


def _is_reset_wired(connection: Connection, clock: Clock) -> bool:
    connection.link.write(Register.T_RELOAD_LOW, _MARK)
    connection.pulse_reset()
    clock.sleep(_SETTLE_S)
    return connection.link.read(Register.T_RELOAD_LOW) != [_MARK]


def _stands_its_field(connection: Connection) -> bool:
    try:
        connection.link.configure()
        connection.link.check()
    except ReaderLost:
        return False
    return True

"""What a doctor asks of a sticker: how well does it read at each gain.

A probe opens the chip by itself, so nobody else may hold it meanwhile.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hardware.clock import Clock
from hardware.inventory import Inventory
from hardware.rc522_chip import Mfrc522
from hardware.rc522_connection import Connection, MakeDriver
from hardware.rc522_registers import GAINS_DB
from hardware.settings import ReaderSettings

__all__ = ["READS", "StickerProbe", "probe_sticker"]

READS = 20
"""How often a sticker is read at each gain."""


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
        connection.chip.configure()
        inventory = Inventory(connection.link)
        found = inventory.find()
        if not found:
            return StickerProbe(None, dict.fromkeys(GAINS_DB, 0.0))
        uid = found[0].uid
        rates = {gain_db: _rate(connection.chip, inventory, uid, gain_db) for gain_db in GAINS_DB}
        return StickerProbe(uid, rates, len(found) - 1)
    finally:
        connection.close()


def _rate(chip: Mfrc522, inventory: Inventory, uid: bytes, gain_db: int) -> float:
    chip.set_gain(gain_db)
    reads = 0
    for _ in range(READS):
        inventory.wake_all()
        reads += inventory.reads_at_once(uid)
    return reads / READS

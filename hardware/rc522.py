"""The tag reader on the `mfrc522` package: whole UIDs, several tags at once, little bus time.

Only the package's bus, reset pin and constructor are used. Its `MFRC522_Request` reads a register
2,000 times for each empty poll, its anticollision knows one cascade level, and nothing in it
halts a tag; so the talk with the chip (`rc522_chip`, `rc522_link`) and with the tags (`inventory`) is ours.
"""

import contextlib
import logging
from collections.abc import Sequence

from hardware.checks import Checks
from hardware.chip_probe import ChipProbe
from hardware.clock import Clock
from hardware.errors import ReaderLost
from hardware.inventory import Called, Inventory
from hardware.ports import TagArrived, TagChecked, TagLeft, TagNews
from hardware.presence import Presence
from hardware.rc522_chip import Mfrc522
from hardware.rc522_connection import Connection, MakeDriver
from hardware.rc522_probe import probe_chip
from hardware.rc522_registers import CHIPS
from hardware.settings import ReaderSettings

__all__ = ["CHECK_S", "Mfrc522Reader"]

logger = logging.getLogger(__name__)

CHECK_S = 1.0
"""Between two looks at whether the chip still is what it was, and set up as it was."""


class Mfrc522Reader:
    """A `TagReader` on one RC522.

    Args:
        settings: node, reset pin, speed and gain.
        clock: for all waiting.
        make_driver: the class `mfrc522.MFRC522`, or a copy bound to a simulated board.
        number: which reader this is, for its events.
        shares_air: another reader is near: the field is on only while this one looks. A tag then
            loses its power after each look, so one that was badly heard for long counts as lifted.
    """

    def __init__(
        self,
        settings: ReaderSettings,
        clock: Clock,
        make_driver: MakeDriver,
        number: int = 0,
        *,
        shares_air: bool = False,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._make_driver = make_driver
        self._number = number
        self._shares_air = shares_air
        self._presence = Presence()
        self._news: list[TagNews] = []
        self._checks = Checks()
        self._asleep: set[bytes] = set()
        self._checked_s = 0.0
        self._connection: Connection | None = None
        self._inventory: Inventory | None = None

    def open(self) -> None:
        """Reset the chip, set it up, and switch the field on.

        Raises:
            ReaderLost: if the node is missing or forbidden, nothing is on the bus, a wire is
                loose, or the chip does not keep what is written to it.
        """
        self.close()
        self._connection = Connection(self._settings, self._clock, self._make_driver)
        try:
            self._set_up(self._connection)
        except ReaderLost:
            self.close()  # no field may stay on beside the other reader's
            raise

    def poll(self) -> Sequence[TagNews]:
        """Look once; return the tags that came, were read five times, or left since the last look.

        Raises:
            ReaderLost: if the chip stopped answering or forgot its settings; what was found before
                that is returned by the next look that succeeds.
        """
        if self._connection is None or self._inventory is None:
            raise ReaderLost("the reader is not open")
        chip = self._connection.chip
        if self._shares_air:
            self._look_in_turn(chip, self._inventory)
        else:
            self._check_now_and_then(chip)
            self._look(self._inventory)
        news, self._news = self._news, []
        return news

    def probe(self) -> ChipProbe:
        """Look whether the chip is itself and its wires are sound; the reader is closed afterwards."""
        self.close()
        return probe_chip(self._settings, self._clock, self._make_driver)

    def close(self) -> None:
        """Switch the field off, release the bus and the reset pin, and nothing else's."""
        connection, self._connection, self._inventory = self._connection, None, None
        if connection is not None:
            connection.close()

    def _set_up(self, connection: Connection) -> None:
        connection.pulse_reset()
        _name_the_chip(connection.chip.configure())
        if self._shares_air:
            connection.chip.field_off()
        self._checked_s = self._clock.now_s()
        self._inventory = Inventory(connection.link)

    def _look_in_turn(self, chip: Mfrc522, inventory: Inventory) -> None:
        """Look with the field on, and leave it off for the other reader, whatever happens."""
        try:
            chip.field_on()
            self._check_now_and_then(chip)
            self._look(inventory)
            chip.field_off()
        except ReaderLost:
            with contextlib.suppress(ReaderLost):
                chip.field_off()
            raise

    def _check_now_and_then(self, chip: Mfrc522) -> None:
        now_s = self._clock.now_s()
        if now_s - self._checked_s >= CHECK_S:
            chip.check()
            self._checked_s = now_s

    def _look(self, inventory: Inventory) -> None:
        """Note who came and who left, each as soon as it is certain: the rest of the look may fail."""
        presence = self._presence
        if presence.here() or not presence.missed() or not inventory.is_nobody_there():
            self._call_present(inventory)
            self._find_new(inventory)
            if not self._shares_air:  # else nobody has slept: his power was off
                self._call_missed(inventory)
        if presence.forget_missed(self._clock.now_s()) and not self._shares_air:
            inventory.wake_all()  # one that sleeps on is found anew

    def _call_present(self, inventory: Inventory) -> None:
        """Ask by name for those that are here; each answer tells how well the tag reads."""
        here = self._presence.here()
        answers = inventory.call(here)
        now_s = self._clock.now_s()
        silent = []
        for uid, answer in zip(here, answers, strict=True):
            if answer is Called.SILENT:
                self._checks.miss(uid)
                silent.append(uid)
            else:
                self._presence.hear(uid, now_s)
                self._tell_reads(uid, self._checks.read(uid, is_sound=answer is Called.SOUND), now_s)
        for uid in self._presence.miss(silent, now_s):
            self._tell_reads(uid, self._checks.end(uid), now_s)
            self._news.append(TagLeft(uid, now_s, self._number))

    def _tell_reads(self, uid: bytes, reads: tuple[int, int] | None, now_s: float) -> None:
        if reads is not None:
            self._news.append(TagChecked(uid, *reads, now_s, self._number))

    def _find_new(self, inventory: Inventory) -> None:
        found = inventory.find()
        now_s = self._clock.now_s()
        new = [tag for tag in found if self._presence.hear(tag.uid, now_s)]
        others = len(self._presence.here()) - 1
        for tag in new:
            self._checks.begin(tag.uid)
            self._news.append(TagArrived(tag.uid, tag.sak, now_s, self._number, others))

    def _call_missed(self, inventory: Inventory) -> None:
        """Take those back that were only badly heard: asleep in two looks, so never lifted."""
        asleep = {uid for uid in self._presence.missed() if inventory.is_asleep(uid)}
        for uid in asleep & self._asleep:
            self._presence.hear(uid, self._clock.now_s())
        self._asleep = asleep


def _name_the_chip(version: int) -> None:
    name = CHIPS.get(version)
    if name is None:
        logger.warning("reader of an unknown make, version 0x%02X; it may miss some tags", version)
    elif name.is_clone:
        logger.warning(
            "reader found, version 0x%02X, a clone (%s); it may miss some tags", version, name.name
        )
    else:
        logger.info("reader found, %s, version 0x%02X", name.name, version)

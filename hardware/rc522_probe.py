"""What a doctor asks an RC522: is it there and itself, and are its wires sound.

A probe opens the chip by itself, so nobody else may hold it meanwhile.
"""

import random

from hardware.chip_probe import ChipFault, ChipProbe, ChipSign
from hardware.clock import Clock
from hardware.errors import ReaderLost
from hardware.rc522_chip import Mfrc522
from hardware.rc522_connection import Connection, MakeDriver
from hardware.rc522_registers import CHIPS, NOBODY, Register
from hardware.settings import ReaderSettings

__all__ = ["probe_chip"]

_VERSION_READS = 200
_PATTERN_BYTES = 32  # in one transfer, which stays short enough for every SPI driver
_PATTERNS = 20
_FLUSH = 0x80  # of FIFOLevelReg
_MARK = 0x5A  # left in a register that a reset clears
_SETTLE_S = 0.02
_SPI = ("SDA", "SCK", "MOSI", "MISO")


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


def _probe(connection: Connection, clock: Clock) -> ChipProbe:
    chip = connection.chip
    clock.sleep(_SETTLE_S)
    versions = [chip.read(Register.VERSION)[0] for _ in range(_VERSION_READS)]
    version = max(set(versions), key=versions.count)
    odd = _VERSION_READS - versions.count(version)
    if version in NOBODY:
        return ChipProbe(version, "nothing", (_nobody(version, odd),))
    known = CHIPS.get(version)
    name = "make not known" if known is None else known.name
    wrong = odd + _wrong_patterns(chip)
    if wrong:  # then the version may be wrong as well, and is not judged
        of = _VERSION_READS + _PATTERNS
        said = f"the reader answers, but {wrong} of {of} answers were wrong: a wire is loose"
        return ChipProbe(version, name, (ChipFault(ChipSign.LOOSE, said, _SPI),))
    faults = []
    if known is None or known.is_clone:
        said = f"the reader's chip is a copy (version 0x{version:02X}, not NXP's), and may miss some stickers"
        faults.append(ChipFault(ChipSign.CLONE, said))
    of_wires = _fault_of_wires(connection, clock)
    if of_wires is not None:
        faults.append(of_wires)
    return ChipProbe(version, name, tuple(faults))


def _fault_of_wires(connection: Connection, clock: Clock) -> ChipFault | None:
    """Return the first fault of the wires of a chip that answers rightly, None if they are sound."""
    if not _is_reset_wired(connection, clock):
        words = "the reader's wire RST has no contact, so it could not be started again if it hangs"
        return ChipFault(ChipSign.RESET, words, ("RST",))
    if not _stands_its_field(connection.chip):
        words = "the reader fails when its antenna goes on: it gets too little power"
        return ChipFault(ChipSign.WEAK, words, ("3.3 V", "GND"))
    return None


def _nobody(version: int, odd: int) -> ChipFault:
    if odd:
        words = "the reader answers only now and then: a wire is loose"
        return ChipFault(ChipSign.NOW_AND_THEN, words, (*_SPI, "3.3 V", "GND"))
    if version == 0x00:
        words = "the reader says nothing at all (MISO stays low)"
        return ChipFault(ChipSign.STUCK_LOW, words, ("3.3 V", "RST", "SDA", "MISO", "SCK", "MOSI", "GND"))
    words = "the reader says nothing at all (MISO stays high)"
    return ChipFault(ChipSign.STUCK_HIGH, words, ("GND", "SDA", "MISO", "SCK", "MOSI", "3.3 V"))


def _wrong_patterns(chip: Mfrc522) -> int:
    """Write bytes to the FIFO and read them back; return how often they differed."""
    chance = random.Random(1)
    wrong = 0
    for _ in range(_PATTERNS):
        pattern = list(chance.randbytes(_PATTERN_BYTES))
        chip.write(Register.COMMAND, 0x00)
        chip.write(Register.FIFO_LEVEL, _FLUSH)
        chip.write(Register.FIFO_DATA, *pattern)
        wrong += chip.read(*[Register.FIFO_DATA] * _PATTERN_BYTES) != pattern
    return wrong


def _is_reset_wired(connection: Connection, clock: Clock) -> bool:
    connection.chip.write(Register.T_RELOAD_LOW, _MARK)
    connection.pulse_reset()
    clock.sleep(_SETTLE_S)
    return connection.chip.read(Register.T_RELOAD_LOW) != [_MARK]


def _stands_its_field(chip: Mfrc522) -> bool:
    try:
        chip.configure()
        chip.check()
    except ReaderLost:
        return False
    return True

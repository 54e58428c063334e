"""What a doctor learns of a reader: the chip and its wires."""

import pytest
from loose_chip import LooseChip

from hardware.chip_probe import ChipSign
from hardware.rc522_probe import probe_chip
from hardware.settings import ReaderSettings
from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make
from hardware.simulated.tags import Ntag

NTAG = bytes.fromhex("04a3c6cae26180")


class DeafChip(LooseChip):
    """Its bus carries the version, but one write of the FIFO in seven is lost."""

    def transfer(self, mosi):
        self.count += 1
        if mosi[0] == 0x12 and self.count % 7 == 0:
            return [0] * len(mosi)
        return Rc522Chip.transfer(self, mosi)


class CutOffChip(Rc522Chip):
    """Its MOSI is off, and stays low: the chip hears no question."""

    def transfer(self, mosi):
        return super().transfer([0] * len(mosi))


class ShiftedChip(Rc522Chip):
    """Its SCK is bad: each byte comes late by a bit, so its version is that of no chip."""

    def transfer(self, mosi):
        return [byte >> 1 for byte in super().transfer(mosi)]


class WeakSupply(Rc522Chip):
    """It falls back to its reset values as soon as its field goes on."""

    def transfer(self, mosi):
        answer = super().transfer(mosi)
        if list(mosi) == [0x28, 0x83]:
            self.power_cycle()
        return answer


class NowAndThen(Rc522Chip):
    """Its supply has a bad contact: it answers one transfer in ten."""

    count = 0

    def transfer(self, mosi):
        self.count += 1
        self.unplugged = self.count % 10 != 0
        return super().transfer(mosi)


def chip_of(kind):
    return lambda desk: desk.board.chips.update({(0, 0): kind(desk.clock)})


def unplug(level):
    return lambda desk: desk.plug(False, level)


def probe(desk):
    return probe_chip(ReaderSettings(), desk.clock, desk.make_driver)


def test_a_sound_reader_has_no_faults(make_desk):
    found = probe(make_desk())
    assert (found.version, found.name, found.faults) == (0x92, "MFRC522 v2.0", ())


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        pytest.param(lambda d: d.board.missing_nodes.add("/dev/spidev0.0"), "is SPI on", id="no node"),
        pytest.param(lambda d: d.board.forbidden_nodes.add("/dev/spidev0.0"), "group spi", id="forbidden"),
        pytest.param(unplug(0x00), "MISO stays low", id="stuck low"),
        pytest.param(unplug(0xFF), "MISO stays high", id="stuck high"),
        pytest.param(chip_of(LooseChip), "answers were wrong: a wire is loose", id="loose, reading"),
        pytest.param(chip_of(DeafChip), "answers were wrong: a wire is loose", id="loose, writing"),
        pytest.param(chip_of(ShiftedChip), "answers were wrong: a wire is loose", id="loose, late"),
        pytest.param(chip_of(NowAndThen), "now and then", id="bad contact"),
        pytest.param(chip_of(WeakSupply), "too little power", id="weak supply"),
    ],
)
def test_one_fault_is_told_in_one_sentence_with_what_to_do(make_desk, fault, words):
    desk = make_desk()
    fault(desk)
    (told,) = probe(desk).faults
    assert words in told.words


@pytest.mark.parametrize(
    ("fault", "first"),
    [(unplug(0x00), "3.3 V"), (unplug(0xFF), "GND"), (chip_of(CutOffChip), "3.3 V")],
    ids=["low", "high", "MOSI"],
)
def test_a_reader_that_says_nothing_may_lack_any_of_its_wires_but_one_is_likeliest(make_desk, fault, first):
    desk = make_desk()
    fault(desk)
    (told,) = probe(desk).faults
    assert told.wires[0] == first
    assert {"3.3 V", "GND", "SDA", "SCK", "MOSI", "MISO"} <= {*told.wires}


def test_a_reset_wire_that_is_off_is_noticed(make_desk):
    (told,) = probe(make_desk(Rc522Make(reset_pin=None))).faults
    assert (told.sign, told.wires) == (ChipSign.RESET, ("RST",))


@pytest.mark.parametrize("version", [0x88, 0x89, 0xB2, 0x12, 0x82, 0x15])
def test_a_clone_is_told_and_all_else_is_looked_at_too(make_desk, version):
    found = probe(make_desk(Rc522Make(version=version, reset_pin=None)))
    assert found.version == version
    assert f"0x{version:02X}" in found.faults[0].words
    assert found.faults[1].sign is ChipSign.RESET


def test_a_probe_leaves_bus_pin_and_field_free(make_desk):
    desk = make_desk()
    probe(desk)
    assert desk.board.gpio.calls[-1] == ("cleanup", 25)
    assert not desk.chip.field.is_on
    desk.reader.open()
    desk.put(Ntag(NTAG))
    assert desk.watch(0.1) == [NTAG.hex()]

"""The reader when a wire, the bus, a pin or the chip fails: one plain word, and it works again after."""

import errno
import os

import pytest
from breakage import NTAG, GpioBusy, ntag, os_error, raising

from hardware.errors import HardwareError, ReaderLost
from hardware.simulated.raspberry_pi import SpiDevice
from hardware.simulated.rc522_chip import Rc522Chip
from hardware.simulated.tags import Ntag


class WaveringChip(Rc522Chip):
    """Its version is read differently each time."""

    reads = 0

    def transfer(self, mosi):
        answer = super().transfer(mosi)
        if list(mosi) == [0xEE, 0x00]:
            self.reads += 1
            answer[1] ^= self.reads
        return answer


class ForgetfulChip(Rc522Chip):
    """It does not keep the receiver's gain."""

    def transfer(self, mosi):
        return super().transfer([0x4C, 0x58] if mosi[0] == 0x4C else mosi)


def unplug_low(desk):
    desk.plug(False, 0x00)


def unplug_high(desk):
    desk.plug(False, 0xFF)


def remove_node(desk):
    desk.board.missing_nodes.add("/dev/spidev0.0")


def forbid_node(desk):
    desk.board.forbidden_nodes.add("/dev/spidev0.0")


def loosen(desk):
    desk.board.chips[0, 0] = WaveringChip(desk.clock)


def make_forgetful(desk):
    desk.board.chips[0, 0] = ForgetfulChip(desk.clock)


def mend(desk):
    """Undo every fault."""
    desk.board.missing_nodes.clear()
    desk.board.forbidden_nodes.clear()
    desk.board.chips[0, 0] = desk.chip
    desk.plug(True)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        pytest.param(remove_node, r"/dev/spidev0\.0 is missing: is SPI on\? See Check", id="no node"),
        pytest.param(forbid_node, r"/dev/spidev0\.0 .* add it to group spi", id="forbidden node"),
        pytest.param(unplug_low, "no reader on the bus: check its wires", id="MISO low"),
        pytest.param(unplug_high, "no reader on the bus: check its wires", id="MISO high"),
        pytest.param(loosen, "answers differently each time: a wire of SPI is loose", id="loose wire"),
        pytest.param(make_forgetful, r"forgets its settings: check 3\.3 V", id="forgetful chip"),
    ],
)
def test_a_fault_at_the_start_is_named_and_once_mended_the_reader_works(make_desk, fault, message):
    desk = make_desk()
    fault(desk)
    with pytest.raises(ReaderLost, match=message):
        desk.reader.open()
    with pytest.raises(ReaderLost):
        desk.reader.poll()
    mend(desk)
    desk.reader.open()
    desk.put(ntag())
    assert desk.watch(0.2) == [NTAG]


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        pytest.param(unplug_low, "check", id="MISO low"),
        pytest.param(unplug_high, "check", id="MISO high"),
        pytest.param(lambda desk: desk.chip.power_cycle(), "check", id="silent reset"),
        pytest.param(lambda desk: desk.driver.spi.close(), "SPI bus failed .* check", id="bus gone"),
    ],
)
@pytest.mark.parametrize("tags", [0, 1], ids=["an empty tray", "a card at rest"])
def test_a_fault_in_the_middle_is_noticed_at_the_next_look_and_once_mended_it_works(
    desk, fault, message, tags
):
    desk.put(*[ntag()][:tags])
    desk.watch(0.2)
    fault(desk)
    with pytest.raises(ReaderLost, match=message):
        desk.reader.poll()
    mend(desk)
    desk.reader.open()
    other = Ntag(bytes.fromhex("045b77cae26180"))
    desk.put(other)
    assert desk.watch(0.4) == ["045b77cae26180"]


SETTINGS = {
    "TxMode": (0x12, 0x80),
    "RxMode": (0x13, 0x80),
    "TMode": (0x2A, 0x80),
    "TPrescaler": (0x2B, 0x01),
    "TReload, high": (0x2C, 0x80),
    "TReload, low": (0x2D, 0x02),
    "TxASK": (0x15, 0x40),
    "Mode": (0x11, 0x20),
    "RFCfg": (0x26, 0x40),
    "TxControl": (0x14, 0x01),
}


@pytest.mark.parametrize(("address", "bit"), SETTINGS.values(), ids=SETTINGS)
def test_each_setting_that_the_chip_forgets_is_noticed_within_a_second(desk, address, bit):
    desk.watch(0.2)
    desk.chip._registers[address] ^= bit
    with pytest.raises(ReaderLost, match="check"):
        desk.watch(1.1)


@pytest.mark.parametrize(
    ("address", "bits"), [(0x12, 0x07), (0x13, 0x03), (0x15, 0xBF), (0x11, 0x54), (0x14, 0x7C)]
)
def test_bits_that_the_data_sheet_leaves_open_may_read_as_they_like(desk, address, bits):
    desk.chip._registers[address] ^= bits
    desk.put(ntag())
    assert desk.watch(1.2) == [NTAG]


@pytest.mark.parametrize("nth", range(0, 60, 4))
@pytest.mark.parametrize("level", [0x00, 0xFF], ids=["low", "high"])
def test_wires_that_fail_within_a_look_make_up_no_card(desk, monkeypatch, nth, level):
    desk.put(ntag())
    left = [nth]
    real = Rc522Chip.transfer

    def transfer(chip, mosi):
        left[0] -= 1
        return real(chip, mosi) if left[0] >= 0 else [level] * len(mosi)

    monkeypatch.setattr(Rc522Chip, "transfer", transfer)
    with pytest.raises(ReaderLost):
        desk.reader.poll()


def test_a_chip_that_is_too_hot_is_said_to_be(desk, monkeypatch):
    real = Rc522Chip._read
    monkeypatch.setattr(Rc522Chip, "_read", lambda chip, at: real(chip, at) | (0x40 if at == 0x06 else 0))
    with pytest.raises(ReaderLost, match="too hot"):
        desk.reader.poll()


def test_a_chip_that_does_not_send_is_said_so(desk, monkeypatch):
    monkeypatch.setattr("hardware.simulated.rc522_commands.Commands.send", lambda *_: None)
    with pytest.raises(ReaderLost, match="does not send"):
        desk.reader.poll()


@pytest.mark.parametrize("number", [errno.EIO, errno.ETIMEDOUT, errno.ESHUTDOWN], ids=os.strerror)
def test_an_error_of_the_bus_is_a_lost_reader(desk, monkeypatch, number):
    monkeypatch.setattr(SpiDevice, "xfer2", raising(os_error(number)))
    with pytest.raises(ReaderLost, match=r"the SPI bus failed .*: check the reader's wires"):
        desk.reader.poll()
    with pytest.raises(ReaderLost, match=r"the SPI bus failed .*: check the reader's wires"):
        desk.reader.open()


@pytest.mark.parametrize(
    "error", [GpioBusy("'GPIO busy'"), RuntimeError("no access to /dev/mem")], ids=["busy", "no access"]
)
def test_a_reset_pin_that_cannot_be_had_is_named(make_desk, monkeypatch, error):
    desk = make_desk()
    monkeypatch.setattr(desk.board.gpio, "setup", raising(error))
    with pytest.raises(ReaderLost, match=f"^GPIO 25 for the reader's RST cannot be had.*{error}"):
        desk.reader.open()


def test_a_lost_reader_is_a_hardware_error_and_an_os_error():
    assert issubclass(ReaderLost, HardwareError)
    assert issubclass(ReaderLost, OSError)


def test_nothing_is_printed(make_desk, capfd):
    desk = make_desk()
    desk.reader.open()
    desk.put(ntag())
    desk.chip.bit_error_rate = 0.05
    desk.watch(0.5)
    desk.plug(False)
    with pytest.raises(ReaderLost):
        desk.reader.poll()
    desk.reader.close()
    assert capfd.readouterr() == ("", "")

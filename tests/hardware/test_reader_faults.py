"""The reader when a wire, the bus, a pin or the chip fails: one plain word, and it works again after."""

import errno
import logging
import os

import pytest

from hardware.errors import HardwareError, ReaderLost
from hardware.settings import ReaderSettings
from hardware.simulated.raspberry_pi import SpiDevice
from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make
from hardware.simulated.tags import Ntag

NTAG = "04a3c6cae26180"
FIELD_OFF = "2880"  # TxControlReg


def ntag():
    return Ntag(bytes.fromhex(NTAG))


class GpioBusy(Exception):
    """As lgpio.error: it shares no parent with what RPi.GPIO raises."""


class LooseChip(Rc522Chip):
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


def raising(error):
    def fail(*_args, **_kwargs):
        raise error

    return fail


def os_error(number):
    return OSError(number, os.strerror(number))


def unplug_low(desk):
    desk.plug(False, 0x00)


def unplug_high(desk):
    desk.plug(False, 0xFF)


def remove_node(desk):
    desk.board.missing_nodes.add("/dev/spidev0.0")


def forbid_node(desk):
    desk.board.forbidden_nodes.add("/dev/spidev0.0")


def loosen(desk):
    desk.board.chips[0, 0] = LooseChip(desk.clock)


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
    with pytest.raises(ReaderLost, match=f"GPIO 25 cannot be had.*{error}"):
        desk.reader.open()


def test_a_lost_reader_is_a_hardware_error_and_an_os_error():
    assert issubclass(ReaderLost, HardwareError)
    assert issubclass(ReaderLost, OSError)


@pytest.mark.parametrize("pin", [25, 24], ids=["the usual pin", "another pin"])
def test_only_its_own_reset_pin_is_ever_touched(make_desk, pin):
    desk = make_desk(Rc522Make(reset_pin=pin), ReaderSettings(reset_gpio=pin))
    desk.reader.open()
    desk.put(ntag())
    desk.watch(0.2)
    desk.reader.open()
    desk.reader.close()
    touching = [call for call in desk.board.gpio.calls if call[0] in ("setup", "output", "cleanup")]
    assert {call[1:2] for call in touching} == {(pin,)}
    assert {call[0] for call in touching} == {"setup", "output", "cleanup"}


def test_the_chip_is_reset_by_its_pin_when_it_is_opened(make_desk):
    desk = make_desk()
    desk.reader.open()
    levels = [call[2] for call in desk.board.gpio.calls if call[0] == "output"]
    assert levels == [1, 0, 1]


def test_a_numbering_that_is_bcm_already_is_fine(make_desk):
    desk = make_desk()
    desk.board.gpio.setmode(desk.board.gpio.BCM)
    desk.reader.open()
    desk.put(ntag())
    assert desk.watch(0.1) == [NTAG]


def test_a_numbering_along_the_header_is_refused_before_any_pin_is_driven(make_desk):
    desk = make_desk(settings=ReaderSettings(reset_gpio=23))  # pin 23 of the header is SPI's clock
    desk.board.gpio.setmode(desk.board.gpio.BOARD)
    with pytest.raises(ReaderLost, match="BOARD"):
        desk.reader.open()
    assert [call for call in desk.board.gpio.calls if call[0] in ("setup", "output", "cleanup")] == []


def test_ten_openings_leave_no_handler_on_the_packages_logger(make_desk):
    desk = make_desk()
    for _ in range(10):
        desk.reader.open()
    assert logging.getLogger("mfrc522Logger").handlers == []


def test_ten_failing_openings_leave_no_handler_on_the_packages_logger(make_desk, monkeypatch):
    desk = make_desk()
    monkeypatch.setattr(desk.board.gpio, "setup", raising(GpioBusy()))
    for _ in range(10):
        with pytest.raises(ReaderLost):
            desk.reader.open()
    assert logging.getLogger("mfrc522Logger").handlers == []


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


@pytest.mark.parametrize(
    ("version", "level"),
    [
        (0x91, "INFO"),
        (0x92, "INFO"),
        (0x88, "WARNING"),
        (0x89, "WARNING"),
        (0xB2, "WARNING"),
        (0x12, "WARNING"),
        (0x82, "WARNING"),
        (0x15, "WARNING"),
    ],
)
def test_a_clone_works_with_a_warning(make_desk, caplog, version, level):
    caplog.set_level(logging.INFO, "hardware.rc522")
    desk = make_desk(Rc522Make(version=version))
    desk.reader.open()
    desk.put(ntag())
    assert desk.watch(0.1) == [NTAG]
    assert [record.levelname for record in caplog.records] == [level]


@pytest.mark.parametrize(("gain_db", "step"), [(18, 2), (33, 4), (48, 7)])
def test_the_gain_is_what_the_settings_say(make_desk, gain_db, step):
    desk = make_desk(settings=ReaderSettings(gain_db=gain_db))
    desk.reader.open()
    assert desk.driver.Read_MFRC522(0x26) == step << 4 | 0x08


def test_the_bus_runs_at_the_speed_of_the_settings(make_desk):
    desk = make_desk(settings=ReaderSettings(speed_hz=4_000_000))
    desk.reader.open()
    assert desk.driver.spi.max_speed_hz == 4_000_000


def test_closing_switches_the_field_off_and_lets_go_of_bus_and_pin(desk):
    desk.reader.close()
    assert desk.transfers[-1]["out"] == FIELD_OFF
    assert desk.board.gpio.calls[-1] == ("cleanup", 25)
    with pytest.raises(OSError, match="Bad file descriptor"):
        desk.driver.spi.xfer2([0xEE, 0x00])


def test_opening_anew_lets_go_of_the_bus_it_had(desk):
    before = desk.driver
    desk.reader.open()
    with pytest.raises(OSError, match="Bad file descriptor"):
        before.spi.xfer2([0xEE, 0x00])


@pytest.mark.parametrize("nth", range(2, 25))
@pytest.mark.parametrize("level", [0x00, 0xFF], ids=["low", "high"])
def test_an_opening_that_fails_leaves_no_field_on(make_desk, monkeypatch, nth, level):
    desk, left, real = make_desk(), [nth], Rc522Chip.transfer

    def transfer(chip, mosi):
        left[0] -= 1
        answer = real(chip, mosi)
        return answer if left[0] >= 0 else [level] * len(mosi)

    monkeypatch.setattr(Rc522Chip, "transfer", transfer)
    with pytest.raises(ReaderLost):
        desk.reader.open()
    assert not desk.chip.field.is_on


def clean_up_all_pins(desk, _monkeypatch):
    desk.board.gpio.cleanup()


def break_bus(_desk, monkeypatch):
    monkeypatch.setattr(SpiDevice, "xfer2", raising(os_error(errno.EIO)))


def break_closing(_desk, monkeypatch):
    monkeypatch.setattr(SpiDevice, "close", raising(os_error(errno.EIO)))


def break_pin(desk, monkeypatch):
    monkeypatch.setattr(desk.board.gpio, "cleanup", raising(GpioBusy()))


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(lambda desk, _: desk.plug(False), id="unplugged"),
        pytest.param(break_bus, id="bus broken"),
        pytest.param(break_closing, id="node broken"),
        pytest.param(break_pin, id="pin gone"),
        pytest.param(clean_up_all_pins, id="somebody else cleaned up"),
        pytest.param(lambda desk, _: desk.reader.close(), id="closed before"),
    ],
)
def test_closing_never_raises_and_the_reader_opens_again(desk, fault):
    with pytest.MonkeyPatch.context() as patch:
        fault(desk, patch)
        desk.reader.close()
        desk.reader.close()
    mend(desk)
    desk.reader.open()
    desk.put(ntag())
    assert desk.watch(0.1) == [NTAG]


def test_a_bus_that_fails_while_closing_still_frees_the_pin(desk, monkeypatch):
    monkeypatch.setattr(SpiDevice, "close", raising(os_error(errno.EIO)))
    desk.reader.close()
    assert desk.board.gpio.calls[-1] == ("cleanup", 25)

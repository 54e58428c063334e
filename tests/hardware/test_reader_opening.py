"""Opening and closing the reader: what it takes, how it sets the chip up, and that it lets go of all."""

import errno
import logging

import pytest
from breakage import NTAG, GpioBusy, ntag, os_error, raising

from hardware.errors import ReaderLost
from hardware.settings import ReaderSettings
from hardware.simulated.raspberry_pi import SpiDevice
from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make

FIELD_ON, FIELD_OFF = "2883", "2880"  # TxControlReg
TAG_FORGETS_S, RESET_S = 0.005, 0.002


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


def test_the_field_is_off_for_long_enough_that_tags_forget_when_it_is_opened(make_desk):
    desk = make_desk()
    desk.reader.open()
    lit_s = [transfer["t"] for transfer in desk.transfers if transfer["out"] == FIELD_ON]
    assert len(lit_s) == 2  # the package's constructor is the first
    assert lit_s[1] - lit_s[0] > TAG_FORGETS_S + RESET_S


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


@pytest.mark.parametrize("nth", range(25))
def test_an_opening_that_the_bus_breaks_off_leaves_neither_field_nor_pin(make_desk, monkeypatch, nth):
    desk, left, real = make_desk(), [nth], SpiDevice.xfer2

    def transfer(device, values):
        left[0] -= 1
        answer = real(device, values)  # what it says may have arrived all the same
        if left[0] < 0:
            raise os_error(errno.EIO)
        return answer

    monkeypatch.setattr(SpiDevice, "xfer2", transfer)
    with pytest.raises(ReaderLost, match="the SPI bus failed"):
        desk.reader.open()
    assert not desk.chip.field.is_on
    assert desk.board.gpio.calls[-1] == ("cleanup", 25)


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
    desk.plug(True)
    desk.reader.open()
    desk.put(ntag())
    assert desk.watch(0.1) == [NTAG]


def test_a_bus_that_fails_while_closing_still_frees_the_pin(desk, monkeypatch):
    monkeypatch.setattr(SpiDevice, "close", raising(os_error(errno.EIO)))
    desk.reader.close()
    assert desk.board.gpio.calls[-1] == ("cleanup", 25)

"""A reader that fails is said, found again, and nothing is captured twice or not at all."""

import errno
import logging
import os

import pytest
from watches import MOON, PINE, PLUM

from firmware.reader_watch import RETRY_S
from hardware.simulated.raspberry_pi import SpiDevice
from hardware.simulated.rc522_chip import Rc522Chip
from hardware.simulated.rc522_field import Field

# registers that a reset changes, and their reset values: data sheet, section 9
RESET_VALUES = {"MODE": (0x11, 0x3F), "TX_CONTROL": (0x14, 0x80), "TX_ASK": (0x15, 0x00), "T_MODE": (0x2A, 0)}
RESET_VALUES |= {"T_PRESCALER": (0x2B, 0x00), "T_RELOAD_LOW": (0x2D, 0x00)}


def unplug_low(watch, _patch):
    watch.world.set_reader_plugged(False)


def unplug_high(watch, _patch):
    watch.chip.miso_level = 0xFF
    watch.world.set_reader_plugged(False)


def raise_on_every_transfer(_watch, patch):
    def fail(*_args):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    patch.setattr(SpiDevice, "xfer2", fail)


def loosen(_watch, patch):
    """Let every read but the first of its kind be off by a bit that wanders."""
    real, count = SpiDevice.xfer2, [0]

    def xfer2(device, values):
        count[0] += 1
        answer = real(device, values)
        return [byte ^ (1 << count[0] % 8) for byte in answer] if values[0] & 0x80 else answer

    patch.setattr(SpiDevice, "xfer2", xfer2)


def change_version(_watch, patch):
    """Let VersionReg read differently from one time to the next, and all else soundly."""
    real, count = Rc522Chip._read, [0]

    def read(chip, address):
        count[0] += address == 0x37
        return real(chip, address) ^ (count[0] % 2 if address == 0x37 else 0)

    patch.setattr(Rc522Chip, "_read", read)


def told(caplog):
    """Return what the thread itself logged."""
    return [record for record in caplog.records if record.name == "firmware.reader_watch"]


LASTING = [
    pytest.param(unplug_low, "no reader on the bus: check its wires", id="MISO low"),
    pytest.param(unplug_high, "no reader on the bus: check its wires", id="MISO high"),
    pytest.param(raise_on_every_transfer, "the SPI bus failed", id="the bus raises"),
    pytest.param(loosen, "a wire of SPI is loose", id="loose MISO"),
    pytest.param(change_version, "a wire of SPI is loose", id="VersionReg unstable"),
]


@pytest.mark.parametrize(("fault", "words"), LASTING)
def test_a_fault_that_lasts_is_said_within_2_s_in_plain_words(watch, monkeypatch, fault, words):
    fault(watch, monkeypatch)
    watch.wait(2.0)
    (news,) = watch.news()
    assert words in news.fault
    assert "\n" not in news.fault


@pytest.mark.parametrize(("fault", "_words"), LASTING)
def test_a_reader_that_is_lost_is_tried_again_at_least_twice_a_second_and_never_in_a_rush(
    watch, monkeypatch, fault, _words
):
    with monkeypatch.context() as patch:
        fault(watch, patch)
        watch.wait(2.0)
        before = len([call for call in watch.world.board.gpio.calls if call[0] == "setup"])
        watch.wait(10.0)
        tries = len([call for call in watch.world.board.gpio.calls if call[0] == "setup"]) - before
    assert 20 <= tries <= 10.0 / RETRY_S + 1


@pytest.mark.parametrize(("fault", "_words"), LASTING)
@pytest.mark.parametrize("rests", [False, True], ids=["an empty tray", "a card at rest"])
def test_after_a_fault_nothing_is_lost_or_doubled(watch, monkeypatch, fault, _words, rests):
    uids = [PINE] if rests else []
    for uid in uids:
        watch.put(uid)
    watch.wait(0.3)
    with monkeypatch.context() as patch:
        fault(watch, patch)
        watch.wait(1.0)
        watch.put(PLUM)
        watch.wait(1.0)
    watch.world.set_reader_plugged(True)
    watch.wait(0.6)
    watch.put(MOON)
    watch.wait(1.0)
    assert watch.came() == [*uids, PLUM, MOON]
    assert [news.fault is None for news in watch.news()] == [False, True]


def test_a_silent_reset_is_mended_at_once_and_told_to_the_log_alone(watch, caplog):
    watch.put(PINE)
    watch.wait(0.3)
    caplog.set_level(logging.INFO, "firmware.reader_watch")
    watch.chip.power_cycle()
    watch.wait(0.2)
    watch.put(PLUM)
    watch.wait(0.5)
    assert watch.came() == [PINE, PLUM]
    assert watch.news() == []
    assert [record.getMessage() for record in told(caplog)] == [
        "the reader stopped answering: check its wires",
        "the reader is back",
    ]


@pytest.mark.parametrize("register", RESET_VALUES)
def test_a_register_that_falls_back_by_itself_is_noticed_within_2_s(watch, caplog, register):
    caplog.set_level(logging.INFO, "firmware.reader_watch")
    address, value = RESET_VALUES[register]
    watch.put(PINE)
    watch.wait(0.3)
    watch.chip.transfer([address << 1, value])
    watch.wait(2.0)
    assert [record.levelname for record in told(caplog)] == ["WARNING", "INFO"]
    watch.put(PLUM)
    watch.wait(0.3)
    assert watch.came() == [PINE, PLUM]


@pytest.mark.parametrize("nth", range(0, 150, 6))
@pytest.mark.parametrize("fault", ["raises", "resets the chip"])
@pytest.mark.parametrize(("readers", "rests"), [(1, 0), (1, 1), (2, 1)], ids=["", "a card rests", "in turn"])
def test_one_transfer_that_fails_while_cards_are_read_loses_and_doubles_nothing(
    make_watch, monkeypatch, readers, rests, fault, nth
):
    watch, left, real = make_watch(readers), [nth], SpiDevice.xfer2
    resting = [MOON][:rests]
    for uid in resting:
        watch.put(uid)
    watch.wait(0.5)

    def xfer2(device, values):
        left[0] -= 1
        if left[0] == -1 and fault == "raises":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if left[0] == -1:
            watch.chip.power_cycle()
        return real(device, values)

    watch.put(PINE)
    watch.put("deadbeef")
    monkeypatch.setattr(SpiDevice, "xfer2", xfer2)
    watch.wait(1.0)
    assert sorted(watch.came()) == sorted([*resting, PINE, "deadbeef"])
    assert watch.news() == []


def outlive_a_short_gap(field):
    field.switch(False)


@pytest.mark.parametrize("nth", range(0, 80, 4))
def test_cards_put_to_sleep_in_a_look_that_failed_are_found_even_if_they_outlive_a_reset(
    watch, monkeypatch, nth
):
    """A tag may live on for 5 ms without a field (ISO 14443-3, 5)."""
    left, real = [nth], SpiDevice.xfer2
    monkeypatch.setattr(Field, "collapse", outlive_a_short_gap)

    def xfer2(device, values):
        left[0] -= 1
        if left[0] == -1:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(device, values)

    watch.put(PINE)
    watch.put(PLUM)
    monkeypatch.setattr(SpiDevice, "xfer2", xfer2)
    watch.wait(1.0)
    assert sorted(watch.came()) == sorted([PINE, PLUM])


def test_a_reader_that_fails_again_and_again_is_said_once(watch):
    watch.world.set_reader_plugged(False)
    watch.wait(20.0)
    assert len(watch.news()) == 1

"""The real Raspberry Pi's side, over stand-ins for its three modules."""

import errno
import sys
from types import ModuleType, SimpleNamespace

import pytest
from PIL import Image

from hardware.devices import RaspberryPi, open_devices
from hardware.errors import DisplayLost, ReaderLost
from hardware.settings import DeviceSettings, ReaderSettings
from hardware.simulated.raspberry_pi import SpiDevice
from hardware.simulated.tags import Ntag

PICTURE = Image.linear_gradient("L").resize((128, 64)).convert("1")
MISSING = None  # in sys.modules: importing it raises ModuleNotFoundError


class BrokenPackage(ModuleType):
    """The package RPi, in which importing GPIO fails."""

    def __init__(self, error):
        super().__init__("RPi")
        self._error = error

    def __getattr__(self, name):
        raise self._error if name == "GPIO" else AttributeError(name)


def raising(error):
    def fail(*_args):
        raise error

    return fail


@pytest.fixture
def seen(world):
    """What the simulated buses carried themselves."""
    rows = []
    world.board.trace = rows.append
    return rows


@pytest.fixture(autouse=True)
def pi_modules(world, monkeypatch):
    """Stand-ins for spidev, RPi.GPIO and smbus2, wired to a simulated box."""
    monkeypatch.setitem(sys.modules, "spidev", world.board.spidev)
    monkeypatch.setitem(sys.modules, "RPi", SimpleNamespace(GPIO=world.board.gpio))
    monkeypatch.setattr("smbus2.SMBus", world.board.open_i2c)


@pytest.fixture
def open_on_pi(clock):
    """Make the drivers on a Raspberry Pi, with or without a trace."""

    def make(trace=None, settings=None):
        return open_devices(
            settings or DeviceSettings(), clock, RaspberryPi(clock, trace), lambda _edge: None
        )

    return make


@pytest.mark.parametrize("trace", [None, lambda _row: None], ids=["without trace", "with trace"])
def test_the_drivers_work_on_the_modules_of_a_pi(open_on_pi, clock, world, trace):
    devices = open_on_pi(trace)
    devices.readers[0].open()
    devices.display.open()
    devices.display.show(PICTURE)
    world.put_down([Ntag(bytes.fromhex("04a3c6cae26180"))])
    clock.sleep(0.01)
    assert [tag.uid.hex() for tag in devices.readers[0].poll()] == ["04a3c6cae26180"]
    assert world.panel.picture().tobytes() == PICTURE.tobytes()
    devices.readers[0].close()
    devices.display.close()


def test_every_transfer_is_traced_as_it_went_over_the_wire(open_on_pi, seen):
    rows = []
    devices = open_on_pi(rows.append)
    devices.readers[0].open()
    devices.readers[0].poll()
    devices.display.open()
    devices.display.show(PICTURE)
    devices.readers[0].close()
    devices.display.close()

    def without_time(traced):
        return [{key: value for key, value in row.items() if key != "t"} for row in traced]

    assert len(rows) > 40
    assert without_time(rows) == without_time(seen)


def test_transfers_that_fail_are_traced_too(open_on_pi, world, seen, monkeypatch):
    rows = []
    devices = open_on_pi(rows.append)
    devices.readers[0].open()
    devices.display.open()
    monkeypatch.setattr(SpiDevice, "xfer2", raising(OSError(errno.EIO, "broken")))
    world.panel.unplugged = True
    rows.clear()
    seen.clear()
    with pytest.raises(ReaderLost):
        devices.readers[0].poll()
    with pytest.raises(DisplayLost):
        devices.display.show(PICTURE)
    assert [(row["bus"], row["out"], row.get("in")) for row in rows] == [
        ("spi0.0", "0200", ""),
        ("i2c-1", "0081cf", None),
    ]
    assert rows[1]["t"] == seen[0]["t"]


def test_the_trace_has_the_form_of_the_contract(open_on_pi, clock):
    rows = []
    devices = open_on_pi(rows.append)
    clock.sleep(1.5)
    devices.readers[0].open()
    devices.display.open()
    first_spi = next(row for row in rows if row["bus"] == "spi0.0")
    first_i2c = next(row for row in rows if row["bus"] == "i2c-1")
    assert first_spi == {"t": pytest.approx(1.5, abs=0.01), "bus": "spi0.0", "out": "020f", "in": "0000"}
    assert first_i2c == {"t": pytest.approx(1.5, abs=0.1), "bus": "i2c-1", "addr": "3c", "out": ""}


@pytest.mark.parametrize("trace", [None, lambda _row: None], ids=["without trace", "with trace"])
def test_the_bus_runs_at_the_speed_of_the_settings_until_it_is_closed(open_on_pi, world, monkeypatch, trace):
    opened = []
    real = world.board.spidev.SpiDev
    monkeypatch.setattr(
        world.board.spidev, "SpiDev", lambda: opened.append(real()) or opened[-1], raising=False
    )
    reader = open_on_pi(trace, DeviceSettings((ReaderSettings(speed_hz=2_000_000),))).readers[0]
    reader.open()
    assert [device.max_speed_hz for device in opened] == [2_000_000]
    reader.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        opened[0].xfer2([0xEE, 0x00])


def test_nothing_is_touched_before_a_device_is_opened(open_on_pi, world, seen):
    open_on_pi(lambda _row: None)
    assert seen == []
    assert world.board.gpio.calls == []


@pytest.mark.parametrize(
    ("module", "message"),
    [
        pytest.param(
            "spidev",
            r"the package spidev is missing: install python3-spidev, or run systemd/install.sh",
            id="spidev",
        ),
        pytest.param(
            "RPi",
            r"the package RPi.GPIO is missing: install python3-rpi-lgpio, or run systemd/install.sh",
            id="RPi.GPIO",
        ),
    ],
)
def test_a_missing_package_is_a_lost_reader_in_plain_words(open_on_pi, monkeypatch, module, message):
    devices = open_on_pi()
    monkeypatch.setitem(sys.modules, module, MISSING)
    with pytest.raises(ReaderLost, match=f"^{message}$"):
        devices.readers[0].open()


def test_a_missing_mfrc522_is_a_lost_reader_in_plain_words(open_on_pi, monkeypatch):
    monkeypatch.setattr("hardware.mfrc522_package._PACKAGE", "mfrc522_that_is_missing")
    with pytest.raises(ReaderLost, match="the package mfrc522 is missing: pip install --no-deps mfrc522"):
        open_on_pi().readers[0].open()


@pytest.mark.parametrize(
    ("error", "message"),
    [
        pytest.param(
            RuntimeError("This module can only be run on a Raspberry Pi!"),
            r"^no GPIO pins here: .*\(This module can only be run on a Raspberry Pi!\)$",
            id="off a Pi",
        ),
        pytest.param(
            FileNotFoundError(errno.ENOENT, "No such file or directory", ".lgd-nfy0"),
            r"^lgpio cannot make its pipe in .*: set LG_WD to a folder that this user can write to$",
            id="gpiozero 1106: lgpio makes no pipe",
        ),
    ],
)
def test_without_gpio_pins_the_reader_is_lost_in_plain_words(open_on_pi, monkeypatch, error, message):
    devices = open_on_pi()
    monkeypatch.setitem(sys.modules, "RPi", BrokenPackage(error))
    with pytest.raises(ReaderLost, match=message):
        devices.readers[0].open()


def test_a_missing_smbus2_is_a_lost_display_in_plain_words(open_on_pi, monkeypatch):
    devices = open_on_pi()
    monkeypatch.setitem(sys.modules, "smbus2", MISSING)
    with pytest.raises(DisplayLost, match=r"^the package smbus2 is missing"):
        devices.display.open()


def test_the_numbering_of_a_pi_is_looked_at_too(open_on_pi, world):
    world.board.gpio.setmode(world.board.gpio.BOARD)
    with pytest.raises(ReaderLost, match="BOARD"):
        open_on_pi().readers[0].open()


def test_gpiozero_finds_a_pis_pins_by_itself(clock):
    assert RaspberryPi(clock).pin_factory is None

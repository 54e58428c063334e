"""What every device promises, on the simulated box and on the Pi's own modules (stood in for)."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from types import SimpleNamespace

import pytest
from gpiozero import Device, DigitalInputDevice
from PIL import Image

from hardware.devices import RaspberryPi, open_devices
from hardware.errors import ButtonsLost, BuzzerLost, DisplayLost, HardwareError, ReaderLost
from hardware.ports import Button, Tone
from hardware.settings import SECOND_READER, DeviceSettings, ReaderSettings
from hardware.simulated.tags import Ntag
from hardware.simulated.world import World

PICTURE = Image.linear_gradient("L").resize((128, 64)).convert("1")
NTAG = "04a3c6cae26180"
TWO_READERS = DeviceSettings((ReaderSettings(), SECOND_READER))


@pytest.fixture
def world(clock):
    return World(clock, TWO_READERS)


def use_reader(rig, number=0):
    reader = rig.devices.readers[number]
    rig.world.put_down([Ntag(bytes.fromhex(NTAG))], number)
    rig.clock.sleep(0.01)
    came = [tag.uid.hex() for tag in reader.poll()]
    rig.world.take_away(rig.world.tray)
    for _ in range(10):
        rig.clock.sleep(0.05)
        reader.poll()
    return came == [NTAG]


def use_display(rig):
    rig.devices.display.show(PICTURE)
    rig.devices.display.check()
    return rig.world.panel.picture().tobytes() == PICTURE.tobytes()


def use_buttons(rig):
    del rig.edges[:]
    rig.world.push(Button.A)
    rig.clock.sleep(0.05)
    rig.world.let_go(Button.A)
    rig.clock.sleep(0.05)
    return [edge.is_down for edge in rig.edges] == [True, False]


def use_buzzer(rig):
    heard = len(rig.world.piezo.heard)
    rig.devices.buzzer.play([Tone(2000, 0.05), Tone(1000, 0.05)])
    rig.clock.sleep(0.2)
    return [sound.frequency_hz for sound in rig.world.piezo.heard[heard:]] == [2000, 1000]


def take_reader(world):
    world.set_reader_plugged(False)


def give_reader(world):
    world.set_reader_plugged(True)


def take_second_reader(world):
    world.set_reader_plugged(False, 1)


def give_second_reader(world):
    world.set_reader_plugged(True, 1)


def take_display(world):
    world.set_display_plugged(False)


def give_display(world):
    world.set_display_plugged(True)


def take_pin(world):
    world.blocker = DigitalInputDevice(26, pin_factory=world.machine.pin_factory)


def give_pin(world):
    world.blocker.close()


def take_buzzer_pin(world):
    world.blocker = DigitalInputDevice(12, pin_factory=world.machine.pin_factory)


def lose_pins(world):
    world.machine.pin_factory.reset()


@dataclass(frozen=True)
class Port:
    """One kind of device: how it is used, made impossible to have, mended, and lost while open."""

    name: str
    use: Callable
    break_it: Callable
    mend_it: Callable
    lose_it: Callable
    lost: type[HardwareError]


PORTS = [
    Port("reader", use_reader, take_reader, give_reader, take_reader, ReaderLost),
    Port(
        "second reader",
        partial(use_reader, number=1),
        take_second_reader,
        give_second_reader,
        take_second_reader,
        ReaderLost,
    ),
    Port("display", use_display, take_display, give_display, take_display, DisplayLost),
    Port("buttons", use_buttons, take_pin, give_pin, lose_pins, ButtonsLost),
    Port("buzzer", use_buzzer, take_buzzer_pin, give_pin, lose_pins, BuzzerLost),
]


@dataclass
class Rig:
    """The drivers of one machine, and the world around it."""

    clock: object
    world: object
    devices: object
    edges: list

    def device(self, port):
        devices = self.devices
        by_name = {"reader": devices.readers[0], "second reader": devices.readers[1]}
        return by_name.get(port.name) or getattr(devices, port.name)


@pytest.fixture(params=["simulated", "Raspberry Pi"])
def rig(request, clock, world, monkeypatch):
    machine, edges = world.machine, []
    if request.param == "Raspberry Pi":
        monkeypatch.setitem(sys.modules, "spidev", world.board.spidev)
        monkeypatch.setitem(sys.modules, "RPi", SimpleNamespace(GPIO=world.board.gpio))
        monkeypatch.setattr("smbus2.SMBus", world.board.open_i2c)
        monkeypatch.setattr(Device, "pin_factory", world.machine.pin_factory)
        machine = RaspberryPi(clock)
    return Rig(clock, world, open_devices(TWO_READERS, clock, machine, edges.append), edges)


@pytest.fixture(params=PORTS, ids=lambda port: port.name)
def port(request):
    return request.param


@pytest.fixture
def device(rig, port):
    return rig.device(port)


def test_an_open_device_works(rig, port, device):
    device.open()
    assert port.use(rig)


def test_making_a_device_touches_nothing(rig):
    assert rig.world.board.gpio.calls == []
    assert not rig.world.panel.is_on


def test_closing_what_is_not_open_does_nothing(device):
    device.close()
    device.close()


def test_a_device_may_be_closed_twice_and_opened_again(rig, port, device):
    device.open()
    device.close()
    device.close()
    device.open()
    assert port.use(rig)


def test_a_device_that_is_open_may_be_opened_anew(rig, port, device):
    device.open()
    device.open()
    assert port.use(rig)


def test_a_device_that_cannot_be_had_is_lost_as_a_hardware_error(rig, port, device):
    port.break_it(rig.world)
    with pytest.raises(port.lost) as caught:
        device.open()
    assert isinstance(caught.value, HardwareError)
    assert "\n" not in str(caught.value)


def test_a_device_that_could_not_be_had_can_be_closed_and_had_later(rig, port, device):
    port.break_it(rig.world)
    with pytest.raises(port.lost):
        device.open()
    device.close()
    port.mend_it(rig.world)
    device.open()
    assert port.use(rig)


def test_a_device_that_could_not_be_had_can_be_opened_again_as_it_is(rig, port, device):
    port.break_it(rig.world)
    for _ in range(3):
        with pytest.raises(port.lost):
            device.open()
    port.mend_it(rig.world)
    device.open()
    assert port.use(rig)


def test_closing_a_device_that_broke_raises_nothing(rig, port, device):
    device.open()
    port.lose_it(rig.world)
    device.close()
    device.close()


@pytest.mark.parametrize(
    ("broken", "other"),
    [
        pytest.param(broken, other, id=f"{broken.name} broken, {other.name} used")
        for broken, other in permutations(PORTS, 2)
    ],
)
def test_the_other_devices_do_not_feel_one_that_broke(rig, broken, other):
    broken.break_it(rig.world)
    with pytest.raises(broken.lost):
        rig.device(broken).open()
    rig.device(other).open()
    assert other.use(rig)


@pytest.mark.parametrize(
    ("ask", "lost"),
    [
        pytest.param(lambda devices: devices.readers[0].poll(), ReaderLost, id="poll"),
        pytest.param(lambda devices: devices.display.show(PICTURE), DisplayLost, id="show"),
        pytest.param(lambda devices: devices.display.check(), DisplayLost, id="check"),
    ],
)
@pytest.mark.parametrize("closed", [0, 1], ids=["never opened", "closed"])
def test_what_is_not_open_is_lost(rig, ask, lost, closed):
    for device in [rig.devices.readers[0], rig.devices.display][: 2 * closed]:
        device.open()
        device.close()
    with pytest.raises(lost, match="is not open"):
        ask(rig.devices)

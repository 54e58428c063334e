"""The five buttons, opened as `scorekeeper run` opens them, on the kernel's gpio-sim."""

import time

import gpiozero
import pytest
from gpio_sim import until

from hardware import DEFAULT_BUTTON_PINS, Button, DeviceSettings, RaspberryPi, SystemClock, open_devices

BOUNCES = 12
QUIET_S = 0.1


class Box:
    """The devices of this machine; what the buttons report is in `edges`."""

    def __init__(self) -> None:
        self.edges = []
        clock = SystemClock()
        self.devices = open_devices(DeviceSettings(), clock, RaspberryPi(clock), self.edges.append)

    def felt(self, count):
        """Return what was felt, once there is so much of it and then silence."""
        until(lambda: len(self.edges) >= count)
        time.sleep(QUIET_S)
        return [(edge.button, edge.is_down) for edge in self.edges]


@pytest.fixture(scope="module")
def _box(chip):  # noqa: ARG001 # a chip must be there
    box = Box()
    box.devices.buttons.open()
    yield box
    box.devices.buttons.close()


@pytest.fixture
def box(_box):
    _box.edges.clear()
    return _box


@pytest.mark.usefixtures("box")
def test_gpiozero_drives_the_pins_by_lgpio_and_each_is_pulled_up(chip):
    assert type(gpiozero.Device.pin_factory).__name__ == "LGPIOFactory"
    assert [chip.level(pin) for pin in DEFAULT_BUTTON_PINS.values()] == [1] * 5
    assert chip.level(7) == 0  # nobody asked for that one


@pytest.mark.parametrize("button", Button)
def test_a_press_and_a_release_are_each_felt_once(chip, box, button):
    chip.press(button)
    assert box.felt(1) == [(button, True)]
    chip.release(button)
    assert box.felt(2) == [(button, True), (button, False)]


def test_contacts_that_bounce_make_one_press_and_one_release(chip, box):
    for final in (chip.press, chip.release):
        for _ in range(BOUNCES):
            chip.press(Button.OK)
            chip.release(Button.OK)
        final(Button.OK)
        time.sleep(QUIET_S)
    assert box.felt(2) == [(Button.OK, True), (Button.OK, False)]


def test_a_spike_is_nothing(chip, box):
    chip.press(Button.A)
    chip.release(Button.A)
    assert box.felt(0) == []


def test_a_button_that_is_held_stays_down_and_says_no_more(chip, box):
    chip.press(Button.BACK)
    assert box.felt(1) == [(Button.BACK, True)]
    assert box.devices.buttons.down() == (Button.BACK,)
    time.sleep(3 * QUIET_S)
    chip.release(Button.BACK)
    assert box.felt(2) == [(Button.BACK, True), (Button.BACK, False)]
    assert box.devices.buttons.down() == ()


def test_all_five_at_once_are_felt(chip, box):
    for button in Button:
        chip.press(button)
    assert set(box.felt(5)) == {(button, True) for button in Button}
    for button in Button:
        chip.release(button)
    assert len(box.felt(10)) == 10

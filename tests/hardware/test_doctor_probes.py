"""What a doctor asks of display, buttons and gpiozero; what reader and buttons tell while they work."""

import warnings

import pytest
from gpiozero import BadPinFactory, Device, PinFactoryFallback
from gpiozero.pins.mock import MockFactory

from hardware.buttons import GpioButtons
from hardware.buzzer import GpioBuzzer
from hardware.chip_probe import ChipSign
from hardware.errors import ButtonsLost, BuzzerLost, ReaderLost
from hardware.holders import Holder
from hardware.oled_probe import DisplayProbe, probe_display
from hardware.pin_factory import PinFactory, look_at_pin_factory
from hardware.pin_probe import PinProbe, probe_buttons
from hardware.ports import Button
from hardware.settings import DEFAULT_BUTTON_PINS, BuzzerSettings, DisplaySettings
from hardware.simulated.tags import Ntag

STICKER = bytes.fromhex("04a3c6cae26180")


def look_at_display(world, **settings):
    return probe_display(DisplaySettings(**settings), world.board.open_i2c)


def test_a_display_that_answers_has_no_fault_and_is_let_go(world):
    assert look_at_display(world) == DisplayProbe()
    assert not world.panel.is_on


def test_a_display_at_the_other_address_is_found(world):
    found = look_at_display(world, address=0x3D)
    words = "no display at address 0x3D, but one at 0x3C: set address = 0x3C under [display]"
    assert found == DisplayProbe(words, 0x3C)


@pytest.mark.parametrize(
    ("bus", "plant", "words"),
    [
        (1, lambda world: world.set_display_plugged(False), "check its wires"),
        (1, lambda world: world.board.missing_nodes.add("/dev/i2c-1"), "is I2C on"),
        (1, lambda world: world.board.forbidden_nodes.add("/dev/i2c-1"), "group i2c"),
    ],
    ids=["unplugged", "missing", "closed"],
)
def test_a_display_that_is_nowhere_is_told_in_a_sentence(world, bus, plant, words):
    plant(world)
    found = look_at_display(world, bus=bus)
    assert words in found.fault
    assert found.elsewhere is None


def test_each_button_is_up_or_down_and_its_pin_is_free_afterwards(world):
    for _ in range(2):
        found = probe_buttons(DEFAULT_BUTTON_PINS, world.machine.pin_factory)
        assert found == tuple(PinProbe(button, pin) for button, pin in DEFAULT_BUTTON_PINS.items())


def test_a_pin_that_somebody_has_is_named_and_the_others_are_looked_at(world):
    holder = GpioButtons({Button.C: 26}, world.board.clock, print, world.machine.pin_factory)
    holder.open()
    found = probe_buttons(DEFAULT_BUTTON_PINS, world.machine.pin_factory)
    assert [one.button for one in found if one.refused] == [Button.C]
    assert "GPIO26" in next(one.refused for one in found if one.refused)
    holder.close()


def test_buttons_at_work_tell_which_are_down_also_from_the_start(world, clock):
    factory = world.machine.pin_factory
    factory.pin(6)._set_pull = lambda _pull: world.push(Button.BACK)
    buttons = GpioButtons(DEFAULT_BUTTON_PINS, clock, lambda _edge: None, factory)
    assert buttons.down() == ()
    buttons.open()
    assert buttons.down() == (Button.BACK,)
    world.push(Button.A)
    clock.sleep(0.1)
    assert set(buttons.down()) == {Button.A, Button.BACK}
    buttons.close()


def test_a_reader_at_work_is_probed_and_reads_on_when_it_is_opened_again(desk):
    desk.put(Ntag(STICKER))
    assert desk.watch(0.2) == [STICKER.hex()]
    assert desk.reader.probe().faults == ()
    with pytest.raises(ReaderLost, match="not open"):
        desk.reader.poll()
    assert not desk.chip.field.is_on
    desk.reader.open()
    assert desk.watch(0.2) == []  # it still lies there, and arrives no second time
    desk.plug(False)
    assert [one.sign for one in desk.reader.probe().faults] == [ChipSign.STUCK_LOW]


@pytest.fixture
def no_factory(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)
    return monkeypatch


def test_a_factory_that_was_chosen_is_named():
    assert look_at_pin_factory(MockFactory()) == PinFactory("MockFactory")


def test_why_gpiozero_falls_back_is_said_in_a_line_for_each_and_nothing_is_warned_of(no_factory):
    """gpiozero 1166: PinFactoryFallback."""
    no_factory.delenv("GPIOZERO_PIN_FACTORY", raising=False)
    for name in ("lgpio", "RPi", "pigpio"):
        no_factory.setitem(__import__("sys").modules, name, None)
    found = look_at_pin_factory()
    assert found.refused[0].startswith("lgpio: ")
    assert all("\n" not in why for why in found.refused)


def test_a_reason_of_several_lines_becomes_one(no_factory):
    def fall_back():
        warnings.warn("Falling back from lgpio: no\nway", PinFactoryFallback, stacklevel=1)
        return MockFactory()

    no_factory.setattr(Device, "_default_pin_factory", staticmethod(fall_back))
    assert look_at_pin_factory() == PinFactory("MockFactory", ("lgpio: no way",))


def test_a_factory_from_the_environment_is_named(no_factory):
    no_factory.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert look_at_pin_factory() == PinFactory("MockFactory")


class NoFactory:
    """What gpiozero raises where lgpio could not make its pipe, and nothing else is there."""

    def pin(self, *_names):
        raise BadPinFactory("Unable to load any default pin factory!")

    reserve_pins = release_pins = pin


@pytest.mark.parametrize(
    ("is_writable", "words"),
    [(False, "set LG_WD to a folder that this user can write to"), (True, "python3-lgpio is missing")],
    ids=["gpiozero 1106: the folder is closed", "no lgpio"],
)
def test_a_box_that_gets_no_pins_says_at_its_start_what_to_do(clock, monkeypatch, is_writable, words):
    monkeypatch.setattr("hardware.pin_refusal.can_use", lambda _folder: is_writable)
    buttons = GpioButtons(DEFAULT_BUTTON_PINS, clock, print, NoFactory())
    with pytest.raises(ButtonsLost, match=words):
        buttons.open()
    with pytest.raises(BuzzerLost, match=words):
        GpioBuzzer(BuzzerSettings(), clock, NoFactory()).open()


def test_whoever_is_at_the_pins_is_named_where_one_cannot_be_had(world, clock, monkeypatch):
    monkeypatch.setattr("hardware.pin_refusal.holders_of", lambda _nodes: (Holder(812, "python3 read.py"),))
    holder = GpioButtons({Button.C: 26}, clock, print, world.machine.pin_factory)
    holder.open()
    with pytest.raises(
        ButtonsLost, match=r"^GPIO 26 for button A .* in use by process 812, python3 read\.py\?"
    ):
        GpioButtons({Button.A: 26}, clock, print, world.machine.pin_factory).open()
    holder.close()

"""What the doctor says of this kernel's nodes, and what the drivers say where a pin cannot be had."""

import multiprocessing
import time
from itertools import pairwise

import gpiozero
import pytest
from gpio_sim import PATIENCE_S

from firmware import cli
from firmware.doctor.nodes import judge_nodes, nodes_of
from hardware import ButtonsLost, DeviceSettings, RaspberryPi, SystemClock, Tone, open_devices
from hardware.holders import holders_of
from hardware.host import LinuxHost

BUZZER = 12


@pytest.fixture(autouse=True)
def fresh_pins():
    """Let go of all pins, before and after."""

    def let_go():
        if gpiozero.Device.pin_factory is not None:
            gpiozero.Device.pin_factory.close()
        gpiozero.Device.pin_factory = None

    let_go()
    yield
    let_go()


@pytest.fixture
def holder_of():
    """Let another process claim a pin, for as long as the test lasts; return the process."""
    fork = multiprocessing.get_context("fork")
    holders = []

    def claim(pin, here):
        import lgpio

        lgpio.gpio_claim_input(lgpio.gpiochip_open(0), pin)
        here.send(pin)
        time.sleep(3600)

    def hold(pin):
        there, here = fork.Pipe(duplex=False)
        holder = fork.Process(target=claim, args=(pin, here))
        holder.start()
        holders.append(holder)
        assert there.poll(PATIENCE_S)
        return holder

    yield hold
    for holder in holders:
        holder.kill()
        holder.join()


def make_devices(edges=None):
    clock = SystemClock()
    return open_devices(DeviceSettings(), clock, RaspberryPi(clock), [] if edges is None else edges.append)


@pytest.mark.usefixtures("block_bus")
def test_the_doctor_finds_all_in_order_but_the_reader(chip, tmp_path, capsys):
    assert cli.main(["doctor", "--data", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    for words in (
        "fault spi      /dev/spidev0.0 is missing, SPI is off → sudo raspi-config nonint do_spi 0",
        "ok    i2c      /dev/i2c-1 is there",
        f"ok    gpio     {chip.node} is there",
        "fault reader   ",
        "ok    display  the display answers at 0x3C",
        "ok    buttons  all five buttons are up, their pins are free",
        f"ok    buzzer   the buzzer has GPIO {BUZZER}",
    ):
        assert [line for line in lines if line.startswith(words)], (words, lines)


def test_nodes_that_are_closed_to_a_user_are_told(chip, as_nobody):
    devices = DeviceSettings()
    with as_nobody():
        found = judge_nodes(LinuxHost().look(nodes_of(devices)), devices)
    said = [one.said for one in found]
    assert any(one.startswith("/dev/i2c-1 is closed to you") for one in said), said
    assert any(one.startswith(f"{chip.node} is closed to you") for one in said), said


def test_a_pin_that_somebody_holds_is_told_and_who_holds_the_chip(chip, holder_of):
    holder = holder_of(13)
    asked = f"GPIO 13 for button A cannot be had, is it in use by process {holder.pid}, "
    with pytest.raises(ButtonsLost, match=f"^{asked}"):
        make_devices().buttons.open()
    assert [one.pid for one in holders_of([chip.node])] == [holder.pid]


@pytest.mark.usefixtures("chip")
def test_a_pin_can_be_had_again_once_its_holder_is_gone(holder_of):
    holder = holder_of(13)
    holder.kill()
    holder.join()
    buttons = make_devices().buttons
    buttons.open()
    buttons.close()


def test_the_buzzer_swings_for_as_long_as_it_sounds_and_then_rests(chip):
    buzzer = make_devices().buzzer
    buzzer.open()
    assert chip.level(BUZZER) == 0
    buzzer.play([Tone(1000, 0.2)])
    end_s, levels = time.monotonic() + 0.2, []
    while time.monotonic() < end_s:
        levels.append(chip.level(BUZZER))
    assert sum(before < after for before, after in pairwise(levels)) > 20
    time.sleep(0.2)
    assert {chip.level(BUZZER) for _ in range(200)} == {0}
    buzzer.close()

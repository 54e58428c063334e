"""The board's light: taken over, switched, and given back to whoever drove it."""

import pytest

from hardware.led import BoardLed


@pytest.fixture(params=["ACT", "led0"])
def folder(tmp_path, request):
    folder = tmp_path / "sys/class/leds" / request.param
    folder.mkdir(parents=True)
    (folder / "trigger").write_text("none timer [mmc0] heartbeat")
    (folder / "brightness").write_text("0")
    return folder


def now(folder):
    return (folder / "trigger").read_text(), (folder / "brightness").read_text()


def test_a_light_is_taken_over_switched_and_given_back(tmp_path, folder):
    led = BoardLed(tmp_path)
    led.set(True)
    assert now(folder) == ("none timer [mmc0] heartbeat", "0")
    led.take()
    led.set(True)
    assert now(folder) == ("none", "1")
    led.set(False)
    assert now(folder) == ("none", "0")
    led.give_back()
    assert now(folder) == ("mmc0", "0")


def test_a_light_is_taken_over_once_and_knows_who_drove_it_before(tmp_path, folder):
    led = BoardLed(tmp_path)
    led.take()
    (folder / "trigger").write_text("[none] timer mmc0 heartbeat")
    led.take()
    led.give_back()
    assert now(folder)[0] == "mmc0"


def test_a_board_without_a_light_and_one_that_is_closed_stay_as_they_are(tmp_path):
    for root in (tmp_path / "nowhere", tmp_path):
        (tmp_path / "sys/class/leds/ACT/trigger").mkdir(parents=True, exist_ok=True)
        led = BoardLed(root)
        led.take()
        led.set(True)
        led.give_back()
    assert list((tmp_path / "sys/class/leds/ACT").iterdir()) == [tmp_path / "sys/class/leds/ACT/trigger"]

"""The pins in the settings: which may be taken, and that no two things are on one."""

import pytest
from settings_faults import faults_of, faults_or_none

from firmware.config import FaultyConfig, parse_config
from hardware import (
    DEFAULT_BUTTON_PINS,
    Button,
    BuzzerKind,
    BuzzerSettings,
    ReaderSettings,
)


@pytest.mark.parametrize(
    ("pin", "free"),
    [
        *[pytest.param(pin, True, id=f"GPIO {pin}") for pin in (4, 12, 16, 27)],
        *[pytest.param(pin, False, id=f"GPIO {pin}: I2C") for pin in (2, 3)],
        *[pytest.param(pin, False, id=f"GPIO {pin}: SPI") for pin in (7, 8, 9, 10, 11)],
        *[pytest.param(pin, False, id=f"GPIO {pin}: not on the header") for pin in (-1, 0, 1, 28)],
    ],
)
@pytest.mark.parametrize("key", ["buttons.A", "reader.reset", "reader2.reset", "buzzer.pin"])
def test_only_free_pins_are_taken(key, pin, free):
    section, name = key.split(".")
    faults = faults_or_none(f"[{section}]\n{name} = {pin}\n")
    assert any("must be the BCM number of a free pin" in fault for fault in faults) is not free


@pytest.mark.parametrize(
    ("text", "clash"),
    [
        pytest.param(
            "[buttons]\nA = 4\nOK = 4",
            "OK under [buttons] and A under [buttons] are both on GPIO 4",
            id="twice",
        ),
        pytest.param(
            f"[buttons]\nA = {DEFAULT_BUTTON_PINS[Button.B]}",
            f"B under [buttons] and A under [buttons] are both on GPIO {DEFAULT_BUTTON_PINS[Button.B]}",
            id="the default of another button",
        ),
        pytest.param(
            f"[buttons]\nC = {ReaderSettings().reset_gpio}",
            f"reset under [reader] and C under [buttons] are both on GPIO {ReaderSettings().reset_gpio}",
            id="the reader's reset",
        ),
        pytest.param(
            "[buzzer]\npin = 13",
            "pin under [buzzer] and A under [buttons] are both on GPIO 13",
            id="the buzzer",
        ),
        pytest.param(
            "[buttons]\nB = 12\n[buzzer]\nsound = true",
            "pin under [buzzer] and B under [buttons] are both on GPIO 12",
            id="the buzzer's usual pin",
        ),
    ],
)
def test_a_pin_given_to_two_things_is_told(text, clash):
    assert faults_of(text) == [f"{clash}; give one another pin"]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        pytest.param("[buttons]\nA = 12", BuzzerKind.NONE, id="the file does not speak of it"),
        pytest.param("[reader]\nreset = 12", BuzzerKind.NONE, id="of a reader on its pin neither"),
        pytest.param('[buttons]\nA = 12\n[buzzer]\nkind = "none"', BuzzerKind.NONE, id="there is none"),
        pytest.param("[buttons]\nA = 12\n[buzzer]\npin = 13", BuzzerKind.PASSIVE, id="they change places"),
    ],
)
def test_a_buzzer_takes_no_pin_from_others(text, kind):
    assert parse_config(text, "x").devices.buzzer.kind is kind


def test_a_buzzer_on_anothers_pin_is_put_where_it_is_usually_wired_and_keeps_its_kind():
    usable = usable_of('[buzzer]\npin = 25\nkind = "active"\n[buttons]\nA = 4\n')
    assert usable.devices.buzzer == BuzzerSettings(kind=BuzzerKind.ACTIVE)
    assert usable.devices.button_pins == DEFAULT_BUTTON_PINS


def test_two_buttons_may_change_places():
    a, b = DEFAULT_BUTTON_PINS[Button.A], DEFAULT_BUTTON_PINS[Button.B]
    pins = parse_config(f"[buttons]\nA = {b}\nB = {a}", "x").devices.button_pins
    assert (pins[Button.A], pins[Button.B]) == (b, a)


def test_a_wrong_pin_is_told_once_and_clashes_with_nothing():
    assert len(faults_of("[buttons]\nA = 8\nB = 8")) == 2


def usable_of(text):
    with pytest.raises(FaultyConfig) as caught:
        parse_config(text, "x")
    return caught.value.usable

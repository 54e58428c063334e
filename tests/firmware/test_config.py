from pathlib import Path

import pytest

from firmware.config import Config, parse_config, read_config
from firmware.errors import BadConfig
from hardware import (
    DEFAULT_BUTTON_PINS,
    Button,
    DeviceSettings,
    DisplaySettings,
    PanelDriver,
    ReaderSettings,
)
from scorer import Seat

EVERYTHING = """
[players]
A = "Aki"
C = "Chiyo"

[reader]
bus = 1
device = 2
reset = 24
speed = 4000000
gain = 38

[display]
bus = 3
address = 0x3d
driver = "sh1106"
offset = 2
rotation = 180

[buttons]
A = 4
BACK = 12
"""

MANY_FAULTS = """
rounds = 3
players = "Aki"
[reader]
reset = 8
speed = "fast"
[display]
adress = 60
rotation = 90
[buttons]
A = 4
B = 4
D = 6
[network]
wifi = true
"""


def faults_of(text):
    with pytest.raises(BadConfig) as caught:
        parse_config(text, "scorekeeper.toml")
    return list(caught.value.faults)


def test_an_empty_file_gives_the_defaults():
    assert parse_config("", "x") == Config({}, DeviceSettings())
    assert parse_config("", "x").devices.button_pins == DEFAULT_BUTTON_PINS


def test_everything_can_be_set():
    config = parse_config(EVERYTHING, "x")
    assert config.names == {Seat.A: "Aki", Seat.C: "Chiyo"}
    assert config.devices.readers == (
        ReaderSettings(bus=1, device=2, reset_gpio=24, speed_hz=4_000_000, gain_db=38),
    )
    assert config.devices.display == DisplaySettings(
        bus=3, address=0x3D, driver=PanelDriver("sh1106"), column_offset=2, rotation=180
    )
    assert config.devices.button_pins == {**DEFAULT_BUTTON_PINS, Button.A: 4, Button.BACK: 12}


def test_all_faults_of_a_file_are_told_at_once_each_with_key_and_remedy():
    assert faults_of(MANY_FAULTS) == [
        "unknown section or key 'rounds'; there are players, reader, display, buttons",
        "players must be a section: write [players] on a line of its own",
        "reader.reset must be the BCM number of a free pin, 4 to 27 without 7 to 11, not 8",
        "reader.speed must be a whole number, 100000 to 10000000, not 'fast'",
        "display.adress is no setting; there are bus, address, driver, offset, rotation",
        "display.rotation must be 0 or 180, not 90",
        "buttons.D is no setting; there are A, B, C, OK, BACK",
        "unknown section or key 'network'; there are players, reader, display, buttons",
        "buttons.B and buttons.A are both on GPIO 4; give one another pin",
    ]


def test_every_line_of_the_message_names_the_file():
    with pytest.raises(BadConfig) as caught:
        parse_config(MANY_FAULTS, "scorekeeper.toml")
    lines = str(caught.value).splitlines()
    assert len(lines) == 9
    assert all(line.startswith("scorekeeper.toml: ") for line in lines)


@pytest.mark.parametrize(
    ("section", "key", "value", "sound"),
    [
        pytest.param("players", "A", '"Wakamurasaki"', True, id="a name of 12 letters"),
        pytest.param("players", "A", '"Wakamurasakis"', False, id="of 13"),
        pytest.param("players", "A", '"紫"', True, id="in Japanese"),
        pytest.param("players", "A", '""', False, id="an empty name"),
        pytest.param("players", "A", '"  "', False, id="a blank name"),
        pytest.param("players", "A", '"a\\nb"', False, id="a name in two lines"),
        pytest.param("players", "A", "5", False, id="a number for a name"),
        pytest.param("players", "D", '"Aki"', False, id="a fourth player"),
        *[
            pytest.param(section, key, "0", True, id=f"{section}.{key} 0")
            for section, key in [("reader", "bus"), ("reader", "device")]
        ],
        pytest.param("display", "bus", "0", True, id="display.bus 0"),
        pytest.param("display", "offset", "0", True, id="display.offset 0"),
        pytest.param("reader", "bus", "1", True, id="SPI bus 1"),
        pytest.param("reader", "gain", "18", True, id="least gain"),
        pytest.param("reader", "bus", "2", False, id="SPI bus 2"),
        pytest.param("reader", "bus", "true", False, id="true is no number"),
        pytest.param("reader", "device", "2", True, id="device 2"),
        pytest.param("reader", "device", "3", False, id="device 3"),
        pytest.param("reader", "speed", "100000", True, id="slowest"),
        pytest.param("reader", "speed", "99999", False, id="too slow"),
        pytest.param("reader", "speed", "10000000", True, id="fastest"),
        pytest.param("reader", "speed", "10000001", False, id="too fast"),
        pytest.param("reader", "speed", "1e6", False, id="a number with a point"),
        pytest.param("reader", "gain", "48", True, id="most gain"),
        pytest.param("reader", "gain", "49", False, id="too much gain"),
        pytest.param("reader", "gain", "18.0", False, id="a gain with a point"),
        pytest.param("display", "bus", "22", True, id="I2C bus 22"),
        pytest.param("display", "bus", "23", False, id="I2C bus 23"),
        pytest.param("display", "address", "0x3C", True, id="address 3C"),
        pytest.param("display", "address", "0x3E", False, id="address 3E"),
        pytest.param("display", "address", "60.0", False, id="an address with a point"),
        pytest.param("display", "driver", '"ssd1306"', True, id="a driver"),
        pytest.param("display", "driver", '"ili9341"', False, id="an unknown driver"),
        pytest.param("display", "offset", "4", True, id="most offset"),
        pytest.param("display", "offset", "5", False, id="too much offset"),
        pytest.param("display", "rotation", "0", True, id="upright"),
        pytest.param("display", "rotation", "false", False, id="false is no number"),
        pytest.param("display", "rotation", "180.0", False, id="an angle with a point"),
    ],
)
def test_a_value_is_checked(section, key, value, sound):
    text = f"[{section}]\n{key} = {value}\n"
    expected = [] if sound else [f"{section}.{key}"]
    assert [fault.split(" ")[0] for fault in _faults_or_none(text)] == expected


def _faults_or_none(text):
    try:
        parse_config(text, "x")
    except BadConfig as exc:
        return exc.faults
    return ()


@pytest.mark.parametrize(
    ("pin", "free"),
    [
        *[pytest.param(pin, True, id=f"GPIO {pin}") for pin in (4, 12, 16, 27)],
        *[pytest.param(pin, False, id=f"GPIO {pin}: I2C") for pin in (2, 3)],
        *[pytest.param(pin, False, id=f"GPIO {pin}: SPI") for pin in (7, 8, 9, 10, 11)],
        *[pytest.param(pin, False, id=f"GPIO {pin}: not on the header") for pin in (-1, 0, 1, 28)],
    ],
)
@pytest.mark.parametrize("key", ["buttons.A", "reader.reset"])
def test_only_free_pins_are_taken(key, pin, free):
    section, name = key.split(".")
    faults = _faults_or_none(f"[{section}]\n{name} = {pin}\n")
    assert any("must be the BCM number of a free pin" in fault for fault in faults) is not free


@pytest.mark.parametrize(
    ("text", "clash"),
    [
        pytest.param("[buttons]\nA = 4\nOK = 4", "buttons.OK and buttons.A are both on GPIO 4", id="twice"),
        pytest.param(
            f"[buttons]\nA = {DEFAULT_BUTTON_PINS[Button.B]}",
            f"buttons.B and buttons.A are both on GPIO {DEFAULT_BUTTON_PINS[Button.B]}",
            id="the default of another button",
        ),
        pytest.param(
            f"[buttons]\nC = {ReaderSettings().reset_gpio}",
            f"reader.reset and buttons.C are both on GPIO {ReaderSettings().reset_gpio}",
            id="the reader's reset",
        ),
    ],
)
def test_a_pin_given_to_two_things_is_told(text, clash):
    assert faults_of(text) == [f"{clash}; give one another pin"]


def test_two_buttons_may_change_places():
    a, b = DEFAULT_BUTTON_PINS[Button.A], DEFAULT_BUTTON_PINS[Button.B]
    pins = parse_config(f"[buttons]\nA = {b}\nB = {a}", "x").devices.button_pins
    assert (pins[Button.A], pins[Button.B]) == (b, a)


def test_a_wrong_pin_is_told_once_and_clashes_with_nothing():
    assert len(faults_of("[buttons]\nA = 8\nB = 8")) == 2


def test_what_is_no_toml_is_told_with_its_place():
    (fault,) = faults_of("[players]\nA = Aki\n")
    assert fault.startswith("is no TOML, nothing of it is used: ")
    assert "line 2" in fault


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(Path.exists, id="missing"),
        pytest.param(Path.mkdir, id="a folder"),
        pytest.param(lambda path: path.write_bytes(b"\xff\xfe\x00"), id="no text"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path, make):
    path = tmp_path / "scorekeeper.toml"
    make(path)
    with pytest.raises(BadConfig, match=r"scorekeeper\.toml: (cannot be read|there is no|save it as UTF-8)"):
        read_config(path)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b'[players]\nA = "Aki"\n', id="plain"),
        pytest.param(b'[players]\r\nA = "Aki"\r\n', id="with line ends of Windows"),
        pytest.param(b'\xef\xbb\xbf[players]\nA = "Aki"\n', id="with a byte order mark"),
    ],
)
def test_a_file_is_read_however_it_was_saved(tmp_path, data):
    path = tmp_path / "scorekeeper.toml"
    path.write_bytes(data)
    assert read_config(path).names == {Seat.A: "Aki"}

import pytest
from settings_faults import faults_of, faults_or_none

from firmware.config import Config, parse_config
from firmware.errors import BadConfig
from firmware.table.light import Idle
from hardware import (
    DEFAULT_BUTTON_PINS,
    Button,
    BuzzerKind,
    BuzzerSettings,
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
offset = 0
rotation = 180
contrast = 90
dim_after = 30
dark_after = 0

[buttons]
A = 4
BACK = 12

[table]
one_short = true

[buzzer]
pin = 18
kind = "active"
trigger = "low"
sound = false

[web]
enabled = true
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


def test_an_empty_file_gives_the_defaults():
    assert parse_config("", "x") == Config({}, DeviceSettings())
    assert parse_config("", "x").idle == Idle(120, 600)
    assert parse_config("", "x").defaults.one_short is False
    assert parse_config("", "x").has_page is False
    assert parse_config("", "x").devices.button_pins == DEFAULT_BUTTON_PINS
    assert (parse_config("", "x").devices.buzzer, parse_config("", "x").defaults.has_sound) == (
        BuzzerSettings(),
        True,
    )


def test_everything_can_be_set():
    config = parse_config(EVERYTHING, "x")
    assert config.names == {Seat.A: "Aki", Seat.C: "Chiyo"}
    assert config.devices.readers == (
        ReaderSettings(bus=1, device=2, reset_gpio=24, speed_hz=4_000_000, gain_db=38),
    )
    assert config.devices.display == DisplaySettings(
        bus=3, address=0x3D, driver=PanelDriver("sh1106"), column_offset=0, rotation=180, contrast=90
    )
    assert config.devices.button_pins == {**DEFAULT_BUTTON_PINS, Button.A: 4, Button.BACK: 12}
    assert config.idle == Idle(30, 0)
    assert config.defaults.one_short is True
    assert config.devices.buzzer == BuzzerSettings(18, BuzzerKind.ACTIVE, sounds_at_low=True)
    assert not config.defaults.has_sound
    assert config.has_page


SECTIONS = "players, table, reader, reader2, display, buttons, buzzer, web, wifi, system"


def test_all_faults_of_a_file_are_told_at_once_each_with_key_and_remedy():
    assert faults_of(MANY_FAULTS) == [
        f"unknown section or key 'rounds'; there are {SECTIONS}",
        "players must be a section: write [players] on a line of its own",
        "reset under [reader] must be the BCM number of a free pin, 4 to 27 without 7 to 11, not 8",
        "speed under [reader] must be a whole number, 100000 to 10000000 (usually 1000000), not 'fast'",
        "adress under [display] is no setting;"
        " there are bus, address, driver, offset, rotation, contrast, language, dim_after, dark_after",
        "rotation under [display] must be 0 or 180, not 90",
        "D under [buttons] is no setting; there are A, B, C, OK, BACK",
        f"unknown section or key 'network'; there are {SECTIONS}",
        "B under [buttons] and A under [buttons] are both on GPIO 4; give one another pin",
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
        pytest.param("table", "one_short", "false", True, id="one short off"),
        pytest.param("table", "one_short", "1", False, id="a number for a switch"),
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
        pytest.param("reader", "seat", '"C"', True, id="a seat"),
        pytest.param("reader", "seat", '"none"', True, id="no seat"),
        pytest.param("reader", "seat", '"D"', False, id="no such seat"),
        pytest.param("reader", "seat", '"a"', False, id="a small letter"),
        pytest.param("reader", "seat", "1", False, id="a number for a seat"),
        pytest.param("reader2", "device", "2", True, id="device 2 for the second reader"),
        pytest.param("reader2", "device", "3", False, id="device 3 for the second reader"),
        pytest.param("reader2", "speed", "99999", False, id="too slow a second reader"),
        pytest.param("reader2", "gain", "49", False, id="too much gain of the second reader"),
        pytest.param("reader2", "seat", '"none"', True, id="no seat at the second reader"),
        pytest.param("reader2", "seat", '""', False, id="an empty seat"),
        pytest.param("reader2", "chair", '"B"', False, id="an unknown key of the second reader"),
        pytest.param("display", "bus", "22", True, id="I2C bus 22"),
        pytest.param("display", "bus", "23", False, id="I2C bus 23"),
        pytest.param("display", "address", "0x3C", True, id="address 3C"),
        pytest.param("display", "address", "0x3E", False, id="address 3E"),
        pytest.param("display", "address", "60.0", False, id="an address with a point"),
        pytest.param("display", "driver", '"ssd1306"', True, id="a driver"),
        pytest.param("display", "driver", '"ssd1309"', True, id="the larger panels' driver"),
        pytest.param("display", "driver", '"ili9341"', False, id="an unknown driver"),
        pytest.param("display", "offset", "4", True, id="most offset"),
        pytest.param("display", "offset", "5", False, id="too much offset"),
        pytest.param("display", "rotation", "0", True, id="upright"),
        pytest.param("display", "rotation", "false", False, id="false is no number"),
        pytest.param("display", "rotation", "180.0", False, id="an angle with a point"),
        pytest.param("display", "language", '"ja"', True, id="Japanese"),
        pytest.param("display", "language", '"both"', True, id="both languages"),
        pytest.param("display", "language", '"fr"', False, id="a language that is not there"),
        pytest.param("display", "contrast", "0", True, id="least contrast"),
        pytest.param("display", "contrast", "255", True, id="most contrast"),
        pytest.param("display", "contrast", "-1", False, id="less contrast than least"),
        pytest.param("display", "contrast", "256", False, id="more contrast than most"),
        pytest.param("display", "contrast", "true", False, id="true is no contrast"),
        pytest.param("display", "dim_after", "0", True, id="never dim"),
        pytest.param("display", "dim_after", "-1", False, id="dim before"),
        pytest.param("display", "dark_after", "86400", True, id="dark after a day"),
        pytest.param("display", "dark_after", "86401", False, id="dark after more than a day"),
        pytest.param("display", "dark_after", "1.5", False, id="a time with a point"),
        *[
            pytest.param("buzzer", "kind", f'"{kind}"', True, id=kind)
            for kind in ("passive", "active", "none")
        ],
        pytest.param("buzzer", "kind", '"loud"', False, id="an unknown kind of buzzer"),
        pytest.param("buzzer", "trigger", '"high"', True, id="a buzzer that sounds at high"),
        pytest.param("buzzer", "trigger", "false", False, id="a trigger that is no word"),
        pytest.param("buzzer", "sound", "true", True, id="sound"),
        pytest.param("buzzer", "sound", '"off"', False, id="a word for the sound"),
        pytest.param("buzzer", "volume", "3", False, id="a volume"),
    ],
)
def test_a_value_is_checked(section, key, value, sound):
    text = f"[{section}]\n{key} = {value}\n"
    expected = [] if sound else [f"{key} under [{section}]"]
    assert [" ".join(fault.split(" ")[:3]) for fault in faults_or_none(text)] == expected

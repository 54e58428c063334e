from pathlib import Path

import pytest

from firmware.config import Config, FaultyConfig, parse_config, read_config
from firmware.errors import BadConfig
from firmware.table.light import Idle
from hardware import (
    DEFAULT_BUTTON_PINS,
    SECOND_READER,
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


def faults_of(text):
    with pytest.raises(BadConfig) as caught:
        parse_config(text, "scorekeeper.toml")
    return list(caught.value.faults)


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
    assert [" ".join(fault.split(" ")[:3]) for fault in _faults_or_none(text)] == expected


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
@pytest.mark.parametrize("key", ["buttons.A", "reader.reset", "reader2.reset", "buzzer.pin"])
def test_only_free_pins_are_taken(key, pin, free):
    section, name = key.split(".")
    faults = _faults_or_none(f"[{section}]\n{name} = {pin}\n")
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


def test_what_is_no_toml_is_told_with_its_place():
    (fault,) = faults_of("[players]\nA = Aki\n")
    assert fault.startswith("is no TOML, nothing of it is used (texts stand in quotes): ")
    assert "line 2" in fault


def test_a_book_is_not_read_as_settings(tmp_path):
    """A Pi would read in it for minutes, and the box would not start meanwhile."""
    path = tmp_path / "scorekeeper.toml"
    path.write_bytes(b"[players]\nA = 'Mio'\n" + b"# x\n" * 20_000)
    with pytest.raises(FaultyConfig, match="is too large for settings, nothing of it is used") as caught:
        read_config(path)
    assert caught.value.usable.names == {}


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
        pytest.param('[players]\nA = "Aki"\n'.encode("utf-16"), id="as Windows' Unicode"),
        pytest.param('# für\n[players]\nA = "Aki"\n'.encode("cp1252"), id="as Windows' ANSI"),
    ],
)
def test_a_file_is_read_however_it_was_saved(tmp_path, data):
    path = tmp_path / "scorekeeper.toml"
    path.write_bytes(data)
    assert read_config(path).names == {Seat.A: "Aki"}


@pytest.mark.parametrize(
    ("text", "seats"),
    [
        pytest.param("", (None,), id="one reader serves all"),
        pytest.param('[reader]\nseat = "B"', (Seat.B,), id="one reader with a seat"),
        pytest.param("[reader2]", (Seat.A, Seat.B), id="two"),
        pytest.param('[reader2]\nseat = "C"', (Seat.A, Seat.C), id="the second for C"),
        pytest.param(
            '[reader]\nseat = "B"\n[reader2]\nseat = "A"', (Seat.B, Seat.A), id="the other way round"
        ),
        pytest.param('[reader2]\nseat = "none"', (Seat.A, None), id="the second for all others"),
        pytest.param(
            '[reader]\nseat = "none"\n[reader2]\nseat = "none"', (None, None), id="both for everybody"
        ),
    ],
)
def test_a_reader_has_the_seat(text, seats):
    config = parse_config(text, "x")
    assert config.reader_seats == seats
    assert len(config.devices.readers) == len(seats)


def test_an_empty_section_puts_the_second_reader_where_it_is_usually_wired():
    assert parse_config("[reader2]", "x").devices.readers == (ReaderSettings(), SECOND_READER)


def test_the_second_reader_can_be_set_like_the_first():
    text = "[reader2]\nbus = 1\ndevice = 2\nreset = 24\nspeed = 4000000\ngain = 38\n"
    assert parse_config(text, "x").devices.readers[1] == ReaderSettings(1, 2, 24, 4_000_000, 38)


def usable_of(text):
    with pytest.raises(FaultyConfig) as caught:
        parse_config(text, "x")
    return caught.value.usable


ONE_CE = (
    "[reader2] uses the same connection as [reader] (/dev/spidev{}), and is left out; only one reader? "
    "Delete the line [reader2] and all under it up to the next [ ]. Two? Wire the SDA of the second to {} "
    "under [reader2]"
)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param(
            "[reader2]\ndevice = 0",
            ONE_CE.format("0.0", "pin 26, and set device = 1"),
            id="the first one's CE",
        ),
        pytest.param(
            "[reader]\ndevice = 1\n[reader2]",
            ONE_CE.format("0.1", "pin 24, and set device = 0"),
            id="the second one's CE",
        ),
        pytest.param(
            "[reader]\nbus = 1\n[reader2]\nbus = 1\ndevice = 0",
            ONE_CE.format("1.0", "another CE, and set its device"),
            id="another bus",
        ),
        pytest.param(
            "[reader2]\nreset = 25",
            "reset under [reader2] and reset under [reader] are both on GPIO 25; give one another pin",
            id="one reset pin",
        ),
        pytest.param(
            "[buttons]\nC = 23\n[reader2]",
            "reset under [reader2] and C under [buttons] are both on GPIO 23; give one another pin",
            id="a button on the second reader's reset pin",
        ),
        pytest.param(
            "[reader2]\nreset = 13",
            "reset under [reader2] and A under [buttons] are both on GPIO 13; give one another pin",
            id="its reset pin is a button's",
        ),
        pytest.param(
            '[reader2]\nseat = "A"',
            'seat under [reader2] and seat under [reader] are both "A"; give one another seat, or "none"',
            id="one seat, the first one's by default",
        ),
        pytest.param(
            '[reader]\nseat = "C"\n[reader2]\nseat = "C"',
            'seat under [reader2] and seat under [reader] are both "C"; give one another seat, or "none"',
            id="one seat",
        ),
        pytest.param(
            "reader2 = true",
            "reader2 must be a section: write [reader2] on a line of its own",
            id="no section",
        ),
    ],
)
def test_two_readers_that_cannot_be_are_told_with_the_remedy(text, fault):
    assert faults_of(text) == [fault]


def test_the_faults_of_two_readers_are_told_together():
    text = '[reader2]\ndevice = 0\nreset = 25\nseat = "A"\ngain = 1\n'
    assert [fault.split(" ")[0] for fault in faults_of(text)] == [
        "gain",
        "reset",
        "seat",
        "[reader2]",
    ]


@pytest.mark.parametrize(
    "bus", ["[reader2]\nbus = 1\ndevice = 0", "[reader]\nbus = 1\ndevice = 1\n[reader2]"]
)
def test_the_same_device_of_another_bus_is_another_node(bus):
    assert len(parse_config(bus, "x").devices.readers) == 2


def test_of_two_readers_on_one_ce_the_first_is_left_and_serves_everybody():
    usable = usable_of('[reader]\ngain = 38\nseat = "A"\n[reader2]\ndevice = 0\nspeed = 4000000\n')
    assert usable.devices.readers == (ReaderSettings(gain_db=38),)
    assert usable.reader_seats == (None,)


def test_of_two_readers_on_one_reset_pin_all_pins_are_as_usual_and_the_rest_holds():
    usable = usable_of("[reader]\nspeed = 4000000\n[reader2]\nreset = 25\ngain = 38\n[buttons]\nA = 4\n")
    assert usable.devices.readers == (
        ReaderSettings(speed_hz=4_000_000),
        ReaderSettings(device=1, reset_gpio=23, gain_db=38),
    )
    assert usable.devices.button_pins == DEFAULT_BUTTON_PINS


def test_of_two_readers_with_one_seat_both_have_the_usual_seats_and_the_rest_holds():
    usable = usable_of('[reader]\nseat = "C"\n[reader2]\nseat = "C"\ngain = 38\n')
    assert usable.reader_seats == (Seat.A, Seat.B)
    assert usable.devices.readers[1].gain_db == 38


def test_a_wrong_seat_is_left_out():
    assert usable_of('[reader2]\nseat = "D"').reader_seats == (Seat.A, Seat.B)


def test_a_second_reader_that_is_no_section_is_not_there():
    usable = usable_of("reader2 = true")
    assert (len(usable.devices.readers), usable.reader_seats) == (1, (None,))


@pytest.mark.parametrize(
    ("text", "readers", "seats"),
    [
        pytest.param("", 2, (Seat.A, Seat.B), id="a second one"),
        pytest.param('[reader]\nseat = "C"', 2, (Seat.C, Seat.B), id="beside one with a seat"),
        pytest.param('[reader2]\nseat = "C"', 2, (Seat.A, Seat.C), id="as the settings have it"),
        pytest.param("[reader2]", 1, (None,), id="only one"),
        pytest.param("[reader2]", None, (Seat.A, Seat.B), id="as many as there are"),
    ],
)
def test_the_number_of_readers_may_be_asked_for(text, readers, seats):
    assert parse_config(text, "x", readers).reader_seats == seats

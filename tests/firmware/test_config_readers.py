"""The settings of one reader, and of two beside each other."""

import pytest
from settings_faults import faults_of

from firmware.config import FaultyConfig, parse_config
from hardware import (
    DEFAULT_BUTTON_PINS,
    SECOND_READER,
    ReaderSettings,
)
from scorer import Seat


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

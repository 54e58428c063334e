"""A reader that is lost: what the screen says, and that the other one reads on."""

from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.screens.painter import paint
from firmware.table import SaveNews
from firmware.texts import load
from hardware import ReaderSettings
from scorer import Seat

TEXTS = load("both")
FIRST, SECOND = 0, 1


@pytest.fixture
def two(botan):
    """Return a table of two, with a reader for each."""
    return botan.seat_readers(Seat.A, Seat.B)


def test_a_lost_reader_is_named_in_passing_and_the_table_comes_back(two):
    two.tap("pine-crane", reader=FIRST)
    two.lose(SECOND, "check its wires")
    assert two["notice"] == "reader-lost"
    assert "Reader 2 (B): Push wires in: GND 20 SDA 26 SCK 23 MOSI 19 MISO 21 RST 16" in two.screen
    assert "Reader 1 reads on" in two.screen
    two.wait(4.9)
    assert "Reader 2 (B):" in two.screen
    two.wait(0.2)
    assert "No reader 2" in two.screen


def test_the_first_reader_lost_names_its_own_wires(two):
    two.lose(FIRST, "check its wires")
    assert "Reader 1 (A): Push wires in: GND 20 SDA 24 SCK 23 MOSI 19 MISO 21 RST 22" in two.screen
    assert "Reader 2 reads on" in two.screen


def test_what_else_is_wrong_with_a_reader_is_said_in_its_words(two):
    two.lose(SECOND, "/dev/spidev0.1 is missing")
    assert "Reader 2 (B): /dev/spidev0.1 is missing" in two.screen


def test_while_one_reader_is_lost_the_other_captures(two):
    two.lose(SECOND)
    two.tap("pine-crane", reader=FIRST)
    assert (two["piles"]["A"], two.message) == (["pine-crane"], ("captured", "pine-crane", "A", ""))
    assert "Pine crane" in two.screen


def test_the_lost_reader_is_named_with_its_player(two):
    names = {Seat.A: "Aki", Seat.B: "Ken"}
    two.table = replace(two.table, match=replace(two.table.match, names=names))
    two.lose(SECOND)
    assert "Reader 2 (Ken):" in two.screen


def test_a_long_name_gives_way_to_the_letter(home):
    home.seat_readers(Seat.A, Seat.B)
    home.table = replace(home.table, names={Seat.B: "Wakamurasaki"})
    home.lose(SECOND)
    assert "Reader 2 (B):" in home.screen


def test_a_lost_reader_without_a_seat_in_the_match_is_named_by_its_number(two):
    two.seat_readers(Seat.A, Seat.C)
    two.lose(SECOND)
    assert "Reader 2: " in two.screen


def test_with_all_readers_lost_the_table_stands_behind_until_a_press(two):
    two.lose(FIRST, "check its wires")
    two.lose(SECOND, "check its wires")
    assert two.screen.startswith("No reader Push wires in: GND 20 SDA 24")
    assert two.message is None
    two.wait(60)
    assert two.screen.startswith("No reader Push")
    two.press("A")
    assert "No reader found" in two.screen
    assert "No reader 1" not in two.screen


@pytest.mark.parametrize(
    ("wired", "says"),
    [
        pytest.param(ReaderSettings(), "SDA 24 SCK 23 MOSI 19 MISO 21 RST 22 3V3 17", id="as usual"),
        pytest.param(
            ReaderSettings(device=1, reset_gpio=5),
            "SDA 26 SCK 23 MOSI 19 MISO 21 RST 29 3V3 17",
            id="as settings say",
        ),
        pytest.param(
            ReaderSettings(bus=1), "no reader: check its wires", id="on a bus whose pins nobody knows"
        ),
    ],
)
def test_the_wires_of_a_lost_reader_are_named_by_the_pins_that_the_settings_give_it(home, wired, says):
    home.table = replace(home.table, readers=(wired,))
    home.lose(FIRST, "no reader: check its wires")
    assert says in home.screen


@pytest.mark.parametrize(("found", "lost"), [(FIRST, "Reader 2 (B):"), (SECOND, "Reader 1 (A):")])
def test_of_two_lost_readers_the_one_that_is_still_lost_is_named(two, found, lost):
    two.lose(FIRST)
    two.lose(SECOND)
    two.lose(found, None)
    assert two["notice"] == "reader-lost"
    assert lost in two.screen
    two.lose(SECOND - found, None)
    assert two["notice"] is None
    assert "eader" not in two.screen


def test_a_reader_that_is_back_takes_only_its_own_message_away(two):
    two.lose(SECOND)
    two.tap("pine-crane", reader=FIRST)
    two.lose(SECOND, None)
    assert two.message == ("captured", "pine-crane", "A", "")
    assert two.view.reader_faults == {}


def test_a_button_held_is_seen_before_a_lost_reader(two):
    two.lose(SECOND)
    two.down("OK")
    two.wait(1.5)
    assert "Power off in" in two.screen


def test_a_lost_reader_and_a_full_disk_are_both_marked(two):
    two.tap("pine-crane", reader=FIRST)
    two.wait(4)
    two.lose(SECOND)
    two.wait(6)
    two.give(SaveNews(True, two.now_s))
    scene = scene_of(two.table, TEXTS)
    assert scene.says("No reader, not saved")
    paint(scene, strict=True)

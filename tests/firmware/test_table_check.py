"""The doctor's pages on the display: what is up, what OK tries, and how the box goes on meanwhile."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.doctor import finding
from firmware.doctor.finding import Finding, Level, Topic, fault, fine, hint
from firmware.doctor.pins import judge_buzzer
from firmware.doctor.trials import untried
from firmware.screens import scene_of
from firmware.screens.fonts import cut, load_font, text_width
from firmware.screens.painter import paint
from firmware.screens.scene import Text
from firmware.table import CheckDone, Choices, Table, View, wants_check
from firmware.table.pages import InCheck, Trial
from firmware.texts import Language, load
from hardware import BuzzerKind, BuzzerSettings, DeviceSettings
from scorer import Card

SETTINGS = DeviceSettings()
TEXTS = load("en")
SPI = fault(Topic.SPI, "bus-off", "", "", bus="SPI", node="/dev/spidev0.0")
POWER = hint(Topic.POWER, "power-was-low", "", "")
BOARD = fine(Topic.BOARD, "", "Pi 4")
FOUND = (BOARD, POWER, SPI, *untried(SETTINGS))
PAGES = ("summary", "spi", "power", "board", "sticker", "display", "buttons", "buzzer")
WORST = {
    "where": "[display] dim_after",
    "words": "a whole number, 100000 to 10000000",
    "node": "/dev/spidev0.0",
    "groups": "spi i2c gpio",
    "group": "gpio",
    "bus": "I2C",
    "name": "RPiGPIOFactory",
    "button": "BACK",
    "pin": "26",
    "header": "37",
    "reads": "3/5",
    "mb": "199",
    "setting": 'driver="sh1106"',
    "count": "12",
    "number": "2",
    "wires": "SDA:26 SCK:23 MOSI:19 MISO:21",
    "reader": "reader2",
    "device": "1",
    "value": "Pi Compute Module 4 Rev 1.1",
}
TOPICS = tuple(Topic)[1:]
"""The box itself is at the display: who else has the devices is asked at the terminal."""

NOT_FINDINGS = {"looking", "well", "faults", "hints", "pages", "again", "try", "felt", "buzzer-off"}
AT_THE_TERMINAL_ALONE = {
    *("box-runs", "held", "sticker-none", "sticker-gain", "display-address", "display-lost"),
    *("button-busy", "button-none", "buzzer-busy", "buzzer-silent"),
}
"""Where the box runs and its display is seen, these cannot be."""

CODES = {
    key[6:] for key in TEXTS.words if key.startswith("check.") and not key.endswith("_do")
} - NOT_FINDINGS


@pytest.fixture
def check(home):
    """Return a table whose check is open, and a doctor has looked."""
    home.choose("check")
    home.give(CheckDone(FOUND, SETTINGS, home.now_s))
    return home


def says(sitting):
    return " ".join(scene_of(sitting.table, TEXTS).lines())


def test_somebody_has_to_look_first_and_the_page_says_so(home):
    home.choose("check")
    assert wants_check(home.table)
    assert (home["phase"], home["choice"], home.entries) == ("menu", None, ())
    assert says(home) == "Check Looking, one moment BACK: home"
    home.press("B", "A")
    home.give(CheckDone(FOUND, SETTINGS, home.now_s))
    assert not wants_check(home.table)
    assert home["choice"] == "summary"


def test_the_pages_are_the_worst_first_and_the_first_sums_up(check):
    assert check.entries == PAGES
    assert says(check) == "Check Faults: 1 Hints: 1 A B: page by page"
    check.press("B")
    assert says(check) == "× SPI 1/7 SPI is off raspi-config: turn SPI on, then restart OK: look again"
    check.press("B")
    assert says(check).startswith("△ Power 2/7 Power was too low")
    check.press("A", "A")
    assert check["choice"] == "summary"
    check.press("A")
    assert check["choice"] == "buzzer"


def test_two_findings_about_one_thing_are_two_pages(home):
    home.choose("check")
    home.give(CheckDone((SPI, POWER, SPI), SETTINGS, home.now_s))
    assert home.entries == ("summary", "spi", "spi-2", "power")


def test_where_all_is_well_the_first_page_says_only_that(home):
    home.choose("check")
    home.give(CheckDone((BOARD,), SETTINGS, home.now_s))
    assert says(home) == "Check All is well A B: page by page"


def test_back_goes_home_and_what_was_found_comes_too_late_then(home):
    home.choose("check")
    home.press("BACK")
    before = home.view.mode
    home.give(CheckDone(FOUND, SETTINGS, home.now_s))
    assert home.view.mode == before
    assert (home["phase"], home["choice"]) == ("home", "check")


def test_ok_looks_again_where_there_is_nothing_to_try(check):
    check.press("B", "OK")
    assert wants_check(check.table)


def test_a_card_laid_down_is_tried_and_captured_by_nobody(check, uid_of):
    before = check.table.match
    check.tag(uid_of(Card.PINE_CRANE))
    assert (check["choice"], check.message) == ("sticker", None)
    assert says(check).startswith("○ Sticker 4/7 Reading, leave it")
    check.check(uid_of(Card.PINE_CRANE), 5)
    assert says(check).startswith("○ Sticker 4/7 In order 5/5")
    assert check.table.match is before
    assert check.facts == []


@pytest.mark.parametrize(
    ("sound", "of", "words"), [(3, 5, "Only 3/5 reads good"), (4, 5, "In order"), (1, 1, "In")]
)
def test_a_sticker_that_is_missed_twice_is_weak(check, sound, of, words):
    """ondryaso and nabaztag2018/hardware 4: a sticker or a place that shows only in play."""
    check.tag(bytes(7))
    check.check(bytes(7), sound, of)
    assert words in says(check)


def test_a_card_lifted_at_once_says_nothing_and_two_cards_are_told(check):
    check.tag(bytes(7))
    check.check(bytes(7), 0, 0)
    assert "Reading" in says(check)
    check.tag(bytes(7), others=1)
    check.check(bytes(7), 5, 5)
    assert "Several cards Lift all, lay one" in says(check)


@pytest.mark.parametrize(
    ("button", "words"),
    [
        ("OK", "○ Display 5/7 In order ssd1306"),
        ("BACK", 'Not at all four edges Settings, display: driver="sh1106"'),
    ],
)
def test_the_frame_is_looked_at_and_ok_or_back_say_how_it_is(check, button, words):
    """rm-hull/luma.oled 376: the picture is shifted by two columns."""
    check.press(*"BBBBB", "OK")
    assert says(check) == "Frame whole? OK: yes BACK: no"
    check.press("C")
    assert says(check) == "Frame whole? OK: yes BACK: no"
    check.press(button)
    assert words in says(check)


def test_each_button_is_felt_or_named(check):
    check.press(*"BBBBBB", "OK")
    check.press("A", "OK", "C")
    assert says(check) == "Buttons A B C OK BACK ● ○ ● ● ○ Press all, end: BACK"
    check.press("BACK")
    assert check["choice"] == "buttons"
    check.press("BACK")
    assert "B was not felt Push in GPIO 19 (pin 35), GND" in says(check)
    check.press("OK", "A", "B", "C", "OK", "BACK")
    assert "○ Buttons 6/7 In order A B C OK BACK" in says(check)


def test_the_buzzer_sounds_and_where_the_sound_is_off_its_page_says_so(check):
    check.press(*"BBBBBBB")
    assert "Is it heard? If not: its wires, kind in the settings OK: try it" in says(check)
    silent = check.view.signal
    check.press("OK")
    assert check.view.signal.sound.name == "YAKU"
    assert check.view.signal != silent
    check.table = replace(check.table, choices=Choices(has_sound=False))
    assert "The sound is off Home, Settings: turn it on" in says(check)


def test_a_buzzer_that_the_settings_do_not_know_cannot_be_tried():
    settings = DeviceSettings(buzzer=BuzzerSettings(kind=BuzzerKind.NONE))
    assert [one.code for one in untried(settings) if one.topic is Topic.BUZZER] == ["buzzer-none"]
    assert judge_buzzer("", settings).code == "buzzer-none"


def test_every_finding_that_the_display_can_show_has_words_and_a_cure():
    sources = "\n".join(path.read_text() for path in Path(finding.__file__).parent.glob("*.py"))
    written = set(re.findall(r'Topic\.\w+,\s*"([a-z][\w-]+)"', sources)) - {"fine", "spi", "i2c", "gpio"}
    assert len(written) > 30
    assert {code for code in written - AT_THE_TERMINAL_ALONE if not TEXTS.has(f"check.{code}")} == set()


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("code", sorted(CODES))
def test_every_page_is_whole_whatever_stands_in_it(code, language):
    texts = load(language)
    level = Level.FAULT if texts.has(f"check.{code}_do") else Level.FINE
    parts = WORST | ({"name": "luma.oled"} if code == "package" else {})
    assert_is_whole(scene_of(Table((), view=View(mode=InCheck((), trial=Trial.BUTTONS))), texts))
    widest = max(TOPICS, key=lambda topic: text_width(texts.say(f"topic.{topic.value}")))
    found = Finding(widest, level, code, "", parts=tuple(parts.items()))
    assert_is_whole(scene_of(Table((), view=View(mode=InCheck((found,) * 30, 20))), texts))


def assert_is_whole(scene):
    paint(scene, strict=True)
    for text in (item for item in scene.items if isinstance(item, Text)):
        assert set(text.text) <= set(load_font(text.font).glyphs), text
        assert text.width is None or cut(text.text, text.width, text.font) == text.text

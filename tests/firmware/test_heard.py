"""The whole box, listened to: sounds come out of the buzzer, and none of it stops the game."""

import logging

import pytest
from gpiozero import DigitalInputDevice

from firmware.box import build
from firmware.config import Config
from firmware.patterns import PATTERNS
from firmware.script import Player, make_tags
from firmware.script_language import parse_script
from firmware.simulation import Simulation, Tags
from firmware.table import NewGame
from firmware.table.choices import Defaults
from firmware.table.signal import Sound
from hardware import BuzzerKind, BuzzerSettings, DeviceSettings, VirtualClock
from hardware.simulated import World
from scorer import Card, Seat


class Box:
    """A simulated box with settings of its own, in a match of three rounds.

    Attributes:
        blockers: what holds a pin before the box comes.
    """

    def __init__(self, folder, config, busy=()):
        Simulation(config, folder, Tags()).begin(NewGame("botan-cho", 2, 3, Seat.A))
        self.clock = VirtualClock()
        self.world = World(self.clock, config.devices)
        self.blockers = [DigitalInputDevice(pin, pin_factory=self.world.machine.pin_factory) for pin in busy]

        def start():
            self.appliance = build(config, folder, self.clock, self.world.machine)
            return self.appliance

        self.player = Player(self.clock, self.world, make_tags("7", 1), start, print)

    def play(self, *lines):
        self.player.play(parse_script("\n".join(lines), "box"))

    def heard(self):
        """Return what was heard since the last question, as pitches and lengths in ms."""
        heard = [(sound.frequency_hz, round(sound.for_s * 1000)) for sound in self.world.piezo.heard]
        del self.world.piezo.heard[:]
        return heard


def notes(*sounds):
    tones = [tone for sound in sounds for tone in PATTERNS[sound]]
    return [(tone.frequency_hz, round(tone.on_s * 1000)) for tone in tones]


@pytest.fixture
def make_box(tmp_path):
    made = []

    def make(busy=(), has_sound=True, **buzzer):
        devices = DeviceSettings(buzzer=BuzzerSettings(**buzzer))
        made.append(Box(tmp_path, Config(devices=devices, defaults=Defaults(has_sound=has_sound)), busy))
        return made[-1]

    yield make
    for box in made:
        box.clock.kill_others()
        box.appliance.vanish()


@pytest.fixture
def box(make_box):
    box = make_box()
    box.play("wait 1")
    return box


def test_what_the_table_decides_comes_out_of_the_buzzer(box):
    box.heard()
    box.play("tap pine-chaff-1", "wait 1", "tap pine-crane", "wait 1", "tap-uid 04ffffffffffff", "wait 1")
    assert box.heard() == notes(Sound.CHAFF, Sound.BRIGHT, Sound.REFUSED)


def test_two_cards_at_once_sound_as_the_dearer(box):
    box.heard()
    box.play("tap pine-crane plum-chaff-1", "wait 1")
    assert box.heard()[-4:] == notes(Sound.BRIGHT)


def test_a_box_is_heard_once_it_is_ready_and_not_before(make_box):
    box = make_box()
    box.world.set_reader_plugged(False)
    box.play("wait 3")
    assert box.heard() == notes(Sound.LOST)
    box.play("plug reader", "wait 2")
    assert box.heard() == notes(Sound.READY)


def test_a_box_that_starts_well_says_so_before_a_second_is_over(box):
    ready = box.world.piezo.heard[:]
    assert box.heard() == notes(Sound.READY)
    assert ready[0].at_s < 0.5
    assert box.world.chips[0].field.times_lit > 0


def test_an_active_buzzer_gives_the_rhythm(make_box):
    box = make_box(kind=BuzzerKind.ACTIVE)
    box.play("wait 1")
    assert box.heard() == [(None, length_ms) for _, length_ms in notes(Sound.READY)]


def test_a_busy_pin_is_one_line_in_the_log_and_the_game_goes_on(make_box, caplog):
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.INFO, "firmware.loop")  # others may be at any level, after other tests
    box = make_box(busy=[12])
    box.play("tap pine-crane", "tap pine-chaff-1", 'check piles.A ["pine-crane", "pine-chaff-1"]')
    told = [record.getMessage() for record in caplog.records if record.levelno > logging.INFO]
    assert [line.partition(",")[0] for line in told] == ["GPIO 12 for the buzzer cannot be had"]
    assert box.heard() == []


def test_a_buzzer_that_breaks_in_play_is_one_line_in_the_log_and_the_game_goes_on(box, caplog, monkeypatch):
    caplog.set_level(logging.INFO, "hardware.buzzer")
    with monkeypatch.context() as patch:
        pin = type(box.world.machine.pin_factory.pin(12))
        patch.setattr(pin, "_set_state", lambda *_: (_ for _ in ()).throw(OSError("no such line")))
        box.play("tap pine-crane", "tap pine-chaff-1", 'check piles.A ["pine-crane", "pine-chaff-1"]')
    told = [record.getMessage() for record in caplog.records]
    assert told == ["the buzzer is silent from now on: no such line"]


@pytest.mark.parametrize(
    ("has_sound", "turned", "is_heard"),
    [
        pytest.param(False, False, False, id="off in the settings"),
        pytest.param(True, True, False, id="turned off in the menu"),
        pytest.param(False, True, True, id="turned on in the menu"),
    ],
)
def test_a_box_that_is_turned_off_is_silent_also_after_a_power_cut(make_box, has_sound, turned, is_heard):
    box = make_box(has_sound=has_sound)
    if turned:
        box.play("hold BACK 1.2", 'until choice "sound" press B', "press OK", "press BACK", "wait 1")
    box.play("wait 1", "power-cut", "wait 1")
    box.heard()
    box.play("tap pine-crane", "wait 1")
    assert box.heard() == (notes(Sound.BRIGHT) if is_heard else [])


def hear_a_refusal(box):
    """Hold an unknown tag there until the buzzer sounds."""
    tag = make_tags("7", 2)[Card.PINE_CRANE]
    box.world.put_down([tag])
    while not box.world.piezo.is_sounding:
        box.clock.sleep(0.01)
    box.world.take_away([tag])


def test_the_end_silences_the_buzzer_at_once_and_frees_its_pin(box):
    hear_a_refusal(box)
    box.player.end()
    assert not box.world.piezo.is_sounding
    DigitalInputDevice(12, pin_factory=box.world.machine.pin_factory).close()


def test_a_power_cut_silences_the_buzzer_and_the_box_is_heard_again_afterwards(box):
    box.heard()
    hear_a_refusal(box)
    box.play("power-cut", "wait 2")
    (_, cut_short_ms), *after = box.heard()
    assert cut_short_ms < 140
    assert after == notes(Sound.READY)


@pytest.mark.parametrize("has_sound", [True, False], ids=["with sound", "without"])
def test_a_refusal_turns_the_panel_light_for_dark_for_a_moment(make_box, has_sound):
    box = make_box(has_sound=has_sound)
    box.play("press A", "wait 4")
    lit = [_share_lit(box)]
    box.play("press OK")
    lit.append(_share_lit(box))
    box.play("wait 0.2")
    lit.append(_share_lit(box))
    assert [share > 0.5 for share in lit] == [False, True, False]


def _share_lit(box):
    return sum(box.world.panel.picture().getdata()) / 255 / 128 / 64

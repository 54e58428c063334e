"""The buzzer on mock pins: what is heard, of a passive piezo and of one that only knows on and off."""

import logging

import pytest
from gpiozero import DigitalInputDevice
from gpiozero.pins.mock import MockPin

from hardware.buzzer import GpioBuzzer
from hardware.errors import BuzzerLost
from hardware.ports import Tone
from hardware.settings import BuzzerKind, BuzzerSettings, DeviceSettings
from hardware.simulated.world import World

RISING = (Tone(1000, 0.04, 0.06), Tone(2000, 0.1))
LONG = (Tone(500, 1.0),)

WIRINGS = [
    pytest.param(BuzzerSettings(), id="passive"),
    pytest.param(BuzzerSettings(sounds_at_low=True), id="passive, at low"),
    pytest.param(BuzzerSettings(kind=BuzzerKind.ACTIVE), id="active"),
    pytest.param(BuzzerSettings(kind=BuzzerKind.ACTIVE, sounds_at_low=True), id="active, at low"),
    pytest.param(BuzzerSettings(pin=18), id="on another pin"),
]


class Bench:
    """A buzzer, not open, on a board where it is wired.

    Attributes:
        tasks: the threads that it started.
    """

    def __init__(self, clock, settings=None):
        settings = settings or BuzzerSettings()
        self.clock, self.tasks = clock, []
        self.world = World(clock, DeviceSettings(buzzer=settings))
        self._start, clock.start = clock.start, self._remember
        self.buzzer = GpioBuzzer(settings, clock, self.world.machine.pin_factory)
        self.has_pitch = settings.kind is BuzzerKind.PASSIVE

    def _remember(self, name, target):
        self.tasks.append(self._start(name, target))
        return self.tasks[-1]

    def play(self, *tones):
        self.buzzer.play(tones)

    def heard(self):
        """Return what was heard as (begin, pitch, length), in ms and Hz."""
        return [
            (round(sound.at_s * 1000), sound.frequency_hz, round(sound.for_s * 1000))
            for sound in self.world.piezo.heard
        ]


@pytest.fixture
def make_bench(clock):
    made = []

    def make(settings=None):
        made.append(Bench(clock, settings))
        return made[-1]

    yield make
    for bench in made:
        bench.buzzer.close()


@pytest.fixture
def closed(make_bench):
    return make_bench()


@pytest.fixture
def bench(closed):
    closed.buzzer.open()
    return closed


@pytest.mark.parametrize("settings", WIRINGS)
def test_a_pattern_is_heard_with_its_lengths_and_where_there_is_one_its_pitch(make_bench, settings):
    bench = make_bench(settings)
    bench.buzzer.open()
    bench.clock.sleep(1.0)
    assert bench.heard() == []
    bench.play(*RISING)
    bench.clock.sleep(1.0)
    pitches = (1000, 2000) if bench.has_pitch else (None, None)
    assert bench.heard() == [(1000, pitches[0], 40), (1100, pitches[1], 100)]
    assert not bench.world.piezo.is_sounding


def test_playing_takes_no_time(bench):
    bench.play(*LONG)
    assert bench.clock.now_s() == 0.0
    bench.clock.sleep(0.01)
    assert bench.world.piezo.is_sounding


@pytest.mark.parametrize(
    ("after_s", "heard"),
    [
        pytest.param(0.02, [(0, 1000, 20), (20, 500, 1000)], id="in a tone"),
        pytest.param(0.07, [(0, 1000, 40), (70, 500, 1000)], id="in a rest"),
        pytest.param(0.15, [(0, 1000, 40), (100, 2000, 50), (150, 500, 1000)], id="in the last tone"),
    ],
)
def test_a_newer_pattern_takes_the_place_of_one_that_runs(bench, after_s, heard):
    bench.play(*RISING)
    bench.clock.sleep(after_s)
    bench.play(*LONG)
    bench.clock.sleep(3.0)
    assert bench.heard() == heard


def test_of_several_patterns_at_once_the_last_one_is_heard(bench):
    bench.play(*RISING)
    bench.play(*LONG)
    bench.clock.sleep(3.0)
    assert bench.heard() == [(0, 500, 1000)]


def test_an_empty_pattern_is_silence(bench):
    bench.play(*LONG)
    bench.clock.sleep(0.1)
    bench.play()
    bench.clock.sleep(0.01)
    assert not bench.world.piezo.is_sounding
    assert bench.heard() == [(0, 500, 100)]


def test_closing_while_nothing_sounds_ends_the_thread(bench):
    bench.clock.sleep(1.0)
    bench.buzzer.close()
    assert bench.tasks[0].join(1.0)


def test_closing_silences_at_once_frees_the_pin_and_ends_the_thread(bench):
    bench.play(*LONG)
    bench.clock.sleep(0.1)
    bench.buzzer.close()
    assert not bench.world.piezo.is_sounding
    DigitalInputDevice(12, pin_factory=bench.world.machine.pin_factory).close()
    assert bench.tasks[0].join(1.0)
    assert bench.heard() == [(0, 500, 100)]


def test_what_is_not_open_stays_silent(closed):
    closed.play(*RISING)
    closed.buzzer.open()
    closed.clock.sleep(1.0)
    closed.buzzer.close()
    closed.play(*RISING)
    closed.buzzer.open()
    closed.clock.sleep(1.0)
    assert closed.heard() == []


@pytest.mark.parametrize("between_s", [0.0, 0.1])
def test_opened_again_it_plays_and_only_one_thread_runs(bench, between_s):
    bench.play(*LONG)
    bench.clock.sleep(between_s)
    bench.buzzer.open()
    bench.clock.sleep(1.0)
    bench.play(*RISING)
    bench.clock.sleep(1.0)
    assert bench.heard()[-2:] == [(1000 + between_s * 1000, 1000, 40), (1100 + between_s * 1000, 2000, 100)]
    assert [task.join(0.1) for task in bench.tasks] == [True, False]


def test_a_busy_pin_is_named(closed):
    blocker = DigitalInputDevice(12, pin_factory=closed.world.machine.pin_factory)
    with pytest.raises(BuzzerLost, match="GPIO 12 for the buzzer cannot be had: "):
        closed.buzzer.open()
    closed.play(*RISING)
    assert closed.tasks == []
    blocker.close()
    closed.buzzer.open()
    closed.play(*RISING)
    closed.clock.sleep(1.0)
    assert len(closed.heard()) == 2


def test_pins_without_pwm_are_a_lost_buzzer(closed):
    closed.world.machine.pin_factory.pin_class = MockPin
    with pytest.raises(BuzzerLost, match="GPIO 12"):
        closed.buzzer.open()


def test_an_active_buzzer_needs_no_pwm(make_bench):
    bench = make_bench(BuzzerSettings(kind=BuzzerKind.ACTIVE))
    factory = bench.world.machine.pin_factory
    factory.pin_class = MockPin
    bench.buzzer.open()
    levels = [factory.pin(12).state]
    bench.play(*LONG)
    for _ in range(2):
        bench.clock.sleep(0.6)
        levels.append(factory.pin(12).state)
    assert levels == [False, True, False]


def test_where_there_is_none_no_pin_is_claimed_and_no_thread_runs(make_bench):
    bench = make_bench(BuzzerSettings(kind=BuzzerKind.NONE))
    bench.buzzer.open()
    bench.play(*RISING)
    bench.clock.sleep(1.0)
    bench.buzzer.close()
    assert (bench.heard(), bench.tasks, bench.world.machine.pin_factory.pins) == ([], [], {})


def test_a_pin_that_breaks_while_it_sounds_is_said_once_and_the_rest_is_silence(bench, monkeypatch, caplog):
    caplog.set_level(logging.DEBUG)

    def broken(*_):
        raise OSError("no such line")

    monkeypatch.setattr(type(bench.world.machine.pin_factory.pin(12)), "_set_frequency", broken)
    for _ in range(3):
        bench.play(*RISING)
        bench.clock.sleep(1.0)
    assert [record.getMessage() for record in caplog.records] == [
        "the buzzer is silent from now on: no such line"
    ]
    assert bench.tasks[0].join(0.1)
    bench.buzzer.close()


def test_a_pin_that_breaks_while_it_sounds_is_let_go_of(bench, monkeypatch):
    def broken(*_):
        raise OSError("no such line")

    monkeypatch.setattr(type(bench.world.machine.pin_factory.pin(12)), "_set_state", broken)
    bench.play(*RISING)
    bench.clock.sleep(1.0)
    DigitalInputDevice(12, pin_factory=bench.world.machine.pin_factory).close()


def test_a_power_cut_ends_the_sound(bench):
    bench.play(*LONG)
    bench.clock.sleep(0.1)
    bench.clock.kill_others()
    bench.world.cut_power()
    assert not bench.world.piezo.is_sounding
    bench.clock.sleep(3.0)
    assert bench.heard() == [(0, 500, 100)]


@pytest.mark.parametrize(
    ("wired", "meant", "heard"),
    [
        pytest.param(BuzzerKind.PASSIVE, BuzzerKind.ACTIVE, [], id="a passive one driven as an active one"),
        pytest.param(
            BuzzerKind.ACTIVE,
            BuzzerKind.PASSIVE,
            [(0, None, 40), (100, None, 100)],
            id="an active one driven as a passive one",
        ),
    ],
)
def test_what_is_wired_decides_what_is_heard(make_bench, wired, meant, heard):
    bench = make_bench(BuzzerSettings(kind=wired))
    bench.buzzer = GpioBuzzer(BuzzerSettings(kind=meant), bench.clock, bench.world.machine.pin_factory)
    bench.buzzer.open()
    bench.play(*RISING)
    bench.clock.sleep(1.0)
    assert bench.heard() == heard

"""The sounds as tones: each is told from every other, also by ears that hear no pitch."""

import itertools

import pytest

from firmware.patterns import PATTERNS
from firmware.table.signal import Sound

CARDS = (Sound.CHAFF, Sound.RIBBON, Sound.ANIMAL, Sound.BRIGHT)


def rhythm(sound):
    return "".join("-" if tone.on_s >= 0.1 else "." for tone in PATTERNS[sound])


def pitches(sound):
    return [tone.frequency_hz for tone in PATTERNS[sound]]


def length_s(sound):
    return sum(tone.on_s + tone.off_s for tone in PATTERNS[sound])


def test_every_sound_has_a_pattern():
    assert list(PATTERNS) == list(Sound)
    assert all(PATTERNS.values())


def test_no_two_sounds_share_a_rhythm():
    alike = [(a, b) for a, b in itertools.combinations(Sound, 2) if rhythm(a) == rhythm(b)]
    assert (alike, len(Sound)) == ([], 13)


@pytest.mark.parametrize("sound", Sound, ids=lambda sound: sound.name)
def test_long_tones_are_well_longer_than_short_ones_and_rests_are_heard(sound):
    tones = PATTERNS[sound]
    assert all(tone.on_s <= 0.04 or tone.on_s >= 0.12 for tone in tones)
    assert all(tone.off_s >= 0.03 for tone in tones[:-1])
    assert all(587 <= tone.frequency_hz <= 4000 for tone in tones)


def test_a_run_over_the_reader_is_not_held_up():
    assert all(length_s(sound) <= 0.5 for sound in CARDS)
    assert all(length_s(sound) <= 1.0 for sound in Sound)


def test_the_sounds_of_cards_rise_each_with_its_kind():
    assert [rhythm(sound).count(".") + rhythm(sound).count("-") for sound in CARDS] == [1, 2, 3, 4]
    assert all(pitches(sound) == sorted(set(pitches(sound))) for sound in CARDS)
    assert [max(pitches(sound)) for sound in CARDS] == sorted({max(pitches(sound)) for sound in CARDS})


def test_chaff_is_a_tick():
    assert length_s(Sound.CHAFF) <= 0.02


@pytest.mark.parametrize("sound", [Sound.TAKEN_BACK, Sound.ROUND_END], ids=lambda sound: sound.name)
def test_what_ends_or_goes_back_falls(sound):
    assert pitches(sound) == sorted(pitches(sound), reverse=True)


def test_only_what_is_wrong_is_low():
    low = [sound for sound in Sound if min(pitches(sound)) < 1000]
    assert low == [Sound.REFUSED, Sound.LOST]

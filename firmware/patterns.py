"""What each sound is made of: tones for any buzzer.

A passive piezo gives pitch and rhythm, an active one the rhythm alone; so no two sounds share a rhythm
of short and long tones. The tones are those of one pentatonic scale, so that none jars with what came
before, between 1 and 2.4 kHz, where a small piezo is loud and software PWM still true; only what is
wrong lies an octave lower.

Cards rise with their kind, one short tone more for each: in a run over the reader the ear counts along,
and hears a bright without anybody looking. What goes back falls, what asks rises, what is refused is
low and long.
"""

from collections.abc import Mapping

from firmware.table.signal import Sound
from hardware import Tone

__all__ = ["PATTERNS"]

_LOW, _D, _E, _G, _A, _B, _HIGH = 587, 1175, 1319, 1568, 1760, 1976, 2349  # Hz: D5, then D6 to D7


def _short(frequency_hz: int) -> Tone:
    return Tone(frequency_hz, 0.04, 0.04)


def _long(frequency_hz: int) -> Tone:
    return Tone(frequency_hz, 0.14, 0.05)


PATTERNS: Mapping[Sound, tuple[Tone, ...]] = {
    Sound.CHAFF: (Tone(_G, 0.02),),
    Sound.RIBBON: (_short(_G), _short(_A)),
    Sound.ANIMAL: (_short(_G), _short(_A), _short(_B)),
    Sound.BRIGHT: (_short(_G), _short(_A), _short(_B), _long(_HIGH)),
    Sound.TAKEN_BACK: (_short(_A), _long(_D)),
    Sound.HELD: (_long(_A),),
    Sound.READY: (_short(_D), _short(_G), _long(_HIGH)),
    Sound.ROUND_END: (_long(_B), _long(_A), _long(_G)),
    Sound.MATCH_END: (_long(_G), _long(_A), _long(_B), _long(_HIGH)),
    Sound.YAKU: (_short(_D), _short(_E), _long(_A), _short(_B), _long(_HIGH)),
    Sound.QUESTION: (_long(_E), _short(_A)),
    Sound.REFUSED: (_long(_LOW), _long(_LOW)),
    Sound.LOST: (_long(_LOW), _short(_E), _long(_LOW), _short(_E)),
}
"""Every sound."""

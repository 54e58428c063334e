"""A buzzer on gpiozero: a passive piezo, played by PWM, or an active one that only knows on and off."""

import contextlib
import logging
from collections.abc import Sequence
from functools import partial
from typing import Any

from hardware.clock import Clock, Mailbox
from hardware.errors import BuzzerLost
from hardware.pin_refusal import why_no_pin
from hardware.ports import Tone
from hardware.settings import BuzzerKind, BuzzerSettings

__all__ = ["GpioBuzzer"]

logger = logging.getLogger(__name__)

_LOUDEST = 0.5
"""A square wave that is on for half of each period is the loudest that a piezo gives."""


class GpioBuzzer:
    """The `Buzzer` of the box.

    Args:
        settings: its pin, and of what kind it is.
        clock: times the tones, in a thread of the buzzer's own.
        pin_factory: gpiozero's, None for the one that it finds on the board.
    """

    def __init__(self, settings: BuzzerSettings, clock: Clock, pin_factory: Any = None) -> None:
        self._settings = settings
        self._clock = clock
        self._pin_factory = pin_factory
        self._device: Any = None
        self._patterns: Mailbox[Sequence[Tone]] = clock.mailbox()

    def open(self) -> None:
        """Claim the pin, silent; where the settings know of no buzzer nothing happens, now or later.

        Raises:
            BuzzerLost: if the pin cannot be had.
        """
        self.close()
        if self._settings.kind is BuzzerKind.NONE:
            return
        try:
            self._device = self._make_device()
        except Exception as exc:  # lgpio.error and gpiozero's errors share no other parent
            raise BuzzerLost(_why(exc, self._settings.pin)) from exc
        self._clock.start("buzzer", partial(self._sound, self._patterns))

    def play(self, pattern: Sequence[Tone]) -> None:
        """Begin a pattern in place of the one that is running, and return at once."""
        if self._device is not None:
            self._patterns.put(tuple(pattern))

    def close(self) -> None:
        """Be silent at once, and let go of the pin."""
        patterns, self._patterns = self._patterns, self._clock.mailbox()
        patterns.put(())
        device, self._device = self._device, None
        if device is not None:
            with contextlib.suppress(Exception):  # a pin that broke is silent too
                device.close()

    def _make_device(self) -> Any:
        from gpiozero import DigitalOutputDevice, PWMOutputDevice

        make = PWMOutputDevice if self._settings.kind is BuzzerKind.PASSIVE else DigitalOutputDevice
        is_high = not self._settings.sounds_at_low
        return make(self._settings.pin, active_high=is_high, pin_factory=self._pin_factory)

    def _sound(self, patterns: Mailbox[Sequence[Tone]]) -> None:
        """Run in a thread until its mailbox is no longer the one in use; an empty pattern wakes it."""
        pattern: Sequence[Tone] = ()
        while patterns is self._patterns:
            if not pattern:
                pattern = patterns.get() or ()
                continue
            tone, *rest = pattern
            try:
                newer = self._sound_tone(tone, patterns)
            except Exception as exc:  # as in `open`; also where `close` was quicker
                if patterns is self._patterns:
                    logger.warning("the buzzer is silent from now on: %s", exc)
                    self.close()
                return
            pattern = rest if newer is None else newer

    def _sound_tone(self, tone: Tone, patterns: Mailbox[Sequence[Tone]]) -> Sequence[Tone] | None:
        """Sound a tone and its rest; return the pattern that cut it short, None if none did."""
        device = self._device
        if self._settings.kind is BuzzerKind.PASSIVE:
            device.frequency, device.value = tone.frequency_hz, _LOUDEST
        else:
            device.on()
        newer = patterns.get(tone.on_s)
        device.off()
        return patterns.get(tone.off_s) if newer is None else newer


def _why(exc: Exception, pin: int) -> str:
    from gpiozero import PinPWMUnsupported

    if isinstance(exc, PinPWMUnsupported):
        return f"GPIO {pin} has no PWM here, which a passive buzzer needs: install python3-lgpio"
    return why_no_pin(exc, pin, "the buzzer")

"""The MFRC522's timer unit."""

from hardware.simulated.rc522_registers import DEMOD, T_MODE, T_PRESCALER, T_RELOAD_H, T_RELOAD_L

__all__ = ["Timer"]

_CARRIER_HZ = 13.56e6
_T_AUTO, _T_AUTO_RESTART, _PRESCALE_EVEN = 0x80, 0x10, 0x10
_NEVER = float("inf")


class Timer:
    """Counts down from the reload value that stood in the registers when it was started.

    Source: MFRC522 data sheet, section 8.5: one tick is (2 x prescaler + 1) carrier periods, one
    more with TPrescalEven, and the time-out is (reload + 1) ticks.

    Attributes:
        expires_at_s: when TimerIRq will be raised; infinity while it stands still.
    """

    def __init__(self, registers: list[int]) -> None:
        self.expires_at_s = _NEVER
        self._registers = registers
        self._tick_s = 1.0

    @property
    def is_automatic(self) -> bool:
        """Whether it starts at the end of each transmission (TAuto)."""
        return bool(self._registers[T_MODE] & _T_AUTO)

    @property
    def is_running(self) -> bool:
        """Whether it counts (TRunning)."""
        return self.expires_at_s != _NEVER

    def start(self, now_s: float) -> None:
        """Load the counter and let it run."""
        registers = self._registers
        prescaler = (registers[T_MODE] & 0x0F) << 8 | registers[T_PRESCALER]
        reload = registers[T_RELOAD_H] << 8 | registers[T_RELOAD_L]
        periods = 2 * prescaler + (2 if registers[DEMOD] & _PRESCALE_EVEN else 1)
        self._tick_s = periods / _CARRIER_HZ
        self.expires_at_s = now_s + (reload + 1) * self._tick_s

    def stop(self) -> None:
        """Let it stand."""
        self.expires_at_s = _NEVER

    def expire(self) -> None:
        """Go on after the counter reached zero: start again with TAutoRestart, else stand."""
        if self._registers[T_MODE] & _T_AUTO_RESTART:
            self.start(self.expires_at_s)
        else:
            self.stop()

    def counter(self, now_s: float) -> int:
        """Return TCounterVal, 0 while it stands."""
        return int((self.expires_at_s - now_s) / self._tick_s) & 0xFFFF if self.is_running else 0

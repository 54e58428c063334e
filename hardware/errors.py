"""Everything that can go wrong with a device, in words for the table."""

__all__ = ["ButtonsLost", "BuzzerLost", "DisplayLost", "HardwareError", "ReaderLost"]


class HardwareError(Exception):
    """A device failed; the message says which, and what to look at."""


class ReaderLost(HardwareError, OSError):
    """The tag reader does not answer, or answers nonsense."""


class DisplayLost(HardwareError, OSError):
    """The display does not take what is sent to it."""


class ButtonsLost(HardwareError, OSError):
    """The button pins cannot be had."""


class BuzzerLost(HardwareError, OSError):
    """The buzzer's pin cannot be had."""

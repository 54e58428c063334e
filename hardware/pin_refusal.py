"""Why pins cannot be had, in words that say what to do."""

from pathlib import Path

from hardware.holders import holders_of
from hardware.programs import can_use, pipe_folder

__all__ = ["why_no_pin", "why_no_pins"]


def why_no_pin(exc: Exception, pin: int, use: str) -> str:
    """Say why one pin cannot be had, and who is at the pins, as far as this user may see that.

    Args:
        exc: what the claim raised; gpiozero's, lgpio's and RPi.GPIO's errors share no other parent.
        pin: BCM number.
        use: what it is wanted for, as "button A".
    """
    from gpiozero import BadPinFactory

    if isinstance(exc, BadPinFactory):
        return why_no_pins(exc)
    holders = holders_of(str(path) for path in Path("/dev").glob("gpiochip*"))
    by = f" by process {holders[0].pid}, {holders[0].command}" if holders else ""
    return f"GPIO {pin} for {use} cannot be had, is it in use{by}? {str(exc) or type(exc).__name__}"


def why_no_pins(exc: Exception) -> str:
    """Say why there are no pins at all: lgpio makes a pipe when it is imported, or there is no driver.

    Args:
        exc: what the import of RPi.GPIO raised, or gpiozero's BadPinFactory.
    """
    folder = pipe_folder()
    if isinstance(exc, FileNotFoundError) or not can_use(folder):
        return f"lgpio cannot make its pipe in {folder}: set LG_WD to a folder that this user can write to"
    return f"no GPIO pins here: this is no Raspberry Pi, or the package python3-lgpio is missing ({exc})"

"""What somebody can try while the box goes on. Pure."""

from firmware.doctor.finding import Finding, Topic, fine
from hardware import BuzzerKind, DeviceSettings

__all__ = ["untried"]


def untried(devices: DeviceSettings) -> list[Finding]:
    """Return what can be tried while the box goes on, with somebody's help."""
    has_buzzer = devices.buzzer.kind is not BuzzerKind.NONE
    return [
        fine(Topic.STICKER, "lay a card on the reader", "", "sticker-try"),
        fine(Topic.DISPLAY, "look at its frame", "", "display-try"),
        fine(Topic.BUTTONS, "press each", "", "buttons-try"),
        fine(Topic.BUZZER, "listen to it", "", "buzzer-try" if has_buzzer else "buzzer-none"),
    ]

"""How pins and wires are named, and what mends them, for every device alike. Pure."""

from collections.abc import Sequence

from firmware.doctor.finding import Topic
from hardware.header import GPIO_PINS
from hardware.holders import Holder

__all__ = ["BOTH_ENDS", "OFF", "busy_cure", "not_tried", "pin_name"]

OFF = "with the Pi off (sudo poweroff)"
BOTH_ENDS = f"{OFF} push in, at both ends,"


def not_tried(device: str, why: str, first: Topic) -> tuple[str, str]:
    """Say once more, where a device cannot be tried, that something else has to be mended before."""
    return f"the {device} could not be tried, since {why}", f"first do what is said under {first.value}"


def pin_name(gpio: int) -> str:
    """Name a pin as who wires it counts."""
    return f"GPIO {gpio} (pin {GPIO_PINS[gpio]})" if gpio in GPIO_PINS else f"GPIO {gpio}"


def busy_cure(pin: str, holders: Sequence[Holder]) -> str:
    """Say how a pin becomes free."""
    if holders:
        return f"sudo kill {holders[0].pid}, which ends that program, and run this again"
    return (
        "sudo systemctl stop scorekeeper, and run this again; if still so: sudo nano"
        f" /boot/firmware/config.txt, put # before the line that begins with dtoverlay= and names {pin};"
        " sudo reboot"
    )

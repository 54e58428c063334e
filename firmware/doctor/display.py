"""Whether the display answers, and whether its picture stands where it should. Pure."""

from firmware.doctor.finding import Finding, Topic, fault, fine, setting
from firmware.doctor.wires import BOTH_ENDS, not_tried
from hardware import DisplaySettings, PanelDriver
from hardware.header import DISPLAY_WIRES
from hardware.oled import ADDRESSES
from hardware.oled_probe import DisplayProbe

__all__ = ["judge_border", "judge_display"]

_DISPLAY_CURE = (
    f"{BOTH_ENDS} the display's {', '.join(f'{wire} (pin {pin})' for wire, pin in DISPLAY_WIRES.items())};"
    " see that SDA and SCL are not swapped"
)


def judge_display(probe: DisplayProbe, display: DisplaySettings) -> Finding:
    """Say whether the display answers."""
    if not probe.fault:
        return fine(Topic.DISPLAY, f"the display answers at 0x{display.address:02X}", display.driver.value)
    if probe.elsewhere is not None:
        found = f"0x{probe.elsewhere:02X}"
        said = f"no display at 0x{display.address:02X}, but one at {found}"
        cure = setting("display", f"address = {found}")
        return fault(Topic.DISPLAY, "display-address", said, cure, address=found)
    said, _, cure = probe.fault.partition(": ")
    if said.startswith(display.node):
        return fault(Topic.DISPLAY, "display-lost", *not_tried("display", said, Topic.I2C))
    if "package" in said:
        return fault(Topic.DISPLAY, "display-lost", *not_tried("display", said, Topic.PACKAGES))
    if "no display" in said:
        others = (f"0x{address:02X}" for address in ADDRESSES if address != display.address)
        said = f"{said}, nor at {', '.join(others)}"
    return fault(Topic.DISPLAY, "display-lost", said, _DISPLAY_CURE)


def judge_border(*, is_whole: bool, display: DisplaySettings) -> Finding:
    """Say what to set where the frame does not touch all four sides of the panel."""
    if is_whole:
        return fine(Topic.DISPLAY, "the frame is whole on all four sides", display.driver.value)
    if display.driver is not PanelDriver.SH1106:
        words = 'driver = "sh1106"'
    elif display.first_column:
        words = "offset = 0"
    else:
        words = 'driver = "ssd1306"'
    said = "the frame does not touch all four edges of the display, its picture is shifted"
    cure = f"{setting('display', words)}, then run this again and look"
    return fault(Topic.DISPLAY, "border", said, cure, setting=words.replace(" ", ""))

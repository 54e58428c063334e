"""Devices: they know UIDs, pixels and presses, never cards or points."""

from hardware.buttons import SETTLE_S
from hardware.clock import Clock, Mailbox, SystemClock, Task
from hardware.devices import Devices, Machine, RaspberryPi, open_devices
from hardware.errors import ButtonsLost, BuzzerLost, DisplayLost, HardwareError, ReaderLost
from hardware.iso14443 import SAK_ISO_DEP, is_random_uid
from hardware.led import Led
from hardware.ports import (
    Button,
    ButtonEdge,
    Buttons,
    Buzzer,
    Display,
    TagArrived,
    TagChecked,
    TagLeft,
    TagNews,
    TagReader,
    Tone,
)
from hardware.rc522_registers import GAINS_DB
from hardware.settings import (
    DEFAULT_BUTTON_PINS,
    SECOND_READER,
    BuzzerKind,
    BuzzerSettings,
    DeviceSettings,
    DisplaySettings,
    PanelDriver,
    ReaderSettings,
)
from hardware.trace import Trace
from hardware.virtual_clock import Killed, VirtualClock

__all__ = [
    "DEFAULT_BUTTON_PINS",
    "GAINS_DB",
    "SAK_ISO_DEP",
    "SECOND_READER",
    "SETTLE_S",
    "Button",
    "ButtonEdge",
    "Buttons",
    "ButtonsLost",
    "Buzzer",
    "BuzzerKind",
    "BuzzerLost",
    "BuzzerSettings",
    "Clock",
    "DeviceSettings",
    "Devices",
    "Display",
    "DisplayLost",
    "DisplaySettings",
    "HardwareError",
    "Killed",
    "Led",
    "Machine",
    "Mailbox",
    "PanelDriver",
    "RaspberryPi",
    "ReaderLost",
    "ReaderSettings",
    "SystemClock",
    "TagArrived",
    "TagChecked",
    "TagLeft",
    "TagNews",
    "TagReader",
    "Task",
    "Tone",
    "Trace",
    "VirtualClock",
    "is_random_uid",
    "open_devices",
]

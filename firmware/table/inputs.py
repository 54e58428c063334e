"""What comes in from outside: tags, buttons, the clock, and word of the devices."""

from dataclasses import dataclass

from firmware.doctor.finding import Finding
from firmware.table.pages import PlayedMatch
from hardware import ButtonEdge, DeviceSettings, TagArrived, TagChecked

__all__ = [
    "AddressesRead",
    "CheckDone",
    "DisplayNews",
    "HistoryRead",
    "Input",
    "ReaderNews",
    "ReadersReady",
    "SaveNews",
    "Tick",
]


@dataclass(frozen=True, slots=True)
class Tick:
    """It is now so late; `decide.wake_at` said when this is wanted."""

    at_s: float


@dataclass(frozen=True, slots=True)
class ReaderNews:
    """A reader was lost (why), or is back (None); they are counted from 0."""

    fault: str | None
    at_s: float
    reader: int = 0


@dataclass(frozen=True, slots=True)
class ReadersReady:
    """Every reader looks for tags, for the first time or again."""

    at_s: float


@dataclass(frozen=True, slots=True)
class DisplayNews:
    """The display was lost (why), or is back (None)."""

    fault: str | None
    at_s: float


@dataclass(frozen=True, slots=True)
class SaveNews:
    """The last event could not be written, or all is on the disk again."""

    is_unsaved: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class HistoryRead:
    """The last matches were read, newest first, as the page that lists them waits for."""

    matches: tuple[PlayedMatch, ...]
    at_s: float


@dataclass(frozen=True, slots=True)
class AddressesRead:
    """Where browsers find the scoreboard, as the page that shows it waits for; nowhere without a network."""

    addresses: tuple[str, ...]
    at_s: float


@dataclass(frozen=True, slots=True)
class CheckDone:
    """The doctor has looked, as his pages wait for; and what the settings say of the devices."""

    findings: tuple[Finding, ...]
    devices: DeviceSettings
    at_s: float


Input = (
    TagArrived
    | TagChecked
    | ButtonEdge
    | Tick
    | ReaderNews
    | ReadersReady
    | DisplayNews
    | SaveNews
    | HistoryRead
    | AddressesRead
    | CheckDone
)

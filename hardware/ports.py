"""What the appliance asks of its devices, and the values that pass between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from hardware.chip_probe import ChipProbe

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = [
    "Button",
    "ButtonEdge",
    "Buttons",
    "Buzzer",
    "Display",
    "TagArrived",
    "TagChecked",
    "TagLeft",
    "TagNews",
    "TagReader",
    "Tone",
]


class Button(Enum):
    """The five buttons, by what is printed on them."""

    A = "A"
    B = "B"
    C = "C"
    OK = "OK"
    BACK = "BACK"


@dataclass(frozen=True, slots=True)
class ButtonEdge:
    """A button went down or came up, bouncing settled; `at_s` is when it began to."""

    button: Button
    is_down: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class TagArrived:
    """A tag came into the field, once for each presentation.

    Attributes:
        uid: 4, 7 or 10 bytes in the order in which a phone shows them.
        sak: the last SELECT acknowledge; bit 0x20 means ISO 14443-4 (a phone, a bank card).
        at_s: when it was read, in seconds of the clock.
        reader: which reader saw it, from 0.
        others: how many more tags are in that reader's field.
    """

    uid: bytes
    sak: int
    at_s: float
    reader: int = 0
    others: int = 0


@dataclass(frozen=True, slots=True)
class TagLeft:
    """A tag that had arrived is gone: asked again and again, it answered with clean silence.

    Attributes:
        uid: as in `TagArrived`.
        at_s: when that was certain, in seconds of the clock.
        reader: which reader missed it, from 0.
    """

    uid: bytes
    at_s: float
    reader: int = 0


@dataclass(frozen=True, slots=True)
class TagChecked:
    """How well a tag reads that arrived: told once for each presentation.

    After its arrival a tag that stays is read at every look; this comes after five such reads, or
    when the tag leaves before that.

    Attributes:
        uid: as in `TagArrived`.
        sound: how many reads succeeded at the first go.
        of: how many there were, at most 5; 0 for a tag that was lifted at once.
        at_s: when the last was, in seconds of the clock.
        reader: which reader read it, from 0.
    """

    uid: bytes
    sound: int
    of: int
    at_s: float
    reader: int = 0


TagNews = TagArrived | TagChecked | TagLeft


@dataclass(frozen=True, slots=True)
class Tone:
    """A sound and the rest after it.

    Attributes:
        frequency_hz: its pitch; a buzzer that has only one pitch goes by the lengths alone.
        on_s: how long it sounds, in seconds.
        off_s: how long it is silent afterwards.
    """

    frequency_hz: int
    on_s: float
    off_s: float = 0.0


class TagReader(Protocol):
    """Finds tags in its field."""

    def open(self) -> None:
        """Set the device up, also again after it was lost.

        Raises:
            ReaderLost: if it is not there or not itself; the message says what to check.
        """

    def poll(self) -> Sequence[TagNews]:
        """Look once, and return what is new of the tags since the last look.

        Raises:
            ReaderLost: if the device stopped answering; then it is to be opened anew. Tags known to
                be in the field stay known.
        """

    def probe(self) -> ChipProbe:
        """Look whether the device is itself and its wires are sound; the reader is closed afterwards."""

    def close(self) -> None:
        """Switch the field off and let go of what the reader owns. Never raises."""


class Display(Protocol):
    """Shows one picture, 128 by 64, one bit a pixel."""

    def open(self) -> None:
        """Set the panel up, also again after it was lost.

        Raises:
            DisplayLost: if it does not answer.
        """

    def show(self, picture: "Image", *, is_dim: bool = False, is_inverted: bool = False) -> None:
        """Put a picture of mode "1" on the panel, bright or dim, or light for dark.

        Sends only what is not so already.

        Raises:
            DisplayLost: if the panel does not take it; then it is to be opened anew.
        """

    def check(self) -> None:
        """Ask the panel whether it is there.

        Raises:
            DisplayLost: if it is not.
        """

    def close(self) -> None:
        """Blank the panel and let go of it. Never raises."""


class Buttons(Protocol):
    """Reports each press and release once, however the contacts bounce."""

    def open(self) -> None:
        """Claim the pins and start to report, also anew.

        Raises:
            ButtonsLost: if a pin cannot be had; the message names it.
        """

    def down(self) -> tuple[Button, ...]:
        """Return the buttons that are down, also those that were down at the start."""

    def close(self) -> None:
        """Let go of the pins. Never raises."""


class Buzzer(Protocol):
    """Plays short patterns of tones, one at a time, while everybody goes on with other things."""

    def open(self) -> None:
        """Claim the pin, silent; where there is no buzzer nothing happens, now or later.

        Raises:
            BuzzerLost: if the pin cannot be had.
        """

    def play(self, pattern: Sequence[Tone]) -> None:
        """Begin a pattern in place of the one that is running, and return at once.

        One that is not open stays silent. An empty pattern is silence.
        """

    def close(self) -> None:
        """Be silent at once, and let go of the pin. Never raises."""

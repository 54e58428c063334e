"""What a doctor can find wrong with an RC522 and its wires."""

from dataclasses import dataclass
from enum import Enum

__all__ = ["ChipFault", "ChipProbe", "ChipSign"]


class ChipSign(Enum):
    """What is wrong with a reader."""

    LOST = "lost"
    STUCK_LOW = "stuck-low"
    STUCK_HIGH = "stuck-high"
    NOW_AND_THEN = "now-and-then"
    CLONE = "clone"
    LOOSE = "loose"
    RESET = "reset"
    WEAK = "weak"


@dataclass(frozen=True, slots=True)
class ChipFault:
    """A fault of a reader.

    Attributes:
        sign: what is wrong.
        words: what is so, for people.
        wires: which of the reader's to look at, by what is printed beside them; the likeliest first.
    """

    sign: ChipSign
    words: str
    wires: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChipProbe:
    """What was found out about a chip and its wires.

    Attributes:
        version: VersionReg as most reads had it, None if the bus could not be had.
        name: the make, for people.
        faults: what is wrong; empty if all is well.
    """

    version: int | None
    name: str
    faults: tuple[ChipFault, ...] = ()

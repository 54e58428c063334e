"""What can be up beside the table itself: the lists of home, new game and round menu, and their pages."""

from dataclasses import dataclass, field
from enum import Enum

from firmware.doctor.finding import Finding
from firmware.table.choices import NewGame
from hardware import Button, DeviceSettings
from scorer import Card, Seat, Suit

__all__ = [
    "AtHome",
    "Drawing",
    "Entering",
    "InAddresses",
    "InCheck",
    "InHistory",
    "InMenu",
    "InPiles",
    "InRules",
    "InSettings",
    "InYaku",
    "Picking",
    "PlayedMatch",
    "SettingUp",
    "Trial",
]


@dataclass(frozen=True, slots=True)
class AtHome:
    """The first list; `is_asking`: the chosen entry costs something and asks once more."""

    choice: int = 0
    is_asking: bool = False


@dataclass(frozen=True, slots=True)
class InSettings:
    """What can be chosen for the box as a whole."""

    choice: int = 0


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that is over.

    Attributes:
        number: of the match.
        game: id of the rules.
        points: what each seat ended with.
        winner: None where it ended early, or drawn.
    """

    number: int
    game: str
    points: tuple[tuple[Seat, int], ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class InHistory:
    """The last matches, newest first.

    Attributes:
        matches: None until they were read.
        choice: the chosen one.
    """

    matches: tuple[PlayedMatch, ...] | None = None
    choice: int = 0


@dataclass(frozen=True, slots=True)
class InAddresses:
    """Where browsers find the scoreboard.

    Attributes:
        addresses: None until somebody has looked, none without a network.
        choice: the one that is shown.
    """

    addresses: tuple[str, ...] | None = None
    choice: int = 0


class Trial(Enum):
    """What is tried on the display with somebody's help."""

    BORDER = "border"
    BUTTONS = "buttons"


@dataclass(frozen=True, slots=True)
class InCheck:
    """The doctor's pages.

    Attributes:
        findings: a page each; None until he has looked.
        choice: the page that is up, 0 for the first, which sums up.
        devices: what the settings say of them.
        trial: what is being tried.
        felt: the buttons that were felt in a trial, in order.
        sounded: how often the buzzer was tried.
    """

    findings: tuple[Finding, ...] | None = None
    choice: int = 0
    devices: DeviceSettings = field(default_factory=DeviceSettings)
    trial: Trial | None = None
    felt: tuple[Button, ...] = ()
    sounded: int = 0


@dataclass(frozen=True, slots=True)
class Drawing:
    """Players draw for the dealer.

    Attributes:
        seats: who draws: all, or those who drew the same month before.
        drawn: who drew what, in the order of the taps.
        tied: the draw before, in which the earliest month came more than once.
    """

    seats: tuple[Seat, ...]
    drawn: tuple[tuple[Seat, Card], ...] = ()
    tied: tuple[tuple[Seat, Card], ...] = ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Who has not drawn yet."""
        return tuple(seat for seat in self.seats if seat not in dict(self.drawn))


@dataclass(frozen=True, slots=True)
class SettingUp:
    """The new-game page.

    Attributes:
        draft: the values that the rows show.
        choice: the chosen row.
        is_asking: a match waits, and would end.
        drawing: the draw for the dealer, None where nobody has drawn.
    """

    draft: NewGame
    choice: int = 0
    is_asking: bool = False
    drawing: Drawing | None = None


@dataclass(frozen=True, slots=True)
class InRules:
    """The house rules of the game on the new-game page, which lies below."""

    below: SettingUp
    choice: int = 0


@dataclass(frozen=True, slots=True)
class InMenu:
    """The round menu; `is_asking`: the chosen entry costs something and asks once more."""

    choice: int = 0
    is_asking: bool = False


@dataclass(frozen=True, slots=True)
class Picking:
    """A player or a number is picked from a list.

    Attributes:
        entry: the id of the round menu's entry that it is for.
        choice: the chosen row.
    """

    entry: str
    choice: int = 0


@dataclass(frozen=True, slots=True)
class InPiles:
    """Every pile, card by card, in one list."""

    choice: int = 0


@dataclass(frozen=True, slots=True)
class InYaku:
    """The game's yaku and lucky hands, and last its rule file.

    Attributes:
        choice: the chosen one.
        card: the chosen line of its page, where that is open; of the rule file, the page.
    """

    choice: int = 0
    card: int | None = None


@dataclass(frozen=True, slots=True)
class Entering:
    """A card is entered by hand.

    Attributes:
        suits: the group of four that was pressed, None at first.
        suit: of the card, None until it was pressed.
    """

    suits: tuple[Suit, ...] | None = None
    suit: Suit | None = None

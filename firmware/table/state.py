"""The table's state: what lasts (match and deck), and what the display is about (the view).

`facts.apply` alone changes what lasts; a view is never stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from firmware.deck import Deck
from firmware.table.choices import Choices, Defaults
from firmware.table.enrolment import Enrolling
from firmware.table.light import Idle, Light
from firmware.table.match_pages import Correcting, LuckyHand, ResultPage
from firmware.table.messages import Flash, FlashKind, Notice, Question
from firmware.table.pages import (
    AtHome,
    Entering,
    InAddresses,
    InCheck,
    InHistory,
    InMenu,
    InPiles,
    InRules,
    InSettings,
    InYaku,
    Picking,
    SettingUp,
)
from firmware.table.signal import Signal
from firmware.table.taps import Tap
from firmware.texts import Language
from hardware import SECOND_READER, Button, ReaderSettings
from scorer import Match, Ruleset, Seat, Stage

__all__ = [
    "STUCK_S",
    "AtTable",
    "Enrolling",
    "Flash",
    "FlashKind",
    "Hold",
    "Mode",
    "Notice",
    "Phase",
    "Question",
    "Table",
    "View",
]


class Phase(Enum):
    """Where the table is, in the words of the script's `state`."""

    HOME = "home"
    SETUP = "setup"
    ENROL = "enrol"
    PLAYING = "playing"
    TEYAKU = "teyaku"
    LEFTOVER = "leftover"
    RESULT = "result"
    FINISHED = "finished"
    MENU = "menu"


@dataclass(frozen=True, slots=True)
class AtTable:
    """The match itself, in whatever stage it is.

    Attributes:
        page: of the result.
        account: whose account lies over the result, None for nobody's.
        account_page: of it, from 0.
        one_by_one: leftover cards are named one after the other, however many.
    """

    page: ResultPage = ResultPage.LOOK_AGAIN
    account: Seat | None = None
    account_page: int = 0
    one_by_one: bool = False


Mode = (
    AtHome
    | InHistory
    | InAddresses
    | InCheck
    | InSettings
    | SettingUp
    | InRules
    | Enrolling
    | AtTable
    | InMenu
    | Picking
    | InPiles
    | InYaku
    | Entering
    | LuckyHand
    | Correcting
)


@dataclass(frozen=True, slots=True)
class Hold:
    """A button that is down.

    Attributes:
        button: which.
        since_s: since when.
        phase: where the table was then; None once that has changed.
        acts: how often it has acted by being held.
        only_wakes: the display was dim or dark then: letting go does nothing.
        has_woken: the display was dim or dark then: being held does no more than a press.
    """

    button: Button
    since_s: float
    phase: Phase | None
    acts: int = 0
    only_wakes: bool = False
    has_woken: bool = False


STUCK_S = 10.0
"""A button that is down for so long is held by nobody."""


@dataclass(frozen=True, slots=True)
class View:
    """What the display is about; nothing of it outlives the power.

    Attributes:
        now_s: when the last input came.
        mode: the list, page or table that is up.
        notice: why the last tap or press did nothing.
        question: stands until the next press or tap.
        flash: a passing message.
        holds: the buttons that are down.
        taps: the cards tapped in this round, oldest first.
        reader_faults: what is wrong with each reader that is lost, by its number from 0.
        is_fault_seen: someone pressed a button since the last reader was lost, so the table shows again.
        is_display_lost: nobody can see any of this.
        is_unsaved: the last event could not be written.
        is_off: the program ends.
        touched_s: when somebody last pressed or tapped, or something was lost that people should see.
        signal: the sound that was called for last.
        is_starting: whether a tap would count is not known yet.
    """

    now_s: float = 0.0
    mode: Mode = field(default_factory=AtHome)
    notice: Notice | None = None
    question: Question | None = None
    flash: Flash | None = None
    holds: tuple[Hold, ...] = ()
    taps: tuple[Tap, ...] = ()
    reader_faults: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    is_fault_seen: bool = False
    is_display_lost: bool = False
    is_unsaved: bool = False
    is_off: bool = False
    touched_s: float = 0.0
    signal: Signal = field(default_factory=Signal)
    is_starting: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that the appliance knows.

    Attributes:
        games: the rule sets that can be chosen.
        names: of the players, for the next match.
        deck: which tag is on which card.
        match: the one that waits or runs, None if there is none.
        view: what the display is about.
        reader_seats: whose captures each reader takes; None: those of the active player.
        readers: how each is wired.
        choices: what people chose in menus.
        idle: when the display dims, and goes dark.
        defaults: what holds where nobody chose.
        has_page: browsers may look at the scoreboard.
    """

    games: tuple[Ruleset, ...]
    names: Mapping[Seat, str] = field(default_factory=dict)
    deck: Deck = field(default_factory=Deck)
    match: Match | None = None
    view: View = field(default_factory=View)
    reader_seats: tuple[Seat | None, ...] = (None,)
    readers: tuple[ReaderSettings, ...] = (ReaderSettings(), SECOND_READER)
    choices: Choices = field(default_factory=Choices)
    idle: Idle = field(default_factory=Idle)
    defaults: Defaults = field(default_factory=Defaults)
    has_page: bool = False

    @property
    def language(self) -> Language:
        """What the display speaks."""
        return self.choices.language or self.defaults.language

    @property
    def has_chances(self) -> bool:
        """Whether a round shows the yaku that lack one card."""
        chosen = self.choices.one_short
        return self.defaults.one_short if chosen is None else chosen

    @property
    def is_heard(self) -> bool:
        """Whether the box may be heard."""
        chosen = self.choices.has_sound
        return self.defaults.has_sound if chosen is None else chosen

    @property
    def light(self) -> Light:
        """How bright the display is; lit while a button is held, but not for one that is stuck."""
        view = self.view
        if any(view.now_s - hold.since_s < STUCK_S for hold in view.holds):
            return Light.LIT
        return self.idle.light(view.touched_s, view.now_s)

    @property
    def shift_px(self) -> tuple[int, int]:
        """How far to the right and down of its place the picture stands, so that nothing burns in."""
        if self.light is not Light.DIM:
            return (0, 0)
        return self.idle.shift_px(self.view.touched_s, self.view.now_s)

    @property
    def is_blind(self) -> bool:
        """Whether no reader is left."""
        return len(self.view.reader_faults) == len(self.reader_seats)

    @property
    def is_asking(self) -> bool:
        """Whether OK is a yes: to a question that stands, or to what costs something and asks once more."""
        mode = self.view.mode
        asks_again = isinstance(mode, AtHome | SettingUp | InMenu | Correcting) and mode.is_asking
        return asks_again or self.view.question is not None

    @property
    def is_covered(self) -> bool:
        """Whether a page says that no reader is left, until a press; what is asked stays in sight."""
        return self.is_blind and not self.view.is_fault_seen and not self.is_asking

    def seat_at(self, reader: int) -> Seat | None:
        """Return whose captures a reader takes; a seat where nobody sits counts as none."""
        seat = self.reader_seats[reader]
        return seat if self.match is None or seat in self.match.seats else None

    def ruleset(self, game: str) -> Ruleset:
        """Return a game that can be chosen, by its id."""
        return next(one for one in self.games if one.id == game)

    @property
    def phase(self) -> Phase:
        """Where the table is."""
        match self.view.mode:
            case AtTable() if self.match is not None:
                return _PHASES[self.match.stage]
            case SettingUp() | InRules():
                return Phase.SETUP
            case Enrolling():
                return Phase.ENROL
            case InMenu() | Picking() | InPiles() | InYaku() | Entering() | Correcting():
                return Phase.MENU
            case InHistory() | InAddresses() | InSettings() | InCheck():
                return Phase.MENU
            case LuckyHand():
                return Phase.TEYAKU
            case _:
                return Phase.HOME

    @property
    def running(self) -> Match:
        """The match, where a phase has one."""
        if self.match is None:
            raise LookupError("there is no match")
        return self.match


_PHASES = {
    Stage.PLAYING: Phase.PLAYING,
    Stage.LEFTOVER: Phase.LEFTOVER,
    Stage.RESULT: Phase.RESULT,
    Stage.FINISHED: Phase.FINISHED,
    Stage.NEW: Phase.HOME,
    Stage.ENDED: Phase.HOME,
}

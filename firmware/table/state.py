"""The table's state: what lasts (match and deck), and what the display is about (the view).

`facts.apply` alone changes what lasts; a view is never stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

from firmware.deck import Deck
from hardware import Button
from scorer import Card, Match, Ruleset, Seat, Stage

__all__ = [
    "AtHome",
    "AtTable",
    "Enrolling",
    "Flash",
    "FlashKind",
    "Hold",
    "InMenu",
    "LuckyHand",
    "Mode",
    "NewGame",
    "Notice",
    "Phase",
    "Question",
    "SettingUp",
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


class Notice(Enum):
    """Why the last tap or press did nothing."""

    NOT_IN_GAME = "not-in-game"
    UNKNOWN_TAG = "unknown-tag"
    NOT_A_CARD = "not-a-card"
    ALREADY_YOURS = "already-yours"
    OTHER_PLAYER = "other-player"
    NO_CARD_YET = "no-card-yet"
    ONE_AT_A_TIME = "one-at-a-time"
    TAG_IN_USE = "tag-in-use"
    READER_LOST = "reader-lost"
    DISPLAY_LOST = "display-lost"
    NOT_SAVED = "not-saved"


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game as chosen on the new-game page.

    Attributes:
        game: id of the ruleset.
        players: 2 or 3.
        length: rounds or target, as the game counts.
        dealer: who deals first.
        options: other house rules chosen.
    """

    game: str
    players: int
    length: int
    dealer: Seat
    options: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class AtHome:
    """The first list."""

    choice: int = 0


@dataclass(frozen=True, slots=True)
class SettingUp:
    """The new-game page; `is_asking`: a match waits, and would end."""

    draft: NewGame
    choice: int = 0
    is_asking: bool = False


@dataclass(frozen=True, slots=True)
class Enrolling:
    """The list of 48, in table order.

    Attributes:
        index: the card that the next tag is for.
        since_s: since when that card has waited for a tag.
        in_use: a tag just refused, because it is on another card.
        in_use_until_s: until when OK moves it here.
    """

    index: int
    since_s: float
    in_use: bytes | None = None
    in_use_until_s: float = 0.0


@dataclass(frozen=True, slots=True)
class AtTable:
    """The match itself, in whatever stage it is.

    Attributes:
        page: of the result, from 0.
        account: whose account lies over the result, None for nobody's.
        account_page: of it, from 0.
        one_by_one: leftover cards are named one after the other, however many.
    """

    page: int = 0
    account: Seat | None = None
    account_page: int = 0
    one_by_one: bool = False


@dataclass(frozen=True, slots=True)
class InMenu:
    """The round menu; `is_asking`: the chosen entry costs something and asks once more."""

    choice: int = 0
    is_asking: bool = False


@dataclass(frozen=True, slots=True)
class LuckyHand:
    """A player shows cards of the hand."""

    seat: Seat
    shown: tuple[Card, ...] = ()


Mode = AtHome | SettingUp | Enrolling | AtTable | InMenu | LuckyHand


@dataclass(frozen=True, slots=True)
class Question:
    """Cards of other players were tapped: shall they move to this one?"""

    cards: tuple[Card, ...]
    seat: Seat


class FlashKind(Enum):
    """What a passing message is about."""

    CAPTURED = "captured"
    YAKU = "yaku"
    MOVED = "moved"
    TAKEN_BACK = "taken-back"
    PUT_BACK = "put-back"
    DECLARED = "declared"
    NAMED = "named"
    REFUSED = "refused"
    RESUMED = "resumed"
    ENROLLED = "enrolled"
    MISDEAL = "misdeal"
    READER_LOST = "reader-lost"


@dataclass(frozen=True, slots=True)
class Flash:
    """A message that passes by itself, or with the next tap or press.

    Attributes:
        kind: which screen shows it.
        until_s: when it goes.
        cards: the cards that it is about.
        seat: the player.
        words: ids of yaku or teyaku, or the key of a text.
        is_first: the round's first capture, with no letter pressed: say whose pile it went to.
        is_by_reader: it went there because of the reader's seat, and letters do not change that.
    """

    kind: FlashKind
    until_s: float
    cards: tuple[Card, ...] = ()
    seat: Seat | None = None
    words: tuple[str, ...] = ()
    is_first: bool = False
    is_by_reader: bool = False


@dataclass(frozen=True, slots=True)
class Hold:
    """A button that is down; `acts`: how often it has acted by being held."""

    button: Button
    since_s: float
    acts: int = 0


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
        reader_faults: what is wrong with each reader that is lost, by its number from 0.
        is_fault_seen: someone pressed a button since the last reader was lost, so the table shows again.
        is_unsaved: the last event could not be written.
        is_off: the program ends.
    """

    now_s: float = 0.0
    mode: Mode = field(default_factory=AtHome)
    notice: Notice | None = None
    question: Question | None = None
    flash: Flash | None = None
    holds: tuple[Hold, ...] = ()
    reader_faults: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    is_fault_seen: bool = False
    is_unsaved: bool = False
    is_off: bool = False


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
    """

    games: tuple[Ruleset, ...]
    names: Mapping[Seat, str] = field(default_factory=dict)
    deck: Deck = field(default_factory=Deck)
    match: Match | None = None
    view: View = field(default_factory=View)
    reader_seats: tuple[Seat | None, ...] = (None,)

    def seat_at(self, reader: int) -> Seat | None:
        """Return whose captures a reader takes; a seat where nobody sits counts as none."""
        seat = self.reader_seats[reader]
        return seat if self.match is None or seat in self.match.seats else None

    @property
    def phase(self) -> Phase:
        """Where the table is."""
        match self.view.mode:
            case AtTable() if self.match is not None:
                return _PHASES[self.match.stage]
            case SettingUp():
                return Phase.SETUP
            case Enrolling():
                return Phase.ENROL
            case InMenu():
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

"""Lists: home, the new-game page, and the round menu. A up, B down, OK chooses, BACK leaves."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from firmware.table.decision import FLASH_S, Decision, decision, refused
from firmware.table.facts import MatchBegun
from firmware.table.pages import Correcting
from firmware.table.state import (
    AtHome,
    AtTable,
    Enrolling,
    Flash,
    FlashKind,
    InMenu,
    NewGame,
    SettingUp,
    Table,
)
from hardware import Button
from scorer import Card, MatchEnded, Misdealt, Redone, RoundStarted, Ruleset, Seat

__all__ = [
    "choice_id",
    "default_game",
    "home_entries",
    "menu_entries",
    "opened_enrolling",
    "pressed_home",
    "pressed_menu",
    "pressed_setup",
    "setup_entries",
    "started",
]

T = TypeVar("T")

_LENGTHS = {"rounds": (3, 6, 12), "target": (300, 600, 1000)}
_MENU = ("misdeal", "put-back", "end-match", "home")
_ASKS_ONCE_MORE = ("misdeal", "end-match")
_SETUP = ("start", "game", "players", "length", "dealer")


def home_entries(table: Table) -> tuple[str, ...]:
    """Return the ids of the home list."""
    waiting = () if table.match is None else ("continue",)
    return (*waiting, "new-game", "deck")


def menu_entries() -> tuple[str, ...]:
    """Return the ids of the round menu."""
    return _MENU


def setup_entries() -> tuple[str, ...]:
    """Return the ids of the new-game page's rows."""
    return _SETUP


def choice_id(table: Table) -> str | None:
    """Return the id of the highlighted entry, None where there is no list."""
    match table.view.mode:
        case AtHome(choice):
            return home_entries(table)[choice]
        case SettingUp(choice=choice):
            return _SETUP[choice]
        case InMenu(choice=choice):
            return _MENU[choice]
        case Correcting(number):
            return f"round-{number + 1}"
        case _:
            return None


def default_game(ruleset: Ruleset, players: int | None = None, dealer: Seat = Seat.A) -> NewGame:
    """Return a game as its rule file proposes it."""
    seats = players if players in ruleset.players else ruleset.players[0]
    return NewGame(ruleset.id, seats, ruleset.options().number(ruleset.length_option), dealer)


def started(table: Table, game: NewGame) -> Decision:
    """Decide that a match begins, with its first round dealt.

    Raises:
        ScorerError: if the game does not take these players or options.
    """
    ruleset = next(one for one in table.games if one.id == game.game)
    options = ruleset.options({ruleset.length_option: game.length, **game.options})
    seats = tuple(Seat)[: game.players]
    names = {seat: name for seat, name in table.names.items() if seat in seats}
    put_away = () if table.match is None else (MatchEnded(),)
    begun = MatchBegun(ruleset, options, seats, names)
    return decision(table, *put_away, begun, RoundStarted(game.dealer), mode=AtTable())


def opened_enrolling(table: Table) -> Decision:
    """Open the enrolling list at the first card without a tag."""
    index = next((place for place, card in enumerate(Card) if not table.deck.has(card)), 0)
    return decision(table, mode=Enrolling(index, table.view.now_s))


def pressed_home(table: Table, button: Button) -> Decision:
    """Choose from the home list."""
    mode = table.view.mode
    if not isinstance(mode, AtHome):
        return decision(table)
    entries = home_entries(table)
    if button is not Button.OK:
        return decision(table, mode=replace(mode, choice=_moved(mode.choice, button, len(entries))))
    match entries[mode.choice]:
        case "continue":
            return decision(table, mode=AtTable())
        case "new-game":
            return decision(table, mode=SettingUp(default_game(table.games[0])))
        case _:
            return opened_enrolling(table)


def pressed_setup(table: Table, button: Button) -> Decision:
    """Choose a row of the new-game page; OK on one turns to its next value."""
    mode = table.view.mode
    if not isinstance(mode, SettingUp):
        return decision(table)
    if button is Button.BACK:
        return decision(table, mode=replace(mode, is_asking=False) if mode.is_asking else AtHome())
    if button is not Button.OK:
        moved = mode.choice if mode.is_asking else _moved(mode.choice, button, len(_SETUP))
        return decision(table, mode=replace(mode, choice=moved))
    if _SETUP[mode.choice] != "start":
        return decision(table, mode=replace(mode, draft=_turned(table, mode.draft, _SETUP[mode.choice])))
    if table.match is not None and not mode.is_asking:
        return decision(table, mode=replace(mode, is_asking=True))
    return started(table, mode.draft)


def pressed_menu(table: Table, button: Button) -> Decision:
    """Choose from the round menu; what costs something asks once more."""
    mode = table.view.mode
    if not isinstance(mode, InMenu):
        return decision(table)
    if button is Button.BACK:
        return decision(table, mode=replace(mode, is_asking=False) if mode.is_asking else AtTable())
    if button is not Button.OK:
        moved = mode.choice if mode.is_asking else _moved(mode.choice, button, len(_MENU))
        return decision(table, mode=InMenu(moved, mode.is_asking))
    entry = _MENU[mode.choice]
    if entry in _ASKS_ONCE_MORE and not mode.is_asking:
        return decision(table, mode=replace(mode, is_asking=True))
    return _DEEDS[entry](table)


def _moved(choice: int, button: Button, count: int) -> int:
    step = {Button.A: -1, Button.B: 1}.get(button, 0)
    return min(max(choice + step, 0), count - 1)


def _turned(table: Table, draft: NewGame, row: str) -> NewGame:
    """Return the draft with one row at its next value."""
    ruleset = next(one for one in table.games if one.id == draft.game)
    match row:
        case "game":
            following = _next(tuple(one.id for one in table.games), draft.game)
            other = next(one for one in table.games if one.id == following)
            return default_game(other, draft.players)
        case "players":
            players = _next(ruleset.players, draft.players)
            dealer = draft.dealer if draft.dealer in tuple(Seat)[:players] else Seat.A
            return replace(draft, players=players, dealer=dealer)
        case "length":
            return replace(draft, length=_next(_LENGTHS[ruleset.length_option], draft.length))
        case _:
            return replace(draft, dealer=_next(tuple(Seat)[: draft.players], draft.dealer))


def _next(values: tuple[T, ...], value: T) -> T:
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


def _misdeal(table: Table) -> Decision:
    flash = Flash(FlashKind.MISDEAL, table.view.now_s + FLASH_S, seat=table.running.round.dealer)
    return decision(table, Misdealt(), mode=AtTable(), flash=flash)


def _put_back(table: Table) -> Decision:
    last = table.running.round.last_undone()
    if last is None:
        return refused(table, "nothing-to-redo", None)
    number, change = last
    flash = Flash(FlashKind.PUT_BACK, table.view.now_s + FLASH_S, change.cards, change.seat)
    return decision(table, Redone(number), mode=AtTable(), flash=flash)


_DEEDS: dict[str, Callable[[Table], Decision]] = {
    "misdeal": _misdeal,
    "put-back": _put_back,
    "end-match": lambda table: decision(table, MatchEnded(), mode=AtHome()),
    "home": lambda table: decision(table, mode=AtHome()),
}

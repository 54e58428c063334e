"""The new-game page: rows that OK turns, and how a match begins."""

from dataclasses import replace
from types import MappingProxyType

from firmware.table import drawing, house_rules
from firmware.table.choices import NewGame
from firmware.table.decision import Decision, choosing, decision, refused
from firmware.table.facts import Fact, MatchBegun
from firmware.table.lists import following, moved
from firmware.table.pages import AtHome, InRules, SettingUp
from firmware.table.state import AtTable, Table
from hardware import Button
from scorer import Card, MatchEnded, Options, RoundStarted, Ruleset, Seat

__all__ = [
    "ROWS",
    "default_game",
    "opened",
    "played_before",
    "pressed",
    "put_away",
    "started",
    "tapped",
]

ROWS = ("start", "game", "players", "length", "dealer", "rules")
"""The ids of the page's rows."""


def default_game(ruleset: Ruleset, players: int | None = None, dealer: Seat = Seat.A) -> NewGame:
    """Return a game as its rule file proposes it; who does not sit at it does not deal either."""
    count = players if players in ruleset.players else ruleset.players[0]
    seated = dealer if dealer in tuple(Seat)[:count] else Seat.A
    return NewGame(ruleset.id, count, ruleset.options().number(ruleset.length_option), seated)


def played_before(table: Table) -> NewGame | None:
    """Return the last game with its next dealer, as it can be played now; None where there was none.

    Its rule file may be gone, or may have changed: what it does not take any more is as it proposes.
    """
    last = table.choices.last
    ruleset = next((one for one in table.games if last is not None and one.id == last.game), None)
    if last is None or ruleset is None:
        return None
    kinds = {option.id: option.kind for option in ruleset.option_rows}
    options = {key: value for key, value in last.options.items() if key in kinds and kinds[key].allows(value)}
    game = default_game(ruleset, last.players, last.dealer)
    length = last.length if kinds[ruleset.length_option].allows(last.length) else game.length
    return replace(game, length=length, options=MappingProxyType(options))


def started(table: Table, game: NewGame) -> Decision:
    """Decide that a match begins, with its first round dealt; it is the last one from now on.

    Raises:
        ScorerError: if the game does not take these players or options.
    """
    ruleset = table.ruleset(game.game)
    options = house_rules.in_force(ruleset, game)
    seats = tuple(Seat)[: game.players]
    names = {seat: name for seat, name in table.names.items() if seat in seats}
    ended = () if table.match is None else (MatchEnded(),)
    begun = MatchBegun(ruleset, options, seats, names)
    chosen = choosing(table, last=_game(ruleset, options, game.players, game.dealer))
    return decision(table, *chosen, *ended, begun, RoundStarted(game.dealer), mode=AtTable())


def put_away(table: Table) -> tuple[Fact, ...]:
    """Return the facts that end the match: the next one like it is dealt by who would deal now."""
    match = table.running
    last = _game(match.ruleset, match.options, len(match.seats), match.next_dealer)
    return (*choosing(table, last=last), MatchEnded())


def opened(table: Table) -> Decision:
    """Open the page with the last values."""
    return decision(table, mode=SettingUp(played_before(table) or default_game(table.games[0])))


def tapped(table: Table, card: Card, reader_seat: Seat | None) -> Decision:
    """With the dealer row chosen a tapped card is drawn for the dealer; else it is ignored with a word."""
    mode = table.view.mode
    if isinstance(mode, SettingUp) and ROWS[mode.choice] == "dealer":
        return drawing.tapped(table, mode, card, reader_seat)
    return refused(table, "elsewhere", None, card)


def pressed(table: Table, mode: SettingUp, button: Button) -> Decision:
    """Choose a row; OK on one turns to its next value, on the first it starts."""
    if mode.drawing is not None and button in (Button.OK, Button.BACK):
        return drawing.pressed(table, mode, button)
    if button is Button.BACK:
        return decision(table, mode=replace(mode, is_asking=False) if mode.is_asking else AtHome())
    if button is not Button.OK:
        choice = mode.choice if mode.is_asking else moved(table, mode.choice, button, len(ROWS))
        is_same = choice == mode.choice
        return decision(table, mode=replace(mode, choice=choice, drawing=mode.drawing if is_same else None))
    match ROWS[mode.choice]:
        case "start" if table.match is not None and not mode.is_asking:
            return decision(table, mode=replace(mode, is_asking=True))
        case "start":
            return started(table, mode.draft)
        case "rules":
            return _open_rules(table, mode)
        case row:
            return decision(table, mode=replace(mode, draft=_turned(table, mode.draft, row)))


def _open_rules(table: Table, mode: SettingUp) -> Decision:
    if not house_rules.rows(table.ruleset(mode.draft.game)):
        return refused(table, "no-house-rules", None)
    return decision(table, mode=InRules(mode))


def _turned(table: Table, draft: NewGame, row: str) -> NewGame:
    """Return the draft with one row at its next value."""
    ruleset = table.ruleset(draft.game)
    match row:
        case "game":
            other = following(table.games, ruleset)
            return default_game(other, draft.players, draft.dealer)
        case "players":
            players = following(ruleset.players, draft.players)
            dealer = draft.dealer if draft.dealer in tuple(Seat)[:players] else Seat.A
            return replace(draft, players=players, dealer=dealer)
        case "length":
            option = next(one for one in ruleset.option_rows if one.id == ruleset.length_option)
            return replace(draft, length=int(house_rules.turned(option, draft.length)))
        case _:
            return replace(draft, dealer=following(tuple(Seat)[: draft.players], draft.dealer))


def _game(ruleset: Ruleset, options: Options, players: int, dealer: Seat) -> NewGame:
    """Return a game with every house rule named, so that it stays what it was when its rule file changes."""
    length = ruleset.length_option
    others = {key: value for key, value in options.items() if key != length}
    return NewGame(ruleset.id, players, options.number(length), dealer, MappingProxyType(others))

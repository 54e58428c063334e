"""Tables in play for the tests of the scoreboard, and the board that a page makes of them."""

import json
from dataclasses import replace

from firmware.table import Table, apply, default_game, started
from firmware.web.board import board_of
from scorer import CardsCaptured, Pile, RoundClosed, Seat, load, shipped

A, B, C = Seat
GAMES = tuple(load(game) for game in shipped())
FIVE = "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix "
WORKED = FIVE + "plum-warbler wisteria-cuckoo wisteria-ribbon wisteria-chaff-1 wisteria-chaff-2"
GUN = "chrysanthemum-sake-cup cherry-curtain susuki-moon"


def begun(game, players=2, **options):
    table = Table(GAMES, names={A: "Mio", B: "Ren"})
    draft = default_game(load(game), players)
    length = options.pop(load(game).length_option, draft.length)
    return started(table, replace(draft, options=options, length=length)).applied_to(table)


def after(table, *events):
    for event in events:
        table = apply(table, event)
    return table


def took(seat, cards):
    return CardsCaptured(seat, tuple(Pile.parse(cards)) if isinstance(cards, str) else tuple(cards))


def round_of(table, *piles):
    """Play a round in which the last player has all that is not named, where the game needs every card."""
    rules = table.match.ruleset
    cards = [Pile.parse(pile) if isinstance(pile, str) else Pile.of(pile) for pile in piles]
    rest = rules.deck
    for pile in cards:
        rest -= pile
    if rules.needs_all_cards:
        cards[-1] |= rest
    seats = table.match.seats
    captures = [took(seat, pile) for seat, pile in zip(seats, cards, strict=True) if pile]
    return after(table, *captures, RoundClosed())


def match_of(table):
    """Return the match on the board, as a page reads it."""
    board = board_of(table)
    assert json.loads(json.dumps(board)) == board
    return board["match"]

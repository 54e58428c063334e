"""A player's account in the result: a sum that can be added up with a finger."""

import random

import pytest

from firmware.screens import scene_of
from firmware.screens.account import account_rows
from firmware.texts import load
from scorer import Card, CardsCaptured, Seat, TeyakuDeclared

TEXTS = load("en")


def pages(sitting, letter):
    """Press a letter until its account begins anew; return what each page says by itself."""
    shown = []
    while not shown or account_page(sitting) != shown[0]:
        shown.append(account_page(sitting))
        sitting.press(letter)
    return shown


def account_page(sitting):
    scene = scene_of(sitting.table, TEXTS)
    lines = scene.lines()
    return " ".join(lines[: len(lines) - len(scene.beyond)])


@pytest.fixture
def account(sit):
    """Return a function that ends a round with these piles and opens an account."""

    def play(game, letter, players=2, hands=(), **options):
        piles = options.pop("piles")
        sitting = sit(game, players=players, **options)
        for seat, ids, shown in hands:
            change = TeyakuDeclared(Seat(seat), (ids,), tuple(map(Card.parse, shown.split())))
            sitting.table = sitting.table.__class__(
                **{name: getattr(sitting.table, name) for name in ("games", "names", "deck", "view")},
                match=sitting.table.match.apply(change),
            )
        for seat, cards in piles.items():
            sitting.press(seat)
            sitting.tap(*(cards.split() if cards else sitting["unaccounted"]))
        sitting.press("OK")
        while "look" in scene_of(sitting.table, TEXTS).lines()[-1] or scene_of(sitting.table, TEXTS).says("Look"):
            sitting.press("OK")
        sitting.press(letter)
        return sitting

    return play

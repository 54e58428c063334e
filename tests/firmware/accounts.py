"""A round that is over, and every page of the accounts as people read them."""

from dataclasses import replace

from firmware.screens import scene_of
from firmware.screens.fonts import cut
from firmware.screens.scene import Align, Line, Text
from firmware.table import Table, View, apply, default_game, started
from firmware.table.match_pages import ResultPage
from firmware.table.state import AtTable
from firmware.texts import load as load_texts
from scorer import (
    CardsCaptured,
    Pile,
    RoundClosed,
    Seat,
    TeyakuDeclared,
    load,
    shipped,
)

TEXTS = load_texts("both")
GAMES = tuple(load(game) for game in shipped())


def ended(game, players=2, piles=None, teyaku=None, options=None):
    """Return a table at the result of a round; the last player has all that is not named."""
    rules = game if not isinstance(game, str) else load(game)
    table = Table((*GAMES, rules))
    draft = replace(default_game(rules, players), options=options or {})
    table = started(table, draft).applied_to(table)
    for seat, (ids, shown) in (teyaku or {}).items():
        table = apply(table, TeyakuDeclared(seat, ids, shown))
    rest = rules.deck
    for seat, pile in (piles or {}).items():
        cards = Pile.parse(pile) if isinstance(pile, str) else pile
        rest -= cards
        table = apply(table, CardsCaptured(seat, tuple(cards))) if cards else table
    if rest and rules.needs_all_cards:
        table = apply(table, CardsCaptured(Seat.B, tuple(rest)))
    return apply(table, RoundClosed())


def read(table, seat, texts=TEXTS):
    """Return every page of an account, once, as it is drawn: title, and its lines from left to right."""
    pages = []
    while True:
        page = AtTable(ResultPage.RESULT, seat, len(pages))
        shown = _shown(scene_of(replace(table, view=View(mode=page)), texts))
        if pages and shown == pages[0]:
            return pages
        assert len(pages) < 60, "the pages do not come round"
        pages.append(shown)


def _shown(scene):
    """Read a page; nothing of it is cut, and the texts of other pages are beyond it."""
    texts = [item for item in scene.items if isinstance(item, Text) and item.text]
    for text in texts:
        assert text.width is None or cut(text.text, text.width, text.font, text.scale) == text.text
    is_in_two = any(isinstance(item, Line) and item.x1 == item.x2 for item in scene.items)
    title = " ".join(text.text for text in texts if text.y == 0)
    lines = {}
    for text in sorted(texts, key=lambda text: text.x):
        if 0 < text.y < 50:
            column = 1 if is_in_two and text.x > 63 else 0
            pair = lines.setdefault((column, text.y), ["", ""])
            pair[text.align is Align.RIGHT] = text.text
    return title, tuple(tuple(lines[place]) for place in sorted(lines))

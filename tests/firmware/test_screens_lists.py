"""Every list and page fits the panel, whatever is chosen in it, in every game."""

from dataclasses import replace

import pytest

from firmware.deck import Deck
from firmware.screens import scene_of
from firmware.screens.fonts import cut, load_font
from firmware.screens.painter import paint
from firmware.screens.scene import Text
from firmware.table import Choices, Table, View, apply, default_game, started
from firmware.table import home as home_list
from firmware.table.entering import GROUPS
from firmware.table.house_rules import rows as house_rules
from firmware.table.house_rules import values_of
from firmware.table.pages import (
    AtHome,
    Drawing,
    Entering,
    InMenu,
    InPiles,
    InRules,
    InSettings,
    InYaku,
    Picking,
    SettingUp,
)
from firmware.table.picking import values
from firmware.table.piles import rows as pile_rows
from firmware.table.round_menu import ENTRIES
from firmware.table.setup import ROWS
from firmware.table.yaku import entries as yaku_entries
from firmware.table.yaku import rows as yaku_rows
from firmware.texts import Language
from firmware.texts import load as load_texts
from scorer import Card, CardsCaptured, Seat, load, shipped

TEXTS = load_texts("both")
GAMES = tuple(load(game) for game in shipped())
TABLES = [(game, players) for game in GAMES for players in game.players]
by_game = pytest.mark.parametrize(
    ("game", "players"), TABLES, ids=[f"{game.id}-{players}" for game, players in TABLES]
)


def at_table(game, players):
    """Return a round in which the cards lie in all piles in turn, some in none."""
    table = Table(GAMES)
    table = started(table, default_game(game, players)).applied_to(table)
    for place, card in enumerate(game.deck):
        if place % 7:
            table = apply(table, CardsCaptured(tuple(Seat)[place % players], (card,)))
    return table


def scene(table, mode):
    """Draw a page; in no language it loses a pixel, a letter or a word."""
    shown = replace(table, view=View(mode=mode))
    scenes = {language: scene_of(shown, load_texts(language)) for language in Language}
    for drawn in scenes.values():
        paint(drawn, strict=True)
        for text in (item for item in drawn.items if isinstance(item, Text)):
            assert set(text.text) <= load_font(text.font).glyphs.keys(), text
            assert text.width is None or cut(text.text, text.width, text.font, text.scale) == text.text
    return scenes[Language.BOTH]


@by_game
@pytest.mark.parametrize("is_asking", [False, True])
def test_home_and_settings(game, players, is_asking):
    table = at_table(game, players)
    for choice in range(len(home_list.entries(table))):
        scene(table, AtHome(choice, is_asking))
    for choice in range(len(home_list.SETTINGS)):
        for is_on in (True, False):
            scene(replace(table, choices=Choices(has_sound=is_on, one_short=is_on)), InSettings(choice))


@by_game
def test_the_new_game_page(game, players):
    for choice in range(len(ROWS)):
        for length in (1, 1_000_000):
            draft = replace(
                default_game(game, players), length=length if game.length_option == "target" else 12
            )
            scene(Table(GAMES), SettingUp(draft, choice))
    scene(Table(GAMES), SettingUp(default_game(game, players), is_asking=True))


@by_game
def test_house_rules_at_every_value(game, players):
    for choice, option in enumerate(house_rules(game)):
        for value in values_of(option, option.default):
            draft = replace(default_game(game, players), options={option.id: value})
            assert scene(Table(GAMES), InRules(SettingUp(draft), choice)).says(option.english)


@pytest.mark.parametrize("card", Card, ids=str)
def test_a_draw_names_every_card(card):
    draft = default_game(GAMES[1], 3)
    seats = tuple(Seat)
    drawings = [
        Drawing(seats, ((Seat.A, card),)),
        Drawing(seats, tuple((seat, card) for seat in seats)),
        Drawing((Seat.B, Seat.C), tied=tuple((seat, card) for seat in seats)),
        Drawing((Seat.B, Seat.C), ((Seat.B, card),), ((Seat.A, card),)),
    ]
    for drawing in drawings:
        scene(Table(GAMES), SettingUp(draft, ROWS.index("dealer"), drawing=drawing))


@by_game
def test_the_round_menu_and_its_lists(game, players):
    table = at_table(game, players)
    for choice in range(len(ENTRIES)):
        scene(table, InMenu(choice))
    for entry in ("misdeal", "end-match", "power-off"):
        assert scene(table, InMenu(ENTRIES.index(entry), True)).says("OK: yes")
    for entry in ("lucky-hand", "dealer", "length"):
        for choice in range(len(values(table, entry))):
            scene(table, Picking(entry, choice))


@by_game
def test_piles_and_yaku(game, players):
    table = at_table(game, players)
    for choice in range(len(pile_rows(table.match))):
        scene(table, InPiles(choice))
    for choice in range(len(yaku_entries(table.match, InYaku()))):
        scene(table, InYaku(choice))
        for line in range(len(yaku_entries(table.match, InYaku(choice, 0)))):
            scene(table, InYaku(choice, line))


@by_game
def test_entering_a_card(game, players):
    table = at_table(game, players)
    scene(table, Entering())
    for suits in GROUPS:
        scene(table, Entering(suits))
        for suit in suits:
            scene(table, Entering(suits, suit))


@pytest.mark.parametrize(
    ("mode", "says"),
    [
        pytest.param(InMenu(ENTRIES.index("dealer")), "Dealer A", id="the dealer in the menu"),
        pytest.param(InMenu(ENTRIES.index("length")), "Rounds 12", id="the length in the menu"),
        pytest.param(InMenu(ENTRIES.index("sound")), "Sound on", id="the sound in the menu"),
        pytest.param(InSettings(), "Sound on One card short off", id="the settings"),
        pytest.param(Picking("length", 7), "12 ●", id="the length in force bears a mark"),
        pytest.param(Picking("dealer"), "A Mio ●", id="the dealer in force bears a mark"),
        pytest.param(InPiles(), "A Mio 3 cards", id="a pile's heading"),
        pytest.param(InPiles(1), "Pine crane A", id="a card in a pile"),
        pytest.param(InPiles(0), "In no pile 37 cards", id="what is in none, scrolled off"),
        pytest.param(InYaku(), "3 Brights 25 AAB", id="who has which card"),
        pytest.param(InYaku(), "5 Brights 30 AB---", id="of five"),
        pytest.param(InYaku(1, 0), "Plum warbler A", id="a card of a yaku"),
        pytest.param(InYaku(1, 2), "A 2/3, B has Cherry", id="who is how near"),
        pytest.param(InYaku(2, 0), "0 of 4", id="nobody has any"),
        pytest.param(
            Entering(GROUPS[0], GROUPS[0][0]), "crane and sun A", id="a card in a pile shows its letter"
        ),
        pytest.param(Entering(GROUPS[1], GROUPS[1][2]), "a wild boar ×", id="a card left out by the game"),
        pytest.param(Entering(GROUPS[1], GROUPS[1][0]), "a plank bridge", id="a card in no pile"),
    ],
)
def test_what_a_page_says(mode, says):
    table = Table(GAMES, names={Seat.A: "Mio"})
    table = started(table, default_game(GAMES[0])).applied_to(table)
    for seat, names in ((Seat.A, "pine-crane plum-warbler maple-deer"), (Seat.B, "cherry-curtain")):
        for name in names.split():
            table = apply(table, CardsCaptured(seat, (Card.parse(name),)))
    assert scene(table, mode).says(says)


def test_a_yaku_of_many_cards_says_how_many_each_has():
    game = load("roppyakken")
    table = at_table(game, 3)
    choice = [row.id for row in yaku_rows(table.match)].index("seven-ribbons")
    assert scene(table, InYaku(choice)).says("7 Ribb. A")


@pytest.mark.parametrize(("count", "says"), [(0, "Rules as written"), (2, "Rules: 2 changed")])
def test_the_page_says_how_many_house_rules_are_changed(count, says):
    game = load("ino-shika-cho")
    options = dict([("fuke", False), ("fuke_limit", 80)][:count])
    draft = replace(default_game(game, 2), options={"teyaku": True, **options})
    assert scene(Table(GAMES), SettingUp(draft, ROWS.index("rules"))).says(says)


def test_a_long_name_of_a_player_leaves_the_number_of_cards_in_sight():
    table = Table(GAMES, names=dict.fromkeys(Seat, "Wilhelmina M"), deck=Deck())
    table = started(table, default_game(GAMES[0])).applied_to(table)
    drawn = scene_of(replace(table, view=View(mode=InPiles())), TEXTS)
    paint(drawn, strict=True)
    assert drawn.says("A Wilhelmina M 0 cards")

"""The pages of an account: every point of a score can be traced, and added up with a finger."""

import random
from dataclasses import replace

import pytest
from accounts import ended, read

from firmware.screens import scene_of
from firmware.screens.layout import card_name
from firmware.screens.lines import in_lines
from firmware.screens.painter import paint
from firmware.screens.scene import Text
from firmware.table import View
from firmware.table.match_pages import ResultPage
from firmware.table.state import AtTable
from firmware.texts import load as load_texts
from scorer import (
    CardType,
    Pile,
    Seat,
    load,
    shipped,
)

TEXTS = load_texts("both")
GAMES = tuple(load(game) for game in shipped())
TABLES = [(game.id, players) for game in GAMES for players in game.players]
A, B, C = Seat
WILD_OPTIONS = {"fuke": (False, True), "fuke_limit": (30, 100, 200), "fuke_counts": ("score", "cards")}


def wild(game, players, seed):
    """Return the result of a random round under random house rules."""
    chance = random.Random(f"{game} {players} {seed}")
    rules = load(game)
    has = {row.id for row in rules.option_rows}
    options = {key: chance.choice(values) for key, values in WILD_OPTIONS.items() if key in has}
    options |= {key: chance.random() < 0.5 for key in ("five_brights", "willow_ribbon") if key in has}
    seats = tuple(Seat)[:players]
    weights = [chance.random() for _ in seats] + ([] if rules.needs_all_cards else [0.3])
    piles = {seat: Pile() for seat in seats}
    for card in rules.deck:
        (owner,) = chance.choices([*seats, None][: len(weights)], weights)
        if owner is not None:
            piles[owner] |= Pile.of([card])
    shown = tuple(Pile.parse("iris-bridge iris-ribbon iris-chaff-1"))
    teyaku = {A: (("hand-three",), chance.choice([shown, ()]))} if rules.teyaku and seed % 2 else {}
    return ended(rules, players, piles, teyaku, options)


def _names(card, texts):
    """Return what a card may be called in a list, as there is room."""
    own = texts.card(card)
    whole = {card_name(card, texts, width_px) for width_px in range(90, 127)}
    return {*whole, own, own.split()[0], texts.flower(card.suit, short=True)}


@pytest.mark.parametrize(
    ("seed", "language"), [(0, "both"), (1, "both"), (2, "en"), (3, "ja"), (4, "ja")], ids=str
)
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_point_of_a_score_is_on_the_pages(game, players, seed, language):
    table, texts = wild(game, players, seed), load_texts(language)
    for player in table.match.score.players:
        pages = read(table, player.seat, texts)
        heading = f"{player.seat} {player.score:+}"
        sums = [pair for title, lines in pages if title == heading for pair in lines]
        assert sum(int(points) for _, points in sums) == player.score
        for card_type in CardType:
            check_type(pages, sums, table.match, player, card_type, texts)
        for made in (*player.made.yaku, *player.made.silenced):
            check_yaku(pages, player, made, texts)
        assert texts.say("file.version", version=table.match.ruleset.version) in pages[-1][0]


def check_type(pages, sums, match, player, card_type, texts):
    """See that the pages of a type list the pile's cards of it, whose points add up to the row of the sum."""
    cards = [card for card in player.pile if card.type is card_type]
    heading = texts.say(f"account.{card_type}", count=len(cards))
    mine = [(title, lines) for title, lines in pages if title.startswith(f"{heading} ")]
    listed = [pair for _, lines in mine for pair in lines]
    assert [int(points) for _, points in listed] == [match.ruleset.card_values[card] for card in cards]
    assert all(name in _names(card, texts) for (name, _), card in zip(listed, cards, strict=True))
    wanted = [f"{sum(int(points) for _, points in listed):+}"] if cards else []
    assert [points for row, points in sums if row == heading] == wanted
    assert {title.split()[-1] for title, _ in mine} == set(wanted)


def check_yaku(pages, player, made, texts):
    """See that a yaku made or silenced has its pages, with exactly its cards and who replaced it."""
    is_counted = made in player.made.yaku
    value = f"+{made.yaku.value if is_counted else 0}"
    titles = {f"{name} {value}" for name in texts.names(made.yaku.names)}
    listed = [name for title, lines in pages if title in titles for name, _ in lines]
    if not is_counted:
        why, by, *listed = listed
        assert why == texts.say("account.replaced")
        (replacing,) = [one.yaku for one in player.made.yaku if by in texts.names(one.yaku.names)]
        assert made.yaku.id in replacing.replaces
    assert listed == [next(name for name in _names(card, texts) if name in listed) for card in made.cards]


def test_the_pages_of_a_long_type_say_their_number_and_the_same_sum():
    table = ended("ino-shika-cho", piles={A: load("ino-shika-cho").deck}, options={"fuke": False})
    titles = [title for title, _ in read(table, A) if "/" in title]
    assert titles == [
        "9 animals 1/2 +130",
        "9 animals 2/2 +130",
        "10 ribbons 1/2 +50",
        "10 ribbons 2/2 +50",
        "24 chaff 1/3 +5",
        "24 chaff 2/3 +5",
        "24 chaff 3/3 +5",
    ]


"""A game in which what replaces a yaku may be replaced itself."""


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("a word", ["a word"], id="a line"),
        pytest.param(
            "as many words as fit: 21 and so on", ["as many words as fit:", "21 and so on"], id="two"
        ),
        pytest.param("x" * 43, ["x" * 21, "x" * 21, "x"], id="a word of three lines"),
        pytest.param("no " + "x" * 22, ["no", "x" * 21, "x"], id="a long word after a short one"),
    ],
)
def test_texts_are_broken_into_lines(text, lines):
    assert in_lines(text, TEXTS) == lines


@pytest.mark.parametrize("language", ["en", "ja", "both"])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_page_fits_the_panel(game, players, language):
    table = wild(game, players, 1)
    table = replace(table, match=replace(table.match, names=dict.fromkeys(Seat, "Wilhelmina M")))
    for number in range(30):
        page = AtTable(ResultPage.RESULT, A, number)
        paint(scene_of(replace(table, view=View(mode=page)), load_texts(language)), strict=True)


def test_kanji_stand_three_to_a_page_and_do_not_run_together():
    table = ended("ino-shika-cho", piles={A: "pine-crane cherry-curtain susuki-moon willow-rain-man"})
    page = replace(table, view=View(mode=AtTable(ResultPage.RESULT, A, 1)))
    rows = {
        language: sorted(
            item.y
            for item in scene_of(page, load_texts(language)).items
            if isinstance(item, Text) and 0 < item.y < 50 and item.x in (0, 1, 65)
        )
        for language in ("both", "ja")
    }
    assert rows == {"both": [13, 22, 31, 40], "ja": [14, 14, 26, 38]}


def test_the_other_pages_count_as_beyond_the_scene():
    table = ended("ino-shika-cho", piles={A: "pine-crane", B: "maple-deer"}, options={"fuke": False})
    scene = scene_of(replace(table, view=View(mode=AtTable(ResultPage.RESULT, A, 1))), TEXTS)
    assert scene.beyond[0] == "1 bright +50"
    assert {"猪鹿蝶 Ino-Shika v1", "ino-shika-cho.toml"} <= set(scene.beyond)
    assert "Pine crane 50" not in scene.beyond

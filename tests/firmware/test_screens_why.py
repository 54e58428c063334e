"""The pages of an account: every point of a score can be traced, and added up with a finger."""

import random
from dataclasses import replace

import pytest

from firmware.screens import scene_of
from firmware.screens.fonts import cut
from firmware.screens.layout import card_name
from firmware.screens.lines import in_lines
from firmware.screens.painter import paint
from firmware.screens.scene import Align, Line, Text
from firmware.table import Table, View, apply, default_game, started
from firmware.table.match_pages import ResultPage
from firmware.table.state import AtTable
from firmware.texts import load as load_texts
from scorer import (
    Card,
    CardsCaptured,
    CardType,
    Pile,
    RoundClosed,
    Seat,
    TeyakuDeclared,
    load,
    parse,
    shipped,
)

TEXTS = load_texts("both")
GAMES = tuple(load(game) for game in shipped())
TABLES = [(game.id, players) for game in GAMES for players in game.players]
A, B, C = Seat
WILD_OPTIONS = {"fuke": (False, True), "fuke_limit": (30, 100, 200), "fuke_counts": ("score", "cards")}


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
        table = apply(table, CardsCaptured(B, tuple(rest)))
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


def pages_named(table, seat, title):
    return [lines for said, lines in read(table, seat) if said == title]


RIBBONS = (
    "pine-poetry-ribbon plum-poetry-ribbon cherry-poetry-ribbon iris-ribbon clover-ribbon peony-blue-ribbon"
)


def test_a_card_that_counts_by_a_house_rule_says_so():
    table = ended("roppyakken", piles={A: f"{RIBBONS} willow-ribbon"}, options={"willow_ribbon": True})
    lines = [pair for page in pages_named(table, A, "七短 7 Ribbons +600") for pair in page]
    assert [pair for pair in lines if pair[1]] == [("Willow ribbon", "by rule")]
    assert len(lines) == 7


def test_where_the_file_itself_counts_the_card_nothing_is_said():
    head = 'format = 1\nid = "ours"\nversion = 4\nextends = "roppyakken"\n'
    ours = parse(f"{head}[options.willow_ribbon]\ndefault = true\n")
    table = ended(ours, piles={A: f"{RIBBONS} willow-ribbon"})
    lines = [pair for page in pages_named(table, A, "七短 7 Ribbons +600") for pair in page]
    assert {right for _, right in lines} == {""}


BRIGHTS = "pine-crane cherry-curtain susuki-moon willow-rain-man paulownia-phoenix"
NEVER = parse(
    'format = 1\nid = "never"\nversion = 1\nextends = "mushi"\n[options.five_brights]\ndefault = false\n'
)


def test_a_yaku_that_a_house_rule_switched_off_is_said():
    table = ended("mushi", piles={A: BRIGHTS}, options={"five_brights": False})
    lines = [left for page in pages_named(table, A, "五光 5 Brights +0") for left, _ in page]
    assert lines == ["House rule: off", *(card_name(card, TEXTS) for card in Pile.parse(BRIGHTS))]


@pytest.mark.parametrize(
    ("game", "pile", "options"),
    [
        pytest.param("mushi", BRIGHTS, {}, id="on"),
        pytest.param(
            "mushi", BRIGHTS.removeprefix("pine-crane"), {"five_brights": False}, id="one is not there"
        ),
        pytest.param(NEVER, BRIGHTS, {}, id="off, as the file says"),
    ],
)
def test_else_nothing_is_said_of_a_switch(game, pile, options):
    assert pages_named(ended(game, piles={A: pile}, options=options), A, "五光 5 Brights +0") == []


@pytest.mark.parametrize(
    ("piles", "options", "pages"),
    [
        pytest.param(
            (f"{RIBBONS} pine-crane", "maple-deer", "iris-bridge"),
            {},
            {A: "-180 B has 10: 60 or less C has 10: 60 or less Nobody scores"},
            id="two are low",
        ),
        pytest.param(
            ("maple-deer", "maple-chaff-1", "pine-crane plum-warbler"),
            {},
            {
                A: "-10 B has 0: 60 or less Nobody scores",
                B: None,
                C: "-100 B has 0: 60 or less Nobody scores",
            },
            id="the dealer too, who does not matter",
        ),
        pytest.param(
            ("maple-deer", "pine-crane plum-warbler cherry-curtain", "susuki-moon paulownia-phoenix"),
            {},
            {
                A: "-10 A has 10: 60 or less The dealer scores 0",
                B: "-150 A has 10: 60 or less Only yaku count",
            },
            id="the dealer alone",
        ),
        pytest.param(
            ("pine-crane plum-warbler", "chrysanthemum-sake-cup cherry-curtain", "susuki-moon maple-deer"),
            {"fuke_counts": "cards", "fuke_limit": 59},
            {},
            id="nobody is",
        ),
        pytest.param(
            ("pine-crane plum-warbler", "chrysanthemum-sake-cup cherry-curtain", "susuki-moon plum-chaff-1"),
            {"fuke_counts": "cards"},
            {B: "-160 B cards 60: ≦60 C cards 50: ≦60 Nobody scores"},
            id="where cards alone count",
        ),
    ],
)
def test_fuke_says_who_was_low_and_what_follows(piles, options, pages):
    table = ended("ino-shika-cho", 3, dict(zip(Seat, piles, strict=True)), options=options)
    found = {
        seat: " ".join([title.removeprefix("ふけ Fuke "), *(left for left, _ in lines)])
        for seat in Seat
        for title, lines in read(table, seat)
        if title.startswith("ふけ")
    }
    assert {seat: found.get(seat) for seat in pages} == pages
    assert bool(found) is bool(pages)


def test_any_player_may_have_been_low_where_the_rule_minds_the_dealer_too():
    piles = {A: "maple-deer", B: "pine-crane", C: "plum-warbler"}
    table = ended("roppyakken", 3, piles, options={"fuke": True})
    assert pages_named(table, B, "ふけ Fuke -50") == [(("A has 10: 30 or less", ""), ("Nobody scores", ""))]


@pytest.mark.parametrize(
    ("shown", "lines"),
    [
        pytest.param(
            "iris-bridge iris-ribbon iris-chaff-1", ["Iris bridge", "Iris ribbon", "Iris chaff"], id="shown"
        ),
        pytest.param("", ["unchecked"], id="by name"),
    ],
)
def test_a_lucky_hand_has_a_page_with_the_cards_that_were_shown(shown, lines):
    teyaku = {A: (("hand-three",), tuple(map(Card.parse, shown.split())))}
    table = ended("ino-shika-cho", 2, {A: "pine-crane", B: "plum-warbler"}, teyaku, {"fuke": False})
    (page,) = pages_named(table, A, "手三 Hand Three +200")
    assert [left for left, _ in page] == lines


CHAIN = parse("""
format = 1
id = "house-of-the-very-long-name"
version = 12
extends = "ino-shika-cho"
[names]
english = "House of a Long Name!"
[[yaku]]
id = "boar-deer-butterflies"
replaces = ["gun"]
""")
"""A game in which what replaces a yaku may be replaced itself."""


def test_what_replaced_a_yaku_may_be_replaced_itself():
    cards = "chrysanthemum-sake-cup cherry-curtain susuki-moon clover-boar maple-deer peony-butterflies"
    table = ended(CHAIN, 2, {A: cards, B: "pine-crane"}, options={"fuke": False})
    gun, _ = pages_named(table, A, "鉄砲 Gun +0")
    (viewing,) = pages_named(table, A, "花見 Flower V. +0")
    assert (gun[1], viewing[1]) == (("猪鹿蝶 Boar-Deer", "+300"), ("鉄砲 Gun", "+300"))


def last_pages(table):
    """Return the pages about the rule file: the title that they share, and all lines."""
    title = read(table, A)[-1][0]
    return title, [pair for page in pages_named(table, A, title) for pair in page]


def test_the_last_page_names_the_rule_file_its_source_and_the_house_rules_that_differ():
    options = {"fuke_counts": "cards", "fuke_limit": 80, "teyaku": False}
    title, lines = last_pages(ended("ino-shika-cho", piles={A: "pine-crane"}, options=options))
    assert title == "猪鹿蝶 Ino-Shika v1"
    assert [f"{left} {right}".strip() for left, right in lines] == [
        "ino-shika-cho.toml",
        "Fuda Wiki,",
        "Ino-Shika-Chō",
        "(Roppyakken variant)",
        "House rules (usual):",
        "Fuke limit 80 (60)",
        "Fuke counts",
        "cards (all)",
        "Lucky hands off (on)",
    ]


def test_a_file_of_the_players_own_says_so_and_what_it_extends():
    title, lines = last_pages(ended(CHAIN, piles={A: "pine-crane"}))
    assert title == "猪鹿蝶 Ino-Shika v12"
    assert [left for left, _ in lines] == [
        "house-of-the-very-lon",
        "g-name.toml",
        "your file",
        "extends ino-shika-cho",
        "House rules as usual",
    ]


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

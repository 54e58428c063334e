"""The words on the display: every key that the code can ask for is there."""

import re
from pathlib import Path

import pytest

from firmware.screens.fonts import bitmap
from firmware.table import Table
from firmware.table.home import SETTINGS
from firmware.table.home import entries as home_entries
from firmware.table.round_menu import ENTRIES
from firmware.table.setup import ROWS
from firmware.table.state import Notice
from firmware.texts import Texts, load
from scorer import Card, CardType

FIRMWARE = Path(bitmap.__file__).parents[2]
TEXTS = load("en")
SOURCES = "\n".join(
    path.read_text() for folder in ("screens", "table") for path in sorted((FIRMWARE / folder).rglob("*.py"))
)
SECTIONS = sorted({key.split(".")[0] for key in TEXTS.words})
KEYS = sorted(set(re.findall(rf'"((?:{"|".join(SECTIONS)})\.[a-z][\w-]*)"', SOURCES)))
REFUSALS = sorted(set(re.findall(r'\brefus(?:ed|al)\(\s*table,\s*"([\w-]+)"', SOURCES)))
BUILT = [
    *(f"account.{kind}" for kind in CardType),
    *(f"home.{entry}" for entry in ("continue", "same-again", *home_entries(Table(())))),
    *(f"settings.{entry}" for entry in SETTINGS),
    *(f"menu.{entry}" for entry in ENTRIES if entry != "length"),
    *(f"menu.sure_{entry}" for entry in ("misdeal", "end-match", "power-off")),
    *(f"menu.pick_{entry}" for entry in ("lucky-hand", "dealer", "rounds", "target")),
    *(f"{section}.{length}" for section in ("menu", "setup") for length in ("rounds", "target")),
    *(f"menu.now_{entry}" for entry in ("dealer", "rounds", "target")),
    *(f"setup.{entry}" for entry in ROWS if entry != "length"),
    *("rules.score", "rules.cards"),
]
COLUMNS_BESIDE_THE_FLOWER = 16


def test_the_code_is_found_to_ask_for_texts():
    assert len(KEYS) > 70
    assert "playing.hold_menu" in KEYS
    assert len(REFUSALS) > 12
    assert "nothing-to-redo" in REFUSALS


@pytest.mark.parametrize("key", [*KEYS, *BUILT])
def test_a_text_that_the_code_asks_for_is_there(key):
    assert TEXTS.has(key)


@pytest.mark.parametrize("key", REFUSALS)
def test_every_refusal_has_words(key):
    assert TEXTS.words[f"refused.{key}"]


def test_every_notice_about_a_tap_or_press_is_a_refusal_a_question_or_a_fault():
    elsewhere = {Notice.OTHER_PLAYER, Notice.READER_LOST, Notice.DISPLAY_LOST, Notice.NOT_SAVED}
    assert {notice.value for notice in set(Notice) - elsewhere} <= set(REFUSALS)


@pytest.mark.parametrize("card", Card)
def test_every_card_says_what_is_painted_on_it_in_a_line_beside_its_flower(card):
    assert 0 < len(TEXTS.painted(card)) <= COLUMNS_BESIDE_THE_FLOWER


@pytest.mark.parametrize(
    ("card", "words"),
    [
        pytest.param(Card.PINE_CRANE, "crane and sun", id="of its own"),
        pytest.param(Card.CLOVER_RIBBON, "plain red ribbon", id="a plain ribbon"),
        pytest.param(Card.PEONY_BLUE_RIBBON, "blue ribbon", id="a blue ribbon"),
        pytest.param(Card.PLUM_POETRY_RIBBON, "ribbon, writing", id="a poetry ribbon"),
        pytest.param(Card.MAPLE_CHAFF_2, "plain, second", id="the second chaff"),
        pytest.param(Card.WILLOW_LIGHTNING, "drum, lightning", id="chaff of its own"),
    ],
)
def test_painted(card, words):
    assert TEXTS.painted(card) == words


def test_cards_of_a_suit_are_told_apart_by_what_is_painted():
    said = {(card.suit, TEXTS.painted(card)) for card in Card}
    assert len(said) == 48


def test_a_text_takes_its_parts():
    assert Texts({"a.b": "{seat} pays {points}"}).say("a.b", seat="A", points=5) == "A pays 5"


def test_an_unknown_text_is_a_mistake_and_not_a_blank():
    with pytest.raises(KeyError, match=r"a\.c"):
        Texts({"a.b": "x"}).say("a.c")


@pytest.mark.parametrize("text", sorted(set(TEXTS.words.values())))
def test_a_text_fits_a_line_and_is_one(text):
    assert 0 < len(re.sub(r"\{\w+\}", "A", text)) <= 24
    assert text.isprintable()

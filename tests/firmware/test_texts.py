"""The words on the display: every key that the code can ask for is there."""

import re
from pathlib import Path

import pytest

from firmware.screens.fonts import bitmap, text_width
from firmware.table import Table
from firmware.table.home import SETTINGS
from firmware.table.home import entries as home_entries
from firmware.table.round_menu import ENTRIES
from firmware.table.setup import ROWS
from firmware.table.state import Notice
from firmware.table.yaku import LineKind
from firmware.texts import Language, Texts, load
from scorer import Card, CardType, Names

FIRMWARE = Path(bitmap.__file__).parents[2]
TEXTS = load(Language.BOTH)
SOURCES = "\n".join(
    path.read_text()
    for folder in ("screens", "table", "texts")
    for path in sorted((FIRMWARE / folder).rglob("*.py"))
)
SECTIONS = sorted({key.split(".")[0] for key in TEXTS.words})
KEYS = sorted(set(re.findall(rf"""["']((?:{"|".join(SECTIONS)})\.[a-z][\w-]*)["']""", SOURCES)))
REFUSALS = sorted(set(re.findall(r'\brefus(?:ed|al)\(\s*table,\s*"([\w-]+)"', SOURCES)))
BUILT = [
    *(f"account.{kind}" for kind in CardType),
    *(f"home.{entry}" for entry in ("continue", "same-again", *home_entries(Table(())))),
    *(f"settings.{entry}" for entry in SETTINGS),
    *(f"settings.language_{language}" for language in Language),
    *(f"menu.{entry}" for entry in ENTRIES if entry != "length"),
    *(f"menu.sure_{entry}" for entry in ("misdeal", "end-match", "power-off")),
    *(f"menu.pick_{entry}" for entry in ("lucky-hand", "dealer", "rounds", "target")),
    *(f"{section}.{length}" for section in ("menu", "setup") for length in ("rounds", "target")),
    *(f"menu.now_{entry}" for entry in ("dealer", "rounds", "target")),
    *(f"setup.{entry}" for entry in ROWS if entry not in ("game", "length")),
    *(f"yaku.{kind.value}" for kind in LineKind if kind is not LineKind.CARD),
    *("rules.score", "rules.cards"),
]
SECTIONS_OF_THE_DOCTOR = ("check", "topic")
SECTIONS_OF_CARDS = ("suit", "suit_short", "card", "type", "painted")
COLUMNS_BESIDE_THE_FLOWER = 16
_WIDEST_PX = 24 * 6


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


def test_no_text_is_there_that_nothing_asks_for():
    asked = {*KEYS, *BUILT, *(f"refused.{word}" for word in re.findall(r'"([a-z][a-z-]+)"', SOURCES))}
    elsewhere = (*SECTIONS_OF_THE_DOCTOR, *SECTIONS_OF_CARDS)
    ours = [key for key in TEXTS.words if key.split(".")[0] not in elsewhere]
    assert [key for key in ours if key.removesuffix("_one").removesuffix("-more") not in asked] == []


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


def test_every_language_has_the_same_keys():
    assert load(Language.JAPANESE).words.keys() == load(Language.ENGLISH).words.keys() == TEXTS.words.keys()


def _parts(language):
    return {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in load(language).words.items()}


def test_a_text_puts_the_same_parts_in_in_every_language():
    assert _parts(Language.ENGLISH) == _parts(Language.JAPANESE) == _parts(Language.BOTH)


def test_japanese_is_japanese():
    texts = load(Language.JAPANESE)
    english = {
        key
        for key, text in texts.words.items()
        if re.search("[A-Za-z]{3}", re.sub(r"\{\w+\}|BACK", "", text))
        and key.partition(".")[0] not in SECTIONS_OF_THE_DOCTOR
    }
    wires = {"fault.reader_wires", "fault.reader_pins", "fault.reader_pins_more"}
    assert english == {"settings.language_en", "file.name"} | wires


def test_the_doctor_names_in_any_language_only_what_is_written_so_on_boards_and_in_terminals():
    words = {
        word
        for key, text in load(Language.JAPANESE).words.items()
        if key.partition(".")[0] in SECTIONS_OF_THE_DOCTOR
        for word in re.findall("[A-Za-z]{3,}", re.sub(r"\{\w+\}|BACK", "", text))
    }
    commands = (
        "scorekeeper doctor raspi config systemd systemctl enable start install unset usermod chown apt pip"
    )
    names = "SPI GPIO RPi GND MISO MOSI SCK SDA RST Raspberry lgpio rpi python GPIOZERO PIN FACTORY"
    settings = "bus device display kind journalctl uninstall socket web enabled true"
    assert words <= set(f"{commands} {names} {settings}".split())


def test_english_needs_no_kanji_but_for_what_other_languages_are_called():
    words = load(Language.ENGLISH).words
    assert {key for key, text in words.items() if re.search("[\u3040-\u30ff\u4e00-\u9fff]", text)} == {
        "settings.language_ja",
        "settings.language_both",
    }


@pytest.mark.parametrize("language", Language)
def test_no_two_cards_have_one_name_but_for_plain_chaff(language):
    texts = load(language)
    names = [texts.whole(card) for card in Card if card.id[-1] not in "12"]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("language", "card", "whole", "beside", "kind"),
    [
        pytest.param("en", Card.WISTERIA_CUCKOO, "Wisteria cuckoo", "Cuckoo", "animal", id="en"),
        pytest.param("both", Card.WISTERIA_CUCKOO, "Wisteria cuckoo", "Cuckoo", "animal", id="both"),
        pytest.param("ja", Card.WISTERIA_CUCKOO, "藤に時鳥", "時鳥", "種", id="ja"),
        pytest.param("ja", Card.PINE_POETRY_RIBBON, "松に赤短", "赤短", "短冊", id="ja ribbon"),
        pytest.param("ja", Card.WILLOW_LIGHTNING, "柳の雷", "雷", "カス", id="ja chaff"),
        pytest.param("ja", Card.MAPLE_DEER, "紅葉に鹿", "鹿", "種", id="ja two kanji"),
    ],
)
def test_a_card_is_named(language, card, whole, beside, kind):
    texts = load(language)
    assert (texts.whole(card), texts.card(card), texts.type(card.type)) == (whole, beside, kind)


@pytest.mark.parametrize(
    ("language", "long", "short", "brief"),
    [
        pytest.param(
            "en",
            ("Three Brights", "3 Brights", "3Bright"),
            ("3 Brights", "3Bright"),
            ("3 Brights", "3Bright"),
            id="en",
        ),
        pytest.param("ja", ("三光",), ("三光",), ("三光",), id="ja"),
        pytest.param(
            "both",
            ("三光 Three Brights", "三光 3 Brights", "3 Brights", "三光"),
            ("3 Brights", "3Bright"),
            ("三光",),
            id="both",
        ),
    ],
)
def test_a_yaku_has_long_and_short_names_in_every_language(language, long, short, brief):
    texts, names = load(language), Names("三光", "sanko", "Three Brights", "3 Brights", "3Bright")
    assert (texts.names(names), texts.short(names), texts.brief(names)) == (long, short, brief)


def test_a_language_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="fr"):
        load("fr")


def test_a_text_takes_its_parts():
    assert Texts({"a.b": "{seat} pays {points}"}).say("a.b", seat="A", points=5) == "A pays 5"


@pytest.mark.parametrize(("count", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_one_card_is_no_cards(count, said):
    assert load("en").say("piles.count", count=count) == load("en").cards(count) == said


def test_a_text_without_a_form_for_one_says_one_like_any_number():
    assert Texts({"a.b": "▯{count}"}).say("a.b", count=1) == "▯1"


def test_an_unknown_text_is_a_mistake_and_not_a_blank():
    with pytest.raises(KeyError, match=r"a\.c"):
        Texts({"a.b": "x"}).say("a.c")


@pytest.mark.parametrize("language", Language)
def test_every_text_fits_a_line_and_is_one(language):
    words = load(language).words
    lines = {key: 2 if key.startswith("check.") and key.endswith("_do") else 1 for key in words}
    widths = {key: text_width(re.sub(r"\{\w+\}", "A", text)) for key, text in words.items()}
    wide = [key for key in words if widths[key] > _WIDEST_PX * lines[key]]
    assert wide == [], f"wider than {_WIDEST_PX} pixels: write it shorter"
    assert [text for text in words.values() if not text.isprintable()] == []
    assert {key for key, text in words.items() if not text} <= {"mark.product", "mark.fuke"}

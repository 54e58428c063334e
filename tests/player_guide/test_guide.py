"""The player's guide agrees with the box and with the rule files, in words, tables and pictures."""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

import pytest
from PIL import Image

from firmware.texts import Language
from firmware.texts import load as load_texts
from scorer import load, shipped

sys.path.insert(0, str(Path(__file__).parent))  # neither pytest nor a script finds its neighbour otherwise
import card_charts
import guide_pictures
import guide_tables
import quick_card

GUIDE = guide_tables.GUIDE.read_text("utf-8")
PROSE = " ".join(GUIDE.split())
FOLDER = guide_tables.GUIDE.parent / "guide"
SHOWN = [(" ".join(alt.split()), name) for alt, name in re.findall(r"!\[([^\]]*)\]\(guide/([^)]+)\)", GUIDE)]
PDF = quick_card.PDF.read_bytes()
ANEW = "look, and then: make guides"


@pytest.mark.parametrize("script", guide_pictures.SCRIPTS, ids=lambda path: path.stem)
def test_the_box_does_what_the_guide_s_script_says_and_shows_the_guide_s_pictures(script, tmp_path):
    played = guide_pictures.played(script, tmp_path)
    kept = {name: FOLDER / f"{name}.png" for name in played}
    missing = [name for name, path in kept.items() if not path.exists()]
    assert missing == [], ANEW
    other = [name for name, path in kept.items() if not _is_same(played[name], Image.open(path))]
    assert other == [], ANEW


def test_a_picture_that_differs_in_one_pixel_is_another():
    picture = Image.new("1", (128, 64))
    changed = picture.copy()
    changed.putpixel((127, 63), 255)
    assert _is_same(guide_pictures.large(picture), guide_pictures.large(picture.copy()))
    assert not _is_same(guide_pictures.large(picture), guide_pictures.large(changed))


def test_the_guide_shows_every_picture_that_is_there_once_and_no_other():
    assert sorted(name for _, name in SHOWN) == sorted(path.name for path in FOLDER.iterdir())


@pytest.mark.parametrize("script", guide_pictures.SCRIPTS, ids=lambda path: path.stem)
def test_what_the_guide_quotes_of_a_screen_the_script_saw_there(script):
    expected = guide_pictures.expected(script)
    said = {name.removesuffix(".png"): set(re.findall("“([^”]*)”", alt)) for alt, name in SHOWN}
    unseen = {name: said[name] - words for name, words in expected.items() if said[name] - words}
    assert unseen == {}
    assert all(said[name] for name in expected)


@pytest.mark.parametrize("name", guide_tables.TABLES)
def test_the_guide_s_tables_are_those_of_the_rule_files(name):
    assert guide_tables.marked(GUIDE)[name] == guide_tables.TABLES[name](), ANEW


@pytest.mark.parametrize("name", card_charts.charts())
def test_the_charts_are_drawn_of_the_cards_and_rules_there_are(name):
    assert (FOLDER / name).read_text("utf-8") == card_charts.charts()[name], ANEW


@pytest.mark.parametrize("game", shipped())
def test_the_guide_names_every_house_rule_with_its_hint(game):
    table = guide_tables.marked(GUIDE)["house-rules"]
    names = {option.english for option in load(game).option_rows}
    assert {name for name in names if f"| **{name}** |" not in table} == set()
    assert {option.hint for option in load(game).option_rows if option.hint not in table} == set()
    assert len(names) >= 2


def _said_of_botan_cho():
    rules = load("botan-cho")
    options = rules.options()
    yield f"take away {rules.settlement.par}, half of the deck"
    yield f"A match has {options.number('rounds')} rounds"
    yield f"Each player starts with {options.number('chips')} chips"
    yield f"All {len(rules.deck)} cards must be in a pile"


def _said_of_the_others():
    mushi, ino, roppyakken = map(load, ("mushi", "ino-shika-cho", "roppyakken"))
    yield f"half of the deck is {mushi.settlement.par}"
    yield f"a race to {ino.options().number('target')} points"
    yield f"The limit is {ino.options().number('fuke_limit')}, and yaku"
    yield f"its limit is {roppyakken.options().number('fuke_limit')} then"
    yield f"has {ino.options().number('fuke_limit')} or less, the round is worth nothing"


@pytest.mark.parametrize("said", [*_said_of_botan_cho(), *_said_of_the_others()])
def test_the_numbers_in_the_guide_s_sentences_are_those_of_the_rule_files(said):
    assert said in PROSE


def test_what_the_guide_says_of_mushi_holds():
    mushi, botan = load("mushi"), load("botan-cho")
    assert [(row.id, row.value) for row in mushi.yaku] == [(row.id, row.value) for row in botan.yaku]
    assert not mushi.settlement.has_counters


def test_the_guide_names_every_entry_of_the_round_menu():
    texts = load_texts(Language.ENGLISH)
    menu = re.search(r"Its entries are ([^.]*)\.", PROSE)
    assert menu is not None
    entries = (
        "misdeal",
        "put-back",
        "enter-card",
        "piles",
        "yaku",
        "lucky-hand",
        "dealer",
        "rounds",
        "target",
    )
    others = ("sound", "end-match", "power-off")
    assert [one for one in (*entries, *others) if texts.say(f"menu.{one}") not in menu[1]] == []


def test_every_link_of_the_guide_leads_somewhere():
    titles = re.findall(r"(?m)^#+ (.*)$", GUIDE)
    anchors = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
    links = [unquote(link) for link in re.findall(r"\]\(([^)]+)\)", GUIDE)]
    dead = [
        link
        for link in links
        if not (link[1:] in anchors if link[0] == "#" else (FOLDER.parent / link.partition("#")[0]).exists())
    ]
    assert dead == []
    assert len(links) > 40


def test_the_quick_card_was_printed_after_its_last_change():
    assert quick_card.title(PDF) == f"Hanafuda Scorekeeper quick card, edition {quick_card.edition()}", ANEW


def test_the_quick_card_is_one_page_of_a4():
    assert quick_card.page_sizes_mm(PDF) == [(210, 297)]


def test_the_quick_card_has_only_fonts_that_may_be_handed_on():
    assert quick_card.fonts(PDF) == {"NotoSansCJKjp-Regular", "NotoSansCJKjp-Bold"}


@pytest.mark.parametrize("game", ["botan-cho", "ino-shika-cho"])
def test_the_quick_card_has_every_yaku_with_its_value(game):
    page = quick_card.source()
    for row in (*load(game).yaku, *load(game).teyaku):
        assert re.search(rf"{row.names.kanji} {row.value}\b", page), row.id


def _is_same(one, other):
    return one.size == other.size and one.convert("RGB").tobytes() == other.convert("RGB").tobytes()

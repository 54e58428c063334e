"""The pages: their words in both languages, and nothing that a server would refuse."""

import json
import re
from importlib.resources import files
from string import Formatter

import pytest

from firmware.web.scoreboard import scoreboard_pages
from hardware import Button
from scorer import Card

PAGES = files("firmware.web") / "pages"
ALL = sorted(path.name for path in PAGES.iterdir() if path.name.endswith((".js", ".html", ".css")))
SCRIPTS = [name for name in ALL if re.fullmatch(r"(score.*|dom|speech|stream)\.js", name)]
WORDS = {name: json.loads((PAGES / name).read_text("utf-8")) for name in ("words.json", "table-words.json")}
KEY = re.compile(r'"([a-z]+\.[a-z_]+)"')


def text_of(name):
    return (PAGES / name).read_text("utf-8")


def parts_of(text):
    return sorted(part for _, part, _, _ in Formatter().parse(text) if part)


@pytest.mark.parametrize("name", WORDS)
def test_both_languages_have_the_same_words(name):
    assert sorted(WORDS[name]) == ["en", "ja"]
    assert list(WORDS[name]["en"]) == list(WORDS[name]["ja"])


@pytest.mark.parametrize("name", WORDS)
def test_a_word_names_no_part_that_its_other_language_does_not_know(name):
    english, japanese = (WORDS[name][language] for language in ("en", "ja"))
    assert {key: parts_of(text) for key, text in english.items()} == {
        key: parts_of(text) for key, text in japanese.items()
    }


def test_the_scoreboard_uses_every_word_and_no_other():
    used = {key for name in SCRIPTS for key in KEY.findall(text_of(name))}
    assert used == set(WORDS["words.json"]["en"])


def test_the_virtual_table_uses_every_word_and_no_other():
    html, script = text_of("table.html"), text_of("table.js") + text_of("table-hands.js")
    keys = set(WORDS["table-words.json"]["en"])
    asked = set(re.findall(r'data-(?:word|label)="([^"]+)"', html))
    asked |= set(re.findall(r'(?:say|tell)\("([^"]+)"', script))
    assert asked - keys == set()
    begins = tuple(re.findall(r"`([\w-]+-)\$\{", script))
    assert {key for key in keys if f'"{key}"' not in html + script and not key.startswith(begins)} == set()


def test_the_guide_points_at_what_is_there():
    points = re.findall(r"point: \[([^\]]*)\]", text_of("guide.js"))
    pointed = {name for part in points for name in re.findall(r'"([^"]+)"', part)}
    assert {"OK", "pine-crane"} <= pointed
    assert pointed <= {card.id for card in Card} | {button.value for button in Button} | {"power"}


@pytest.mark.parametrize("name", ALL)
def test_a_page_keeps_to_the_strict_policy(name):
    text = text_of(name).replace("http://www.w3.org/2000/svg", "")
    for refused in (
        "<style",
        " style=",
        ".style",
        "innerHTML",
        "outerHTML",
        "eval(",
        "http:",
        "https:",
        "url(",
    ):
        assert refused not in text
    assert not re.search(r"\son[a-z]+=", text)
    assert all(' src="/' in tag for tag in re.findall(r"<script[^>]*>", text))


def test_all_that_the_page_fetches_is_there():
    pages = scoreboard_pages("/score")
    text = "".join(text_of(name) for name in (*SCRIPTS, "score.html"))
    fetched = {f"/{name}" for name in re.findall(r'["`]\.?/([a-z-]+\.[a-z]+)[#"`]', text)}
    assert {"/score.css", "/score-news.js", "/dom.js", "/words.json", "/names.json", "/cards.svg"} <= fetched
    assert fetched <= set(pages)

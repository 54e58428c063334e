"""The pages: the scoreboard's words in both languages, and nothing that a server would refuse."""

import json
import re
from importlib.resources import files
from string import Formatter

import pytest

from firmware.web.scoreboard import scoreboard_pages

PAGES = files("firmware.web") / "pages"
ALL = sorted(path.name for path in PAGES.iterdir() if path.name.endswith((".js", ".html", ".css")))
SCRIPTS = [name for name in ALL if re.fullmatch(r"(score.*|dom|speech)\.js", name)]
WORDS = json.loads((PAGES / "words.json").read_text("utf-8"))
KEY = re.compile(r'"([a-z]+\.[a-z_]+)"')


def text_of(name):
    return (PAGES / name).read_text("utf-8")


def parts_of(text):
    return sorted(part for _, part, _, _ in Formatter().parse(text) if part)


def test_both_languages_have_the_same_words():
    assert sorted(WORDS) == ["en", "ja"]
    assert list(WORDS["en"]) == list(WORDS["ja"])


def test_a_word_names_no_part_that_its_other_language_does_not_know():
    for key, english in WORDS["en"].items():
        japanese = parts_of(WORDS["ja"][key])
        assert set(japanese) == set(parts_of(english)), key


def test_the_scripts_use_every_word_and_no_other():
    used = {key for name in SCRIPTS for key in KEY.findall(text_of(name))}
    assert used == set(WORDS["en"])


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

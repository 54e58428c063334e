"""What holds for both pages in a real browser: `make check-browser`.

Pictures of what was seen stay in build/browser.
"""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parent))  # pytest does not find its neighbour otherwise
import driving
from driving import A_S_CARDS, assert_fits, begin, lay

pytest_plugins = ["opening"]

PICTURES = Path(__file__).parents[2] / "build" / "browser"
WIDTHS = (360, 1024, 1920)
COUNT_STREAMS = """
let open = 0;
const count = (more) => document.documentElement.setAttribute("data-open-streams", (open += more));
window.EventSource = class extends EventSource {
  constructor(path) {
    super(path);
    this.addEventListener("open", () => count(1));
  }
  close() {
    if (this.readyState === EventSource.OPEN) count(-1);
    super.close();
  }
};
"""
SIGHT = """() => {{
  Object.defineProperty(document, "hidden", {{ configurable: true, value: {} }});
  document.dispatchEvent(new Event("visibilitychange"));
}}"""
HOSTILE_RULES = """
format = 1
id = "ours"
version = 1
extends = "ino-shika-cho"
[names]
kanji = "<b>鶴"
english = "<img src=x>"
short = "<i>x</i>"
tiny = "<x>"
[[yaku]]
id = "gun"
english = "<i>Gun</i>"
[[teyaku]]
id = "gun"
value = 100
kanji = "手"
romaji = "te"
english = "<i>Gun</i>"
short = "Hand"
tiny = "Hand"
suits = 1
"""


def _assert_accessible(page: Page) -> None:
    violations = Axe().run(page).response["violations"]
    assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in violations] == []


def test_both_pages_work_where_the_browser_keeps_nothing(open_page: Any) -> None:
    for path in ("/", "/score"):
        page = open_page(
            path, beforehand="Object.defineProperty(window, 'localStorage', { get() { throw 0 } })"
        )
        expect(page.locator("#language")).to_have_text("日本語")
        page.click("#language")
        expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_what_another_page_of_this_machine_has_kept_is_not_believed(open_page: Any) -> None:
    page = open_page("/", "localStorage.setItem('scorekeeper-language', 'fr')")
    begin(page)
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("path", ["/", "/score"])
def test_a_page_that_nobody_sees_leaves_its_line_to_others(open_page: Any, path: str) -> None:
    page = open_page(path, beforehand=COUNT_STREAMS)
    for is_hidden, streams in (("false", "1"), ("true", "0"), ("false", "1")):
        page.evaluate(SIGHT.format(is_hidden))
        expect(page.locator("html")).to_have_attribute("data-open-streams", streams)


def test_names_are_words_wherever_they_stand(open_page: Any, tmp_path: Path) -> None:
    data, settings = tmp_path / "ours", tmp_path / "settings.toml"
    (data / "rules").mkdir(parents=True)
    (data / "rules" / "ours.toml").write_text(HOSTILE_RULES, "utf-8")
    settings.write_text("[players]\nA = '<b>x</b>$&{0'\nB = 'ابراهيم'\nC = 'WWWWWWWWWWWW'\n", "utf-8")
    options = ("--config", str(settings), "--game", "ours", "--players", "3")
    with driving.virtual_table(data, *options) as other:
        score, table = open_page("/score", viewport={"width": 360, "height": 800}), open_page()
        for page, path in ((score, "/score"), (table, "/")):
            page.goto(other + path)
        lay(table, "pine-crane")
        expect(score.locator("#newest")).to_contain_text("<b>x</b>$&{0")
        expect(score.locator("#heading")).to_contain_text("<img src=x>")
        lay(table, "susuki-moon")
        expect(score.locator(".rules th", has_text="<i>Gun")).to_have_count(2)
        assert score.locator("main b", has_text=re.compile("^x$")).count() == 0
        assert score.locator("img, i").count() == 0
        for page in (score, table):
            assert_fits(page)
            page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_fit_every_width_and_everybody(open_page: Any, width: int, scheme: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    size = {"width": width, "height": 800 if width < 1000 else width * 9 // 16}
    page = open_page("/", viewport=size, color_scheme=scheme, reduced_motion="reduce")
    begin(page)
    lay(page, *A_S_CARDS[0])
    page.click("#faults summary")
    score = open_page("/score", viewport=size, color_scheme=scheme, reduced_motion="reduce")
    expect(score.locator("body")).to_contain_text("12")
    for name, shown in (("table", page), ("score", score)):
        for language in ("en", "ja"):
            shown.screenshot(path=PICTURES / f"{name}-{width}-{scheme}-{language}.png", full_page=True)
            _assert_accessible(shown)
            assert_fits(shown)
            shown.click("#language")

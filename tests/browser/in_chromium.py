"""The pages in a real browser, on the real command: `make check-browser`.

Pictures of what was seen stay in build/browser.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

sys.path.insert(0, str(Path(__file__).parent))  # pytest does not find its neighbour otherwise
import driving
from driving import begin, hold, lay

PICTURES = Path(__file__).parents[2] / "build" / "browser"
WIDTHS = (360, 1024, 1920)
A_S_CARDS = (
    ("pine-crane", "pine-chaff-1"),
    ("plum-warbler", "plum-chaff-1"),
    ("cherry-curtain", "cherry-chaff-1"),
    ("wisteria-cuckoo", "wisteria-ribbon"),
    ("wisteria-chaff-1", "wisteria-chaff-2"),
)

NEWS = """async () => {
  const { newestCards, newsOf } = await import("/score-news.js");
  const voice = { say: (key, parts) => key === "news.round" ? `round ${parts.round}` : "back",
    player: (match, seat) => seat, named: (names) => names.en, card: (id) => id };
  const player = (cards) => ({ cards, yaku: [], teyaku: [] });
  const match = (events, cards) => ({ events, round: 1, game: { en: "Ino" }, dealer: "A", history: [],
    stage: "playing", result: null, players: { A: player(cards), B: player([]) } });
  const [old, another, undone] = [match(9, ["pine-crane"]), match(2, []), match(10, [])]
    .map((one) => ({ match: one }));
  const cards = newestCards(old, another).size;
  return [newsOf(old, another, voice), `cards ${cards}`, newsOf(old, undone, voice)];
}"""
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
TIES = """async () => {
  const { resultOf } = await import("/score-news.js");
  const words = (await (await fetch("/words.json")).json()).en;
  const say = (key, parts = {}) => words[key].replace(/\\{(\\w+)\\}/g, (_, name) => parts[name]);
  const voice = { say, player: (match, seat) => seat };
  const said = (fuke, ...scores) => {
    const players = Object.fromEntries(scores.map((score, place) => ["ABC"[place], { score }]));
    const match = { par: null, fuke: { limit: 60, counts: "score" }, players, result: { fuke, low: {} } };
    return resultOf(match, voice).join(" ");
  };
  return [said(null, 80, 120, 70), said(null, 120, 70, 120), said(null, 0, 0), said("non-dealer", 0, 0, 0),
    said("dealer", 0, 100, 100)];
}"""
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


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    PICTURES.mkdir(parents=True, exist_ok=True)
    with driving.chromium() as browser:
        yield browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with driving.virtual_table(tmp_path) as address:
        yield address


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Any]:
    """Opens a page of the table; none may complain, of a blocked script or style either."""
    complaints: list[str] = []
    contexts = []

    def opened(path: str = "/", beforehand: str = "", **options: Any) -> Page:
        contexts.append(browser.new_context(locale="en-GB", **options))
        page: Page = contexts[-1].new_page()
        page.add_init_script(beforehand)
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.set_default_timeout(30_000)
        page.goto(address + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def table(open_page: Any) -> Page:
    page: Page = open_page()
    expect(page.locator("#screen-text")).to_contain_text("New game")
    return page


def _scored(page: Page) -> dict[str, Any]:
    """Score the piles that the page shows with the command `score`."""
    piles = {
        seat: [
            card.get_attribute("data-card") for card in page.locator(f'.pile[data-seat="{seat}"] .card').all()
        ]
        for seat in ("A", "B")
    }
    line = json.dumps({"game": "botan-cho", "dealer": "A", "piles": piles})
    command = [sys.executable, "-m", "firmware", "score"]
    done = subprocess.run(command, input=line, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _assert_accessible(page: Page) -> None:
    violations = Axe().run(page).response["violations"]
    assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in violations] == []


def _assert_fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_round_played_by_clicking_scores_as_the_command_does(table: Page, open_page: Any) -> None:
    score = open_page("/score")
    begin(table)
    for pair in A_S_CARDS:
        lay(table, *pair)
    table.click('.push[data-button="B"]')
    expect(table.locator('.pile[data-seat="B"]')).to_have_class("pile next")
    lay(table, "susuki-moon", "susuki-chaff-1")
    table.keyboard.press("Enter", delay=100)
    expect(table.locator("#screen-text")).to_contain_text("29 not seen")
    hold(table, "2", lambda: expect(table.locator('.pile[data-seat="B"] .card')).to_have_count(31))
    answer = _scored(table)
    paid = answer["payment"]
    expect(table.locator("#screen-text")).to_contain_text(f"{paid['from']} pays {paid['to']}")
    expect(table.locator("#screen-text")).to_contain_text(str(paid["points"]))
    board = score.locator("body")
    expect(board).to_contain_text(f"{paid['from']} pays {paid['to']} {paid['points']}")
    for player in answer["players"].values():
        expect(board).to_contain_text(f"{player['score']:+}".replace("-", "−"))
        for value in player["yaku"].values():
            expect(board).to_contain_text(f"+{value}")


def test_after_the_power_was_cut_the_round_goes_on(table: Page) -> None:
    begin(table)
    lay(table, *A_S_CARDS[0])
    table.click("#faults summary")
    table.click("#power-cut")
    expect(table.locator('.pile[data-seat="A"] .card')).to_have_count(2)
    lay(table, *A_S_CARDS[1])
    expect(table.locator('.pile[data-seat="A"] .card')).to_have_count(4)


def test_several_cards_come_together_and_stay_if_they_shall(table: Page) -> None:
    begin(table)
    table.uncheck("#lift")
    table.check("#several")
    for card in A_S_CARDS[0]:
        table.click(f'#deck .card[data-card="{card}"]')
    expect(table.locator("#piles .card")).to_have_count(0)
    table.click("#lay")
    expect(table.locator("#trays .card")).to_have_count(2)
    expect(table.locator('.pile[data-seat="A"] .card')).to_have_count(2)
    table.locator("#trays .card").first.click()
    expect(table.locator("#trays .card")).to_have_count(1)


def test_who_has_only_a_keyboard_plays_too(table: Page) -> None:
    begin(table)
    table.keyboard.press("2", delay=100)
    expect(table.locator('.pile[data-seat="B"]')).to_have_class("pile next")
    table.locator('#deck .card[data-card="pine-crane"]').focus()
    table.keyboard.press("Tab")
    table.keyboard.press("Shift+Tab")
    table.keyboard.press("Enter")
    expect(table.locator('.pile[data-seat="B"] .card')).to_have_count(1)
    hold(table, "Backspace", lambda: expect(table.locator("#screen-text")).to_contain_text("Misdeal"))


def _asked_by(page: Page) -> list[Any]:
    """Return a list that fills with what the page asks the table for."""
    asked: list[Any] = []
    page.on("request", lambda sent: asked.append(sent.post_data_json) if sent.method == "POST" else None)
    return asked


@pytest.mark.parametrize("key", [" ", "Enter"])
def test_the_button_that_has_the_focus_is_pressed_once(table: Page, key: str) -> None:
    asked = _asked_by(table)
    table.locator('.push[data-button="A"]').focus()
    table.keyboard.press("Tab")
    table.keyboard.press(key, delay=200)
    table.wait_for_timeout(300)
    assert asked == [{"do": "push", "button": "B"}, {"do": "let-go", "button": "B"}]


def test_a_click_without_a_pointer_is_a_short_press(table: Page) -> None:
    asked = _asked_by(table)
    table.locator('.push[data-button="A"]').evaluate("button => button.click()")
    table.wait_for_timeout(300)
    assert asked == [{"do": "push", "button": "A"}, {"do": "let-go", "button": "A"}]


def test_the_focus_stays_where_it_is_while_cards_come_and_go(table: Page) -> None:
    table.uncheck("#lift")
    for card in A_S_CARDS[0]:
        table.click(f'#deck .card[data-card="{card}"]')
    expect(table.locator("#trays .card")).to_have_count(2)
    table.locator("#trays .card").last.focus()
    table.locator("#trays .card").first.evaluate("card => card.click()")
    expect(table.locator("#trays .card")).to_have_count(1)
    expect(table.locator("#trays .card")).to_be_focused()


def test_both_pages_work_where_the_browser_keeps_nothing(open_page: Any) -> None:
    for path in ("/", "/score"):
        page = open_page(
            path, beforehand="Object.defineProperty(window, 'localStorage', { get() { throw 0 } })"
        )
        expect(page.locator("#language")).to_have_text("日本語")
        page.click("#language")
        expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_the_scoreboard_tells_news_rounds_and_rules_in_the_language_that_was_chosen(
    table: Page, open_page: Any
) -> None:
    score = open_page("/score")
    begin(table)
    lay(table, "pine-crane")
    expect(score.locator("#newest")).to_have_text("A captured Pine crane.")
    table.keyboard.press("Enter", delay=100)
    hold(table, "2", lambda: expect(table.locator('.pile[data-seat="B"] .card')).to_have_count(40))
    row = score.locator(".history tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("1A dealt")
    expect(score.locator(".rules tbody tr").first).to_contain_text("A 1")
    score.click("#language")
    score.reload()
    expect(row).to_contain_text("親 A")
    expect(score.locator("html")).to_have_attribute("lang", "ja")


def test_a_lost_reader_is_told_on_the_display(table: Page) -> None:
    table.click("#faults summary")
    table.uncheck('#switches input[data-device="reader"]')
    expect(table.locator("#screen-text")).to_contain_text("eader", timeout=20_000)


def test_the_guide_leads_to_a_result_in_less_than_a_minute(table: Page) -> None:
    table.click("#guide-begin")
    steps = 0
    while table.locator(".pointed").count():
        text = table.locator("#guide-step").inner_text()
        if "11 of 11" in text:
            break
        _follow_guide(table)
        steps += 1
        assert steps < 30, text
    expect(table.locator("#screen-text")).to_contain_text("pays")


def _follow_guide(page: Page) -> None:
    """Do what the guide points at, and wait until it goes on."""
    before = page.locator("#guide-step").inner_text()
    for pointed in page.locator(".pointed").all():
        button = pointed.get_attribute("data-button")
        if button and "hold" in before:
            pointed.hover()
            page.mouse.down()
            expect(page.locator("#guide-step")).not_to_have_text(before)
            page.mouse.up()
        else:
            pointed.click()
    page.wait_for_timeout(600)


def test_a_browser_that_keeps_nothing_shows_the_table_too(open_page: Any) -> None:
    page = open_page("/", "Object.defineProperty(window, 'localStorage', {get() { throw new Error() }})")
    begin(page)
    page.click("#language")
    expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_what_another_page_of_this_machine_has_kept_is_not_believed(open_page: Any) -> None:
    page = open_page("/", "localStorage.setItem('language', 'fr')")
    begin(page)
    expect(page.locator("html")).to_have_attribute("lang", "en")


def test_a_new_match_of_the_same_game_is_told_as_one(open_page: Any) -> None:
    page = open_page("/score")
    begin(open_page())
    expect(page.locator("#newest")).to_contain_text("Round 1")
    told = page.evaluate(NEWS)
    assert told == ["round 1", "cards 0", "back"]


def test_a_round_that_several_won_is_told_as_theirs(open_page: Any) -> None:
    only_yaku = "The dealer scores 0; for the others only yaku count, lucky hands do not."
    assert open_page("/score").evaluate(TIES) == [
        "B scores most: 120.",
        "A and C score most: 120 each.",
        "Nobody scores.",
        "Nobody scores.",
        f"{only_yaku} B and C score most: 100 each.",
    ]


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
            _assert_fits(page)
            page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_pages_fit_every_width_and_everybody(open_page: Any, width: int, scheme: str) -> None:
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
            _assert_fits(shown)
            shown.click("#language")

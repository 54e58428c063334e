"""The scoreboard in a real browser, on the real command: `make check-browser`."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

sys.path.insert(0, str(Path(__file__).parent))  # pytest does not find its neighbour otherwise
from driving import A_S_CARDS, begin, hold, lay

pytest_plugins = ["opening"]

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


def test_the_scoreboard_tells_news_rounds_and_rules_in_the_language_that_was_chosen(
    table: Page, open_page: Any
) -> None:
    score = open_page("/score")
    begin(table)
    lay(table, "pine-crane")
    expect(score.locator("#newest")).to_have_text("A captured Pine crane.")
    table.keyboard.press("Enter", delay=100)
    # A hold that begins before that counts for nothing.
    expect(table.locator("#screen-text")).to_contain_text("40 not seen")
    hold(table, "2", lambda: expect(table.locator('.pile[data-seat="B"] .card')).to_have_count(40))
    row = score.locator(".history tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("1A dealt")
    expect(score.locator(".rules tbody tr").first).to_contain_text("A 1")
    score.click("#language")
    score.reload()
    expect(row).to_contain_text("親 A")
    expect(score.locator("html")).to_have_attribute("lang", "ja")


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

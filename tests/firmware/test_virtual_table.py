"""The virtual table without a browser: what the hands do, what the page is told, what it may ask for."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from firmware.config import Config, parse_config
from firmware.simulation import Simulation, Tags
from firmware.web.control import control
from firmware.web.live_table import Hands, LiveTable
from firmware.web.site import Request
from firmware.web.virtual_table import PortTaken, VirtualTable, hosts_at
from hardware import Button, SystemClock, VirtualClock
from scorer import Card, Seat

OWN = "http://localhost:8021"
PAGES = files("firmware.web") / "pages"


class Played:
    """A live table on a clock that jumps, and what somebody does at it."""

    def __init__(self, folder: Path, config: Config | None = None) -> None:
        self.clock = VirtualClock()
        self.table = LiveTable(self.clock, Simulation(config or Config(), folder, Tags()))

    def play(self, hands: Callable[[], None]) -> None:
        def target() -> None:
            self.wait(1)
            hands()
            self.table.stop()

        self.clock.start("hands", target)
        self.table.run()

    def wait(self, seconds: float) -> None:
        self.clock.sleep(seconds)

    def ask(self, **wish: Any) -> None:
        reply = control(_request(json.dumps(wish).encode()), (OWN,), self.table.do)
        assert reply.status == 204, reply.body
        self.wait(0.2)

    def press(self, *names: str) -> None:
        for name in names:
            self.ask(do="push", button=name)
            self.ask(do="let-go", button=name)

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self.table.showing.newest.state)
        return state


def _request(body: bytes, **headers: str) -> Request:
    return Request({"x-scorekeeper": "table", "origin": OWN, **headers}, body)


@pytest.fixture
def played(tmp_path: Path) -> Played:
    return Played(tmp_path)


def test_a_press_that_takes_no_time_at_all_counts_once(played: Played) -> None:
    def hands() -> None:
        for wish in ("push", "let-go"):
            body = json.dumps({"do": wish, "button": "OK"}).encode()
            control(_request(body), (OWN,), played.table.do)
        played.wait(0.5)
        assert played.state["phase"] == "setup"

    played.play(hands)


def test_a_card_that_is_tapped_is_captured_and_lifted_again(played: Played) -> None:
    def hands() -> None:
        played.press("OK", "OK")
        played.ask(do="tap", cards=["pine-crane", "pine-chaff-1"])
        assert played.state["trays"] == [["pine-crane", "pine-chaff-1"]]
        played.wait(0.5)
        assert played.state["trays"] == [[]]
        assert set(played.state["piles"]["A"]) == {"pine-crane", "pine-chaff-1"}

    played.play(hands)


def test_a_card_laid_down_is_on_the_scoreboard_within_300_ms(played: Played) -> None:
    def hands() -> None:
        played.press("OK", "OK")
        began_s = played.clock.now_s()
        played.ask(do="put-down", cards=["pine-crane"])
        played.wait(0.3 - (played.clock.now_s() - began_s))
        match = played.table.tables.newest.match
        assert match.round.piles[Seat.A] == (Card.PINE_CRANE,)

    played.play(hands)


def test_a_card_that_cannot_be_read_stays_until_it_can(played: Played) -> None:
    def hands() -> None:
        played.press("OK", "OK")
        played.ask(do="unplug", device="reader")
        played.ask(do="tap", cards=["pine-crane"])
        played.wait(2)
        assert played.state["trays"] == [["pine-crane"]]
        assert played.state["piles"]["A"] == []
        played.ask(do="plug", device="reader")
        played.wait(3)
        assert played.state["trays"] == [[]]
        assert played.state["piles"]["A"] == ["pine-crane"]

    played.play(hands)


def test_a_card_laid_down_stays_until_it_is_lifted(played: Played) -> None:
    def hands() -> None:
        played.press("OK", "OK")
        played.ask(do="put-down", cards=["pine-crane"])
        played.wait(3)
        assert played.state["trays"] == [["pine-crane"]]
        played.ask(do="lift", cards=["pine-crane"])
        assert played.state["trays"] == [[]]

    played.play(hands)


def test_a_card_laid_down_while_it_is_tapped_stays(played: Played) -> None:
    def hands() -> None:
        played.press("OK", "OK")
        played.ask(do="tap", cards=["pine-crane", "plum-warbler"])
        played.ask(do="put-down", cards=["pine-crane"])
        played.wait(3)
        assert played.state["trays"] == [["pine-crane"]]

    played.play(hands)


def test_a_card_that_is_tapped_again_is_shown_as_long_as_the_first_time(played: Played) -> None:
    def hands() -> None:
        played.press("OK", "OK")
        for _ in range(2):
            played.ask(do="tap", cards=["pine-crane"])
        played.wait(0.1)
        assert played.state["trays"] == [["pine-crane"]]
        played.wait(0.2)
        assert played.state["trays"] == [[]]

    played.play(hands)


def test_after_a_power_cut_the_round_goes_on(played: Played) -> None:
    def hands() -> None:
        played.press("OK", "OK")
        played.ask(do="tap", cards=["pine-crane"])
        played.wait(1)
        played.ask(do="cut-power")
        played.wait(1)
        assert played.state["piles"]["A"] == ["pine-crane"]
        assert played.state["is_ready"]

    played.play(hands)


def test_a_box_switched_off_at_its_buttons_is_dark_and_starts_again(played: Played) -> None:
    def hands() -> None:
        played.ask(do="push", button="OK")
        played.wait(3.5)
        assert played.state["is_off"]
        assert played.state["lines"] == []
        assert set(played.table.showing.newest.screen) <= set("A=")
        played.ask(do="cut-power")
        played.wait(1)
        assert not played.state["is_off"]
        assert "New game" in played.state["lines"]

    played.play(hands)


def test_what_is_unplugged_and_noisy_is_told_and_felt(played: Played) -> None:
    def hands() -> None:
        played.ask(do="unplug", device="display")
        played.ask(do="noise", rate=0.1)
        assert played.state["unplugged"] == ["display"]
        assert played.state["noise"] == 0.1
        assert set(played.table.showing.newest.screen) <= set("A=")
        played.ask(do="plug", device="display")
        played.wait(6)
        assert played.state["unplugged"] == []
        assert set(played.table.showing.newest.screen) > set("A=")

    played.play(hands)


@pytest.mark.parametrize(("chosen", "language"), [("ja", "ja"), ("en", "en"), ("both", "en")])
def test_the_page_is_told_in_which_language_the_display_is_read_out(
    tmp_path: Path, chosen: str, language: str
) -> None:
    played = Played(tmp_path, parse_config(f'[display]\nlanguage = "{chosen}"', ""))

    def hands() -> None:
        assert played.state["language"] == language

    played.play(hands)


def test_with_two_readers_there_are_two_trays(tmp_path: Path) -> None:
    played = Played(tmp_path, parse_config("", "", 2))

    def hands() -> None:
        played.press("OK", "OK")
        played.ask(do="put-down", cards=["pine-crane"], reader=2)
        assert played.state["trays"] == [[], ["pine-crane"]]
        played.wait(0.5)
        assert played.state["piles"] == {"A": [], "B": ["pine-crane"]}

    played.play(hands)


def test_the_second_reader_of_a_table_with_one_is_refused(played: Played) -> None:
    def hands() -> None:
        for wish in (
            {"do": "tap", "cards": ["pine-crane"], "reader": 2},
            {"do": "unplug", "device": "reader2"},
        ):
            played.ask(**wish)
        assert played.state["trays"] == [[]]
        assert played.state["unplugged"] == []

    played.play(hands)


def test_who_leaves_while_holding_a_button_lets_it_go(played: Played) -> None:
    def hands() -> None:
        played.ask(do="push", button="OK")
        played.table.do(Hands.let_all_go)
        played.wait(4)
        assert not played.state["is_off"]

    played.play(hands)


def test_an_end_does_not_wait_for_all_that_was_wished(played: Played) -> None:
    done: list[Hands] = []

    def hands() -> None:
        for _ in range(100):
            played.table.do(done.append)

    played.play(hands)
    assert len(done) < 10


def test_a_machine_that_stood_still_does_not_make_up_for_lost_time(played: Played) -> None:
    def hands() -> None:
        before_s = played.table._simulation.clock.now_s()
        played.table.do(lambda _hands: played.clock.sleep(30))
        played.wait(31)
        assert played.table._simulation.clock.now_s() - before_s < 3

    played.play(hands)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"[" * 4096,
        b"[]",
        b"{}",
        b'{"do":"score"}',
        b'{"do":["push"]}',
        b'{"do":"push"}',
        b'{"do":"push","button":"D"}',
        b'{"do":"let-go","button":null}',
        b'{"do":"tap","cards":[]}',
        b'{"do":"tap","cards":"pine-crane"}',
        b'{"do":"tap","cards":["crow"]}',
        b'{"do":"tap","cards":["pine-crane"],"reader":true}',
        b'{"do":"put-down","cards":["pine-crane"],"reader":3}',
        b'{"do":"noise","rate":1}',
        b'{"do":"noise","rate":"0.1"}',
        b'{"do":"noise","rate":NaN}',
        b'{"do":"noise","rate":true}',
        b'{"do":"unplug","device":"sofa"}',
    ],
)
def test_a_wish_that_is_none_is_refused_and_nothing_is_done(body: bytes) -> None:
    done: list[object] = []
    reply = control(_request(body), (OWN,), done.append)
    assert reply.status == 400
    assert reply.body.endswith(b"\n")
    assert done == []


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": OWN},
        {"x-scorekeeper": "table"},
        {"x-scorekeeper": "table", "origin": "http://elsewhere:8021"},
        {"x-scorekeeper": "table", "origin": "null"},
    ],
)
def test_only_the_page_itself_may_wish(headers: dict[str, str]) -> None:
    done: list[object] = []
    reply = control(Request(headers, b'{"do":"cut-power"}'), (OWN,), done.append)
    assert reply.status == 403
    assert done == []


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[VirtualTable]:
    clock = SystemClock()
    table = VirtualTable(clock, Simulation(Config(), tmp_path_factory.mktemp("data"), Tags()), 0)
    running = clock.start("table", table.run)
    yield table
    table.stop()
    assert running.join(5)


def _ask(table: VirtualTable, method: str, path: str, body: bytes = b"", **headers: str) -> Any:
    host = table.address.removeprefix("http://").removesuffix("/")
    connection = http.client.HTTPConnection("127.0.0.1", int(host.rpartition(":")[2]), timeout=5)
    connection.request(method, path, body, {"Host": host, **headers})
    return connection.getresponse()


def _events(answer: Any) -> Iterator[tuple[str, Any]]:
    while line := answer.fp.readline():
        if line.startswith(b"event: "):
            data = answer.fp.readline().removeprefix(b"data: ")
            yield line[7:].strip().decode(), json.loads(data)


def test_a_card_laid_down_through_the_page_is_on_the_page(served: VirtualTable) -> None:
    with _ask(served, "GET", "/table") as follows, _ask(served, "GET", "/board") as board:
        assert next(_events(board)) == ("board", {"phase": "home", "is_reader_lost": False, "match": None})
        wish = b'{"do":"put-down","cards":["pine-crane"]}'
        origin = served.address.removesuffix("/")
        with _ask(served, "POST", "/control", wish, Origin=origin, **{"X-Scorekeeper": "table"}) as answer:
            assert answer.status == 204
        states = (state for name, state in _events(follows) if name == "state")
        assert next(state for state in states if state["trays"] != [[]])["trays"] == [["pine-crane"]]


def test_every_file_of_the_pages_is_served_under_a_strict_policy(served: VirtualTable) -> None:
    html, script = ((PAGES / name).read_text("utf-8") for name in ("table.html", "table.js"))
    linked = {found.partition("#")[0] for found in re.findall(r'(?:href|src)="(/[^"]*)"', html)}
    linked |= set(re.findall(r'["`]\.?(/[a-z-]+\.[a-z]+)', script))
    assert {"/table.js", "/table.css", "/score", "/guide.js", "/names.json", "/cards.svg"} <= linked
    for path in {"/", *linked}:
        with _ask(served, "GET", path) as answer:
            assert (answer.status, path) == (200, path)
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert len(answer.read()) == int(answer.headers["Content-Length"])


def test_another_name_for_this_machine_is_turned_away(served: VirtualTable) -> None:
    with _ask(served, "GET", "/", Host="evil.example:8021") as answer:
        assert answer.status == 421


@pytest.mark.parametrize(
    ("port", "more"), [(8021, ()), (80, ("localhost", "127.0.0.1"))], ids=["own", "usual"]
)
def test_browsers_leave_the_usual_port_out(port: int, more: tuple[str, ...]) -> None:
    assert hosts_at(port) == (f"localhost:{port}", f"127.0.0.1:{port}", *more)


def test_a_port_that_is_taken_is_told(served: VirtualTable, tmp_path: Path) -> None:
    port = int(served.address.rstrip("/").rpartition(":")[2])
    simulation = Simulation(Config(), tmp_path / "second", Tags())
    with pytest.raises(PortTaken, match=f"port {port} is taken"):
        VirtualTable(SystemClock(), simulation, port)


def test_the_command_says_where_the_page_is_opens_it_and_ends_when_it_is_told(tmp_path: Path) -> None:
    """The browser goes on for as long as it may: meanwhile it must be served."""
    browser = tmp_path / "browser"
    browser.write_text('#!/bin/sh\necho "opened $1"\nread end\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "firmware", "simulate", "--port", "0", "--data", str(tmp_path), "--open"]
    with subprocess.Popen(
        command,
        env={**os.environ, "BROWSER": str(browser)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            said = re.search(r"http://localhost:(\d+)/", process.stdout.readline())
            assert said
            assert process.stdout.readline() == f"opened {said[0]}\n"
            with closing(http.client.HTTPConnection("127.0.0.1", int(said[1]), timeout=5)) as line:
                line.request("GET", "/", headers={"Host": f"localhost:{said[1]}"})
                assert line.getresponse().status == 200
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    assert (tmp_path / "deck.json").exists()


def _words() -> dict[str, dict[str, str]]:
    words: dict[str, dict[str, str]] = json.loads((PAGES / "table-words.json").read_text("utf-8"))
    return words


def test_the_page_has_the_same_words_in_both_languages() -> None:
    english, japanese = _words()["en"], _words()["ja"]
    assert english.keys() == japanese.keys()
    for key, text in english.items():
        assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", japanese[key])), key


def test_every_word_of_the_page_is_used_and_none_is_missing() -> None:
    html, *scripts = (
        (PAGES / name).read_text("utf-8") for name in ("table.html", "table.js", "table-hands.js")
    )
    script = "".join(scripts)
    keys = set(_words()["en"])
    asked = set(re.findall(r'data-(?:word|label)="([^"]+)"', html))
    asked |= set(re.findall(r'(?:say|tell)\("([^"]+)"', script))
    assert asked - keys == set()
    begins = tuple(re.findall(r"`([\w-]+-)\$\{", script))
    assert {key for key in keys if f'"{key}"' not in html + script and not key.startswith(begins)} == set()


def test_the_guide_points_at_what_is_there() -> None:
    script = (PAGES / "guide.js").read_text("utf-8")
    pointed = {
        name for part in re.findall(r"point: \[([^\]]*)\]", script) for name in re.findall(r'"([^"]+)"', part)
    }
    assert pointed
    assert pointed <= {card.id for card in Card} | {button.value for button in Button} | {"power"}

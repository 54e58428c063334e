"""The virtual table on a clock that jumps: what the hands do there, and what the page is told."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.config import Config, parse_config
from firmware.simulation import Simulation, Tags
from firmware.web.control import control
from firmware.web.live_table import Hands, LiveTable
from firmware.web.site import Request
from hardware import VirtualClock
from scorer import Card, Seat

OWN = "http://localhost:8021"


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

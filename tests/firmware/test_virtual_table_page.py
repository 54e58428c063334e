"""The virtual table in real time, served to this machine alone, and the command that begins it."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from firmware.config import Config
from firmware.simulation import Simulation, Tags
from firmware.web.virtual_table import PortTaken, VirtualTable, hosts_at
from hardware import SystemClock

PAGES = files("firmware.web") / "pages"


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

"""The scoreboard beside a box: who may look, what they see, and that nothing of it stops the game."""

import http.client
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from visitors import ask, descriptors, settled

from firmware.config import parse_config
from firmware.page import open_page
from firmware.table.pages import InAddresses
from firmware.web import scoreboard
from firmware.web.box_board import BoxBoard
from hardware import SystemClock

NAME = "raspberrypi"
RUN = """
import os, sys
os.dup2(int(sys.argv[3]), 3)
os.environ["LISTEN_PID"] = str(os.getpid())
from firmware.cli import main
from firmware import run
print(sorted(name for name in sys.modules if name.startswith(("firmware.web.", "http", "segno"))), flush=True)
sys.exit(main(["run", "--config", sys.argv[1], "--data", sys.argv[2]]))
"""


class Visitor:
    """Follows the board of a box."""

    def __init__(self, port: int) -> None:
        self._line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        self._line.request("GET", "/board")
        self._answer = self._line.getresponse()
        assert self._answer.getheader("Content-Type") == "text/event-stream"

    def board(self) -> dict:
        """Wait for the next board."""
        while not (row := self._answer.readline()).startswith(b"data: "):
            assert row, "the box has hung up"
        return json.loads(row.removeprefix(b"data: "))

    def sees_the_end(self) -> bool:
        return not self._answer.read().strip(b":\n")

    def leave(self) -> None:
        self._answer.close()
        self._line.close()


@pytest.fixture
def board():
    """Return the scoreboard of a box on a free port of this machine."""
    before = descriptors()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        board = BoxBoard(SystemClock(), listening, NAME)
        board.port = listening.getsockname()[1]
        board.listening = listening
        board.begin()
        yield board
        board.end()
        assert settled() == []
    assert descriptors() == before


def test_a_capture_is_seen_by_whoever_follows(board, botan):
    board.tell(botan.table)
    visitor = Visitor(board.port)
    assert visitor.board()["match"]["players"]["A"]["cards"] == []
    botan.tap("pine-crane")
    board.tell(botan.table)
    assert visitor.board()["match"]["players"]["A"]["cards"] == ["pine-crane"]
    visitor.leave()


def test_what_changes_nothing_on_the_board_is_not_told(board, botan):
    board.tell(botan.table)
    visitor = Visitor(board.port)
    visitor.board()
    botan.wait(10)
    board.tell(botan.table)
    botan.tap("pine-crane")
    board.tell(botan.table)
    assert visitor.board()["match"]["players"]["A"]["cards"] == ["pine-crane"]
    visitor.leave()


def test_a_board_is_made_once_for_all_and_not_at_all_while_nobody_looks(board, botan, monkeypatch):
    made: list[object] = []
    monkeypatch.setattr(scoreboard, "board_of", lambda table: {"number": made.append(table) or len(made)})
    for _ in range(50):
        botan.wait(1)
        board.tell(botan.table)
    assert made == []
    visitors = [Visitor(board.port) for _ in range(4)]
    assert [visitor.board() for visitor in visitors] == [{"number": 1}] * 4
    for visitor in visitors:
        visitor.leave()


PATHS = ("/", "/score", "/names.json", *(f"/{name}" for name in scoreboard._PARTS))


@pytest.mark.parametrize("path", PATHS)
def test_the_page_and_all_that_it_is_made_of_are_there(board, path):
    answer = ask(board.listening, f"GET {path} HTTP/1.1\r\nHost: {NAME}.local:{board.port}\r\n\r\n".encode())
    assert answer.startswith(b"HTTP/1.0 200 ")


@pytest.mark.parametrize(
    "method", ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT"]
)
def test_nothing_can_be_changed_from_a_browser(board, method):
    """But for pages that are read whoever asks is refused, and no deed hangs on any path."""
    site = board._server._house.site
    assert site.deeds == {}
    for path in (*site.pages, *site.streams, "/control", "/table", "/nothing"):
        if method in ("GET", "HEAD") and path in site.pages | site.streams.keys():
            continue
        sent = (
            f"{method} {path} HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 2\r\nX-Scorekeeper: 1\r\n\r\n{{}}"
        )
        answer = ask(board.listening, sent.encode())
        assert answer.startswith((b"HTTP/1.0 404 ", b"HTTP/1.0 501 ")), path


def test_the_end_hangs_up_at_once_on_everybody(board):
    visitors = [Visitor(board.port) for _ in range(8)]
    board.end()
    assert settled() == []
    assert all(visitor.sees_the_end() for visitor in visitors)
    for visitor in visitors:
        visitor.leave()


def test_the_addresses_are_the_numbers_first_and_then_the_name(board, monkeypatch):
    monkeypatch.setattr(
        "firmware.web.box_board.addresses_of", lambda _socket: ("192.168.178.123", "10.0.0.7")
    )
    port = board.port
    numbers = (f"http://192.168.178.123:{port}", f"http://10.0.0.7:{port}")
    assert board.addresses() == (*numbers, f"http://{NAME}.local:{port}")


@pytest.mark.parametrize("name", ["", "localhost", "my box", "鶴", "\udcff", "-", "a" * 64])
def test_a_name_that_nobody_can_ask_for_is_no_address(board, monkeypatch, name):
    monkeypatch.setattr("firmware.web.box_board.addresses_of", lambda _socket: ("10.0.0.7",))
    board._name = name
    assert board.addresses() == (f"http://10.0.0.7:{board.port}",)


@pytest.mark.parametrize(("is_online", "found"), [(True, ("http://raspberrypi.local:{}",)), (False, ())])
def test_without_a_number_there_is_the_name_and_without_a_network_nothing(
    board, monkeypatch, is_online, found
):
    monkeypatch.setattr("firmware.web.box_board.addresses_of", lambda _socket: ())
    monkeypatch.setattr("firmware.web.box_board.has_line", lambda _socket: is_online)
    assert board.addresses() == tuple(address.format(board.port) for address in found)


def test_a_kernel_that_does_not_say_is_no_reason_to_stop(board, monkeypatch, caplog):
    def refuse(_socket):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr("firmware.web.box_board.addresses_of", refuse)
    assert board.addresses() == ()
    assert "the addresses of this machine are not known" in caplog.text


def test_the_box_reads_the_addresses_when_the_page_is_opened(evening):
    """The loop asks, and hands the answer to the table."""
    asked: list[int] = []
    evening.play("wait 1")
    appliance = evening.appliance
    appliance._addresses = lambda: asked.append(1) or ("http://10.0.0.7:8021",)
    appliance.table = _at_page(appliance.table)
    evening.play("press A")
    assert asked == [1]
    assert appliance.table.view.mode.addresses == ("http://10.0.0.7:8021",)


def _at_page(table):
    return replace(table, view=replace(table.view, mode=InAddresses()))


def test_a_page_that_is_off_is_none(caplog):
    with open_page(SystemClock(), {}, is_wanted=False) as page:
        assert (page.is_on, page.addresses()) == (False, ())
    assert caplog.text == ""


def test_a_socket_that_is_handed_in_while_the_page_is_off_is_closed(monkeypatch, caplog):
    listening = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setattr("firmware.page.handed_in", lambda _environment: listening)
    with open_page(SystemClock(), {}, is_wanted=False) as page:
        assert (page.is_on, listening.fileno()) == (False, -1)
    assert (
        "write enabled = true under [web], or sudo systemctl disable --now scorekeeper.socket" in caplog.text
    )


def test_a_port_that_is_taken_is_said_in_one_line_and_the_game_goes_on(caplog):
    with socket.create_server(("", 0)) as taken:
        port = taken.getsockname()[1]
        with open_page(SystemClock(), {}, is_wanted=True, port=port) as page:
            assert not page.is_on
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert (
        record.getMessage()
        == f"the game goes on without its scoreboard: another program listens on port {port}"
    )


def test_a_box_that_is_run_by_hand_opens_its_port_itself():
    with open_page(SystemClock(), {}, is_wanted=True, port=0) as page:
        assert page.is_on
        for address in page.addresses()[:1]:
            host, port = address.split("/")[2].split(":")
            socket.create_connection((host, int(port)), 5).close()
    assert settled() == []


@contextmanager
def _box(tmp_path: Path, settings: str, listening: socket.socket) -> Iterator[subprocess.Popen]:
    """Run the command on this machine, which has neither reader nor display, with a socket handed in."""
    (tmp_path / "settings.toml").write_text(settings)
    places = (tmp_path / "settings.toml", tmp_path / "data", listening.fileno())
    with subprocess.Popen(
        [sys.executable, "-c", RUN, *map(str, places)],
        env={**os.environ, "LISTEN_FDS": "1", "GPIOZERO_PIN_FACTORY": "mock"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=[listening.fileno()],
        text=True,
    ) as box:
        try:
            yield box
        finally:
            box.kill()  # a test that fails would wait for its end


def test_the_command_serves_the_socket_that_it_is_handed_until_it_is_told_to_end(tmp_path):
    listening = socket.create_server(("127.0.0.1", 0))
    with listening, _box(tmp_path, "[web]\nenabled = true\n", listening) as box:
        assert box.stdout.readline() == "[]\n"  # what only the page needs is not loaded without it
        visitor = Visitor(listening.getsockname()[1])
        while not (board := visitor.board())["is_reader_lost"]:
            pass  # it takes a moment to find that this machine has none
        assert board["phase"] == "home"
        box.send_signal(signal.SIGTERM)
        assert visitor.sees_the_end()
        _, told = box.communicate(timeout=10)
        visitor.leave()
    assert box.returncode == 0, told


def test_the_settings_of_the_readme_turn_it_on():
    assert parse_config("[web]\nenabled = true", "x").has_page

"""Readiness and watchdog: what systemd is told, and that a thread that hangs is not covered up."""

import itertools
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from firmware.box import build
from firmware.config import Config
from firmware.health import DISPLAY, READERS, Health, hanging, health_of
from firmware.notify import notifier
from firmware.script import make_tags
from firmware.simulation import Simulation, Tags
from firmware.table import NewGame
from hardware import Button, VirtualClock
from hardware.simulated import World
from scorer import Seat

FEED_S = 10.0


class Served:
    """A simulated box under a service manager, from switching it on.

    Attributes:
        told: what the manager heard, with the time.
    """

    def __init__(self, data: Path, feed_every_s: float | None = FEED_S) -> None:
        self.clock = VirtualClock()
        self.told: list[tuple[float, str]] = []
        config = Config()
        self.world = World(self.clock, config.devices)
        self.box = build(config, data, self.clock, self.world.machine)
        self.health = Health(lambda line: self.told.append((self.clock.now_s(), line)), feed_every_s)

    def start(self, seconds: float) -> None:
        self.clock.start("box", lambda: self.box.run(self.health))
        self.clock.sleep(seconds)

    def said(self, word: str) -> list[str]:
        return [line for _, line in self.told if line.startswith(word)]

    def hang(self, *_: object, **__: object) -> Any:
        """Wait for what never comes, as a driver does whose device took the bus with it."""
        self.clock.mailbox().get(None)

    def fed_s(self) -> list[float]:
        return [at_s for at_s, line in self.told if line == "WATCHDOG=1"]


@pytest.fixture
def served(tmp_path: Path) -> Any:
    served = Served(tmp_path)
    yield served
    served.clock.kill_others()


def test_ready_is_said_once_when_the_picture_stands_and_the_reader_polls(served: Served) -> None:
    served.start(0.001)
    assert served.said("READY") == []
    served.clock.sleep(2.0)
    assert served.said("READY") == ["READY=1"]
    assert served.world.panel.is_on
    assert served.said("STATUS") == ["STATUS=home"]


@pytest.mark.parametrize("gone", ["reader", "display", "both"])
def test_what_is_known_to_be_missing_does_not_keep_the_box_from_being_ready(
    served: Served, gone: str
) -> None:
    served.world.set_reader_plugged(gone == "display")
    served.world.set_display_plugged(gone == "reader")
    served.start(2.0)
    assert served.said("READY") == ["READY=1"]
    lost = "STATUS=home; reader 1: no reader on the bus: check its wires"
    said = served.said("STATUS")
    assert any(line.startswith(lost) for line in said) is (gone != "display")
    assert any(line.endswith("display lost") for line in said) is (gone != "reader")


@pytest.mark.parametrize("device", ["display", "reader"])
def test_a_device_that_hangs_at_the_start_leaves_the_box_unready(
    served: Served, monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    devices = served.box._devices
    driver = devices.display if device == "display" else devices.readers[0]
    monkeypatch.setattr(driver, "open", served.hang)
    served.start(30.0)
    assert served.said("READY") == []


def test_a_box_that_is_well_feeds_the_watchdog_every_half_of_its_time(served: Served) -> None:
    served.start(65.0)
    assert served.fed_s() == pytest.approx([0, 10, 20, 30, 40, 50, 60], abs=0.5)


def _hang_readers(served: Served, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(served.box._devices.readers[0], "poll", served.hang)


def _hang_display(served: Served, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(served.box._devices.display, "check", served.hang)


@pytest.mark.parametrize(
    ("thread", "hang"), [(READERS, _hang_readers), (DISPLAY, _hang_display)], ids=[READERS, DISPLAY]
)
def test_a_thread_that_hangs_ends_the_feeding_and_is_named_once(
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    thread: str,
    hang: Callable[[Served, pytest.MonkeyPatch], None],
) -> None:
    caplog.set_level(logging.INFO, "firmware.health")
    served.start(25.0)
    hang(served, monkeypatch)
    served.clock.sleep(60.0)
    assert max(served.fed_s()) < 25.0 + FEED_S
    errors = [one.getMessage() for one in caplog.records if one.name == "firmware.health"]
    assert errors == [f"no sign of life from the {thread}: the watchdog is not fed"]


def test_a_disk_that_hangs_ends_the_feeding_for_the_loop_itself_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Simulation(Config(), tmp_path, Tags()).begin(NewGame("botan-cho", 2, 12, Seat.A))
    served = Served(tmp_path)
    served.start(5.0)
    monkeypatch.setattr(os, "fsync", served.hang)
    served.world.put_down([next(iter(make_tags("7", 1).values()))])
    served.clock.sleep(60.0)
    served.clock.kill_others()
    assert max(served.fed_s()) < 5.0 + FEED_S


@pytest.mark.parametrize(
    ("rounds", "late"),
    [
        ({"a": 10.0, "b": 12.0}, ()),
        ({"a": 4.9, "b": 12.0}, ("a",)),
        ({"a": 5.0, "b": 12.0}, ()),
        ({"a": 0.0, "b": 1.0}, ("a", "b")),
        ({}, ()),
    ],
)
def test_a_thread_hangs_when_its_last_round_is_too_long_ago(
    rounds: dict[str, float], late: tuple[str, ...]
) -> None:
    assert hanging(rounds, 15.0, 10.0) == late


def test_the_end_is_told_before_the_devices_are_let_go(served: Served) -> None:
    served.start(2.0)
    served.box.stop()
    served.clock.sleep(2.0)
    assert served.told[-1][1] == "STOPPING=1"


def test_a_held_ok_ends_the_box_and_leaves_it_to_its_starter_to_say_so(served: Served) -> None:
    """From that word on systemd waits two seconds only, and the wish to power off may take as long."""
    served.start(2.0)
    served.world.push(Button.OK)
    served.clock.sleep(5.0)
    assert served.box.table.view.is_off
    assert not served.world.panel.is_on
    assert served.said("STOPPING") == []


@pytest.mark.parametrize(
    ("environment", "every_s"),
    [
        ({"WATCHDOG_USEC": "20000000"}, 10.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid())}, 10.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_is_fed_twice_in_its_time_where_there_is_one(
    environment: dict[str, str], every_s: float | None
) -> None:
    assert health_of(environment).feed(100.0) == (None if every_s is None else 100.0 + every_s)


@pytest.mark.parametrize("kind", ["file", "abstract"])
def test_lines_reach_a_socket_of_either_kind(tmp_path: Path, kind: str) -> None:
    name = f"{tmp_path}/notify" if kind == "file" else f"@scorekeeper-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(name.replace("@", "\0"))
        manager.settimeout(1.0)
        notifier(name)("STATUS=猪鹿蝶")
        assert manager.recv(100).decode() == "STATUS=猪鹿蝶"


@pytest.mark.parametrize("address", [None, "", "/nonexistent/notify"])
def test_where_nobody_listens_the_box_goes_on(address: str | None, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "firmware.notify")
    notifier(address)("READY=1")
    assert len(caplog.records) == (1 if address else 0)


def test_a_real_box_says_ready_feeds_its_watchdog_and_says_that_it_stops(tmp_path: Path) -> None:
    """No bus is there: both devices are known to be missing."""
    address = tmp_path / "notify"
    environment = {
        **os.environ,
        "GPIOZERO_PIN_FACTORY": "mock",
        "GPIOZERO_MOCK_PIN_CLASS": "mockpwmpin",
        "NOTIFY_SOCKET": str(address),
        "WATCHDOG_USEC": "100000",
    }
    command = [sys.executable, "-m", "firmware", "run", "--data", str(tmp_path / "data")]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(address))
        manager.settimeout(20.0)
        with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment) as process:
            lines = [manager.recv(200).decode()]
            while "READY=1" not in lines or lines[-1] != "WATCHDOG=1":
                lines.append(manager.recv(200).decode())
            asked_s = time.monotonic()
            process.send_signal(signal.SIGTERM)
            while lines[-1] != "STOPPING=1":
                lines.append(manager.recv(200).decode())
            assert process.wait(5) == 0
            assert time.monotonic() - asked_s < 2.0
    kinds = {line.partition("=")[0] for line in lines}
    assert kinds == {"READY", "STATUS", "STOPPING", "WATCHDOG"}
    assert [line for line, _ in itertools.groupby(lines)].count("READY=1") == 1

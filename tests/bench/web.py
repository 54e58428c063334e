"""Measures how soon a browser sees a tapped card, and what a page costs that stands open while nobody plays.

A whole box on the simulated chip and panel plays in real time in a process of its own, as `scorekeeper
simulate` has it; this process is the browser.

    python tests/bench/web.py [nothing | page]    # such a box, without and with its pages; prints the port
"""

import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT)]

from firmware.config import Config  # noqa: E402 - found on the path above
from firmware.simulation import Simulation, Tags  # noqa: E402
from firmware.table import NewGame  # noqa: E402
from hardware import SystemClock  # noqa: E402
from scorer import Card, Seat  # noqa: E402

Result = dict[str, Any]

IDLE_S = 10.0
TAPS = 50
LIMIT_MS = 300

_SETTLE_S = 2.0
_PAUSE_S = 0.6
_TICKS = os.sysconf("SC_CLK_TCK")
_CARDS = [card.id for card in Card]


def measure() -> Result:
    """Measure both and print them."""
    return {"from tag to browser": _latency(), "idle": _idle()}


@contextmanager
def _box(kind: str) -> Iterator[tuple[int, int]]:
    """Run a box meanwhile; give its pid and its port."""
    command = [sys.executable, __file__, kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.pid, int(process.stdout.readline())
        finally:
            process.terminate()


class _Browser:
    """A page that follows, and whoever lays cards on the virtual table."""

    def __init__(self, port: int, path: str) -> None:
        self._port = port
        self._line = http.client.HTTPConnection("localhost", port, timeout=30)
        self._line.request("GET", path)
        self._sent = self._line.getresponse()

    def data(self) -> Any:
        """Wait for the next event, and return what it holds."""
        while not (row := self._sent.readline()).startswith(b"data: "):
            if not row:
                raise ConnectionError("the box hung up")
        return json.loads(row.removeprefix(b"data: "))

    def ask(self, **wish: Any) -> None:
        """Have something done at the table."""
        line = http.client.HTTPConnection("localhost", self._port, timeout=30)
        origin = f"http://localhost:{self._port}"
        headers = {"Origin": origin, "X-Scorekeeper": "1"}
        line.request("POST", "/control", json.dumps(wish), headers)
        answer = line.getresponse()
        if answer.status >= 400:
            raise ConnectionError(f"{wish}: {answer.status} {answer.read().decode()}")
        line.close()


def _latency() -> Result:
    """Return after how many ms a card that is laid down is on the scoreboard; asking counts too."""
    chance, times = random.Random(1), []
    while len(times) < TAPS:
        with _box("page") as (_, port):
            browser = _Browser(port, "/board")
            browser.data()
            for card in _CARDS[: TAPS - len(times)]:
                time.sleep(_PAUSE_S + chance.random() * 0.1)
                times.append(_seen_after_ms(browser, card))
                browser.ask(do="lift", cards=[card])
    result = {"median, ms": median(times), "worst": max(times)}
    print(f"\nFrom a tag in the field to a browser's event, {TAPS} taps in real time; limit {LIMIT_MS} ms")
    print(", ".join(f"{key} {value:.0f}" for key, value in result.items()))
    return result


def _seen_after_ms(browser: _Browser, card: str) -> float:
    began_s = time.monotonic()
    browser.ask(do="put-down", cards=[card])
    while card not in browser.data()["match"]["players"]["A"]["cards"]:
        pass
    return 1000 * (time.monotonic() - began_s)


def _idle() -> dict[str, Result]:
    """Return the share of a processor, and the memory, that a box takes at which nobody plays."""
    cases = {
        "no page": ("nothing", None),
        "pages, nobody looks": ("page", None),
        "the scoreboard is open": ("page", "/board"),
        "the virtual table is open": ("page", "/table"),
    }
    results = {name: _idle_cost(*case) for name, case in cases.items()}
    print(f"\nA box at which nobody plays, {IDLE_S:.0f} s")
    for name, row in results.items():
        print(f"{name:28} {row['processor, %']:5.1f} % of a processor, {row['memory, MB']:5.1f} MB")
    return results


def _idle_cost(kind: str, path: str | None) -> Result:
    with _box(kind) as (pid, port):
        browser = None if path is None else _Browser(port, path)
        time.sleep(_SETTLE_S)
        before_s = _spent_s(pid)
        time.sleep(IDLE_S)
        share = (_spent_s(pid) - before_s) / IDLE_S
        status = Path(f"/proc/{pid}/status").read_text("ascii", "replace")
        del browser
    kilobytes = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:"))
    return {"processor, %": 100 * share, "memory, MB": kilobytes / 1024}


def _spent_s(pid: int) -> float:
    """Return how long a process has computed."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _serve(kind: str) -> None:
    """Be a box, until somebody ends the process."""
    with tempfile.TemporaryDirectory() as folder:
        simulation = Simulation(Config(), Path(folder), Tags())
        simulation.begin(NewGame("ino-shika-cho", 2, 1_000_000, Seat.A))
        if kind == "nothing":
            from firmware.web.live_table import LiveTable

            print(0, flush=True)
            LiveTable(SystemClock(), simulation).run()
        else:
            from firmware.web.virtual_table import VirtualTable

            table = VirtualTable(SystemClock(), simulation, 0)
            print(table.address.rstrip("/").rpartition(":")[2], flush=True)
            table.run()


if __name__ == "__main__":
    _serve(*sys.argv[1:])

"""Measures the scorer, beside a mahjong scorer and the naive one, in one run."""

import json
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "trust")]

import naive  # noqa: E402 - found on the path above
import rounds  # noqa: E402

from scorer import Pile, Seat, load, score_pile, score_round, shipped  # noqa: E402

SAMPLES = 2_000
AT_LEAST_S = 2.0


def rate(work: Callable[[], int]) -> float:
    """Repeat a piece of work for a while, and return how much of it is done in a second."""
    done, started_s = 0, time.perf_counter()
    while (spent_s := time.perf_counter() - started_s) < AT_LEAST_S:
        done += work()
    return done / spent_s


def piles_a_second(game: str) -> float:
    """Score random piles, with the list of yaku made."""
    rules, chance = load(game), random.Random(game)
    options, deck = rules.options(), list(rules.deck)
    piles = [Pile.of(chance.sample(deck, chance.randrange(5, 30))) for _ in range(SAMPLES)]

    def work() -> int:
        return len([score_pile(pile, rules, options).yaku for pile in piles])

    return rate(work)


def rounds_a_second(game: str) -> float:
    """Score random rounds of two players, fuke and settlement included."""
    rules, chance = load(game), random.Random(game)
    options, deck = rules.options(), list(rules.deck)
    tables = []
    for _ in range(SAMPLES):
        mine = Pile.of(chance.sample(deck, len(deck) // 2))
        tables.append({Seat.A: mine, Seat.B: rules.deck - mine})

    def work() -> int:
        return len([score_round(rules, options, piles, Seat.A, {}) for piles in tables])

    return rate(work)


def naive_rounds_a_second(game: str) -> float:
    """Let the naive scorer of tests/trust score random rounds."""
    chance = random.Random(game)
    requests = [rounds.random_request(game, chance) for _ in range(SAMPLES)]
    return rate(lambda: len([naive.score(request) for request in requests]))


def mahjong_hands_a_second() -> float:
    """Let PyPI's mahjong estimate one winning hand again and again."""
    from mahjong.hand_calculating.hand import HandCalculator
    from mahjong.tile import TilesConverter

    calculator = HandCalculator()
    tiles = TilesConverter.string_to_136_array(man="22444", pin="333567", sou="444")
    win = TilesConverter.string_to_136_array(sou="4")[0]
    return rate(lambda: len([calculator.estimate_hand_value(tiles, win) for _ in range(100)]))


def score_lines(lines: int) -> dict[str, Any]:
    """Send lines of all four games through `scorekeeper score`, and watch its memory."""
    chance = random.Random(1)
    asked = [
        json.dumps(rounds.random_request(game, chance)).encode() + b"\n"
        for game in shipped()
        for _ in range(500)
    ]
    command = [sys.executable, "-m", "firmware", "score"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def feed() -> None:
            with process.stdin as pipe:  # type: ignore[union-attr]
                for number in range(lines):
                    pipe.write(asked[number % len(asked)])

        started_s = time.perf_counter()
        threading.Thread(target=feed, daemon=True).start()
        memory = []
        for number, _ in enumerate(process.stdout):
            if number % max(lines // 10, 1) == lines // 10 - 1:
                memory.append(_resident_kb(process.pid))
        spent_s = time.perf_counter() - started_s
    return {"lines_a_second": lines / spent_s, "resident_kb_after_each_tenth": memory}


def _resident_kb(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text("ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def measure(lines: int) -> dict[str, Any]:
    """Measure all and print it; `lines` is how many `scorekeeper score` gets."""
    table: dict[str, Any] = {}
    for game in shipped():
        table[f"piles a second, {game}"] = piles_a_second(game)
        table[f"rounds a second, {game}"] = rounds_a_second(game)
        table[f"rounds a second, {game}, naive scorer"] = naive_rounds_a_second(game)
    table["hands a second, PyPI's mahjong"] = mahjong_hands_a_second()
    for name, value in table.items():
        print(f"{name:50} {value:12,.0f}", flush=True)
    table[f"scorekeeper score, {lines} lines"] = scored = score_lines(lines)
    memory = scored["resident_kb_after_each_tenth"]
    print(f"{'lines a second, scorekeeper score':50} {scored['lines_a_second']:12,.0f}")
    print(f"{'its memory after the first and the last tenth, kB':50} {memory[0]:12,} {memory[-1]:,}")
    return table

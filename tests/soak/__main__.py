"""Random rounds with random mistakes, faults and power cuts: `python tests/soak [ROUNDS=2000] [SEED=1]`.

After each round the box's piles, lucky hands and standings must equal an independent replay of its
journal. Runs in two processes, prints as it goes, and exits 1 at the first difference or if memory grows.
"""

import logging
import sys
import tempfile
import time
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # the box of this checkout
from evening import Evening

from scorer import load, shipped

MATCH = 25
"""Rounds in one evening."""

MORE_KB = 20_000
"""How much a process may grow after its first evenings."""


def _evening(job: tuple[str, int, str]) -> tuple[int, Counter[str], int]:
    game, rounds, seed = job
    logging.disable(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        evening = Evening(load(game), Path(folder), seed)
        for _ in range(rounds):
            evening.play_round()
        evening.end()
    return rounds, evening.counts, _resident_kb()


def _resident_kb() -> int:
    status = Path("/proc/self/status").read_text("ascii")
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS")))


def main(total: str = "2000", seed: str = "1") -> int:
    """Play the evenings; return the exit status."""
    games = shipped()
    jobs = [
        (games[number % len(games)], min(MATCH, int(total) - start), f"{seed} {number}")
        for number, start in enumerate(range(0, int(total), MATCH))
    ]
    began_s, done, counts, sizes = time.monotonic(), 0, Counter[str](), []
    with Pool(2, maxtasksperchild=None) as pool:
        for rounds, more, size in pool.imap(_evening, jobs):
            done, counts = done + rounds, counts + more
            sizes.append(size)
            print(f"{done:,} rounds, {time.monotonic() - began_s:.0f} s, {size:,} kB", flush=True)
    print(", ".join(f"{name} {count:,}" for name, count in counts.most_common()))
    grown = max(sizes[-4:]) - max(sizes[: max(len(sizes) // 4, 4)])
    print(f"memory grew by {max(grown, 0):,} kB after the first quarter")
    return 0 if grown < MORE_KB else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

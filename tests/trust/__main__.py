"""Compare both scorers on many random rounds: `python tests/trust/__main__.py [ROUNDS=1000000] [SEED=1]`.

Runs ROUNDS rounds and a hundredth as many matches of each game, in two processes. Exits 1 at the first
difference.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # the scorer of this checkout
import naive
import rounds

CHUNK = 10_000
REPORT = 100_000

Chunk = tuple[str, str, int, int]


def _chunks(game: str, total: int, seed: str) -> Iterator[Chunk]:
    for start in range(0, total, CHUNK):
        end = min(start + CHUNK, total)
        yield game, f"{seed} {start}", end - start, end // 100 - start // 100


def _compare(chunk: Chunk) -> tuple[int, int, rounds.Comparison]:
    return chunk[2], chunk[3], rounds.compare(*chunk)


def _run_game(game: str, total: int, seed: str) -> bool:
    """Compare one game, print as it goes, and say whether the scorers agree."""
    started = time.monotonic()
    done, matches, counts = 0, 0, Counter[str]()
    with Pool(2) as pool:
        for more_rounds, more_matches, comparison in pool.imap(_compare, _chunks(game, total, seed)):
            if comparison.difference is not None:
                print(f"{game}: the scorers differ\n{comparison.difference}")
                return False
            done, matches = done + more_rounds, matches + more_matches
            counts += comparison.counts
            if done % REPORT == 0:
                print(f"{game}: {done:,} rounds agree, {time.monotonic() - started:.0f} s", flush=True)
    table = ", ".join(f"{sight} {count:,}" for sight, count in counts.most_common())
    print(f"{game}: all {done:,} rounds and {matches:,} matches agree; seen: {table}", flush=True)
    return True


def main(total: str = "1000000", seed: str = "1") -> int:
    """Compare the games in turn; return the exit status."""
    return 0 if all(_run_game(game, int(total), seed) for game in naive.GAMES) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

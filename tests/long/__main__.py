"""Hold many tags to the reader through noise: `python tests/long/__main__.py [NUMBER=100000] [SEED=1]`.

The presentations are shared out evenly over the bit error rates, and run in two processes. Exits 1 if a
UID was made up, an arrival told twice, or too few tags were read at a rate at which they should be.
"""

import sys
import time
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # the driver of this checkout
import presentations
from presentations import Figures

CHUNK = 500
REPORT_S = 15

Chunk = tuple[float, int, str]


def _present(chunk: Chunk) -> Figures:
    return presentations.present(*chunk)


def _chunks(rate: float, total: int, seed: str) -> list[Chunk]:
    return [(rate, min(CHUNK, total - start), f"{seed} {start}") for start in range(0, total, CHUNK)]


def _run_rate(rate: float, total: int, seed: str) -> Figures:
    """Make the presentations of one rate, and print how far they are every few seconds."""
    figures, told_s = Figures(), time.monotonic()
    with Pool(2) as pool:
        for more in pool.imap(_present, _chunks(rate, total, seed)):
            figures.add(more)
            if time.monotonic() - told_s > REPORT_S:
                told_s = time.monotonic()
                print(f"  {rate:.1%}: {figures.number:,} of {total:,}", flush=True)
    return figures


def main(total: str = "100000", seed: str = "1") -> int:
    """Run all rates and print a line for each; return the exit status."""
    started_s, is_good = time.monotonic(), True
    for rate in presentations.RATES:
        figures = _run_rate(rate, int(total) // len(presentations.RATES), seed)
        is_good = is_good and presentations.is_good(rate, figures)
        print(f"{rate:.1%} of bits wrong: {presentations.describe(figures)}", flush=True)
    print(f"{'good' if is_good else 'NOT GOOD'}, after {time.monotonic() - started_s:.0f} s", flush=True)
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

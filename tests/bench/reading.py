"""Measures our reader beside other drivers, all on the same simulated chip, each in a process of its own."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "peers")]

from drivers import DRIVERS, TRAYS  # noqa: E402 - found on the path above

Result = dict[str, Any]
_FIGURES = re.compile(r"[\d,./]+|-")
_USUAL = 1  # of the costs of a transfer: 20 us

LOOKS = """
One look: SPI transfers, bytes, and ms of bus time at 15, 20 and 25 us a transfer and 8 us a byte (1 MHz).
Transfers and bytes are those at 20 us. With tags it is the look that finds them, the mean of ten.
"""
SHARES = """
Share of a core in %, at 15/20/25 us a transfer: the bus's alone, as the kernel busy-waits in short transfers.
What Python takes is to be added, and cannot be known without a Pi. The resting tag has 7 bytes. A loop that
looks every 50 ms rests 10 ms at least, as ours does.
"""
PRESENTATIONS = """
Right UIDs, whole as a phone shows them, check bytes taken off, of tags that lie there for 0.3 s.
"""
NOTES = """
All drivers met the same chip, which loses no writes after a reset: all but ours write before it can be ready.
wait_for_tag is what pi-rc522 does if IRQ is wired. It resets the chip before each request, which leaves tags
no time to wake; those it met wake at once, though a reader must allow them 5 ms. On an empty tray it does not
return, so there one round of its loop counts as a look, and it cannot be made to look every 50 ms.
"""


def measure() -> dict[str, Result]:
    """Measure every driver, and print three tables."""
    print("Measuring the reader, which takes a minute or two", flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = dict(zip(DRIVERS, pool.map(_run, DRIVERS), strict=True))
    _print(LOOKS, ["tray", "driver", "transfers", "bytes", "15", "20", "25", "right UIDs"], _looks(results))
    loops = ["driver", "its own loop", "empty", "tag resting", "every 50 ms: empty", "tag resting"]
    _print(SHARES, loops, _shares(results))
    presented = list(results["ours"]["right UIDs, presentations"])
    _print(PRESENTATIONS, ["driver", *presented, "why not"], _presentations(results, presented))
    print(NOTES)
    return results


def _run(name: str) -> Result:
    script = Path(__file__).with_name("one_driver.py")
    # -W: Python 3.12 and later warn of the wait loop that two of the others have
    command = [sys.executable, "-W", "ignore", str(script), name]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    result: Result = json.loads(done.stdout)
    return result


def _looks(results: dict[str, Result]) -> Iterable[list[str]]:
    for tray, count in {"empty": 0, **TRAYS}.items():
        for place, (name, result) in enumerate(results.items()):
            yield [tray if place == 0 else "", name, *_look(name, tray, count, result["looks"][tray])]


def _look(name: str, tray: str, count: int, looks: list[Result]) -> list[str]:
    driver, right = DRIVERS[name], looks[_USUAL]["right"]
    figures = [f"{looks[_USUAL][key]:,.0f}" for key in ("transfers", "bytes")]
    figures += [f"{look['bus_ms']:.2f}" for look in looks]
    if not count:
        return [*figures, ""]
    if right == count:
        return [*figures, f"{count} of {count}"]
    reason = driver.reasons.get(tray, f"{right:.1f} of {count}")
    return [*(["-"] * len(figures) if driver.tells_uids else figures), f"- {reason}"]


def _shares(results: dict[str, Result]) -> Iterable[list[str]]:
    for name, result in results.items():
        shares = result["shares of a core"]
        own = [_percent(shares.get(f"{tray}, own loop")) for tray in ("empty", "resting")]
        as_ours = [_percent(shares.get(f"{tray}, as ours")) for tray in ("empty", "resting")]
        yield [name, DRIVERS[name].own_loop, *own, *as_ours]


def _percent(shares: Sequence[float] | None) -> str:
    if shares is None:
        return "-"
    digits = 0 if shares[0] > 0.1 else 1
    return "/".join(f"{100 * share:.{digits}f}" for share in shares)


def _presentations(results: dict[str, Result], trays: Sequence[str]) -> Iterable[list[str]]:
    for name, result in results.items():
        reasons = DRIVERS[name].reasons
        told = result["right UIDs, presentations"]
        cells = [_told(told[tray], TRAYS[tray], tray in reasons) for tray in trays]
        yield [name, *cells, "; ".join(dict.fromkeys(reasons[tray] for tray in trays if tray in reasons))]


def _told(told: Sequence[int], count: int, cannot: bool) -> str:
    right, times = told
    return "-" if cannot and not right else f"{right:,} of {times * count:,}"


def _print(title: str, header: list[str], rows: Iterable[list[str]]) -> None:
    """Print a table, columns of figures to the right and of words to the left."""
    columns = list(zip(header, *rows, strict=True))
    print(title)
    print("\n".join("  ".join(line).rstrip() for line in zip(*map(_aligned, columns), strict=True)))


def _aligned(column: Sequence[str]) -> list[str]:
    width = max(map(len, column))
    is_of_figures = all(_FIGURES.fullmatch(cell) for cell in column[1:])
    return [cell.rjust(width) if is_of_figures else cell.ljust(width) for cell in column]

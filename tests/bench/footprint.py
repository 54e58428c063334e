"""Measures how soon the box shows its first picture, what it holds in memory, and what idling costs.

Each box is a process of its own (`one_box.py`). Others may use the machine too, so what is compared is
measured by turns, and medians are told.
"""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

from one_box import IDLE_S, ROUNDS

ROOT = Path(__file__).parents[2]
STARTS, IMPORTS = 21, 5
LIGHTS = ("lit", "dim", "dark")

Result = dict[str, Any]

_BOX = str(Path(__file__).with_name("one_box.py"))
_LIBRARIES = "import gpiozero, luma.oled.device, PIL.Image, PIL.ImageDraw"
_OURS = "import firmware.cli, firmware.run"
_TOLD = """
import time
at_s = time.monotonic()
rows = [line.split() for line in open("/proc/self/smaps_rollup")][1:]
held = {row[0]: int(row[1]) for row in rows}
memory = held["Rss:"], held["Pss:"], held["Private_Clean:"] + held["Private_Dirty:"]
said = '{"shown_s": %f, "simulator_s": 0, "memory": {"rss": %d, "pss": %d, "uss": %d}}'
print(said % (at_s, *memory))
"""
"""Tells what a box tells of its start, and imports next to nothing for that."""

_PACKAGES = {"firmware": "ours", "hardware": "ours", "scorer": "ours"}
_PACKAGES |= dict.fromkeys(("gpiozero", "luma", "PIL", "colorzero", "cbor2", "smbus2"), "the three libraries")
_IMPORTED = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s+(\w+)")


def measure() -> Result:
    """Measure all and print it."""
    print("Measuring starts, memory and idling, which takes about five minutes", flush=True)
    starts = _starts()
    return {
        "start, ms": starts[0],
        "memory, kB": starts[1] | _rounds(),
        "imports": _imports(),
        "idle": _idle(),
    }


def _environment() -> dict[str, str]:
    """Return the environment of a box whose modules are compiled beforehand, as an installation's are."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bench" / "pycache")}


def _run(*words: str) -> Result:
    """Run Python in a process of its own, and return the JSON that it printed."""
    command = [sys.executable, "-W", "ignore", *words]
    done = subprocess.run(command, cwd=ROOT, env=_environment(), stdout=subprocess.PIPE, check=True)
    result: Result = json.loads(done.stdout)
    return result


def _starts() -> tuple[Result, Result]:
    """Return the ms to each kind of start, and the kB held then, and print the former."""
    works: dict[str, Sequence[str]] = {
        "a bare interpreter": ("-c", _TOLD),
        "the three libraries": ("-c", _LIBRARIES + _TOLD),
        "the box, its first picture": (_BOX, "start"),
    }
    times: dict[str, list[float]] = {name: [] for name in works}
    memory: Result = {}
    for turn in range(STARTS + 1):
        for name, words in works.items():
            began_s = time.monotonic()
            result = _run(*words)
            memory[name] = result["memory"]
            if turn:  # the first fills the caches
                times[name].append(1000 * (result["shown_s"] - began_s - result["simulator_s"]))
    print(f"\nFrom before exec, medians of {STARTS} starts by turns; without what the simulator takes")
    for name, values in times.items():
        figures = _figures(memory[name])
        print(f"{name:40} {median(values):6.0f} ms, least {min(values):6.0f}; RSS, PSS, USS {figures} kB")
    return {name: {"median": median(values), "least": min(values)} for name, values in times.items()}, memory


def _imports() -> dict[str, float]:
    """Return each one's share of the time that the imports before the first picture take, and print it."""
    runs = [_imported() for _ in range(IMPORTS + 1)][1:]
    shares = {name: median(run[name] / sum(run.values()) for run in runs) for name in runs[0]}
    print("\nShares of the imports before the first picture (python -X importtime)")
    for name, share in shares.items():
        print(f"{name:40} {100 * share:6.0f} %")
    return shares


def _imported() -> dict[str, int]:
    command = [sys.executable, "-X", "importtime", "-c", f"{_OURS}; {_LIBRARIES}"]
    done = subprocess.run(
        command, cwd=ROOT, env=_environment(), stderr=subprocess.PIPE, check=True, text=True
    )
    times = {"ours": 0, "the three libraries": 0, "Python's own": 0}
    for spent_us, package in _IMPORTED.findall(done.stderr):
        times[_PACKAGES.get(package, "Python's own")] += int(spent_us)
    return times


def _rounds() -> Result:
    """Return what a box on the virtual clock holds after so many rounds, and print it."""
    held = _run(_BOX, "rounds")
    print("\nMemory of one process that plays, with the simulator in it, in kB: RSS, PSS, USS")
    for name, memory in held.items():
        print(f"{name + ' rounds' if name.isdigit() else name:40} {_figures(memory)}")
    few, many = (held[str(number)]["uss"] for number in ROUNDS)
    print(f"{f'grown from {ROUNDS[0]} to {ROUNDS[1]:,} rounds':40} {many - few:+,} kB USS")
    return {f"playing, {name}": memory for name, memory in held.items()}


def _figures(memory: dict[str, int]) -> str:
    return " ".join(f"{memory[name]:8,}" for name in ("rss", "pss", "uss"))


def _idle() -> Result:
    """Return the shares of a core of boxes that nobody touches, all at the same time, and print them."""
    kinds = [(bus, light) for bus in ("simulated", "quiet") for light in LIGHTS]
    with ThreadPoolExecutor(len(kinds)) as pool:
        told = list(pool.map(lambda kind: _run(_BOX, "idle", *kind), kinds))
    print(f"\nShare of a core, nobody near for {IDLE_S:.0f} s: the chip simulated, or answering at once")
    results = {}
    for (bus, light), row in zip(kinds, told, strict=True):
        if row["light"] != light:
            raise AssertionError(f"the display should be {light} and is {row['light']}")
        name = f"the round's screen, {light}, chip {bus}"
        looks = f", {row['looks']:.1f} looks and {row['transfers']:.0f} transfers a second"
        print(f"{name:40} {100 * row['share']:6.2f} %{looks if row['looks'] else ''}")
        results[name] = row
    return results

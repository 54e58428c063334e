"""Measures reader, display and scorer beside others, counts what hands do in a round, and weighs the box.

    python tests/bench [reader | display | scorer | gestures | footprint | web] [LINES]

Without a name all. LINES is how many lines `scorekeeper score` gets (default 1,000,000). Prints
tables, and writes what they hold to build/bench.json; what was not measured stays there as it was.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import displaying
import footprint
import gestures
import reading
import scoring
import web

TARGET = Path(__file__).parents[2] / "build" / "bench.json"


def main(arguments: list[str]) -> None:
    """Measure what was asked for."""
    lines = next((int(word) for word in arguments if word.isdigit()), 1_000_000)
    measures: dict[str, Callable[[], Any]] = {
        "reader": reading.measure,
        "display": displaying.measure,
        "scorer": lambda: scoring.measure(lines),
        "gestures": gestures.measure,
        "footprint": footprint.measure,
        "web": web.measure,
    }
    names = [word for word in arguments if not word.isdigit()] or list(measures)
    if unknown := set(names) - set(measures):
        sys.exit(
            f"nothing can be measured by the name of {', '.join(unknown)}; there are {', '.join(measures)}"
        )
    results = json.loads(TARGET.read_text("utf-8")) if TARGET.is_file() else {}
    results = {name: results[name] for name in measures if name in results}
    for name in names:
        results[name] = measures[name]()
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(json.dumps(results, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

"""Tries the wheel in dist/ in an empty .venv; says what holds, and exits 1 if something does not.

It scores; the virtual table names the one command that it misses; after that command it plays a script.
"""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PROJECT = Path(__file__).parents[2]
ASKED = '{"game":"ino-shika-cho","piles":{"A":["pine-crane"],"B":[]}}\n'
SCRIPT = PROJECT / "tests" / "scripts" / "second-thoughts.table"


def main() -> int:
    """Try it, and return the exit code."""
    wheel = next((PROJECT / "dist").glob("*.whl"))
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        commands = Path(folder) / "bin"
        _run(commands / "pip", "--quiet", "install", "--no-deps", wheel)
        scored = _run(commands / "scorekeeper", "score", asked=ASKED)
        refused = _run(commands / "scorekeeper", "simulate", "--script", SCRIPT)
        _, _, command = refused.stderr.strip().partition("install with: ")
        brought = _run("sh", "-ec", command)
        played = _run(commands / "scorekeeper", "simulate", "--script", SCRIPT)
        on_a_pi = _run(commands / "scorekeeper", "run", "--data", Path(folder) / "data")
    held = {
        f"{wheel.name} alone scores": '"card_points": 50' in scored.stdout,
        f"the virtual table is refused with a command: {command}": bool(command) and refused.returncode == 1,
        "that command brings what is missing": brought.returncode == 0,
        f"{SCRIPT.name} is played": played.returncode == 0,
        "the box is refused kindly where there are no pins": "this is no Raspberry Pi" in on_a_pi.stderr,
    }
    for claim, holds in held.items():
        print("ok  " if holds else "FAIL", claim)
    if not all(held.values()):
        print(
            *(done.stderr for done in (scored, refused, brought, played, on_a_pi)), sep="\n", file=sys.stderr
        )
    return 0 if all(held.values()) else 1


def _run(*words: object, asked: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [str(word) for word in words],
        check=False,
        capture_output=True,
        input=asked,
        encoding="utf-8",
        cwd="/",
        timeout=300,
    )


sys.exit(main())

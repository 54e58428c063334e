"""Mutates the code of scorer/ with mutmut and sees its tests fail.

    python tests/mutants/code.py

mutmut runs in build/mutants, each mutant against the tests that reached its function first. What
lives through that meets all of tests/scorer, for a rule file is read once and kept. Texts of messages are
exempt. Prints the rest, and exits 1 if there is a survivor that EXPLAINED does not name.
"""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "mutants"
CONFIG = '\n[tool.mutmut]\nsource_paths = ["scorer"]\ntests_dir = ["tests/scorer"]\nalso_copy = ["tests"]\n'
_TEXT = re.compile(r"\braise \w|\bfault\(|\bFault\(|super\(\)\.__init__\(")

EXPLAINED = {
    r"strict=": "guards against unequal lengths, which the callers rule out",
    r'\.(de|en)code\("UTF-8"\)': "the same encoding by another name",
    r"is_sound = None": "as false as False",
    r"\n\+ +None$": "the text of a message that is longer than a line",
    r"\+        default=default if": "a stand-in after a fault, which nobody uses",
}


def _shown(name: str) -> str:
    """Return the lines that a mutant takes away and puts in."""
    told = subprocess.run([_mutmut(), "show", name], cwd=WORK, capture_output=True, text=True, check=True)
    return "\n".join(line for line in told.stdout.splitlines() if re.match(r"[-+](?![-+] )", line))


def _mutmut() -> str:
    return str(Path(sys.executable).with_name("mutmut"))


def _survives(name: str) -> bool:
    """Run all of the scorer's tests with one mutant in force."""
    environment = {**os.environ, "MUTANT_UNDER_TEST": name, "PYTHONDONTWRITEBYTECODE": "1"}
    environment["PYTHONPATH"] = str(WORK / "mutants")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/scorer"]
    done = subprocess.run(command, cwd=WORK / "mutants", env=environment, capture_output=True, check=False)
    return done.returncode == 0


def _prepare() -> None:
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    for name in ("scorer", "tests/scorer", "tests/cases"):
        shutil.copytree(ROOT / name, WORK / name, ignore=shutil.ignore_patterns("__pycache__"))
    (WORK / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8") + CONFIG, "utf-8")


def main() -> int:
    """Try every mutant that mutmut knows."""
    _prepare()
    subprocess.run([_mutmut(), "run"], cwd=WORK, check=True)
    told = subprocess.run([_mutmut(), "results"], cwd=WORK, capture_output=True, text=True, check=True)
    names = re.findall(r"^ *(\S+): (?:survived|no tests)$", told.stdout, re.MULTILINE)
    open_ = [(name, lines) for name in names if not _TEXT.search(lines := _shown(name))]
    open_ = [(name, lines) for name, lines in open_ if not any(re.search(each, lines) for each in EXPLAINED)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        lived = list(pool.map(_survives, [name for name, _ in open_]))
    survivors = [mutant for mutant, lives in zip(open_, lived, strict=True) if lives]
    for name, lines in survivors:
        print(f"{name}\n{lines}")
    print(f"{len(names)} lived through mutmut; {len(survivors)} of them are neither text nor explained")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())

"""Mutates the shipped rule files (every number by one, every card, every yaku) and sees the tests fail.

    python tests/mutants/rule_files.py [GAME ...]

Prints each mutant that no test of tests/scorer noticed, and exits 1 if there is one that EXPLAINED
does not name.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULESETS = ROOT / "scorer" / "rulesets"
_NUMBER = re.compile(
    r"(?m)^(?!format|version)([a-z_\"'-]+ = (?:\{ [a-z-]+ = )?)(\d+)|(?<=[\[ ])(\d+)(?=[,\]])"
)
_CARD = re.compile(r'"[a-z]+-[a-z0-9-]+",? ?')
_ROW = re.compile(r"(?ms)^\[\[(?:yaku|teyaku)\]\]\n.*?(?=^\[|\Z)")


EXPLAINED = {
    ("roppyakken", "wins_at_once = 2: 2 -> 3"): "a rank: all that counts is that it comes after 1",
}


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """Yield what was changed, and the file with that change."""
    for found in _NUMBER.finditer(text):
        group = 2 if found[2] else 3
        for step in (-1, 1):
            value = int(found[group]) + step
            if value >= 0:
                changed = text[: found.start(group)] + str(value) + text[found.end(group) :]
                yield f"{_line(text, found.start(group))}: {found[group]} -> {value}", changed
    for listed in re.finditer(r"(?ms)^(?:cards|wild|without)[^\[]*?= \[.*?\]", text):
        for found in _CARD.finditer(text, listed.start(), listed.end()):
            changed = text[: found.start()] + text[found.end() :]
            yield f"{_line(text, found.start())}: without {found[0].strip(', ')}", changed
    for found in _ROW.finditer(text):
        changed = text[: found.start()] + text[found.end() :]
        yield f"{_line(text, found.start())}: without the row {found[0].splitlines()[1]}", changed


def _line(text: str, place: int) -> str:
    """Return the line in which a place is."""
    return text[text.rfind("\n", 0, place) + 1 : text.find("\n", place)].strip()


def _survives(work: Path, game: str, text: str) -> bool:
    """Run the scorer's tests on a copy with one rule file changed."""
    with tempfile.TemporaryDirectory(dir=work) as folder:
        copy = Path(folder)
        for name in ("scorer", "tests/scorer", "tests/cases"):
            shutil.copytree(ROOT / name, copy / name)
        shutil.copy(ROOT / "pyproject.toml", copy)
        (copy / "scorer" / "rulesets" / f"{game}.toml").write_text(text, "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests/scorer"]
        environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, check=False)
        return done.returncode == 0


def main(games: list[str]) -> int:
    """Try every mutant of the named games, or of all."""
    survivors = count = 0
    with tempfile.TemporaryDirectory() as work, ThreadPoolExecutor(os.cpu_count()) as pool:
        for game in games or sorted(path.stem for path in RULESETS.glob("*.toml")):
            all_of_it = list(mutants((RULESETS / f"{game}.toml").read_text("utf-8")))
            lived = pool.map(lambda mutant, game=game: _survives(Path(work), game, mutant[1]), all_of_it)
            for (what, _), survived in zip(all_of_it, lived, strict=True):
                count += 1
                if survived and (game, what) not in EXPLAINED:
                    survivors += 1
                    print(f"{game}.toml, {what}", flush=True)
            print(f"{game}.toml: {len(all_of_it)} mutants tried", flush=True)
    print(f"{count} mutants of rule files, {survivors} survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

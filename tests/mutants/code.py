"""Mutates the code of scorer/ with mutmut and sees its tests fail.

    python tests/mutants/code.py [MODULE ...]

mutmut makes the mutants; here each meets all of tests/scorer in a process of its own, so that rule files
are read with the mutant in force. A mutant that changes nothing but the text of a message is left out.
Prints survivors as they are found, and exits 1 if there is one that EXPLAINED does not name.
"""

import ast
import compileall
import difflib
import multiprocessing
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path

import hypothesis  # noqa: F401  # imported once, here, and not by the process of each mutant
import libcst
import pytest
from mutmut.mutation.file_mutation import create_mutations, deep_replace

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "mutants"
CONFIG = '\n[tool.mutmut]\nsource_paths = ["scorer"]\n'
LIMIT_S = 30  # of processor time; all tests together take 5
MEMORY = 2 << 30
PYTEST = ["-qx", "-oaddopts=", "--import-mode=importlib", "--assert=plain", "-pno:cacheprovider"]
_TESTED_BY = {"fuke": "scoring", "game": "ruleset", "options": "ruleset", "pilescore": "yaku"}
_TESTED_BY |= {"stage": "match"}
_TEXTS = {"fault": (1, 2), "Fault": (1, 2), "value": (1,), "items": (1,), "optional_texts": (1,)}

EXPLAINED = {
    r"strict=": "guards against unequal lengths, which the callers rule out",
    r"is_sound = None": "as false as False",
    r"\+ +default=default if isinstance": "a stand-in after a fault, which nobody uses",
    r"declared\.get\(seat, (None)?\)": "no hand is as good as an empty one",
    r"len\(found\) <= len\(pairs\)": "saves time alone: what follows finds nothing doubled",
}


@cache
def _silent(code: str) -> str:
    """Return code without the words that people read: what errors say, and strings of several words."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and len(node.exc.args) == 1:
            node.exc.args = []
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            for place, _ in enumerate(node.args):
                if place in _TEXTS.get(name, ()):
                    node.args[place] = ast.Constant("")
        elif isinstance(node, ast.Constant) and _is_text(node):
            node.value = ""
        elif isinstance(node, ast.JoinedStr) and any(map(_is_text, node.values)):
            node.values = []
    return ast.dump(tree)


def _is_text(node: ast.AST) -> bool:
    value = getattr(node, "value", None)
    return isinstance(value, str) and " " in value and value.strip() != ""


def _mutants(path: Path) -> list[tuple[str, str, str]]:
    """Return the name of each mutant of a module, the changed lines (none for a mere text), and its code."""
    text = path.read_text("utf-8")
    module, mutations, *_ = create_mutations(str(path), text)
    found = []
    for mutation in mutations:
        function = mutation.contained_by_top_level_function
        if isinstance(function, libcst.FunctionDef):
            code = deep_replace(module, mutation.original_node, mutation.mutated_node).code
            lines = difflib.unified_diff(text.splitlines(), code.splitlines(), n=0, lineterm="")
            changed = "\n".join(line for line in lines if not re.match(r"---|\+\+\+", line))
            name = f"scorer.{path.stem}.{function.name.value}.{len(found)}"
            found.append((name, changed if _silent(code) != _silent(text) else "", code))
    return found


def _fate(mutant: tuple[str, str, str]) -> tuple[str, str, str]:
    """Run the tests with a mutant in place of its module, first those of the module."""
    name, changed, code = mutant
    status, stem = 0, name.split(".")[1]
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT_S)
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    own = WORK / "tests/scorer" / f"test_{_TESTED_BY.get(stem, stem)}.py"
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(WORK / "scorer", Path(folder, "scorer"))
        Path(folder, "scorer", f"{stem}.py").write_text(code, "utf-8")
        sys.path.insert(0, folder)
        for tests in (own if own.exists() else own.with_name("test_rulefile.py"), own.parent):
            status = status or pytest.main([*PYTEST, str(tests)])
    is_late = not signal.getitimer(signal.ITIMER_VIRTUAL)[0]
    return name, changed, "timed out" if is_late else "killed" if status else "survived"


def _prepare() -> None:
    shutil.rmtree(WORK, ignore_errors=True)
    for name in ("scorer", "tests/scorer", "tests/cases"):
        shutil.copytree(ROOT / name, WORK / name, ignore=shutil.ignore_patterns("__pycache__"))
    (WORK / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8") + CONFIG, "utf-8")
    os.chdir(WORK)
    compileall.compile_dir(WORK, quiet=1)


def main(wanted: list[str]) -> int:
    """Try every mutant of the wanted modules, or of all."""
    _prepare()
    paths = sorted(path for path in (WORK / "scorer").glob("*.py") if not wanted or path.stem in wanted)
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        for code, fate in ((WORK / "scorer/cards.py").read_text("utf-8"), "survived"), ("", "killed"):
            if pool.apply(_fate, (("scorer.cards", "", code),))[2] != fate:
                sys.exit("the tests fail without a mutant, or pass without a module")
        mutants = [mutant for module in pool.imap(_mutants, paths) for mutant in module]
        tried = [mutant for mutant in mutants if mutant[1]]
        fates = Counter(text=len(mutants) - len(tried))
        for number, (name, changed, fate) in enumerate(pool.imap_unordered(_fate, tried), 1):
            reason = next((why for each, why in EXPLAINED.items() if re.search(each, changed)), "")
            fates["explained" if fate == "survived" and reason else fate] += 1
            if fate != "killed":
                print(f"{name} {fate}, {reason or 'unexplained'}\n{changed}", flush=True)
            if number % 100 == 0:
                print(f"{number} of {len(tried)} tried", flush=True)
    print(f"{len(mutants)} mutants:", ", ".join(f"{count} {fate}" for fate, count in sorted(fates.items())))
    return 1 if fates["survived"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

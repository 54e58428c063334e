"""Mutates the code of scorer/ with mutmut and sees its tests fail.

    python tests/mutants/code.py [NAME ...]

mutmut puts all mutants of a module into one file; here each meets all of tests/scorer in a process of
its own, so that rule files are read with the mutant in force. A mutant that changes nothing but the text
of a message is left out. Prints survivors as they are found, and exits 1 if there is one that EXPLAINED
does not name. With beginnings of names, as scorer.wording, tries those mutants alone.
"""

import ast
import difflib
import multiprocessing
import os
import re
import resource
import shutil
import signal
import sys
from collections import Counter
from pathlib import Path

import hypothesis  # noqa: F401  # imported once, here, and not by the process of each mutant
import pytest
from mutmut.mutation.file_mutation import mutate_file_contents

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "mutants"
CONFIG = '\n[tool.mutmut]\nsource_paths = ["scorer"]\n'
LIMIT_S = 60  # of processor time; all tests take a tenth of it
MEMORY = 2 << 30
_TEXTS = {"fault": (1, 2), "Fault": (1, 2), "value": (1,), "items": (1,), "optional_texts": (1,)}

EXPLAINED = {
    r"strict=": "guards against unequal lengths, which the callers rule out",
    r"is_sound = None": "as false as False",
    r"else 1, english|or True else 0, english": "a stand-in after a fault, which nobody uses",
    r"active=dealer\), self\.seats, None": "a round without cards looks none up in the rules",
    r"len\(found\) <= len\(pairs\)": "saves time alone: what follows finds nothing doubled",
}


def _silent(function: str) -> str:
    """Return code without the words that people read: what errors say, and strings of several words."""
    tree = ast.parse(function)
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


def _mutants(path: Path) -> dict[str, str]:
    """Put a module's mutants into its file; return each with its changed lines, none for a mere text."""
    made = mutate_file_contents(str(path), path.read_text("utf-8"))
    path.write_text(made.code, "utf-8")
    nodes = {node.name: node for node in ast.walk(ast.parse(made.code)) if isinstance(node, ast.FunctionDef)}
    found = {}
    for name in made.mutant_names:
        both = [nodes[re.sub(r"\d+$", "orig", name)], nodes[name]]
        for node in both:
            node.name = path.stem
        before, after = map(ast.unparse, both)
        lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
        changed = "\n".join(line for line in lines if not re.match(r"---|\+\+\+|@@", line))
        found[f"scorer.{path.stem}.{name}"] = changed if _silent(before) != _silent(after) else ""
    return found


def _fate(name: str) -> tuple[str, str]:
    """Run the tests with one mutant in force, first those of its module."""

    def late(*_: object) -> None:
        nonlocal fate
        fate = "timed out"
        raise KeyboardInterrupt

    fate = "killed"
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, LIMIT_S)
    for stream in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    os.environ["MUTANT_UNDER_TEST"] = name
    sys.path.insert(0, str(WORK))
    own = WORK / "tests/scorer" / f"test_{name.split('.')[1] if name.count('.') else 'cards'}.py"
    status = 0
    for tests in (own if own.exists() else own.with_name("test_rulefile.py"), own.parent):
        status = status or pytest.main(["-q", "-x", "-p", "no:cacheprovider", "--assert=plain", str(tests)])
    return name, fate if status else "survived"


def _prepare() -> None:
    shutil.rmtree(WORK, ignore_errors=True)
    for name in ("scorer", "tests/scorer", "tests/cases"):
        shutil.copytree(ROOT / name, WORK / name, ignore=shutil.ignore_patterns("__pycache__"))
    (WORK / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8") + CONFIG, "utf-8")
    os.chdir(WORK)
    sys.dont_write_bytecode = False  # compiled once, not for each mutant


def main(wanted: list[str]) -> int:
    """Try every mutant that mutmut makes, or those wanted."""
    _prepare()
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), maxtasksperchild=1) as pool:
        made = pool.imap(_mutants, sorted((WORK / "scorer").glob("*.py")))
        every = {name: lines for module in made for name, lines in module.items()}
        mutants = {name: lines for name, lines in every.items() if name.startswith(tuple(wanted or [""]))}
        tried = [name for name, lines in mutants.items() if lines]
        fates = Counter(text=len(mutants) - len(tried))
        if [pool.apply(_fate, (name,))[1] for name in ("", "fail")] != ["survived", "killed"]:
            sys.exit("the tests fail without a mutant, or pass where every function fails")
        for number, (name, fate) in enumerate(pool.imap_unordered(_fate, tried), 1):
            reason = next((why for each, why in EXPLAINED.items() if re.search(each, mutants[name])), "")
            fates["explained" if fate == "survived" and reason else fate] += 1
            if fate != "killed":
                print(f"{name} {fate} {reason}\n{mutants[name]}", flush=True)
            if number % 100 == 0:
                print(f"{number} of {len(tried)} tried", flush=True)
    print(f"{len(mutants)} mutants:", ", ".join(f"{count} {fate}" for fate, count in sorted(fates.items())))
    return 1 if fates["survived"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The guides: links and anchors lead somewhere, and what is named exists."""

import ast
import fnmatch
import re
from pathlib import Path

import pytest
from documents import ROOT, documents, read_document

GUIDES = documents()
ROOMS = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name not in ("build", "dist")}
FILES = {path.name for room in ROOMS if not room.startswith(".") for path in (ROOT / room).rglob("*")}
PATH = re.compile(r"(?<![\w/.:~$<-])(?:\.\./)*[\w.-]+(?:/[\w.*@-]+)+/?(?![\w/<])")
SAMPLE = """\
# One & two: `code`, 親 and [a link](nowhere.md)

## Again
## Again

See [there](../README.md#the-house "title"), [here](#bot%C3%A1n) and ![a
picture](picture.png), or <img src="other.svg">, but not `[x](y)`.

1. A list's

        text that is no code

Then:

    make run     # opens it
    sudo -u me scorekeeper deck show && make test

```
scorekeeper score FILE
```
"""


def _missing_links(name: str) -> list[str]:
    guide, missing = GUIDES[name], []
    for link in guide.links:
        if re.match(r"(https?|mailto):", link):
            continue
        path, _, anchor = link.partition("#")
        target = (guide.folder / path).resolve() if path else ROOT / name
        is_there = target.is_relative_to(ROOT) and _exists(target)
        if not is_there or (anchor and anchor not in read_document(target).anchors):
            missing.append(link)
    return missing


def _exists(path: Path) -> bool:
    """Return whether a path exists, written as it is: some disks take any case, GitHub does not."""
    return path.exists() and (path == ROOT or path.name in {each.name for each in path.parent.iterdir()})


def test_a_guide_is_taken_apart_as_github_does() -> None:
    guide = read_document(ROOT / "sample.md", SAMPLE)
    assert guide.anchors == {"one--two-code-親-and-a-link", "again", "again-1"}
    assert set(guide.links) == {"nowhere.md", "../README.md#the-house", "#botán", "picture.png", "other.svg"}
    assert guide.spans == ["code", "[x](y)"]
    assert "no code" in guide.prose
    assert guide.commands == [
        ["make", "run"],
        ["scorekeeper", "deck", "show"],
        ["make", "test"],
        ["scorekeeper", "score", "FILE"],
    ]


def test_all_guides_are_looked_at() -> None:
    rooms = {"README.md", "firmware/README.md", "hardware/README.md", "scorer/README.md", "tests/README.md"}
    assert {*rooms, "CHANGELOG.md", "scorer/rulesets/README.md"} <= GUIDES.keys()
    assert sum(len(guide.links) for guide in GUIDES.values()) > 20


@pytest.mark.parametrize("name", GUIDES)
def test_every_link_anchor_and_picture_of_a_guide_is_there(name: str) -> None:
    assert _missing_links(name) == []


@pytest.mark.parametrize("name", GUIDES)
def test_every_path_that_a_guide_names_is_there(name: str) -> None:
    guide = GUIDES[name]
    paths = {path for text in (*guide.spans, guide.code) for path in PATH.findall(text)}
    ours = {path for path in paths if _is_ours(guide.folder, path)}
    assert {path for path in ours if not (_found(ROOT, path) or _found(guide.folder, path))} == set()


def _is_ours(folder: Path, path: str) -> bool:
    first = path.partition("/")[0]
    return first in ROOMS or first == ".." or (folder / first).is_dir()


def _found(folder: Path, path: str) -> bool:
    return any(folder.glob(path)) if ".." not in path else (folder / path).exists()


@pytest.mark.parametrize("name", GUIDES)
def test_every_program_that_a_guide_names_by_its_file_is_there(name: str) -> None:
    named = {file for span in GUIDES[name].spans for file in re.findall(r"^[\w*-]+\.(?:py|sh|js)$", span)}
    assert {file for file in named if not fnmatch.filter(FILES, file)} == set()


def test_the_code_names_only_guides_and_sections_that_are_there() -> None:
    sources = [
        path
        for room in ("firmware", "hardware", "scorer", "systemd", "tests")
        for path in (ROOT / room).rglob("*")
        if path.suffix in (".py", ".sh", ".toml")
    ]
    text = "\n".join(path.read_text("utf-8") for path in sources if "fixtures" not in path.parts)
    named = set(re.findall(r"\b((?:\w+/)+README\.md)(?:, \"([^\"]+)\")?", text))
    assert len(named) > 3
    said = {guide: GUIDES[guide].prose if guide in GUIDES else "" for guide, _ in named}
    assert {(guide, section) for guide, section in named if section not in said[guide]} == set()
    assert {guide for guide, _ in named} - GUIDES.keys() == set()


def _names_in(path: Path) -> set[str]:
    """Return what a module defines: functions, classes, their methods, and names at its top."""
    tree = ast.parse(path.read_text("utf-8"))
    found = {
        target.id for node in tree.body for target in getattr(node, "targets", ()) if hasattr(target, "id")
    }
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{each.name}" for each in node.body if isinstance(each, ast.FunctionDef)}
    return found


def test_every_function_that_the_flow_names_is_where_it_says() -> None:
    rows = re.findall(r"(?m)^\| [^|]+ \| `([\w/]+\.py)` \| ([^|]+) \|", GUIDES["tests/README.md"].prose)
    assert len(rows) >= 12
    wrong = {
        (path, name)
        for path, names in rows
        for name in re.findall(r"`([\w.]+)(?:\(\))?`", names)
        if name not in _names_in(ROOT / path)
    }
    assert wrong == set()

"""Nothing grows beyond what a reader keeps in mind: modules and functions have a most of lines."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("firmware", "hardware", "scorer", "systemd", "tests")
MODULE_LINES, FUNCTION_LINES = 300, 25


def _modules(room: str) -> list[Path]:
    return sorted((ROOT / room).rglob("*.py"))


def _too_long(path: Path, source: str) -> Iterator[str]:
    """Name the module if it is too long, and each function that is, its docstring apart."""
    if source.count("\n") > MODULE_LINES:
        yield str(path)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _lines(node) > FUNCTION_LINES:
            yield f"{path}: {node.name}"


def _lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_and_no_function_is_too_long(room: str) -> None:
    modules = _modules(room)
    assert len(modules) > 5, "the test looks at no files"
    told = [name for path in modules for name in _too_long(path.relative_to(ROOT), path.read_text("utf-8"))]
    assert told == [], "split it by subject, or give a part a name of its own"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        pytest.param("x = 1\n" * 300, [], id="a module"),
        pytest.param("x = 1\n" * 301, ["a.py"], id="a module, a line more"),
        pytest.param("def f():\n" + "    x = 1\n" * 25, [], id="a function"),
        pytest.param("def f():\n" + "    x = 1\n" * 26, ["a.py: f"], id="a function, a line more"),
        pytest.param(
            'def f():\n    """Do.\n\n    Much.\n    """\n' + "    x = 1\n" * 25, [], id="its docstring apart"
        ),
        pytest.param("class C:\n def f(self):\n" + "  x = 1\n" * 26, ["a.py: f"], id="a method"),
        pytest.param('def f():\n    """Do."""\n', [], id="nothing but a docstring"),
    ],
)
def test_what_is_too_long_is_told(source: str, told: list[str]) -> None:
    assert list(_too_long(Path("a.py"), source)) == told

"""One direction, from the card on the tray to the pixels: who may import whom."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ALLOWED = {"scorer": {"scorer"}, "hardware": {"hardware"}, "firmware": {"firmware", "hardware", "scorer"}}
THIRD_PARTY_HOMES = {
    "gpiozero": {
        "hardware/buttons.py",
        "hardware/buzzer.py",
        "hardware/pin_factory.py",
        "hardware/pin_probe.py",
        "hardware/pin_refusal.py",
        "hardware/simulated/pins.py",
    },
    "luma": {"hardware/oled.py"},
    "RPi": {"hardware/devices.py"},
    "spidev": {"hardware/devices.py"},
    "segno": {"firmware/screens/qr.py"},
    "smbus2": {"hardware/devices.py", "hardware/oled.py"},
    "PIL": {
        "firmware/screens/painter.py",
        "firmware/screens/terminal.py",
        "hardware/ports.py",
        "hardware/oled.py",
        "hardware/oled_pages.py",
        "hardware/simulated/oled_panel.py",
    },
}
PURE = ("time", "threading", "logging", "random", "datetime", "os", "socket", "subprocess")


def _modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


@cache
def _nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


@cache
def _roots(path: Path) -> set[str]:
    return {name.split(".")[0] for name in _imports(path)}


def _imports(path: Path) -> set[str]:
    found = set()
    for node in _nodes(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("package", ALLOWED)
def test_a_package_imports_only_along_the_arrows(package: str) -> None:
    ours = set(ALLOWED)
    wrong = {_name(path): _roots(path) & ours - ALLOWED[package] for path in _modules(package)}
    assert {name: roots for name, roots in wrong.items() if roots} == {}
    assert len(wrong) > 5, "the test looks at no files"


@pytest.mark.parametrize("third_party", THIRD_PARTY_HOMES)
def test_a_third_party_package_is_imported_only_in_its_adapter(third_party: str) -> None:
    found = {_name(path) for package in ALLOWED for path in _modules(package) if third_party in _roots(path)}
    assert found == THIRD_PARTY_HOMES[third_party]


def test_the_scorer_is_pure() -> None:
    impure = {_name(path): _roots(path) & set(PURE) for path in _modules("scorer")}
    assert {name: roots for name, roots in impure.items() if roots} == {}


def test_the_tables_mind_is_pure() -> None:
    impure = {_name(path): _roots(path) & set(PURE) for path in _modules("firmware/table")}
    assert {name: roots for name, roots in impure.items() if roots} == {}
    assert len(impure) > 5, "the test looks at no files"


def test_nothing_but_the_project_s_clock_reads_time_or_starts_threads() -> None:
    users = {
        _name(path)
        for package in ALLOWED
        for path in _modules(package)
        if _roots(path) & {"time", "threading"}
    }
    assert users == {"hardware/clock.py", "hardware/virtual_clock.py"}


def test_only_the_command_line_prints() -> None:
    printing = {
        _name(path)
        for package in ALLOWED
        for path in _modules(package)
        for node in _nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    }
    assert printing <= {"firmware/cli.py", "firmware/screens/fonts/make_fonts.py"}
    assert "firmware/cli.py" in printing

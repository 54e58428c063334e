"""What is handed on: the wheel, which is enough to score with, and the source, which is enough for all."""

import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling import build

ROOT = Path(__file__).parent.parent
ASKED = '{"game":"ino-shika-cho","piles":{"A":["pine-crane"],"B":[]}}\n'
ALONE = "import sys; sys.path.insert(0, sys.argv.pop(1)); from firmware.cli import main; sys.exit(main())"
"""Runs the command on the wheel alone: with -I and -S nothing else is there but Python."""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the wheel and the source, made as pip makes them."""
    folder = tmp_path_factory.mktemp("dist")
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        build.build_sdist(str(folder))
        build.build_wheel(str(folder))
    finally:
        os.chdir(before)
    return folder


@pytest.fixture(scope="module")
def installed(made: Path) -> Path:
    """Return a folder with what the wheel installs."""
    with zipfile.ZipFile(next(made.glob("*.whl"))) as wheel:
        wheel.extractall(made / "site")
    return made / "site"


def _alone(site: Path, *arguments: str, asked: str = "") -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE, str(site), *arguments],
        check=False,
        capture_output=True,
        input=asked,
        encoding="utf-8",
        timeout=60,
    )


def test_with_the_wheel_alone_score_works(installed: Path) -> None:
    done = _alone(installed, "score", asked=ASKED)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"A": {"card_points": 50' in done.stdout


@pytest.mark.parametrize(
    ("command", "package"),
    [
        (["simulate"], "hanafuda-scorekeeper"),
        (["run"], "'hanafuda-scorekeeper[pi]'"),
        (["deck", "enrol"], "'hanafuda-scorekeeper[pi]'"),
        (["doctor"], "'hanafuda-scorekeeper[pi]'"),
    ],
    ids=["simulate", "run", "enrol", "doctor"],
)
def test_with_the_wheel_alone_the_box_names_the_command_that_is_missing(
    installed: Path, command: list[str], package: str
) -> None:
    done = _alone(installed, *command)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert f"-m pip install {package} && " in done.stderr


@pytest.mark.parametrize(
    "command", [["--version"], ["rules", "show", "mushi"], ["--help"]], ids=["version", "rules", "help"]
)
def test_with_the_wheel_alone_what_needs_no_device_works(installed: Path, command: list[str]) -> None:
    done = _alone(installed, *command)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_wheel_has_the_three_packages_and_no_guide_picture_or_tool(installed: Path) -> None:
    files = {path.relative_to(installed).as_posix() for path in installed.rglob("*") if path.is_file()}
    assert {name.split("/")[0] for name in files if ".dist-info/" not in name} == {
        "firmware",
        "hardware",
        "scorer",
    }
    needless = (".md", ".png", ".pdf", "make_fonts.py", "mfrc522.txt", "mfrc522-licence.txt")
    assert [name for name in files if name.endswith(needless)] == []
    assert {name for name in files if name.endswith(".svg")} == {
        "firmware/web/pages/cards.svg",
        "firmware/web/pages/icon.svg",
    }


def test_the_source_has_all_that_the_project_has(made: Path) -> None:
    with tarfile.open(next(made.glob("*.tar.gz"))) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    listed = subprocess.run(asked, cwd=ROOT, check=True, capture_output=True, encoding="utf-8").stdout
    there = {name for name in listed.splitlines() if (ROOT / name).exists()}
    assert names - {"PKG-INFO"} == there


def test_a_wheel_made_of_the_source_is_the_same_wheel(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run(("tar", "-xzf", next(made.glob("*.tar.gz")), "-C", tmp_path), check=True)
    monkeypatch.chdir(next(tmp_path.glob("hanafuda_scorekeeper-*")))
    again = tmp_path / build.build_wheel(str(tmp_path))
    assert again.read_bytes() == (made / again.name).read_bytes()


def test_the_changelog_says_what_is_new_in_this_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"\n## {version} (" in (ROOT / "CHANGELOG.md").read_text("utf-8")

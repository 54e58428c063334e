"""What a command says when a package that it needs is not installed."""

import sys
from pathlib import Path

import pytest

from firmware.errors import PackagesMissing
from firmware.packages import BOX, SIMULATED_BOX, check_packages

ROOT = Path(__file__).parents[2]
PIN = (ROOT / "hardware" / "mfrc522.txt").read_text("ascii").strip()
PIP = f"{sys.executable} -m pip install"


@pytest.fixture
def missing(monkeypatch):
    """Let modules be as if they were not installed."""

    def hide(*names: str) -> None:
        monkeypatch.setattr(
            "firmware.packages.find_spec", lambda module: None if module in names else sys.modules[__name__]
        )

    return hide


def test_a_box_with_all_its_packages_is_let_go_on(missing):
    missing()
    check_packages(SIMULATED_BOX)


@pytest.mark.parametrize(
    ("names", "extra", "says"),
    [
        (["mfrc522"], "", f"not installed: mfrc522; install with: {PIP} --no-deps {PIN}"),
        (["PIL"], "", f"not installed: pillow; install with: {PIP} hanafuda-scorekeeper"),
        (["segno"], "pi", f"not installed: segno; install with: {PIP} 'hanafuda-scorekeeper[pi]'"),
        (
            ["gpiozero", "smbus2", "mfrc522"],
            "pi",
            "not installed: gpiozero, smbus2, mfrc522; install with: "
            f"{PIP} 'hanafuda-scorekeeper[pi]' && {PIP} --no-deps {PIN}",
        ),
    ],
    ids=["the reader's", "one", "one of a Pi", "several"],
)
def test_what_is_missing_is_named_with_the_command_that_brings_it(missing, names, extra, says):
    missing(*names)
    with pytest.raises(PackagesMissing) as caught:
        check_packages(SIMULATED_BOX, extra)
    assert str(caught.value) == says


def test_a_box_without_the_reader_s_package_goes_on_and_says_so_itself(missing):
    missing("mfrc522")
    check_packages(BOX, "pi")


def test_a_package_in_a_package_that_is_missing_is_missing(monkeypatch):
    monkeypatch.delitem(sys.modules, "luma.oled", raising=False)  # another test may have imported it
    monkeypatch.setitem(sys.modules, "luma", None)
    with pytest.raises(PackagesMissing, match=r"not installed: .*luma\.oled"):
        check_packages(["luma.oled"])


@pytest.mark.parametrize(
    "path", ["firmware/packages.py", "firmware/doctor/software.py", "hardware/mfrc522_package.py"]
)
def test_every_command_for_the_reader_s_package_brings_the_version_that_is_installed(path):
    assert f"{PIN}" in (ROOT / path).read_text("utf-8")

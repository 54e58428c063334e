"""A QEMU that knows a Raspberry Pi's I2C and SPI: 9 or newer.

Where Debian has it in its backports only, it is fetched and unpacked beside, and installed nowhere.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

__all__ = ["find_newer"]

_LEAST = 9
_NAME = "qemu-system-aarch64"
_PACKAGES = ("qemu-system-arm", "qemu-system-common", "qemu-system-data")
_KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"


def find_newer(build: Path) -> Path | None:
    """Return a QEMU that is new enough, None if none can be had.

    Args:
        build: a folder for what is fetched, and kept.
    """
    installed = shutil.which(_NAME)
    kept = build / "qemu"
    if installed is not None and _version(Path(installed)) >= _LEAST:
        return Path(installed)
    if not kept.is_dir():
        try:
            _fetch(kept)
        except (OSError, subprocess.CalledProcessError):
            return None
    found = kept / "usr" / "bin" / _NAME
    return found if _version(found) >= _LEAST else None


def _version(qemu: Path) -> int:
    """Return the first number of a QEMU's version, 0 if it does not start."""
    try:
        said = subprocess.run((qemu, "--version"), check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return 0
    found = re.search(r"version (\d+)", said)
    return int(found[1]) if found else 0


def _fetch(kept: Path) -> None:
    """Take the packages from the backports, with lists and a cache of their own."""
    suite = re.search(r"VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text("utf-8"))
    ask = ("apt-get", "indextargets", "Created-By: Packages", "Label: Debian", "--format", "$(REPO_URI)")
    mirrors = _run(*ask).split()
    if suite is None or not mirrors:
        raise OSError("this is no Debian whose apt was ever updated")
    with tempfile.TemporaryDirectory(dir=kept.parent) as name:
        folder = Path(name)
        for made in ("state/lists/partial", "cache/archives/partial"):
            (folder / made).mkdir(parents=True)
        source = folder / "sources.list"
        source.write_text(f"deb [signed-by={_KEYS}] {mirrors[0]} {suite[1]}-backports main\n", "utf-8")
        places = {"Etc::sourcelist": source, "Etc::sourceparts": "/dev/null", "State": folder / "state"}
        places["Cache"] = folder / "cache"
        options = [f"--option=Dir::{key}={value}" for key, value in places.items()]
        _run("apt-get", *options, "--quiet", "update")
        _run("apt-get", *options, "--quiet", "download", *_PACKAGES, folder=folder)
        for package in folder.glob("*.deb"):
            _run("dpkg-deb", "--extract", str(package), f"{folder}/root")
        (folder / "root").rename(kept)


def _run(*command: str, folder: Path | None = None) -> str:
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", cwd=folder)
    return done.stdout

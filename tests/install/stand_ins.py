"""Stand-ins for the packages that Raspberry Pi OS has and Debian has not, as a small archive for apt.

They do what install.sh and the box see of the real ones: `raspi-config` writes config.txt, `lgpio` makes its
pipe when it is imported and finds no chip, `RPi.GPIO` is Python alone where rpi-lgpio brings it.
"""

import hashlib
import subprocess
from pathlib import Path

__all__ = ["CONFIG", "REAL_RPI_GPIO", "make_archive"]

CONFIG = """# For more options see the documentation
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on
[all]
[pi4]
arm_boost=1"""
"""A config.txt whose last section is one board's, and whose last line does not end."""

_RASPI_CONFIG = """#!/bin/sh
# nonint do_spi|do_i2c 0|1
[ "$1" = nonint ] || exit 1
case $2 in do_spi) name=spi ;; do_i2c) name=i2c_arm ;; *) exit 1 ;; esac
case $3 in 0) value=on ;; 1) value=off ;; *) exit 1 ;; esac
config=/boot/firmware/config.txt
if grep -q "^#*dtparam=$name=" $config; then
  sed -i "s/^#*dtparam=$name=.*/dtparam=$name=$value/" $config
else
  echo "dtparam=$name=$value" >> $config
fi
"""

_LGPIO = '''"""Stands in for lgpio: makes its pipe, and finds no chip."""

import os

_pipe = os.path.join(os.environ.get("LG_WD", "."), ".lgd-nfy-9")
if os.path.exists(_pipe):
    os.unlink(_pipe)
os.mkfifo(_pipe)


class error(Exception):
    pass


def __getattr__(name):  # the constants
    if not name.isupper():
        raise AttributeError(name)
    return 0


def gpiochip_open(number):
    raise error("can not open gpiochip")
'''

_RPI_GPIO = """BCM, BOARD, OUT, HIGH, LOW = 11, 10, 0, 1, 0


def getmode():
    return None


def setmode(mode):
    pass


setwarnings = setmode


def setup(pin, direction, **more):
    raise RuntimeError("can not open gpiochip")
"""

REAL_RPI_GPIO = {"RPi/__init__.py": "", "RPi/GPIO/__init__.py": _RPI_GPIO, "RPi/_GPIO.py": ""}
"""What RPi.GPIO proper lays down: it has a part beside `RPi.GPIO`, in C."""

_PYTHON = "usr/lib/python3/dist-packages"


def _metadata(name: str, version: str) -> dict[str, str]:
    folder = f"{_PYTHON}/{name.replace('-', '_')}-{version}.dist-info"
    return {f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"}


def make_archive(folder: Path) -> None:
    """Make the packages and the list by which apt finds them."""
    folder.mkdir(parents=True)
    lgpio = {f"{_PYTHON}/lgpio.py": _LGPIO, **_metadata("lgpio", "0.2.2.0")}
    rpi_lgpio = {
        f"{_PYTHON}/RPi/__init__.py": "",
        f"{_PYTHON}/RPi/GPIO/__init__.py": _RPI_GPIO,
        **_metadata("rpi-lgpio", "0.6"),
    }
    _pack(folder, "raspi-config", "", {"usr/bin/raspi-config": _RASPI_CONFIG})
    _pack(folder, "python3-lgpio", "Depends: python3\n", lgpio)
    rpi_gpio = {f"{_PYTHON}/{path}": text for path, text in REAL_RPI_GPIO.items()}
    _pack(folder, "python3-rpi.gpio", "Depends: python3\n", rpi_gpio | _metadata("RPi.GPIO", "0.7.2"))
    relations = "Depends: python3, python3-lgpio\nConflicts: python3-rpi.gpio\nReplaces: python3-rpi.gpio\n"
    _pack(folder, "python3-rpi-lgpio", relations, rpi_lgpio)
    (folder / "Packages").write_text("".join(_entry(deb) for deb in sorted(folder.glob("*.deb"))), "utf-8")


def _pack(folder: Path, name: str, relations: str, files: dict[str, str]) -> None:
    tree = folder / name
    for path, text in files.items():
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        (tree / path).write_text(text, "utf-8")
        (tree / path).chmod(0o755 if "/bin/" in path else 0o644)
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN/control").write_text(
        f"Package: {name}\nVersion: 1\nArchitecture: all\nMaintainer: nobody <nobody@example.org>\n"
        f"{relations}Description: stands in for the one of Raspberry Pi OS\n",
        "utf-8",
    )
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "--build", tree, folder / f"{name}.deb"],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def _entry(deb: Path) -> str:
    control = subprocess.run(["dpkg-deb", "--field", deb], check=True, capture_output=True, encoding="utf-8")
    content = deb.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    return f"{control.stdout}Filename: ./{deb.name}\nSize: {len(content)}\nSHA256: {digest}\n\n"

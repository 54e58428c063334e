"""Which packages of others are missing, and the one command that brings them."""

import shlex
import sys
from collections.abc import Iterable
from importlib.util import find_spec

from firmware.errors import PackagesMissing

__all__ = ["BOX", "PICTURES", "SIMULATED_BOX", "check_packages"]

PICTURES = ("PIL",)
BOX = (*PICTURES, "gpiozero", "luma.oled", "segno", "smbus2")
"""What the box cannot be without, as it is imported. Without a reader it goes on, and says so itself."""

_READER = "mfrc522"
SIMULATED_BOX = (*BOX, _READER)

_PIN = "mfrc522==0.0.7"
_DISTRIBUTIONS = {"PIL": "pillow"}
"""What is installed under another name than it is imported."""


def check_packages(needed: Iterable[str], extra: str = "") -> None:
    """Look that what a command imports from others is there.

    pip takes what to install from this program's own metadata; mfrc522 goes apart, since with it would come
    an RPi.GPIO that does not work on a Pi 5.

    Args:
        needed: the modules that the command is of no use without.
        extra: of our package, as "pi", for the command to name.

    Raises:
        PackagesMissing: if one is missing; all that a box needs and are missing are named.
    """
    if all(map(_is_there, needed)):
        return
    missing = [module for module in SIMULATED_BOX if not _is_there(module)]
    pip = f"{shlex.quote(sys.executable)} -m pip install"
    commands = []
    if missing != [_READER]:
        commands.append(f"{pip} 'hanafuda-scorekeeper[{extra}]'" if extra else f"{pip} hanafuda-scorekeeper")
    if _READER in missing:
        commands.append(f"{pip} --no-deps {_PIN}")
    names = ", ".join(_DISTRIBUTIONS.get(module, module) for module in missing)
    raise PackagesMissing(f"not installed: {names}; install with: {' && '.join(commands)}")


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even the package that it would be in
        return False

"""The PyPI package `mfrc522`, bound to the modules it is given.

The package imports `RPi.GPIO` and `spidev` when it is itself imported. Off a Pi the first raises
RuntimeError and the second may be missing, and an ordinary import would tie every user in the
process to the same pair. A private copy for each pair lets the unmodified package run on a
desktop, and on two boards in one process, which then share nothing.
"""

import importlib
import sys
from types import ModuleType
from typing import Any, cast

from hardware.errors import ReaderLost

__all__ = ["import_mfrc522"]

_PACKAGE = "mfrc522"
_TOUCHED = frozenset({"RPi", "RPi.GPIO", "spidev", _PACKAGE})


def _touched() -> list[str]:
    """Return the names of the modules that an import of the package replaces or brings."""
    # list(): another thread may import meanwhile
    return [name for name in list(sys.modules) if name in _TOUCHED or name.startswith(_PACKAGE + ".")]


def import_mfrc522(spidev: Any, gpio: Any) -> ModuleType:
    """Import a private copy of the package; `sys.modules` is afterwards as it was.

    Not for use while another thread imports one of the same modules.

    Args:
        spidev: the module `spidev`, or an object with its class `SpiDev`.
        gpio: the module `RPi.GPIO`, or an object with its functions and constants.

    Returns:
        The package, with `MFRC522` and `SimpleMFRC522`.

    Raises:
        ReaderLost: if the package is not installed.
    """
    saved = {name: sys.modules[name] for name in _touched()}
    parent = ModuleType("RPi")
    vars(parent)["GPIO"] = gpio
    for name in saved:
        del sys.modules[name]
    sys.modules.update(
        {"RPi": parent, "RPi.GPIO": cast(ModuleType, gpio), "spidev": cast(ModuleType, spidev)}
    )
    try:
        return importlib.import_module(_PACKAGE)
    except ModuleNotFoundError as exc:
        wanted = "pip install --no-deps mfrc522==0.0.7"
        raise ReaderLost(f"the package mfrc522 is missing: {wanted}") from exc
    finally:
        for name in _touched():
            del sys.modules[name]
        sys.modules.update(saved)

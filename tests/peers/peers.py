"""Other people's RC522 drivers, unchanged, on a simulated board.

`make test` puts each one that peers.txt pins into a folder of its own, as two of them install a
package of the same name. A driver is imported in private: while that lasts, stand-ins take the
place of the modules by which it reaches pins, bus and time.
"""

import importlib
import sys
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from hardware.clock import Clock
from hardware.simulated.raspberry_pi import Board

FOLDERS = Path(__file__).parents[2] / "build" / "peers"
PINS = Path(__file__).with_name("peers.txt").read_text("ascii").split()
NAMES = [pin.partition("==")[0] for pin in PINS]
_PACKAGES = {"mfrc522-python": "mfrc522", "pi-rc522": "pirc522"}


def are_installed() -> bool:
    """Return whether every peer is in its folder."""
    return (FOLDERS / "ready").is_file()


def import_peer(name: str, board: Board, clock: Clock) -> Any:
    """Import a private copy of a peer's package; afterwards `sys.modules` and `sys.path` are as they were.

    Args:
        name: as it stands in peers.txt.
        board: where its bus and pins end.
        clock: on which it sleeps and waits.
    """
    package = _PACKAGES[name]
    stand_ins = _stand_ins(board, clock)
    saved = {key: module for key, module in list(sys.modules.items()) if _is_touched(key, package, stand_ins)}
    for key in saved:
        del sys.modules[key]
    sys.modules.update(stand_ins)
    sys.path.insert(0, str(FOLDERS / name))
    try:
        return importlib.import_module(package)
    finally:
        sys.path.remove(str(FOLDERS / name))
        for key in [key for key in list(sys.modules) if _is_touched(key, package, stand_ins)]:
            del sys.modules[key]
        sys.modules.update(saved)


def _is_touched(key: str, package: str, stand_ins: dict[str, Any]) -> bool:
    return key in stand_ins or key.partition(".")[0] == package


def _stand_ins(board: Board, clock: Clock) -> dict[str, Any]:
    parent = ModuleType("RPi")
    vars(parent)["GPIO"] = board.gpio
    return {
        "RPi": parent,
        "RPi.GPIO": board.gpio,
        "spidev": board.spidev,
        "time": SimpleNamespace(sleep=clock.sleep, time=clock.now_s),
        "threading": SimpleNamespace(Event=partial(ClockEvent, clock)),
    }


class ClockEvent:
    """A `threading.Event` that waits on a clock of ours."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._bell = clock.mailbox()
        self._is_set = False

    def set(self) -> None:
        self._is_set = True
        self._bell.put(None)

    def clear(self) -> None:
        self._is_set = False

    def wait(self, timeout: float | None = None) -> bool:
        if not self._is_set:
            self._bell = self._clock.mailbox()
            self._bell.get(timeout)
        return self._is_set

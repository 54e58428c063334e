"""What the simulated machine says of itself: all is well, but for what a test changes."""

from collections.abc import Iterable
from dataclasses import replace

from hardware.host import HostFacts, Node, Unit, User
from hardware.simulated.raspberry_pi import Board

__all__ = ["SimulatedHost"]

_GROUPS = frozenset({"spi", "i2c", "gpio"})
_CHIP = "/dev/gpiochip0"
_WELL = HostFacts(
    model="Raspberry Pi 4 Model B",
    kernel="6.12",
    nodes={},
    chips=(_CHIP,),
    user=User(_GROUPS, _GROUPS, _GROUPS),
    packages={
        "gpiozero": "2.0.1.post3",
        "luma.oled": "3.16.0",
        "pillow": "13.0.0",
        "smbus2": "0.6.1",
        "segno": "1.6.6",
        "spidev": "3.8",
        "lgpio": "0.2.2.0",
        "rpi-lgpio": "0.6",
        "mfrc522": "0.0.7",
    },
    python="3.11.2",
    lgpio_folder="/run/scorekeeper",
    unit=Unit("enabled", "active"),
)


class SimulatedHost:
    """A machine that never changes by itself.

    Args:
        board: knows which nodes are missing or forbidden.

    Attributes:
        facts: what it says; the nodes are the board's.
    """

    def __init__(self, board: Board) -> None:
        self.facts = _WELL
        self._board = board

    def look(self, nodes: Iterable[str]) -> HostFacts:
        """Return the facts, with the state of these nodes."""
        found = {name: self._node(name) for name in (*nodes, *self.facts.chips)}
        return replace(self.facts, nodes=found)

    def _node(self, name: str) -> Node:
        if name in self._board.missing_nodes:
            return Node.MISSING
        return Node.FORBIDDEN if name in self._board.forbidden_nodes else Node.USABLE

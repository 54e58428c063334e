"""The pins of a simulated board, as `RPi.GPIO` shows them."""

from collections.abc import Callable
from functools import partial

from hardware.clock import Clock
from hardware.simulated.gpio_edges import Edge, EdgeWatch

__all__ = ["FakeGPIO"]

# Header pin to BCM number; the other pins are supply, ground or reserved.
_BCM_OF_BOARD = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9,
    22: 25, 23: 11, 24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26,
    38: 20, 40: 21,
}  # fmt: skip
_LAST_PULLED_UP = 8  # after a reset GPIO 0 to 8 are pulled up, 9 to 27 down


class FakeGPIO:
    """Stands for the module `RPi.GPIO`: outputs, inputs with their pulls, edges.

    Args:
        clock: on which edges are looked for.
        is_pulled_low: tells whether something outside holds an input (BCM number) low.
        tell: is called whenever a level may have changed.

    Attributes:
        calls: every call in order, as the function's name and its arguments.
    """

    BOARD, BCM = 10, 11
    OUT, IN = 0, 1
    LOW, HIGH = 0, 1
    PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
    RISING, FALLING, BOTH = (edge.value for edge in Edge)

    def __init__(self, clock: Clock, is_pulled_low: Callable[[int], bool], tell: Callable[[], None]) -> None:
        self.calls: list[tuple[str | int, ...]] = []
        self._is_pulled_low = is_pulled_low
        self._tell = tell
        self._mode: int | None = None
        self._outputs: dict[int, bool] = {}
        self._pulls: dict[int, int] = {}
        self._edges = EdgeWatch(clock, self.level)

    def getmode(self) -> int | None:
        """Return BOARD or BCM, None while neither is set."""
        self.calls.append(("getmode",))
        return self._mode

    def setmode(self, mode: int) -> None:
        """Choose the numbering.

        Raises:
            ValueError: if the other was chosen before.
        """
        self.calls.append(("setmode", mode))
        if mode not in (self.BOARD, self.BCM):
            raise ValueError("An invalid mode was passed to setmode()")
        if self._mode not in (None, mode):
            raise ValueError("A different mode has already been set!")
        self._mode = mode

    def setup(
        self, channel: int, direction: int, pull_up_down: int = PUD_OFF, initial: int | None = None
    ) -> None:
        """Make a pin an output, low unless `initial` says so, or an input with a pull.

        Raises:
            RuntimeError: if no numbering was chosen.
            ValueError: if there is no such pin.
        """
        self.calls.append(("setup", channel, direction))
        pin = self._bcm(channel)
        if direction == self.OUT:
            self._outputs[pin] = self._outputs.get(pin, False) if initial is None else bool(initial)
        else:
            self._outputs.pop(pin, None)
            self._pulls[pin] = pull_up_down
        self._tell()

    def output(self, channel: int, value: int) -> None:
        """Drive a pin.

        Raises:
            RuntimeError: if no numbering was chosen, or the pin is no output.
        """
        self.calls.append(("output", channel, value))
        pin = self._bcm(channel)
        if pin not in self._outputs:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        self._outputs[pin] = bool(value)
        self._tell()

    def input(self, channel: int) -> int:
        """Return the level of a pin.

        Raises:
            RuntimeError: if no numbering was chosen, or the pin was not set up.
        """
        self.calls.append(("input", channel))
        pin = self._bcm(channel)
        if pin not in self._outputs and pin not in self._pulls:
            raise RuntimeError("You must setup() the GPIO channel first")
        return int(self.level(pin))

    def add_event_detect(self, channel: int, edge: int, callback: Callable[[int], object]) -> None:
        """Call back with `channel`, in a thread of its own, at each such edge of an input.

        Raises:
            RuntimeError: if the pin is no input, or is watched already.
            ValueError: if there is no such edge.
        """
        self.calls.append(("add_event_detect", channel, edge))
        pin = self._bcm(channel)
        if pin not in self._pulls or pin in self._outputs:
            raise RuntimeError("You must setup() the GPIO channel as an input first")
        self._edges.add(pin, Edge(edge), partial(callback, channel))

    def remove_event_detect(self, channel: int) -> None:
        """Watch a pin no more."""
        self.calls.append(("remove_event_detect", channel))
        self._edges.remove(self._bcm(channel))

    def cleanup(self, channel: int | None = None) -> None:
        """Make one pin an input again; without argument all, and forget the numbering."""
        if channel is None:
            self.calls.append(("cleanup",))
            self.power_cycle()
            return
        self.calls.append(("cleanup", channel))
        pin = self._bcm(channel)
        self._edges.remove(pin)
        self._outputs.pop(pin, None)
        self._pulls.pop(pin, None)
        self._tell()

    def level(self, bcm: int) -> bool:
        """Return the level on a pin: what drives it, its pull, or the pull it has after a reset."""
        if bcm in self._outputs:
            return self._outputs[bcm]
        if self._is_pulled_low(bcm):
            return False
        pull = self._pulls.get(bcm, self.PUD_OFF)
        return bcm <= _LAST_PULLED_UP if pull == self.PUD_OFF else pull == self.PUD_UP

    def power_cycle(self) -> None:
        """Make every pin an input with its pull, as the Pi's reset does."""
        self._mode = None
        self._edges.clear()
        self._outputs.clear()
        self._pulls.clear()
        self._tell()

    def _bcm(self, channel: int) -> int:
        if self._mode is None:
            raise RuntimeError(
                "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
            )
        pin = channel if self._mode == self.BCM else _BCM_OF_BOARD.get(channel)
        if pin is None or pin not in _BCM_OF_BOARD.values():
            raise ValueError("The channel sent is invalid on a Raspberry Pi")
        return pin

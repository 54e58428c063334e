"""gpiozero's mock pins, with what is wired to them: fingers on buttons, and the buzzer."""

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.simulated.piezo import Piezo

__all__ = ["WiredFactory"]


class WiredFactory(MockFactory):  # type: ignore[misc]  # gpiozero has no types
    """Makes the pins of one board, from one power-on to the next.

    Args:
        piezo: feels each change of its pin.

    Attributes:
        piezo: the same; None once the board has got new pins.
    """

    def __init__(self, piezo: Piezo) -> None:
        super().__init__(pin_class=_WiredPin)
        self.piezo: Piezo | None = piezo


class _WiredPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        self._tell()

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self._tell()

    def _change_state(self, value: float) -> bool:
        has_changed: bool = super()._change_state(value)
        del self.states[:-1]  # gpiozero keeps every level for ever
        self._tell()
        return has_changed

    def _tell(self) -> None:
        piezo: Piezo | None = self.factory.piezo
        if piezo is None or self.info.name != f"GPIO{piezo.pin}":
            return
        if self.function == "output":
            piezo.feel(float(self.state), self.frequency)
        else:
            piezo.rest()

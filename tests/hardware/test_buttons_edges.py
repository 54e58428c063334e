"""The buttons under pins that report edges as lgpio and as RPi.GPIO do, late, twice, or not at all.

gpiozero/gpiozero 378, 550, 559, 1090: one press counted several times, or a press or release lost.
"""

from types import MethodType

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from gpiozero.pins.pi import PiPin

from hardware.buttons import LOOK_S, SAMPLE_S, SETTLE_S, GpioButtons
from hardware.ports import Button
from hardware.settings import DEFAULT_BUTTON_PINS

LATE_S = 0.0007
IGNORED_S = 0.02


class StyledPin(MockPWMPin):
    """A pin on a clock whose edges are reported as one of the factories would.

    Attributes:
        clock: the test's.
        report: takes the pin and the level after each edge.
        quiet_until_s: for a style that ignores what follows an edge.
    """

    quiet_until_s = 0.0

    def _call_when_changed(self):
        self.report(self, self._state)

    def _set_pull(self, value):
        self._pull = value  # whoever holds the button down outdoes the pull-up

    def tell(self, level):
        """Call back as gpiozero's pins do."""
        if self._when_changed is not None:
            PiPin._call_when_changed(self, self.clock.now_s(), level)

    def later(self, delay_s, deed):
        self.clock.start("edge", lambda: (self.clock.sleep(delay_s), deed())[1])


def each_edge(pin, level):
    """As lgpio without debouncing: each edge, with the level that it led to."""
    pin.later(LATE_S, lambda: pin.tell(level))


def stable_levels(pin, level):
    """As lgpio with debouncing: a level that has stood for 5 ms."""
    before = pin._last_change
    pin.later(0.005, lambda: pin._last_change == before and pin.tell(level))


def level_of_later(pin, _level):
    """As RPi.GPIO: a call for each edge, with the level that the pin has by then."""
    pin.later(LATE_S, lambda: pin.tell(pin._state))


def two_calls(pin, _level):
    """As RPi.GPIO under load: two calls that see the same level."""
    pin.later(LATE_S, lambda: (pin.tell(pin._state), pin.tell(pin._state)))


def first_edge_only(pin, _level):
    """As RPi.GPIO with debouncing: whatever follows an edge within 20 ms is lost, its last edge too."""
    now_s = pin.clock.now_s()
    if now_s >= pin.quiet_until_s:
        pin.quiet_until_s = now_s + IGNORED_S
        pin.later(LATE_S, lambda: pin.tell(pin._state))


def no_release(pin, level):
    """Every edge that goes up is lost."""
    if not level:
        pin.later(LATE_S, lambda: pin.tell(level))


STYLES = (each_edge, stable_levels, level_of_later, two_calls, first_edge_only, no_release)


class Bench:
    """Buttons on pins of a style.

    Attributes:
        edges: what was reported.
    """

    def __init__(self, clock, style):
        self.clock, self.edges = clock, []
        kind = type("Pin", (StyledPin,), {"clock": clock, "report": MethodType(lambda _, *of: style(*of), 0)})
        self.factory = MockFactory(pin_class=kind)
        self.buttons = GpioButtons(DEFAULT_BUTTON_PINS, clock, self.edges.append, self.factory)
        for number in DEFAULT_BUTTON_PINS.values():
            self.factory.pin(number).drive_high()

    def set(self, button, *, is_down):
        pin = self.factory.pin(DEFAULT_BUTTON_PINS[button])
        (pin.drive_low if is_down else pin.drive_high)()

    def bounce(self, button, *, is_down):
        """Let contacts bounce, 10 edges in 8 ms, until they stay."""
        for number in range(10):
            self.set(button, is_down=is_down is bool(number % 2))
            self.clock.sleep(0.0008)

    def spike(self, button, *, is_down, seconds=0.003):
        self.set(button, is_down=is_down)
        self.clock.sleep(seconds)
        self.set(button, is_down=not is_down)

    def reported(self):
        return [(edge.button.value, edge.is_down) for edge in self.edges]


@pytest.fixture(params=STYLES, ids=lambda style: style.__name__.replace("_", " "))
def closed(request, clock):
    return Bench(clock, request.param)


@pytest.fixture
def bench(closed):
    closed.buttons.open()
    closed.clock.sleep(1.0)
    return closed


@pytest.mark.parametrize("held_s", [0.03, 0.08, 3.0])
def test_ten_edges_in_8_ms_are_one_press_and_one_release(bench, held_s):
    began_s = bench.clock.now_s()
    bench.bounce(Button.OK, is_down=True)
    bench.clock.sleep(held_s)
    released_s = bench.clock.now_s()
    bench.bounce(Button.OK, is_down=False)
    bench.clock.sleep(0.2)
    assert bench.reported() == [("OK", True), ("OK", False)]
    pressed, released = (edge.at_s for edge in bench.edges)
    assert began_s <= pressed <= began_s + 0.008 + SETTLE_S
    assert released_s <= released <= released_s + 0.07


def test_contacts_that_do_not_bounce_are_reported_soon(bench):
    bench.set(Button.A, is_down=True)
    bench.clock.sleep(1.135)
    bench.set(Button.A, is_down=False)
    released_s = bench.clock.now_s()
    bench.clock.sleep(0.07)
    assert bench.reported() == [("A", True), ("A", False)]
    assert released_s <= bench.edges[1].at_s <= released_s + 0.05


@pytest.mark.parametrize("pause_s", [0.003, 0.02], ids=["close together", "apart"])
@pytest.mark.parametrize("count", [1, 10])
def test_spikes_of_3_ms_are_nothing(bench, count, pause_s):
    for _ in range(count):
        bench.spike(Button.A, is_down=True)
        bench.clock.sleep(pause_s)
    bench.clock.sleep(1.0)
    assert bench.edges == []


@pytest.mark.parametrize("pause_s", [0.003, 0.02], ids=["close together", "apart"])
@pytest.mark.parametrize("count", [1, 10])
def test_gaps_of_3_ms_in_a_hold_are_no_release(bench, count, pause_s):
    bench.bounce(Button.OK, is_down=True)
    bench.clock.sleep(1.0)
    for _ in range(count):
        bench.spike(Button.OK, is_down=False)
        bench.clock.sleep(pause_s)
    bench.clock.sleep(1.0)
    assert bench.reported() == [("OK", True)]
    bench.bounce(Button.OK, is_down=False)
    bench.clock.sleep(0.2)
    assert bench.reported() == [("OK", True), ("OK", False)]


def test_a_button_stuck_at_the_start_is_no_press_until_it_was_let_go(closed):
    closed.set(Button.B, is_down=True)
    closed.buttons.open()
    closed.clock.sleep(2.0)
    assert closed.edges == []
    closed.bounce(Button.B, is_down=False)
    closed.clock.sleep(0.2)
    closed.bounce(Button.B, is_down=True)
    closed.clock.sleep(0.2)
    assert closed.reported() == [("B", False), ("B", True)]


def test_presses_in_quick_succession_are_all_reported(bench):
    for _ in range(5):
        bench.bounce(Button.C, is_down=True)
        bench.clock.sleep(0.08)
        bench.bounce(Button.C, is_down=False)
        bench.clock.sleep(0.08)
    assert bench.reported() == [("C", True), ("C", False)] * 5


def test_a_pin_that_cannot_be_read_any_more_goes_by_its_edges_and_does_not_hurry(clock, monkeypatch):
    bench = Bench(clock, each_edge)
    bench.buttons.open()
    reads = []

    def broken(_pin):
        reads.append(clock.now_s())
        raise OSError("no such line")

    monkeypatch.setattr(StyledPin, "_get_state", broken)
    bench.bounce(Button.A, is_down=True)
    clock.sleep(1.0)
    bench.bounce(Button.A, is_down=False)
    clock.sleep(0.2)
    assert bench.reported() == [("A", True), ("A", False)]
    assert len(reads) <= 1.0 / LOOK_S + 2 * SETTLE_S / SAMPLE_S


def test_at_rest_no_pin_is_read(clock, monkeypatch):
    bench = Bench(clock, each_edge)
    bench.buttons.open()
    reads = []
    monkeypatch.setattr(StyledPin, "_get_state", reads.append)
    clock.sleep(60.0)
    assert reads == []

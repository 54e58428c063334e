"""The buttons on mock pins: single presses and releases, however the contacts bounce."""

import pytest
from gpiozero import DigitalInputDevice

from hardware.buttons import LOOK_S, SETTLE_S, Debouncer, GpioButtons
from hardware.errors import ButtonsLost
from hardware.ports import Button, ButtonEdge
from hardware.settings import DEFAULT_BUTTON_PINS

BOUNCE_S = 0.008


class Bench:
    """The buttons of a simulated box, open.

    Attributes:
        edges: what was reported.
        slow_s: how long whoever is told of an edge takes.
        tasks: the threads that the buttons started.
    """

    def __init__(self, clock, world):
        self.clock, self.world = clock, world
        self.edges = []
        self.slow_s = 0.0
        self.tasks = []
        self._start, clock.start = clock.start, self._remember
        self.buttons = GpioButtons(DEFAULT_BUTTON_PINS, clock, self._report, world.machine.pin_factory)

    def _remember(self, name, target):
        self.tasks.append(self._start(name, target))
        return self.tasks[-1]

    def _report(self, edge):
        self.edges.append(edge)
        self.clock.sleep(self.slow_s)

    def bounce(self, button, is_down, edges=10):
        """Let contacts bounce for 8 ms until they stay down or up."""
        for number in range(edges, 0, -1):
            (self.world.push if is_down is bool(number % 2) else self.world.let_go)(button)
            self.clock.sleep(BOUNCE_S / edges)

    def reported(self):
        return [(edge.button.value, edge.is_down) for edge in self.edges]


@pytest.fixture
def closed(clock, world):
    return Bench(clock, world)


@pytest.fixture
def bench(closed):
    closed.buttons.open()
    return closed


@pytest.mark.parametrize("button", Button, ids=lambda button: button.value)
def test_each_button_is_reported_by_its_name(bench, button):
    bench.world.push(button)
    bench.clock.sleep(0.08)
    bench.world.let_go(button)
    bench.clock.sleep(0.08)
    assert bench.edges == [ButtonEdge(button, True, 0.0), ButtonEdge(button, False, 0.08)]


@pytest.mark.parametrize("edges", [1, 2, 9, 10, 25])
@pytest.mark.parametrize("held_s", [0.0721, 3.0], ids=["pressed", "held"])
def test_bouncing_contacts_make_one_press_and_one_release(bench, edges, held_s):
    bench.bounce(Button.OK, True, edges)
    bench.clock.sleep(held_s)
    bench.bounce(Button.OK, False, edges)
    bench.clock.sleep(0.1)
    assert bench.reported() == [("OK", True), ("OK", False)]


def test_an_edge_is_stamped_when_it_began(bench):
    bench.clock.sleep(1.0)
    bench.bounce(Button.A, True, 9)
    bench.clock.sleep(1.0)
    bench.bounce(Button.A, False, 9)
    bench.clock.sleep(1.0)
    assert [edge.at_s for edge in bench.edges] == pytest.approx([1.0, 2.0 + BOUNCE_S])


def test_a_press_is_reported_soon(bench):
    bench.world.push(Button.A)
    bench.clock.sleep(0.0101)
    assert bench.reported() == [("A", True)]


@pytest.mark.parametrize("length_s", [0.0, 0.003, 0.009])
def test_a_spike_is_nothing(bench, length_s):
    bench.world.push(Button.A)
    bench.clock.sleep(length_s)
    bench.world.let_go(Button.A)
    bench.clock.sleep(1.0)
    assert bench.edges == []


def test_a_gap_in_a_hold_is_no_release(bench):
    bench.world.push(Button.OK)
    bench.clock.sleep(1.0)
    bench.world.let_go(Button.OK)
    bench.clock.sleep(0.003)
    bench.world.push(Button.OK)
    bench.clock.sleep(1.0)
    assert bench.reported() == [("OK", True)]


def test_a_button_held_at_the_start_is_no_press_until_it_was_let_go(closed):
    closed.world.push(Button.OK)
    pin = closed.world.machine.pin_factory.pin(5)
    pin._set_pull = lambda value: setattr(pin, "_pull", value)  # the finger outdoes the pull-up
    closed.buttons.open()
    closed.clock.sleep(2.0)
    closed.world.let_go(Button.OK)
    closed.clock.sleep(0.1)
    closed.world.push(Button.OK)
    closed.clock.sleep(0.1)
    assert closed.reported() == [("OK", False), ("OK", True)]


def test_two_buttons_at_once_are_two(bench):
    bench.world.push(Button.B)
    bench.clock.sleep(0.004)
    bench.world.push(Button.A)
    bench.clock.sleep(0.1)
    assert bench.edges == [ButtonEdge(Button.B, True, 0.0), ButtonEdge(Button.A, True, 0.004)]


def test_a_spike_while_the_thread_is_late_is_nothing(bench):
    bench.slow_s = 0.2
    bench.world.push(Button.A)
    bench.clock.sleep(0.05)
    bench.world.push(Button.B)
    bench.clock.sleep(0.003)
    bench.world.let_go(Button.B)
    bench.clock.sleep(1.0)
    assert bench.reported() == [("A", True)]


def test_a_press_and_release_while_the_thread_is_late_are_both_reported(bench):
    bench.slow_s = 0.5
    bench.world.push(Button.A)
    bench.clock.sleep(0.05)
    bench.world.push(Button.B)
    bench.clock.sleep(0.08)
    bench.world.let_go(Button.B)
    bench.clock.sleep(3.0)
    assert bench.edges[1:] == [
        ButtonEdge(Button.B, True, pytest.approx(0.05)),
        ButtonEdge(Button.B, False, pytest.approx(0.13)),
    ]


def test_a_busy_pin_is_named_and_no_pin_is_kept(closed):
    blocker = DigitalInputDevice(6, pin_factory=closed.world.machine.pin_factory)
    with pytest.raises(ButtonsLost, match="GPIO 6 for button BACK cannot be had"):
        closed.buttons.open()
    blocker.close()
    closed.buttons.open()
    closed.world.push(Button.A)
    closed.clock.sleep(0.1)
    assert closed.reported() == [("A", True)]


def test_a_busy_pin_starts_no_thread(closed):
    blocker = DigitalInputDevice(6, pin_factory=closed.world.machine.pin_factory)
    with pytest.raises(ButtonsLost):
        closed.buttons.open()
    blocker.close()
    assert closed.tasks == []


def test_closing_ends_the_thread_and_frees_the_pins(bench):
    bench.buttons.close()
    assert bench.tasks[0].join(1.0)
    bench.world.push(Button.A)
    bench.clock.sleep(0.1)
    assert bench.edges == []
    DigitalInputDevice(13, pin_factory=bench.world.machine.pin_factory).close()


def test_what_settles_in_the_moment_of_closing_is_not_reported(bench):
    bench.world.push(Button.A)
    bench.clock.sleep(SETTLE_S)
    bench.buttons.close()
    bench.clock.sleep(0.1)
    assert bench.edges == []


def test_opened_again_at_once_they_work_and_only_one_thread_runs(bench):
    bench.clock.sleep(0.1)
    bench.buttons.close()
    bench.buttons.open()
    bench.clock.sleep(0.1)
    bench.world.push(Button.A)
    bench.clock.sleep(0.1)
    assert bench.reported() == [("A", True)]
    assert [task.join(0.1) for task in bench.tasks] == [True, False]


@pytest.mark.parametrize(
    "train",
    [
        pytest.param([(0, True), (1, False), (2, True), (5, False), (8, True)], id="every edge"),
        pytest.param([(0, True), (2, True), (8, True)], id="only those that go down"),
        pytest.param([(0, True)], id="the first alone"),
        pytest.param([(0, False), (8, True)], id="one read too late, then the last"),
    ],
)
def test_a_press_is_a_press_in_whatever_style_edges_come(train):
    debouncer = Debouncer()
    debouncer.start(Button.A, is_down=False)
    for at_ms, is_down in train:
        debouncer.feel(Button.A, is_down=is_down, at_s=at_ms / 1000)
    assert debouncer.settle(0.009) == []
    assert debouncer.settle(0.019) == [ButtonEdge(Button.A, True, 0.0)]
    assert debouncer.due_s() == pytest.approx(0.019 + LOOK_S)


def test_edges_that_settle_together_come_in_the_order_in_which_they_began():
    debouncer = Debouncer()
    for button in (Button.A, Button.B):
        debouncer.start(button, is_down=False)
    debouncer.feel(Button.B, is_down=True, at_s=1.0)
    debouncer.feel(Button.A, is_down=True, at_s=1.001)
    assert [edge.button for edge in debouncer.settle(2.0)] == [Button.B, Button.A]


def test_the_next_to_settle_is_due_first():
    debouncer = Debouncer()
    for button in (Button.A, Button.B):
        debouncer.start(button, is_down=False)
    debouncer.feel(Button.B, is_down=True, at_s=1.0)
    debouncer.feel(Button.A, is_down=True, at_s=1.002)
    for button in (Button.A, Button.B):
        debouncer.look(button, is_down=True, at_s=1.009)
    assert debouncer.due_s() == 1.0 + SETTLE_S

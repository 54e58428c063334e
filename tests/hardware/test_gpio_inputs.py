"""Input pins of the simulated board: pulls, the reader's IRQ wire, and edges."""

import pytest

from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make

TIMER_FLAG_ON_A_LOW_ACTIVE_PIN = [(0x02, 0x81), (0x2D, 0x10), (0x0C, 0x40)]  # enable, reload, start now


@pytest.fixture
def gpio(board):
    """The pins, by their BCM numbers, with the reader's IRQ wired to GPIO 24."""
    board.chips[0, 0] = Rc522Chip(board.clock, Rc522Make(start_up_s=0.0, reset_pin=None, irq_pin=24))
    board.gpio.setmode(board.gpio.BCM)
    return board.gpio


@pytest.fixture
def irq(gpio):
    """The pins, with GPIO 24 an input that is pulled up."""
    gpio.setup(24, gpio.IN, pull_up_down=gpio.PUD_UP)
    return gpio


@pytest.fixture
def write(board):
    """Write registers, in order."""
    return lambda writes: [board.chips[0, 0].transfer([address << 1, value]) for address, value in writes]


@pytest.mark.parametrize(
    ("pin", "pull", "level"),
    [
        pytest.param(17, 22, 1, id="pulled up"),
        pytest.param(17, 21, 0, id="pulled down"),
        pytest.param(5, 21, 0, id="pulled down, against the pull of a reset"),
        pytest.param(17, 20, 0, id="as after a reset: GPIO 9 to 27 down"),
        pytest.param(8, 20, 1, id="as after a reset: GPIO 0 to 8 up"),
    ],
)
def test_an_input_that_nothing_drives_follows_its_pull(gpio, pin, pull, level):
    gpio.setup(pin, gpio.IN, pull_up_down=pull)
    assert gpio.input(pin) == level


def test_an_output_reads_back(gpio):
    gpio.setup(17, gpio.OUT, initial=1)
    assert gpio.input(17) == 1


def test_cleanup_takes_a_pins_pull(gpio):
    gpio.setup(17, gpio.IN, pull_up_down=gpio.PUD_UP)
    gpio.cleanup(17)
    assert not gpio.level(17)


def test_a_pin_must_be_set_up_to_be_read(gpio):
    with pytest.raises(RuntimeError, match="setup"):
        gpio.input(17)


@pytest.mark.parametrize(
    ("enable", "idle", "flagged"),
    [
        pytest.param(0x81, 1, 0, id="IRqInv: low while a flag is up"),
        pytest.param(0x01, 0, 1, id="not inverted: let go while a flag is up"),
        pytest.param(0x80, 1, 1, id="no flag is enabled"),
    ],
)
def test_the_irq_pin_tells_of_enabled_flags(irq, write, board, enable, idle, flagged):
    write([(0x02, enable)])
    levels = [irq.input(24)]
    write([(0x2D, 0x10), (0x0C, 0x40)])
    board.clock.sleep(0.001)
    assert [*levels, irq.input(24)] == [idle, flagged]


def test_clearing_the_flag_frees_the_irq_pin(irq, write, board):
    write(TIMER_FLAG_ON_A_LOW_ACTIVE_PIN)
    board.clock.sleep(0.001)
    write([(0x04, 0x01)])
    assert irq.input(24) == 1


def test_an_unplugged_chip_lets_the_irq_pin_go(irq, write, board):
    write(TIMER_FLAG_ON_A_LOW_ACTIVE_PIN)
    board.clock.sleep(0.001)
    board.chips[0, 0].unplugged = True
    assert irq.input(24) == 1


@pytest.mark.parametrize(
    ("edge", "calls"),
    [
        pytest.param(32, [24], id="falling"),
        pytest.param(31, [24], id="rising"),
        pytest.param(33, [24, 24], id="both"),
    ],
)
def test_an_edge_calls_back_once(irq, write, board, edge, calls):
    heard = []
    irq.add_event_detect(24, edge, callback=heard.append)
    write(TIMER_FLAG_ON_A_LOW_ACTIVE_PIN)
    board.clock.sleep(0.005)
    write([(0x04, 0x01)])
    board.clock.sleep(0.005)
    assert heard == calls


@pytest.mark.parametrize("stop", ["remove_event_detect", "cleanup"])
def test_nobody_hears_of_a_pin_that_is_watched_no_more(irq, write, board, stop):
    heard = []
    irq.add_event_detect(24, irq.FALLING, callback=heard.append)
    getattr(irq, stop)(24)
    write(TIMER_FLAG_ON_A_LOW_ACTIVE_PIN)
    board.clock.sleep(0.005)
    assert heard == []


def test_a_pin_that_is_watched_anew_calls_only_the_new_listener(irq, write, board):
    first, second = [], []
    irq.add_event_detect(24, irq.FALLING, callback=first.append)
    irq.remove_event_detect(24)
    irq.add_event_detect(24, irq.FALLING, callback=second.append)
    write(TIMER_FLAG_ON_A_LOW_ACTIVE_PIN)
    board.clock.sleep(0.005)
    assert (first, second) == ([], [24])


def test_a_pin_is_watched_only_once(irq):
    irq.add_event_detect(24, irq.FALLING, callback=print)
    with pytest.raises(RuntimeError, match="Conflicting edge detection"):
        irq.add_event_detect(24, irq.RISING, callback=print)


def test_only_an_input_can_be_watched(gpio):
    gpio.setup(24, gpio.OUT)
    with pytest.raises(RuntimeError, match="as an input first"):
        gpio.add_event_detect(24, gpio.FALLING, callback=print)


def test_a_power_cut_ends_the_watch(irq, write, board):
    heard = []
    irq.add_event_detect(24, irq.FALLING, callback=heard.append)
    board.power_cycle()
    write(TIMER_FLAG_ON_A_LOW_ACTIVE_PIN)
    board.clock.sleep(0.005)
    assert heard == []

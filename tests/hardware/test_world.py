"""The simulated box as scripts and the browser handle it, under the real drivers."""

import pytest
from PIL import Image

from hardware.devices import open_devices
from hardware.errors import DisplayLost, ReaderLost
from hardware.ports import Button
from hardware.settings import DeviceSettings, DisplaySettings, PanelDriver, ReaderSettings
from hardware.simulated import Classic, Ntag, World
from hardware.simulated.rc522_chip import Rc522Chip

PICTURE = Image.linear_gradient("L").resize((128, 64)).convert("1")


def cards():
    return [Ntag(bytes.fromhex("04a3c6cae26180")), Classic(bytes.fromhex("deadbeef"))]


class Box:
    """A world with open devices on it."""

    def __init__(self, clock, settings=None, seed=1):
        self.clock, self.edges, self.trace = clock, [], []
        self.settings = settings or DeviceSettings()
        self.world = World(clock, self.settings, seed, self.trace.append)
        self.open()

    def open(self):
        self.devices = open_devices(self.settings, self.clock, self.world.machine, self.edges.append)
        self.devices.readers[0].open()
        self.devices.display.open()
        self.devices.buttons.open()

    def watch(self, seconds):
        until_s, came = self.clock.now_s() + seconds, []
        while self.clock.now_s() < until_s:
            came += [tag.uid.hex() for tag in self.devices.readers[0].poll()]
            self.clock.sleep(0.05)
        return sorted(came)


@pytest.fixture
def box(clock):
    return Box(clock)


def test_tags_put_down_are_on_the_tray_until_they_are_taken_away(box):
    first, second = cards()
    box.world.put_down([first, second])
    box.world.put_down([first])
    assert box.world.tray == (first, second)
    box.world.take_away([first])
    assert box.world.tray == (second,)


def test_tags_put_down_are_read(box):
    box.world.put_down(cards())
    assert box.watch(0.2) == ["04a3c6cae26180", "deadbeef"]


def test_a_finger_is_a_press_and_a_release(box):
    box.world.push(Button.BACK)
    box.clock.sleep(0.08)
    box.world.let_go(Button.BACK)
    box.clock.sleep(0.08)
    assert [(edge.button, edge.is_down) for edge in box.edges] == [
        (Button.BACK, True),
        (Button.BACK, False),
    ]


def test_noise_goes_on_until_it_is_taken_away(box):
    box.world.set_noise(0.5)
    box.world.put_down(cards())
    assert box.watch(0.3) == []
    box.world.set_noise(0.0)
    assert box.watch(0.3) == ["04a3c6cae26180", "deadbeef"]


def test_noise_is_the_same_with_the_same_seed(clock):
    traces = []
    for seed in (1, 1, 2):
        box = Box(clock, seed=seed)
        box.world.set_noise(0.1)
        box.world.put_down(cards())
        box.watch(0.5)
        box.devices.buttons.close()
        traces.append([transfer.get("in") for transfer in box.trace])
    assert traces[0] == traces[1] != traces[2]


def test_an_unplugged_reader_is_lost_until_it_is_plugged_in_and_opened(box):
    box.world.set_reader_plugged(False)
    with pytest.raises(ReaderLost):
        box.devices.readers[0].poll()
    box.world.set_reader_plugged(True)
    with pytest.raises(ReaderLost):
        box.devices.readers[0].poll()
    box.devices.readers[0].open()
    box.world.put_down(cards())
    assert box.watch(0.2) == ["04a3c6cae26180", "deadbeef"]


def test_an_unplugged_display_is_lost_and_dark_until_it_is_opened_again(box):
    box.devices.display.show(PICTURE)
    box.world.set_display_plugged(False)
    with pytest.raises(DisplayLost):
        box.devices.display.check()
    box.world.set_display_plugged(True)
    assert not box.world.panel.is_on
    box.devices.display.open()
    box.devices.display.show(PICTURE)
    assert box.world.panel.picture().tobytes() == PICTURE.tobytes()


def test_a_power_cut_takes_all_and_leaves_what_lies_and_hangs(box):
    box.devices.display.show(PICTURE)
    box.world.put_down(cards())
    box.watch(0.2)
    box.world.push(Button.OK)
    box.world.set_display_plugged(False)
    box.clock.sleep(0.1)
    box.clock.kill_others()
    box.world.cut_power()
    assert len(box.world.tray) == 2
    assert (box.world.panel.unplugged, box.world.panel.is_on) == (True, False)
    assert box.world.board.gpio.getmode() is None
    box.world.set_display_plugged(True)
    del box.edges[:]
    box.open()
    assert box.watch(0.2) == ["04a3c6cae26180", "deadbeef"]
    assert box.edges == []


def test_after_a_power_cut_the_buttons_work(box):
    box.clock.kill_others()
    box.world.cut_power()
    box.open()
    box.world.push(Button.C)
    box.clock.sleep(0.1)
    assert [edge.button for edge in box.edges] == [Button.C]


@pytest.mark.parametrize(
    "display",
    [
        pytest.param(DisplaySettings(), id="SSD1306"),
        pytest.param(DisplaySettings(driver=PanelDriver.SSD1309), id="SSD1309"),
        pytest.param(DisplaySettings(address=0x3D), id="at 3D"),
        pytest.param(DisplaySettings(driver=PanelDriver.SH1106, column_offset=2), id="SH1106 from column 2"),
        pytest.param(DisplaySettings(driver=PanelDriver.SH1106, column_offset=0), id="SH1106 from column 0"),
    ],
)
def test_the_panel_is_the_one_of_the_settings(clock, display):
    box = Box(clock, DeviceSettings(display=display))
    box.devices.display.show(PICTURE)
    assert box.world.panel.picture().tobytes() == PICTURE.tobytes()


def test_the_reader_is_wired_as_the_settings_say(clock):
    box = Box(clock, DeviceSettings((ReaderSettings(device=1, reset_gpio=24),)))
    box.world.put_down(cards())
    assert box.watch(0.2) == ["04a3c6cae26180", "deadbeef"]
    assert {row["bus"] for row in box.trace if row["bus"].startswith("spi")} == {"spi0.1"}


def test_the_trace_shows_every_transfer_of_both_buses(box):
    box.devices.display.show(PICTURE)
    assert {tuple(row) for row in box.trace} == {("t", "bus", "out", "in"), ("t", "bus", "addr", "out")}
    assert [row["t"] for row in box.trace] == sorted(row["t"] for row in box.trace)


def test_other_pins_are_refused_where_the_numbering_is_another(box):
    box.devices.readers[0].close()
    box.world.board.power_cycle()
    box.world.board.gpio.setmode(box.world.board.gpio.BOARD)
    with pytest.raises(ReaderLost, match="BOARD"):
        box.devices.readers[0].open()


def test_two_worlds_share_nothing(clock):
    one, other = Box(clock), Box(clock)
    one.world.put_down(cards())
    assert isinstance(other.world.chips[0], Rc522Chip)
    assert other.watch(0.2) == []


def test_what_was_heard_and_pressed_long_ago_is_forgotten(box):
    pin = box.world.machine.pin_factory.pin(5)
    for _ in range(1200):
        box.world.piezo.feel(0.5, 2000)
        box.clock.sleep(0.01)
        box.world.piezo.rest()
        pin.drive_low()
        pin.drive_high()
    assert len(box.world.piezo.heard) == 1000
    assert len(pin.states) == 1

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from luma.core.interface.serial import i2c

from hardware.oled import LumaDisplay
from hardware.ports import TagArrived, TagLeft
from hardware.rc522 import Mfrc522Reader
from hardware.settings import DeviceSettings, DisplaySettings, PanelDriver, ReaderSettings
from hardware.simulated.iso14443_tag import Frame, Tag
from hardware.simulated.oled_controllers import CONTROLLERS
from hardware.simulated.oled_panel import OledPanel
from hardware.simulated.raspberry_pi import Board
from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make
from hardware.simulated.world import SimulatedPi, World
from hardware.virtual_clock import VirtualClock

sys.path.insert(0, str(Path(__file__).parent))  # pytest does not find a test's neighbour otherwise


@dataclass(frozen=True, slots=True)
class Answer:
    """What the registers show 20 ms after a frame was sent."""

    data: str
    irq: int
    error: int
    last_bits: int
    coll: int


class ChipBench:
    """A chip and the few register sequences that tests need, from the data sheet."""

    def __init__(self, make: Rc522Make | None = None) -> None:
        self.clock = VirtualClock()
        self.chip = Rc522Chip(self.clock, make, random.Random(7))

    def write(self, address: int, *values: int) -> None:
        self.chip.transfer([address << 1, *values])

    def read(self, address: int) -> int:
        return self.chip.transfer([address << 1 | 0x80, 0])[1]

    def read_many(self, *addresses: int) -> list[int]:
        return self.chip.transfer([*[address << 1 | 0x80 for address in addresses], 0])[1:]

    def switch_on(self, *tags: Tag) -> None:
        """Force 100 % modulation, field on, tags in it, 30 ms timer; wait until the tags hear."""
        for address, value in [(0x15, 0x40), (0x11, 0x3D), (0x14, 0x83)]:
            self.write(address, value)
        for address, value in [(0x2A, 0x80), (0x2B, 0xA9), (0x2C, 0x04), (0x2D, 0xB0)]:
            self.write(address, value)
        for tag in tags:
            self.chip.field.add(tag)
        self.clock.sleep(0.006)

    def start(self, frame: str, tx_bits: int = 0, align: int = 0) -> None:
        """Send hex bytes; tx_bits are those of the last byte, align the place of the first reply bit."""
        self.write(0x01, 0x00)
        self.write(0x04, 0x7F)
        self.write(0x0A, 0x80)
        self.write(0x09, *bytes.fromhex(frame))
        self.write(0x0D, align << 4 | tx_bits)
        self.write(0x01, 0x0C)
        self.write(0x0D, 0x80 | align << 4 | tx_bits)

    def exchange(self, frame: str, tx_bits: int = 0, align: int = 0) -> Answer:
        self.start(frame, tx_bits, align)
        self.clock.sleep(0.020)
        irq, error, level, control, coll = self.read_many(0x04, 0x06, 0x0A, 0x0C, 0x0E)
        data = bytes(self.read_many(*[0x09] * level)) if level else b""
        return Answer(data.hex(), irq, error, control & 7, coll)

    def says(self, frame: str, tx_bits: int = 0, align: int = 0) -> str:
        return self.exchange(frame, tx_bits, align).data


def talk(tag: Tag, script: str) -> str:
    """Send a tag frames, hex with `/bits` if not whole; return its answers likewise, - for silence."""
    answers = []
    for word in script.split():
        text, _, bits = word.partition("/")
        data = bytes.fromhex(text)
        answer = tag.receive(Frame(data, int(bits) if bits else 8 * len(data)))
        answers.append(_written(answer))
    return " ".join(answers)


def _written(answer: Frame | None) -> str:
    if answer is None:
        return "-"
    return answer.data.hex() + ("" if answer.bits == 8 * len(answer.data) else f"/{answer.bits}")


@pytest.fixture(name="talk")
def _talk():
    return talk


@pytest.fixture
def bench():
    return ChipBench()


@pytest.fixture
def make_bench():
    return ChipBench


@pytest.fixture
def clock():
    """A virtual clock whose threads end with the test."""
    clock = VirtualClock()
    yield clock
    clock.kill_others()


@pytest.fixture
def board(clock):
    """A board with a chip that loses no writes after a reset, as the stock package needs."""
    board = Board(clock)
    board.chips[0, 0] = Rc522Chip(clock, Rc522Make(start_up_s=0.0))
    return board


class Desk:
    """The real driver on a simulated board, looked at as often as the appliance looks.

    Attributes:
        transfers: every SPI transfer so far, as the board traces them.
        driver: what `mfrc522.MFRC522` made last.
        left: the UIDs that left so far, one for each leaving.
    """

    def __init__(
        self,
        clock: VirtualClock,
        make: Rc522Make | None = None,
        settings: ReaderSettings | None = None,
        *,
        shares_air: bool = False,
    ) -> None:
        self.clock = clock
        self.transfers: list[dict[str, Any]] = []
        self.board = Board(clock, self.transfers.append)
        self.chip = Rc522Chip(clock, make, random.Random(5))
        self.board.chips[0, 0] = self.chip
        self._machine = SimulatedPi(self.board)
        self.driver: Any = None
        self.left: list[str] = []
        self.reader = Mfrc522Reader(
            settings or ReaderSettings(), clock, self.make_driver, shares_air=shares_air
        )

    def make_driver(self, **arguments: Any) -> Any:
        self.driver = self._machine.make_mfrc522(**arguments)
        return self.driver

    def put(self, *tags: Tag) -> None:
        """Put tags down and wait until they hear."""
        for tag in tags:
            self.chip.field.add(tag)
        self.clock.sleep(0.006)

    def disturb(self, tag: Tag, change: Callable[[Frame, Frame | None], Frame | None]) -> Tag:
        """Let something stand between a tag and the antenna.

        Args:
            tag: it hears every frame.
            change: takes a frame and the tag's answer, None for silence; returns what arrives.
        """
        hear = tag.receive
        tag.receive = lambda frame: change(frame, hear(frame))
        return tag

    def lift(self, *tags: Tag) -> None:
        for tag in tags:
            self.chip.field.remove(tag)

    def later(self, delay_s: float, deed: Callable[[], None]) -> None:
        """Do something while the desk is watched."""
        self.clock.start("hand", lambda: (self.clock.sleep(delay_s), deed())[1])

    def watch(self, seconds: float) -> list[str]:
        """Look every 50 ms for so long; return the UIDs that came, one for each arrival."""
        until_s, came = self.clock.now_s() + seconds, []
        while self.clock.now_s() < until_s:
            news = self.reader.poll()
            came += [one.uid.hex() for one in news if isinstance(one, TagArrived)]
            self.left += [one.uid.hex() for one in news if isinstance(one, TagLeft)]
            self.clock.sleep(0.05)
        return came

    def plug(self, is_plugged: bool, miso_level: int = 0x00) -> None:
        self.chip.unplugged, self.chip.miso_level = not is_plugged, miso_level
        self.chip.power_cycle()
        self.board.drive_reset_pins()


@pytest.fixture
def make_desk(clock):
    """Make a desk; its reader is not open."""
    return partial(Desk, clock)


@pytest.fixture
def desk(make_desk):
    """A desk whose reader is open."""
    desk = make_desk()
    desk.reader.open()
    return desk


class Screen:
    """The real driver of the display on a simulated panel, which shows noise when power comes.

    Attributes:
        messages: every I2C transfer since they were last counted, as hex; reads are empty.
    """

    def __init__(self, clock: VirtualClock, settings: DisplaySettings) -> None:
        self.messages: list[str] = []
        self.settings = settings
        self.board = Board(clock, lambda row: self.messages.append(row["out"]))
        self.panel = OledPanel(CONTROLLERS[settings.driver], settings.first_column, random.Random(3))
        self.board.panels[settings.bus, settings.address] = self.panel
        self.display = LumaDisplay(settings, self.board.open_i2c)

    def seen(self) -> bytes:
        """Return what a viewer sees who stands where the panel's top is up."""
        return self.panel.picture().rotate(self.settings.rotation).tobytes()

    def wire_bytes(self) -> int:
        """Return how many bytes went over the wire, addresses included, and count anew."""
        count = sum(1 + len(message) // 2 for message in self.messages)
        self.messages.clear()
        return count


@pytest.fixture
def make_screen(clock):
    """Make a display, not open, on a panel of its driver's kind."""

    def make(driver=PanelDriver.SSD1306, **settings):
        return Screen(clock, DisplaySettings(driver=driver, **settings))

    return make


@pytest.fixture
def screen(make_screen):
    """A display that is open."""
    screen = make_screen()
    screen.display.open()
    return screen


@pytest.fixture(params=PanelDriver, ids=lambda driver: driver.value)
def each_screen(request, make_screen):
    """A display that is open, on each controller."""
    screen = make_screen(request.param)
    screen.display.open()
    return screen


@pytest.fixture
def wire(clock):
    """Put a panel on bus 1 of a board and return luma's interface to it."""

    def connect(panel, trace=None):
        board = Board(clock, trace)
        board.panels[1, 0x3C] = panel
        return i2c(bus=board.open_i2c(1), address=0x3C)

    return connect


@pytest.fixture
def world(clock):
    return World(clock, DeviceSettings())

import random
from dataclasses import dataclass

import pytest

from hardware.clock import VirtualClock
from hardware.simulated.iso14443_tag import Frame, Tag
from hardware.simulated.raspberry_pi import Board
from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make


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
    return VirtualClock()


@pytest.fixture
def board(clock):
    """A board with a chip that loses no writes after a reset, as the stock package needs."""
    board = Board(clock)
    board.chips[0, 0] = Rc522Chip(clock, Rc522Make(start_up_s=0.0))
    return board

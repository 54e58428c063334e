"""The simulated chip in real time: hands reach in from another thread while the driver's is in the middle."""

import threading
from collections.abc import Callable

from hardware.iso14443 import REQA
from hardware.simulated import rc522_registers as reg
from hardware.simulated.iso14443_tag import Frame
from hardware.simulated.rc522_chip import Rc522Chip, Rc522Make
from hardware.simulated.rc522_field import Field
from hardware.simulated.tags import Ntag

SOON_S = 0.05


class Now:
    """A clock that stands, until somebody sets it."""

    def __init__(self) -> None:
        self.at_s = 1.0

    def now_s(self) -> float:
        return self.at_s

    def sleep(self, seconds: float) -> None:
        pass


class Moment(Ntag):
    """A tag in whose hearing, or loss of power, another thread does something; it has a while for that."""

    def __init__(self, deed: Callable[[], object]) -> None:
        super().__init__(bytes.fromhex("04a3c6cae26180"))
        self.hand = threading.Thread(target=deed)
        self.is_waiting = False

    def receive(self, frame: Frame) -> Frame | None:
        self._let_the_hand_go()
        return super().receive(frame)

    def power_off(self) -> None:
        self._let_the_hand_go()
        super().power_off()

    def _let_the_hand_go(self) -> None:
        if self.is_waiting:
            self.is_waiting = False
            self.hand.start()
            self.hand.join(SOON_S)


def test_a_tag_is_put_down_while_the_others_lose_their_power():
    field = Field(Now())
    tags = [Moment(lambda: field.add(tags[2])), Ntag(bytes(7)), Ntag(bytes([4] * 7))]
    for tag in tags[:2]:
        field.add(tag)
    tags[0].is_waiting = True
    field.collapse()
    tags[0].hand.join()
    assert field.tags == tuple(tags)


def test_a_tag_that_is_lifted_while_power_comes_stays_lifted():
    field = Field(Now())
    tag = Moment(lambda: field.remove(tag))
    field.add(tag)
    tag.is_waiting = True
    field.switch(True)
    tag.hand.join()
    assert field.tags == ()


def test_wires_that_are_pulled_while_the_chip_sends_leave_nothing_of_it():
    clock = Now()
    chip = Rc522Chip(clock, Rc522Make(start_up_s=0.0))
    tag = Moment(chip.power_cycle)
    chip.field.add(tag)
    for address, value in ((reg.TX_ASK, 0x40), (reg.TX_CONTROL, 0x83), (reg.FIFO_DATA, REQA)):
        chip.transfer([address << 1, value])
    clock.at_s += 1.0
    tag.is_waiting = True
    chip.transfer([reg.COMMAND << 1, 0x0C])
    chip.transfer([reg.BIT_FRAMING << 1, 0x87])
    tag.hand.join()
    clock.at_s += 1.0
    assert chip.transfer([0x80 | reg.COM_IRQ << 1, 0])[1] == reg.RESET_VALUES[reg.COM_IRQ]

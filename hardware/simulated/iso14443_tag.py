"""What every ISO 14443-3 type A tag does: waking, anticollision, selection, sleep."""

from dataclasses import dataclass
from enum import Enum

from hardware.iso14443 import HLTA, REQA, SAK_CASCADE, SEL, WUPA, cascade_levels, crc_a

__all__ = ["Frame", "Tag", "TagState", "whole_bytes"]

_SHORT_FRAME_BITS = 7
_LEVEL_BITS = 40
_SELECT_NVB = 0x70
_SELECT_BITS = 72


class TagState(Enum):
    """The states of ISO 14443-3, 6.3; READY and ACTIVE also stand for READY* and ACTIVE*."""

    IDLE = "idle"
    READY = "ready"
    ACTIVE = "active"
    HALT = "halt"


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame on the air, parity left out.

    Attributes:
        data: its bytes; only the last, and with `skipped` the first, may be partial.
        bits: how many bits go over the air.
        skipped: how many low bits of the first byte do not (the reply to a split byte).
        encrypted: whether it is under Crypto1.
        delay_s: how long the tag works before it answers, beyond the frame delay time.
    """

    data: bytes
    bits: int
    skipped: int = 0
    encrypted: bool = False
    delay_s: float = 0.0


def whole_bytes(data: bytes, *, delay_s: float = 0.0) -> Frame:
    """Make a frame of whole bytes."""
    return Frame(data, 8 * len(data), delay_s=delay_s)


class Tag:
    """A tag that can be found and selected, and knows no command beyond that.

    Attributes:
        uid: as a phone shows it.
        times_selected: how often it was selected completely, ever.
    """

    def __init__(self, uid: bytes, atqa: bytes, sak: int) -> None:
        self.uid = bytes(uid)
        self.times_selected = 0
        self.state = TagState.IDLE
        self._levels = cascade_levels(self.uid)
        self._atqa = whole_bytes(atqa)
        self._sak = sak
        self._level = 0
        self._was_halted = False

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.uid.hex()}, {self.state.value})"

    def power_off(self) -> None:
        """Lose the field: everything but the memory is forgotten."""
        self.state = TagState.IDLE
        self._was_halted = False
        self._forget()

    def receive(self, frame: Frame) -> Frame | None:
        """Take one frame from the reader and return the answer, None for silence."""
        if self.state in (TagState.IDLE, TagState.HALT):
            return self._wake(frame)
        if frame.bits == _SHORT_FRAME_BITS or not frame.data:
            return self._drop()  # also REQA and WUPA: neither is expected here
        if self.state is TagState.READY:
            return self._resolve(frame)
        return self._obey(frame)

    def _wake(self, frame: Frame) -> Frame | None:
        expected = (REQA, WUPA) if self.state is TagState.IDLE else (WUPA,)
        if frame.encrypted or frame.bits != _SHORT_FRAME_BITS or frame.data[0] & 0x7F not in expected:
            return None
        self._was_halted = self.state is TagState.HALT
        self.state, self._level = TagState.READY, 0
        return self._atqa

    def _resolve(self, frame: Frame) -> Frame | None:
        """Answer anticollision and select of the level in turn; all else ends the search."""
        data, level = frame.data, self._levels[self._level]
        if frame.encrypted or len(data) < 2 or data[0] != SEL[self._level]:
            return self._drop()
        if data[1] == _SELECT_NVB:
            is_me = frame.bits == _SELECT_BITS and data[2:7] == level and crc_a(data[:7]) == data[7:]
            return self._select() if is_me else self._drop()
        known = frame.bits - 16
        if not 0 <= known < _LEVEL_BITS or data[1] != (frame.bits // 8 << 4) | frame.bits % 8:
            return self._drop()
        mask = (1 << known) - 1
        if int.from_bytes(data[2:], "little") & mask != int.from_bytes(level, "little") & mask:
            return self._drop()
        return Frame(level[known // 8 :], _LEVEL_BITS - known, skipped=known % 8)

    def _select(self) -> Frame:
        self._level += 1
        if self._level < len(self._levels):
            sak = bytes([SAK_CASCADE])
        else:
            sak = bytes([self._sak])
            self.state = TagState.ACTIVE
            self.times_selected += 1
        return whole_bytes(sak + crc_a(sak))

    def _obey(self, frame: Frame) -> Frame | None:
        if frame.data == HLTA and self._understands(frame):
            self.state = TagState.HALT
            self._forget()
            return None
        return self._command(frame)

    def _drop(self) -> Frame | None:
        """Fall back in silence to where the search began: to HALT if woken from there, else to IDLE."""
        self.state = TagState.HALT if self._was_halted else TagState.IDLE
        self._forget()
        return None

    def _understands(self, frame: Frame) -> bool:
        return not frame.encrypted

    def _command(self, frame: Frame) -> Frame | None:  # noqa: ARG002 (kinds of tags use it)
        """Answer a frame that came while selected."""
        return self._drop()

    def _forget(self) -> None:
        """Lose what a kind of tag remembers only while it is selected."""

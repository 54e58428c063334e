"""What the MFRC522 does on a command: talk with the tags, authenticate, compute a CRC.

Source: NXP MFRC522 data sheet, section 10.
"""

from collections.abc import Callable
from functools import partial

from hardware.iso14443 import SEL, crc_a
from hardware.simulated import rc522_registers as reg
from hardware.simulated.iso14443_tag import Frame, whole_bytes
from hardware.simulated.rc522_air import (
    BIT_S,
    CollPosCounts,
    Noise,
    Receiver,
    Reception,
    air_s,
    answer_delay_s,
    receive,
)
from hardware.simulated.rc522_core import Core
from hardware.simulated.rc522_field import Field

__all__ = ["Commands"]

_TX_IRQ, _RX_IRQ, _IDLE_IRQ, _CRC_IRQ = 0x40, 0x20, 0x10, 0x04
_START_SEND, _CRYPTO_ON, _FORCE_100_ASK, _VALUES_AFTER_COLL = 0x80, 0x08, 0x40, 0x80
_BUFFER_OVERFLOW, _PROTOCOL_ERR = 0x10, 0x01
_CRC_PRESETS = (0x0000, 0x6363, 0xA671, 0xFFFF)
_AUTHENT_BYTES, _NONCE_BITS = 12, 32
_PROOF = whole_bytes(bytes(8))  # the reader's half of the cipher's handshake, and the tag's
_PROOF_ANSWER = whole_bytes(bytes(4))


class Commands:
    """Runs the command that CommandReg names.

    Attributes:
        code: the running command, as CommandReg bits 3..0.
        noise: what the air does to the tags' answers.
    """

    def __init__(self, core: Core, field: Field, coll_pos: CollPosCounts, noise: Noise) -> None:
        self.code = reg.CODE_IDLE
        self.noise = noise
        self._core = core
        self._field = field
        self._coll_pos = coll_pos

    def start(self, code: int, now_s: float) -> None:
        """End the running command and begin another; Idle by software raises no flag.

        Raises:
            NotImplementedError: for commands that no driver here uses.
        """
        self._core.cancel()
        self.code = code
        if code == reg.CODE_IDLE:
            return
        if code == reg.CODE_TRANSCEIVE:
            if self._core.registers[reg.BIT_FRAMING] & _START_SEND:
                self.send(now_s)
        elif code == reg.CODE_CALC_CRC:
            preset = _CRC_PRESETS[self._core.registers[reg.MODE] & 0x03]
            self._keep_crc(preset.to_bytes(2, "little"))
            self.eat_fifo()
        elif code == reg.CODE_MF_AUTHENT:
            self._authenticate(now_s)
        else:
            raise NotImplementedError(f"the simulated MFRC522 has no command {code:X}")

    def eat_fifo(self) -> None:
        """Run the FIFO through the CRC unit, which does so as long as CalcCRC is the command."""
        registers = self._core.registers
        crc = registers[reg.CRC_RESULT_H] << 8 | registers[reg.CRC_RESULT_L]
        self._keep_crc(crc_a(self._core.drain(), crc))
        registers[reg.DIV_IRQ] |= _CRC_IRQ

    def _keep_crc(self, crc: bytes) -> None:
        registers = self._core.registers
        registers[reg.CRC_RESULT_L], registers[reg.CRC_RESULT_H] = crc

    def send(self, now_s: float) -> None:
        """Send the FIFO and listen: StartSend went up while Transceive is the command."""
        core = self._core
        if not core.fifo:
            return
        framing = core.registers[reg.BIT_FRAMING]
        data = core.drain()
        bits = 8 * len(data) - (8 - (framing & 0x07)) % 8
        encrypted = bool(core.registers[reg.STATUS2] & _CRYPTO_ON)
        frame = Frame(data, bits, encrypted=encrypted)
        end_s = now_s + air_s(frame)
        core.at(end_s, self._sent)
        answers = self._ask(frame)
        if answers:
            reception = receive(answers, self._receiver(frame, framing >> 4 & 0x07), self.noise)
            self._listen(end_s, frame, answers, partial(self._received, reception))

    def _ask(self, frame: Frame) -> list[Frame]:
        """Modulate the field; tags of type A hear only 100 % modulation."""
        if not self._core.registers[reg.TX_ASK] & _FORCE_100_ASK:
            return []
        return self._field.send(frame)

    def _receiver(self, sent: Frame, align: int) -> Receiver:
        before = align
        if self._coll_pos is CollPosCounts.FROM_LEVEL_START:
            before = sent.bits - 16 if sent.data[0] in SEL else 0
        return Receiver(align, before, bool(self._core.registers[reg.COLL] & _VALUES_AFTER_COLL))

    def _listen(self, end_s: float, sent: Frame, answers: list[Frame], deed: Callable[[float], None]) -> None:
        """Note when the answer begins, and the deed for when it has arrived."""
        start_s = end_s + answer_delay_s(sent) + max(answer.delay_s for answer in answers)
        self._core.at(start_s + 5 * BIT_S, self._heard)  # the start bit and four more
        self._core.at(start_s + max(air_s(answer) for answer in answers), deed)

    def _sent(self, at_s: float) -> None:
        """End a transmission: the receiver starts up, which clears its error flags."""
        registers = self._core.registers
        registers[reg.ERROR] &= _BUFFER_OVERFLOW
        registers[reg.COLL] = registers[reg.COLL] & _VALUES_AFTER_COLL | 0x20
        self._core.raise_irq(_TX_IRQ)
        if self._core.timer.is_automatic:
            self._core.start_timer(at_s)

    def _heard(self, _at_s: float) -> None:
        if self._core.timer.is_automatic:
            self._core.stop_timer()

    def _received(self, reception: Reception, _at_s: float) -> None:
        registers = self._core.registers
        registers[reg.CONTROL] = registers[reg.CONTROL] & 0xF8 | reception.last_bits
        registers[reg.COLL] = registers[reg.COLL] & _VALUES_AFTER_COLL | reception.coll
        self._core.push(reception.data)
        self._core.raise_irq(_RX_IRQ)
        self._core.fail(reception.errors)

    def _authenticate(self, now_s: float) -> None:
        """Ask the selected tag for its nonce and prove the key; without success the command hangs."""
        core = self._core
        if len(core.fifo) < _AUTHENT_BYTES:
            return
        data = core.drain(_AUTHENT_BYTES)
        encrypted = bool(core.registers[reg.STATUS2] & _CRYPTO_ON)
        asked = data[:2] + crc_a(data[:2])
        frame = Frame(asked, 8 * len(asked), encrypted=encrypted)
        end_s = now_s + air_s(frame)
        core.at(end_s, self._sent)
        answers = self._ask(frame)
        if not answers:
            return
        heard = receive(answers, self._receiver(frame, 0), self.noise)
        is_nonce = answers[0].bits == _NONCE_BITS and heard.data == answers[0].data and not heard.errors
        proven = self._field.prove(data[2:8] if is_nonce else b"", data[8:12])
        self._listen(end_s, frame, answers, partial(self._prove, is_nonce, proven))

    def _prove(self, is_nonce: bool, proven: bool, at_s: float) -> None:
        """Send the reader's proof on a good nonce, and await the tag's."""
        core = self._core
        if not is_nonce:
            core.fail(_PROTOCOL_ERR)
            return
        end_s = at_s + air_s(_PROOF)
        core.at(end_s, self._sent)
        if proven:
            self._listen(end_s, _PROOF, [_PROOF_ANSWER], self._open)

    def _open(self, _at_s: float) -> None:
        self._core.registers[reg.STATUS2] |= _CRYPTO_ON
        self.code = reg.CODE_IDLE
        self._core.raise_irq(_IDLE_IRQ)

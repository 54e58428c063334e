"""A display on a USB stick: I2C for a machine that has none, with a simulated panel on it.

The stick is the simplest that Linux knows, i2c-tiny-usb: each I2C message is one control transfer. QEMU takes
USB devices from elsewhere over the usbredir protocol; this is that elsewhere.

Source: drivers/i2c/busses/i2c-tiny-usb.c of the Linux kernel; usb-redir-protocol.txt of usbredir.
"""

import socket
import struct
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from stream import take

from hardware.simulated.oled_panel import OledPanel

__all__ = ["Control", "I2cStick", "plug_in"]

_ECHO, _GET_FUNCTIONS, _SET_DELAY, _GET_STATUS, _TRANSFER = range(5)
_FUNCTIONS = 0x0EFF0001  # I2C, and SMBus made of it
_ACKNOWLEDGED, _NOBODY = b"\x01", b"\x02"
_READS = 0x0001  # of a message's flags

_VENDOR, _PRODUCT = 0x0403, 0xC631
_DEVICE = struct.pack("<BBHBBBBHHHBBBB", 18, 1, 0x0110, 0xFF, 0, 0, 8, _VENDOR, _PRODUCT, 0x0100, 0, 0, 0, 1)
_CONFIGURATION = struct.pack("<BBHBBBBB", 9, 2, 18, 1, 1, 0, 0x80, 50)
_CONFIGURATION += struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 0, 0xFF, 0, 0, 0)
_DESCRIPTORS = {1: _DEVICE, 2: _CONFIGURATION}

_IN, _VENDOR_REQUEST = 0x80, 0x40
_GET_DESCRIPTOR = 6
_HELLO, _CONNECT, _INTERFACES, _ENDPOINTS = 0, 1, 4, 5
_SET_CONFIGURATION, _GET_CONFIGURATION, _CONFIGURATION_STATUS = 6, 7, 8
_SET_ALTERNATE, _GET_ALTERNATE, _ALTERNATE_STATUS = 9, 10, 11
_CONTROL = 100
_ABLE = 1 << 4 | 1 << 5 | 1 << 6  # sizes of packets, long ids, long packets: else QEMU takes nothing on USB 3
_STALLED = 4
_NONE = b"\xff"


@dataclass(frozen=True, slots=True)
class Control:
    """A control transfer: its eight bytes of set-up, and what is sent with them."""

    kind: int
    request: int
    value: int
    index: int
    length: int
    data: bytes = b""


class I2cStick:
    """The stick, and the panel on its bus.

    Args:
        panel: on the bus.
        address: of the panel.

    Attributes:
        lit_at_s: when the panel was first sent a picture, on time.monotonic's clock; None before.
        messages: how many the panel has taken.
    """

    def __init__(self, panel: OledPanel, address: int = 0x3C) -> None:
        self.panel = panel
        self._address = address
        self._status = _NOBODY
        self._lock = threading.Lock()
        self.messages = 0
        self.lit_at_s: float | None = None

    def picture(self) -> bytes:
        """Return what the panel shows, as the pixels of a picture of mode "1"."""
        with self._lock:
            return self.panel.picture().tobytes()

    def answer(self, asked: Control) -> bytes | None:
        """Carry out a control transfer; None refuses it."""
        if not asked.kind & _VENDOR_REQUEST:
            descriptor = _DESCRIPTORS.get(asked.value >> 8)
            return descriptor if asked.request == _GET_DESCRIPTOR else None
        if asked.request == _GET_FUNCTIONS:
            return struct.pack("<I", _FUNCTIONS)
        if asked.request == _GET_STATUS:
            return self._status
        if asked.request & _TRANSFER:
            return self._transfer(asked)
        return b""

    def _transfer(self, asked: Control) -> bytes:
        is_there = asked.index == self._address
        self._status = _ACKNOWLEDGED if is_there else _NOBODY
        with self._lock:
            if asked.value & _READS:
                return bytes([self.panel.status if is_there else 0]) * asked.length
            if is_there and asked.data:
                self.panel.receive(asked.data)
                self.messages += 1
                if self.lit_at_s is None and self.panel.is_on and any(self.panel.picture().tobytes()):
                    self.lit_at_s = time.monotonic()
        return b""


def plug_in(address: Path, stick: I2cStick) -> Callable[[], None]:
    """Connect a stick to a QEMU that waits for one on a socket; what is returned pulls it out."""
    port = socket.socket(socket.AF_UNIX)
    port.connect(str(address))
    threading.Thread(target=_serve, args=(port, stick), daemon=True).start()

    def pull_out() -> None:
        with suppress(OSError):
            port.shutdown(socket.SHUT_RDWR)
        port.close()

    return pull_out


def _serve(port: socket.socket, stick: I2cStick) -> None:
    with suppress(OSError, EOFError):
        hello = b"i2c-tiny-usb".ljust(64, b"\0") + struct.pack("<I", _ABLE)
        port.sendall(struct.pack("<III", _HELLO, len(hello), 0) + hello)  # the only one with a short id
        _, length, _ = struct.unpack("<III", take(port, 12))
        take(port, length)
        port.sendall(_packet(_INTERFACES, 0, struct.pack("<I", 1) + bytes(32) + b"\xff" + bytes(31 + 64)))
        endpoints = b"\0" + _NONE * 15 + b"\0" + _NONE * 15 + bytes(64) + struct.pack("<H", 8) * 32
        port.sendall(_packet(_ENDPOINTS, 0, endpoints))
        port.sendall(_packet(_CONNECT, 0, struct.pack("<BBBBHH", 0, 0xFF, 0, 0, _VENDOR, _PRODUCT)))
        while True:
            kind, length, number = struct.unpack("<IIQ", take(port, 16))
            reply = _reply(kind, take(port, length), stick)
            if reply is not None:
                port.sendall(_packet(reply[0], number, reply[1]))


def _reply(kind: int, body: bytes, stick: I2cStick) -> tuple[int, bytes] | None:
    if kind in (_SET_CONFIGURATION, _GET_CONFIGURATION):
        return _CONFIGURATION_STATUS, bytes((0, body[0] if body else 1))
    if kind in (_SET_ALTERNATE, _GET_ALTERNATE):
        return _ALTERNATE_STATUS, bytes((0, body[0], 0))
    if kind != _CONTROL:
        return None
    endpoint, request, to, _status, value, index, length = struct.unpack("<BBBBHHH", body[:10])
    answer = stick.answer(Control(to, request, value, index, length, body[10:]))
    data = (answer or b"")[:length]
    status = _STALLED if answer is None else 0
    done = len(data) if endpoint & _IN else length
    return _CONTROL, struct.pack("<BBBBHHH", endpoint, request, to, status, value, index, done) + data


def _packet(kind: int, number: int, body: bytes) -> bytes:
    return struct.pack("<IIQ", kind, len(body), number) + body

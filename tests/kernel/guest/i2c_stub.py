"""The kernel's i2c-stub, and what its trace tells of every transfer to it."""

import random
import re
from pathlib import Path
from typing import Any

import smbus2

from hardware import DisplaySettings
from hardware.simulated.oled_controllers import CONTROLLERS
from hardware.simulated.oled_panel import OledPanel

TRACING = Path("/sys/kernel/tracing")
BLOCK_BYTES = 32
WRITTEN = re.compile(
    r"smbus_write: i2c-(\d+) a=([0-9a-f]+) f=\S+ c=([0-9a-f]+) I2C_BLOCK_DATA l=(\d+) \[([0-9a-f-]+)\]"
)


class BlockBus(smbus2.SMBus):
    """smbus2's bus; messages go in blocks of 32 bytes, since i2c-stub takes none of any length."""

    def i2c_rdwr(self, *messages: Any) -> None:
        for message in messages:
            control, *body = bytes(message)
            for start in range(0, len(body), BLOCK_BYTES):
                self.write_i2c_block_data(message.addr, control, body[start : start + BLOCK_BYTES])


class Wire:
    """All that went over the buses since it was cleared, as the kernel traced it."""

    def __init__(self) -> None:
        (TRACING / "events/smbus/smbus_write/enable").write_text("1")
        (TRACING / "buffer_size_kb").write_text("4096")
        self.clear()

    def clear(self) -> None:
        (TRACING / "trace").write_text("")

    def messages(self, settings: DisplaySettings) -> list[bytes]:
        """Return what was written to a display: control byte and body of each transfer."""
        found = []
        for bus, address, control, length, data in WRITTEN.findall((TRACING / "trace").read_text()):
            if (int(bus), int(address, 16)) == (settings.bus, settings.address):
                count, *body = bytes.fromhex(data.replace("-", ""))
                assert count == len(body) == int(length) - 1, data
                found.append(bytes([int(control, 16), *body]))
        return found

    def panel(self, settings: DisplaySettings) -> OledPanel:
        """Return a panel that held noise, and was sent all that."""
        panel = OledPanel(CONTROLLERS[settings.driver], settings.first_column, random.Random(3))
        for message in self.messages(settings):
            panel.receive(message)
        return panel

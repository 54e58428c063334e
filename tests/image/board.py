"""Dresses QEMU's machine "virt" up as a Raspberry Pi, as far as pins go, and works the pins from outside.

"virt" has no header. But the kernel's driver of a Pi's pins knows them only as registers and an interrupt: so
a page of memory, which the guest is told to leave alone, holds the registers, and whoever is outside changes
the levels in it and raises the interrupt, by QEMU's own protocol for tests. What the driver switches
(pull-ups, outputs) it writes there, and nothing comes of it.

Source: BCM2835 ARM peripherals, chapter 6; drivers/pinctrl/bcm/pinctrl-bcm2835.c of the Linux kernel;
qtest of QEMU.
"""

import json
import socket
import subprocess
import time
from pathlib import Path

__all__ = ["MEMORY_MIB", "Pins", "Qtest", "control", "dress_up", "find_device"]

MEMORY_MIB = 512
"""As on a Zero 2 W, the smallest of the boards."""

_REGISTERS = 0x4000_0000 + (MEMORY_MIB << 20) - 0x1_0000  # the last page of memory but fifteen
_LEVELS, _EVENTS = _REGISTERS + 0x34, _REGISTERS + 0x40
_INTERRUPT = 100  # of the controller's shared ones; "virt" leaves it free
_ALL_UP = 0x0FFF_FFFF
_REVISION = 0xA02082
_HANDLED_S = 0.05


def dress_up(tree: Path) -> None:
    """Change the machine's device tree: a Pi 3 B's name and pins, and I2C from bus 1 on."""
    pins, memory = f"/pinctrl@{_REGISTERS:x}", f"/reserved-memory/registers@{_REGISTERS:x}"
    for gone in ("/pl061@9030000", "/gpio-keys"):
        subprocess.run(("fdtput", "-r", tree, gone), check=True)
    place = ("0", f"{_REGISTERS:x}", "0", "1000")
    rows: tuple[tuple[str, ...], ...] = (
        ("s", "/", "model", "Raspberry Pi 3 Model B"),
        ("x", "/system", "linux,revision", f"{_REVISION:x}"),
        ("s", "/aliases", "i2c0", pins),  # taken: the next bus is 1, as on the header
        ("x", "/reserved-memory", "#address-cells", "2"),
        ("x", "/reserved-memory", "#size-cells", "2"),
        ("x", "/reserved-memory", "ranges"),
        ("x", memory, "reg", *place),
        ("x", memory, "no-map"),
        ("s", pins, "compatible", "brcm,bcm2835-gpio"),
        ("x", pins, "reg", *place),
        ("x", pins, "gpio-controller"),
        ("x", pins, "#gpio-cells", "2"),
        ("x", pins, "interrupt-controller"),
        ("x", pins, "#interrupt-cells", "2"),
        ("x", pins, "interrupts", "0", f"{_INTERRUPT:x}", "1"),  # shared, on its rising edge
    )
    for kind, node, name, *values in rows:
        subprocess.run(("fdtput", "-p", "-t", kind, tree, node, name, *values), check=True)


class Qtest:
    """QEMU's protocol for tests, on its socket."""

    def __init__(self, address: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(address))
        self._file = self._socket.makefile("rw", encoding="ascii")

    def ask(self, line: str) -> str:
        """Say a line and return the answer.

        Raises:
            ValueError: if QEMU cannot do that.
        """
        self._file.write(f"{line}\n")
        self._file.flush()
        while not (answer := self._file.readline()).startswith("OK"):
            if not answer or answer.startswith("FAIL"):
                raise ValueError(f"{line}: {answer}")
        return answer[2:].strip()

    def close(self) -> None:
        """Let go of the socket."""
        self._file.close()
        self._socket.close()


class Pins:
    """The header's pins, from outside.

    Args:
        qtest: of the machine.
        controller: QEMU's name for what takes interrupts.
    """

    def __init__(self, qtest: Qtest, controller: str) -> None:
        self._qtest = qtest
        self._controller = controller
        self._levels = _ALL_UP
        self._qtest.ask(f"writel {_LEVELS:#x} {self._levels:#x}")

    def set(self, pin: int, *, is_high: bool) -> None:
        """Change a pin's level, as a button does that is pressed or let go, and tell the driver of it."""
        bit = 1 << pin
        self._levels = self._levels | bit if is_high else self._levels & ~bit
        self._qtest.ask(f"writel {_LEVELS:#x} {self._levels:#x}")
        self._qtest.ask(f"writel {_EVENTS:#x} {bit:#x}")
        for level in (1, 0):
            self._qtest.ask(f"set_irq_in {self._controller} unnamed-gpio-in {_INTERRUPT} {level}")
        time.sleep(_HANDLED_S)
        self._qtest.ask(f"writel {_EVENTS:#x} 0")


def control(address: Path, *commands: tuple[str, dict[str, object]]) -> list[object]:
    """Give QEMU commands by its control protocol, QMP, and return the answers."""
    with socket.socket(socket.AF_UNIX) as port:
        port.connect(str(address))
        file = port.makefile("rw", encoding="utf-8")
        file.readline()
        answers = [_command(file, name, said) for name, said in (("qmp_capabilities", {}), *commands)]
    return answers[1:]


def _command(file: object, name: str, said: dict[str, object]) -> object:
    file.write(json.dumps({"execute": name, "arguments": said}) + "\n")  # type: ignore[attr-defined]
    file.flush()  # type: ignore[attr-defined]
    while True:
        answer = json.loads(file.readline())  # type: ignore[attr-defined]
        if "return" in answer or "error" in answer:
            return answer.get("return", answer)


def find_device(address: Path, kind: str) -> str:
    """Return QEMU's name for its one device of a kind."""
    (rows,) = control(address, ("qom-list", {"path": "/machine/unattached"}))
    assert isinstance(rows, list)
    (name,) = [row["name"] for row in rows if row["type"] == f"child<{kind}>"]
    return f"/machine/unattached/{name}"

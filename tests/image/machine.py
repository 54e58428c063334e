"""A QEMU with the card in it, dressed up as a Pi; it ends with whoever started it."""

import os
import random
import socket
import subprocess
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from board import MEMORY_MIB, Pins, Qtest, control, dress_up, find_device
from card import BootFiles
from disk import Disk
from shell import PATIENCE_S, Lost, Shell, kernel_options
from usb_i2c import I2cStick, plug_in

__all__ = ["QEMU", "Machine", "Setup"]

QEMU = "qemu-system-aarch64"
_BASE = f"-M virt -cpu cortex-a53 -m {MEMORY_MIB} -nodefaults -display none -no-reboot"
_FAST = "-smp 2 -accel tcg,thread=multi"
_COUNTING = "-smp 1 -accel tcg -icount shift=1,sleep=on"
"""The guest counts its time in its own instructions, 500 million a second: nothing in it is late only because
this computer is busy, but it takes two or three times as long. While it waits, its time is ours."""

_PORT = "/dev/vport*p1"
_SOCKETS = ("qmp", "qtest", "shell", "usb")
_PATIENCE_S = 10.0
_LOOK_S = 0.001


@dataclass(frozen=True, slots=True)
class Setup:
    """What is put into the machine.

    Attributes:
        boot: what it starts.
        card: its card.
        stick: its display, None for none.
        options: more for the kernel's command line.
        capture: a file for all that goes over its network, None for none.
        forwards_ssh: whether SSH of this machine reaches its own.
        counts: whether its time is counted in instructions; None: if this computer is busy.
    """

    boot: BootFiles
    card: Path
    stick: I2cStick | None = None
    options: str = ""
    capture: Path | None = None
    forwards_ssh: bool = False
    counts: bool | None = None


class Machine:
    """One run of the machine, from power on to power off.

    Args:
        setup: what is in it.
        folder: for its sockets and its log; made anew.

    Attributes:
        shell: in the guest.
        pins: of its header.
        on_at_s: when it was switched on, on time.monotonic's clock.
        ssh_port: of this machine, that reaches its SSH, if that was asked for.
    """

    shell: Shell
    pins: Pins

    def __init__(self, setup: Setup, folder: Path) -> None:
        folder.mkdir()
        self._setup = setup
        self._folder = folder
        self._stack = ExitStack()
        self.on_at_s = 0.0
        counts = os.getloadavg()[0] > (os.cpu_count() or 1) if setup.counts is None else setup.counts
        self._kind = f"{_BASE} {_COUNTING if counts else _FAST}".split()
        self.ssh_port = _free_port() if setup.forwards_ssh else 0
        try:
            self._begin()
        except BaseException:
            self._stack.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    @property
    def console(self) -> str:
        """All that the kernel has said."""
        return (self._folder / "console.log").read_text("utf-8", errors="replace")

    def wait_for_start(self) -> str:
        """Wait until all has started, and return systemd's word for how that went.

        Raises:
            Lost: if the guest does not answer.
        """
        self.shell.wait()
        return self.shell.run("systemctl is-system-running --wait")

    def wait_for_write(self, within_s: float) -> None:
        """Wait until something is written to the card that is not flushed yet, or the time is over."""
        until_s = time.monotonic() + within_s
        while not self._disk.cache.waiting and time.monotonic() < until_s:
            time.sleep(_LOOK_S)

    def lose_power(self, chance: random.Random) -> int:
        """End it at once, as a pulled plug does; return how many written sectors the card has lost."""
        lost = self._disk.lose_power(chance)
        self._process.kill()
        self._process.wait(_PATIENCE_S)
        return lost

    def switch_off(self, within_s: float = PATIENCE_S) -> None:
        """Let the guest power itself off.

        Raises:
            Lost: if it does not.
        """
        with suppress(Lost):
            self.shell.run("systemctl poweroff --no-block", within_s=_PATIENCE_S)
        try:
            self._process.wait(within_s)
        except subprocess.TimeoutExpired as exc:
            raise Lost("it does not switch itself off") from exc

    def _begin(self) -> None:
        self._disk = self._stack.enter_context(Disk(self._setup.card, self._folder / "disk"))
        tree = self._make_tree()
        self._process = subprocess.Popen(
            (*self._command(), "-dtb", tree, "-S"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=(self._folder / "qemu.log").open("wb"),
        )
        self._stack.callback(self._end)
        self._wait_for_sockets()
        if self._setup.stick is not None:
            self._stack.callback(plug_in(self._folder / "usb", self._setup.stick))
        qtest = Qtest(self._folder / "qtest")
        self._stack.callback(qtest.close)
        self.pins = Pins(qtest, find_device(self._folder / "qmp", "arm_gic"))
        self.shell = Shell(self._folder / "shell")
        self._stack.callback(self.shell.close)
        control(self._folder / "qmp", ("cont", {}))
        self.on_at_s = time.monotonic()

    def _end(self) -> None:
        self._process.kill()
        self._process.wait(_PATIENCE_S)

    def _make_tree(self) -> Path:
        tree = self._folder / "virt.dtb"
        subprocess.run((QEMU, *self._kind, "-M", f"dumpdtb={tree}"), check=True, capture_output=True)
        dress_up(tree)
        return tree

    def _command(self) -> tuple[str, ...]:
        boot, setup = self._setup.boot, self._setup
        line = f"{boot.command_line} console=ttyAMA0 {kernel_options(_PORT)} {setup.options}"
        port = {name: f"{self._folder / name},server=on,wait=off" for name in _SOCKETS}
        alone = "on" if setup.capture is None else "off"  # alone it hears of no name server
        forward = f",hostfwd=tcp:127.0.0.1:{self.ssh_port}-:22" if self.ssh_port else ""
        card = f"if=none,id=card,format=raw,cache=writeback,file=nbd:unix:{self._disk.address}"
        options = [
            *(("kernel", str(boot.kernel)), ("initrd", str(boot.initrd)), ("append", line)),
            *(("drive", card), ("device", "virtio-blk-pci,drive=card"), ("device", "virtio-rng-pci")),
            ("netdev", f"user,id=net,restrict={alone}{forward}"),
            ("device", "virtio-net-pci,netdev=net,romfile="),
            *(("chardev", f"socket,id=shell,path={port['shell']}"), ("device", "virtio-serial-pci")),
            ("device", "virtserialport,chardev=shell,name=image-test"),
            ("serial", f"file:{self._folder / 'console.log'}"),
            *(("qmp", f"unix:{port['qmp']}"), ("qtest", f"unix:{port['qtest']}"), ("qtest-log", "/dev/null")),
        ]
        if setup.stick is not None:
            options += [("device", "qemu-xhci"), ("chardev", f"socket,id=usb,path={port['usb']}")]
            options += [("device", "usb-redir,chardev=usb")]
        if setup.capture is not None:
            options += [("object", f"filter-dump,id=dump,netdev=net,file={setup.capture}")]
        return (QEMU, *self._kind, *(word for name, value in options for word in (f"-{name}", value)))

    def _wait_for_sockets(self) -> None:
        until_s = time.monotonic() + _PATIENCE_S
        wanted = [self._folder / name for name in _SOCKETS if name != "usb" or self._setup.stick is not None]
        while not all(path.exists() for path in wanted):
            if time.monotonic() > until_s or self._process.poll() is not None:
                raise Lost(f"QEMU does not start: {(self._folder / 'qemu.log').read_text()[-2000:]}")
            time.sleep(0.02)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])

"""QEMU's own Raspberry Pi 3 B: the card's device tree and overlay, and the kernel's drivers of its buses.

The firmware's part is done here: it lays the overlay over the tree, and notes in it which Pi this is.
"""

import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

from card import BootFiles, make_card, read_file
from disk import Disk
from newer_qemu import find_newer
from report import Report
from shell import Lost, Shell, kernel_options

__all__ = ["check_raspi", "is_as_without_a_reader"]

_TREE, _OVERLAY = "bcm2837-rpi-3-b.dtb", "overlays/scorekeeper.dtbo"
_PORT = "/dev/ttyS1"
_BASE = "-M raspi3b -accel tcg,thread=multi -display none -no-reboot"
_RAW = "stty raw -echo <$1;"
_NODES = """
for n in /dev/spidev0.0 /dev/spidev0.1 /dev/i2c-1 /dev/gpiochip0; do stat -c '%n %G %a' $n; done
readlink -f /sys/class/i2c-dev/i2c-1/device/of_node /sys/class/spidev/spidev0.0/device/of_node
od -An -tu1 /proc/device-tree/soc/i2c@7e804000/clock-frequency
"""
_WANTED = (
    *("spidev0.0 spi 660", "spidev0.1 spi 660", "i2c-1 i2c 660", "gpiochip0 gpio 660"),
    *("soc/i2c@7e804000", "soc/spi@7e204000/reader@0"),
)
_SPEED = "0 6 26 128"  # 400,000, as its four bytes
_REVISION = "a02082"
_STATUS = "for p in ActiveState NRestarts StatusText; do systemctl show -P $p scorekeeper; done"


def check_raspi(image: Path, boot: BootFiles, folder: Path, report: Report) -> None:
    """Start the card as a Pi 3 B, but for the firmware's part."""
    qemu = find_newer(image.parent)
    if qemu is None:
        report.skip(
            "the card starts as QEMU's Raspberry Pi 3 B", "this needs QEMU 9, and no backport can be had"
        )
        return
    card = folder / "raspi.card"
    make_card(image, card)
    with ExitStack() as stack:
        disk = stack.enter_context(Disk(card, folder / "raspi.disk"))
        shell = _start(stack, _command(qemu, image, boot, disk, folder), folder)
        shell.wait()
        _look(shell, report)
    card.unlink()


def _look(shell: Shell, report: Report) -> None:
    state = shell.run("systemctl is-system-running --wait")
    report.check("the card starts as QEMU's Raspberry Pi 3 B", state == "running", state)
    nodes = shell.run(_NODES)
    there = all(one in nodes for one in _WANTED)
    report.check("SPI, I2C and pins are there, each for its group", there, nodes)
    report.check("I2C runs at 400 kHz", _SPEED in " ".join(nodes.split()), "")
    status = shell.run(_STATUS)
    claim = "the box finds the display on I2C, and tells that no reader answers on SPI"
    report.check(claim, is_as_without_a_reader(status), status)


def is_as_without_a_reader(status: str) -> bool:
    """Return whether a box runs, has its display and pins, and misses its reader alone."""
    lost = "display lost" in status or "no GPIO pins" in status
    return status.startswith("active\n0\n") and "reader 1: " in status and not lost


def _start(stack: ExitStack, command: tuple[str, ...], folder: Path) -> Shell:
    log = stack.enter_context((folder / "raspi.log").open("wb"))
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    stack.callback(process.wait, 10)
    stack.callback(process.kill)
    address, until_s = folder / "raspi.shell", time.monotonic() + 10
    while not address.exists():
        if process.poll() is not None or time.monotonic() > until_s:
            raise Lost(f"QEMU does not start: {(folder / 'raspi.log').read_text()[-2000:]}")
        time.sleep(0.05)
    shell = Shell(address)
    stack.callback(shell.close)
    return shell


def _command(qemu: Path, image: Path, boot: BootFiles, disk: Disk, folder: Path) -> tuple[str, ...]:
    tree, overlay, merged = folder / _TREE, folder / "pi.dtbo", folder / "pi.dtb"
    tree.write_bytes(read_file(image, _TREE))
    overlay.write_bytes(read_file(image, _OVERLAY))
    subprocess.run(("fdtoverlay", "-i", tree, "-o", merged, overlay), check=True)
    revision = ("fdtput", "-p", "-t", "x", merged, "/system", "linux,revision", _REVISION)
    subprocess.run(revision, check=True)
    options = [
        *(("L", str(qemu.parents[1] / "share" / "qemu")), ("kernel", str(boot.kernel))),
        *(("initrd", str(boot.initrd)), ("dtb", str(merged))),
        ("append", f"{boot.command_line} {kernel_options(_PORT, _RAW)}"),
        ("drive", f"if=sd,format=raw,cache=writeback,file=nbd:unix:{disk.address}"),
        ("device", "ssd0303,bus=i2c-bus.1,address=0x3c"),
        *(("serial", "null"), ("serial", f"unix:{folder / 'raspi.shell'},server=on,wait=off")),
    ]
    return (str(qemu), *_BASE.split(), *(word for name, value in options for word in (f"-{name}", value)))

"""Sees that each Pi of the image will find its card and its header: `boards.py ROOT INITRAMFS-LIST`.

No Pi is needed, but its device tree is. ROOT is the unpacked image, with the kernel's device trees and the
overlay; INITRAMFS-LIST names the files of the initramfs, a line each. Exits 1 where something is missing.
"""

import fnmatch
import re
import subprocess
import sys
from pathlib import Path

import device_tree
from device_tree import Node

__all__ = ["BOARDS", "faults_of_card", "faults_of_header", "main", "modules_for", "with_overlay"]

BOARDS = {
    "bcm2837-rpi-3-a-plus": "Raspberry Pi 3 A+",
    "bcm2837-rpi-3-b": "Raspberry Pi 3 B",
    "bcm2837-rpi-3-b-plus": "Raspberry Pi 3 B+",
    "bcm2837-rpi-zero-2-w": "Raspberry Pi Zero 2 W",
    "bcm2711-rpi-4-b": "Raspberry Pi 4 B",
    "bcm2711-rpi-400": "Raspberry Pi 400",
}
_CARDS = {"brcm,bcm2835-sdhost", "brcm,bcm2711-emmc2"}
_SPI, _I2C = "/soc/spi@7e204000", "/soc/i2c@7e804000"


def modules_for(compatible: str, aliases: str) -> set[str]:
    """Return the modules, not built into the kernel, that drive a device.

    Args:
        compatible: what the device calls itself in the device tree.
        aliases: the text of the kernel's modules.alias.
    """
    return {
        module.replace("-", "_")
        for pattern, module in re.findall(r"^alias (of:\S+) (\S+)$", aliases, re.MULTILINE)
        if fnmatch.fnmatchcase(f"of:NxT(null)C{compatible}", pattern)
    }


def faults_of_card(tree: Node, aliases: str, held: set[str]) -> list[str]:
    """Return what the initramfs lacks to find this board's card.

    Follows the card's node to all that it waits for: a regulator whose driver is missing keeps the card away.

    Args:
        tree: the board's device tree.
        aliases: the text of the kernel's modules.alias.
        held: the modules in the initramfs, written with underscores.
    """
    by_number = {node.cells("phandle")[0]: node for node in tree.walk() if "phandle" in node.properties}
    todo = [node for node in tree.walk() if node.is_on and _CARDS & set(node.words("compatible"))]
    faults, seen = [] if todo else ["no card in the device tree"], set[str]()
    while todo:
        node = todo.pop()
        if node.path in seen:
            continue
        seen.add(node.path)
        todo += node.waits_for(by_number)
        wanted = [modules_for(word, aliases) for word in node.words("compatible")]
        if any(wanted) and not any(modules & held for modules in wanted):
            faults.append(f"{node.path} needs {' or '.join(sorted(set().union(*wanted)))}")
    return faults


def faults_of_header(tree: Node) -> list[str]:
    """Return what is wrong with SPI and I2C in a board's device tree with the overlay on it."""
    spi, i2c, aliases = tree.at(_SPI), tree.at(_I2C), tree.at("/aliases")
    gpio = tree.at("/soc/gpio@7e200000").cells("phandle")
    pins = [
        node for node in tree.walk() if node.cells("phandle")[:1] in [[n] for n in spi.cells("pinctrl-0")]
    ]
    claims = {
        "SPI is on": spi.words("status") == ["okay"],
        "its chip selects are pins 8 and 7": spi.cells("cs-gpios") == [*gpio, 8, 1, *gpio, 7, 1],
        "it has all its pins": {n for node in pins for n in node.cells("brcm,pins")} == {7, 8, 9, 10, 11},
        "each chip select has a node": sorted(node.cells("reg") for node in spi.children) == [[0], [1]],
        "it is spidev0": aliases.words("spi0") == [_SPI],
        "I2C is on": i2c.is_on,
        "it runs at 400 kHz": i2c.cells("clock-frequency") == [400_000],
        "it is i2c-1": aliases.words("i2c1") == [_I2C],
    }
    return [f"not so: {claim}" for claim, holds in claims.items() if not holds]


def with_overlay(tree: Path, overlay: Path) -> Node:
    """Lay the overlay over a board's tree, as the Pi's firmware does."""
    done = subprocess.run(
        ["fdtoverlay", "-i", tree, "-o", "-", overlay], check=True, capture_output=True, timeout=60
    )
    return device_tree.parse(done.stdout)


def main(root: Path, listed: Path) -> int:
    """Look at every board of the image, and print a line for each."""
    (kernel,) = (root / "usr/lib/modules").iterdir()
    aliases = (kernel / "modules.alias").read_text(encoding="utf-8")
    held = {
        Path(name).name.split(".")[0].replace("-", "_") for name in listed.read_text(encoding="utf-8").split()
    }
    broken = 0
    for name, board in BOARDS.items():
        tree = root / "boot/firmware" / f"{name}.dtb"
        faults = faults_of_card(device_tree.parse(tree.read_bytes()), aliases, held)
        faults += faults_of_header(with_overlay(tree, root / "boot/firmware/overlays/scorekeeper.dtbo"))
        broken += bool(faults)
        print(f"    {board}: {'; '.join(faults) or 'card and header are found'}", flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))

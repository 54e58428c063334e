"""The card: a copy of the image, and what is read from and written to its boot partition."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

__all__ = [
    "CARD_BYTES",
    "SETTINGS",
    "BootFiles",
    "boot_files",
    "make_card",
    "read_file",
    "reflash",
    "write_file",
]

CARD_BYTES = 4 << 30
"""The smallest card that the README asks for; QEMU wants a power of two."""

SETTINGS = "scorekeeper.toml"
_SECTOR = 512
_ENTRY, _TABLE = 16, 446  # of a master boot record
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class BootFiles:
    """What a Pi's firmware would start: files in a folder, and the kernel's command line."""

    kernel: Path
    initrd: Path
    command_line: str


def make_card(image: Path, card: Path) -> None:
    """Copy the image, with its holes, and give the copy the size of a card."""
    subprocess.run(("cp", "--sparse=always", "--reflink=auto", image, card), check=True)
    with card.open("r+b") as file:
        file.truncate(CARD_BYTES)


def reflash(image: Path, card: Path) -> None:
    """Write an image over the beginning of a card, zeros too, as people do who flash a newer one."""
    with image.open("rb") as new, card.open("r+b") as old:
        shutil.copyfileobj(new, old, _CHUNK)


def boot_files(image: Path, folder: Path) -> BootFiles:
    """Take out what the image's config.txt names."""
    for name in ("config.txt", "cmdline.txt"):
        (folder / name).write_bytes(read_file(image, name))
    named = dict(
        line.replace(" ", "=", 1).split("=", 1)
        for line in (folder / "config.txt").read_text("ascii").splitlines()
        if line.startswith(("kernel=", "initramfs "))
    )
    kernel, initrd = named["kernel"].strip(), named["initramfs"].split()[0]
    for name in (kernel, initrd):
        (folder / name).write_bytes(read_file(image, name))
    return BootFiles(folder / kernel, folder / initrd, (folder / "cmdline.txt").read_text("ascii").strip())


def read_file(image: Path, name: str) -> bytes:
    """Return a file of the boot partition.

    Raises:
        subprocess.CalledProcessError: if it is not there.
    """
    done = subprocess.run(("mcopy", "-i", _boot(image), f"::{name}", "-"), check=True, capture_output=True)
    return done.stdout


def write_file(card: Path, name: str, text: str) -> None:
    """Write a file of the boot partition, as people do with a card reader."""
    command = ("mcopy", "-o", "-i", _boot(card), "-", f"::{name}")
    subprocess.run(command, check=True, input=text.encode())


def _boot(image: Path) -> str:
    """Return how mtools call the first partition."""
    with image.open("rb") as file:
        record = file.read(_SECTOR)
    entry = record[_TABLE : _TABLE + _ENTRY]
    return f"{image}@@{int.from_bytes(entry[8:12], 'little') * _SECTOR}"

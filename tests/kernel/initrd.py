"""The guest's first files: busybox, modules, and the shell script that makes this machine's root its own."""

import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, ClassVar

from kernel import MODULES

__all__ = ["Guest", "write_initrd"]

INIT = Path(__file__).with_name("init.sh")
CHECKS = Path(__file__).with_name("guest")
_FOLDER, _FILE = 0o040755, 0o100755


@dataclass(frozen=True, slots=True)
class Guest:
    """What the guest is told.

    Attributes:
        root: of the checkout whose drivers are checked.
        packages: the folder of what drives pins.
    """

    HOST_ROOT: ClassVar[str] = "/"
    ENDED: ClassVar[str] = "ended with "

    root: Path
    packages: Path

    def told(self) -> bytes:
        """Return its variables as a shell reads them."""
        told = {
            "ROOT": self.root,
            "PYTHON": self.root / ".venv" / "bin" / "python",
            "PYTHONPATH": f"{self.packages}:{CHECKS}:{CHECKS / 'standins'}",
            "CHECKS": CHECKS,
            "ENDED": self.ENDED,
        }
        return "".join(f"{name}={shlex.quote(str(value))}\n" for name, value in told.items()).encode()


def write_initrd(file: BinaryIO, busybox: str, linux: Path, guest: Guest) -> None:
    """Write the archive that the kernel unpacks at its start, in cpio's format "newc"."""
    for number, folder in enumerate(("bin", "dev", "proc", "sys", "lower", "upper", "root", "modules"), 1):
        _add(file, number, folder, _FOLDER, b"")
    contents = {
        "bin/busybox": Path(busybox).read_bytes(),
        "init": INIT.read_bytes(),
        "guest": guest.told(),
        **{f"modules/{path.name}": path.read_bytes() for path in sorted((linux / MODULES).iterdir())},
    }
    for number, (name, content) in enumerate(contents.items(), 100):
        _add(file, number, name, _FILE, content)
    _add(file, 0, "TRAILER!!!", 0, b"")
    file.flush()


def _add(file: BinaryIO, number: int, name: str, mode: int, content: bytes) -> None:
    """Write an entry: thirteen numbers in hexadecimal, name, content; each part filled up to 4 bytes."""
    inode, owner, group, links, modified = number, 0, 0, 1, 0
    device = (0, 0, 0, 0)
    numbers = (inode, mode, owner, group, links, modified, len(content), *device, len(name) + 1, 0)
    head = b"070701" + b"".join(b"%08X" % one for one in numbers) + name.encode() + b"\0"
    for part in (head, content):
        file.write(part + bytes(-len(part) % 4))

"""Finds the data partition of the card, makes it at the first start, mends it, lays it where the box looks.

It begins at a fixed place beyond the image (the file `layout` beside this one), is the third of the card's
table, and outlives the image: one that was written over the card has a table without it, and it is entered
again. What its entry says is how far it has come, so that the power may go at any time:

    no entry, no file system of ours there   a new card: is entered as being made
    entered as being made                    made, from the start, and then entered as made
    no entry, a file system of ours there    entered as made; nothing else
    entered as made                          mended if need be, and used; never made anew

Until this has laid it over them the box's folders are closed: it plays on in RAM then, and says "not saved".
"""

import os
import pwd
import struct
import subprocess
import sys
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path

SECTOR = 512
MIB = 2**20 // SECTOR
LEAST, MOST = 64 * MIB, 1024 * MIB
"""How large it may be: a small one holds thousands of matches, and an untouched rest spares the card."""

MADE, BEING_MADE = 0x83, 0xDA
"""Kinds of partitions: Linux, and data without a file system."""

BLOCK = 4096
BACKUP = 32768 * BLOCK
"""Where a file system of such blocks keeps its first spare superblock."""

SUPERBLOCK, SUPERBLOCK_AT = 1024, 1024

CARD = Path("/var/card")
"""All of it; only root goes there."""

BOX, SSH = CARD / "scorekeeper", CARD / "ssh"
DATA = Path("/var/lib/scorekeeper")

_ENTRIES_AT, _ENTRY, _NUMBER = 446, struct.Struct("<B3sB3sII"), 3
_NO_CHS = b"\xfe\xff\xff"
_SIGNATURE = b"\x55\xaa"
_MAGIC = 0xEF53
_FSCK_MENDED = 0b11
"""What e2fsck's exit code may hold if the file system is right now."""


class Refused(Exception):
    """The card cannot be used for data, and why."""


@dataclass(frozen=True, slots=True)
class Partition:
    """An entry of the table; all in sectors."""

    kind: int
    start: int
    count: int


class Step(Enum):
    """What is to be done before the partition is used."""

    NOTHING = "nothing"
    ENTER = "enter"
    MAKE = "make"


def entries(mbr: bytes) -> list[Partition]:
    """Return the four entries of a card's first sector; an empty one has no sectors."""
    if mbr[510:512] != _SIGNATURE:
        raise Refused("the card has no table of partitions")
    rows = struct.iter_unpack("<B3sB3sII", mbr[_ENTRIES_AT : _ENTRIES_AT + 4 * _ENTRY.size])
    return [
        Partition(kind, start, count) if kind else Partition(0, 0, 0) for _, _, kind, _, start, count in rows
    ]


def entered(mbr: bytes, partition: Partition) -> bytes:
    """Return the first sector with the data partition in it; nothing else of it changes."""
    at = _ENTRIES_AT + (_NUMBER - 1) * _ENTRY.size
    entry = _ENTRY.pack(0, _NO_CHS, partition.kind, _NO_CHS, partition.start, partition.count)
    return mbr[:at] + entry + mbr[at + _ENTRY.size :]


def file_system_sectors(superblock: bytes, label: str) -> int | None:
    """Return how long a file system of that label is, None if there is none."""
    if len(superblock) < SUPERBLOCK or struct.unpack_from("<H", superblock, 0x38)[0] != _MAGIC:
        return None
    if superblock[0x78:0x88].rstrip(b"\0") != label.encode():
        return None
    blocks, _, _, _, _, size = struct.unpack_from("<6I", superblock, 4)
    return blocks * ((1024 << size) // SECTOR) if size <= 6 else None


def decide(table: list[Partition], card: int, start: int, found: int | None) -> tuple[Step, Partition]:
    """Return what is to be done, and the partition as it is to be.

    Args:
        table: the card's four entries.
        card: how many sectors the card has.
        start: where the data partition begins.
        found: how long the file system of ours is that lies there, None if none does.

    Raises:
        Refused: if the card is too small, or somebody else has the place.
    """
    there, room = table[_NUMBER - 1], card - start
    if there.count and (there.start != start or there.kind not in (MADE, BEING_MADE)):
        raise Refused("the card's third partition is not of this box, and is left alone")
    if there.kind == MADE:
        step, wanted = Step.NOTHING, there
    elif found is not None and not there.count:
        step, wanted = Step.ENTER, Partition(MADE, start, max(found, min(room, MOST)))
    else:
        step, wanted = Step.MAKE, Partition(BEING_MADE, start, min(room, MOST))
    if wanted.count > room or wanted.count < LEAST:
        raise Refused(
            f"the card has {card // MIB} MiB, and {(start + max(LEAST, wanted.count)) // MIB} are needed"
        )
    others = (one for number, one in enumerate(table, 1) if one.count and number != _NUMBER)
    if any(one.start < start + wanted.count and start < one.start + one.count for one in others):
        raise Refused("another partition lies where the data of this box belong")
    return step, wanted


class Card:
    """The card that the system runs from.

    Args:
        path: its node, or a file in its place.
        layout: says where the partition begins, and its label.
    """

    def __init__(self, path: Path, layout: dict[str, str]) -> None:
        self._path = path
        self._start = int(layout["DATA_START_MIB"]) * MIB
        self._label = layout["DATA_LABEL"]
        self._file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)

    @property
    def partition(self) -> Path:
        """The node of the data partition."""
        return self._path.with_name(
            f"{self._path.name}{'p' if self._path.name[-1].isdigit() else ''}{_NUMBER}"
        )

    def prepare(self) -> None:
        """Let there be a data partition with a file system.

        Raises:
            Refused: if there cannot be.
            OSError: if the card fails.
        """
        mbr = os.pread(self._file, SECTOR, 0)
        sectors = os.lseek(self._file, 0, os.SEEK_END) // SECTOR
        step, wanted = decide(entries(mbr), sectors, self._start, self._found())
        if step is Step.NOTHING:
            return
        say(
            "enters the data partition again"
            if step is Step.ENTER
            else f"makes it, {wanted.count // MIB} MiB"
        )
        self._enter(mbr, wanted)
        self._show()
        if step is Step.MAKE:
            run("mke2fs", "-F", "-q", "-t", "ext4", "-b", BLOCK, "-m", 0, "-L", self._label, "-J", "size=8",
                "-i", 65536, "-E", "nodiscard,lazy_itable_init=0", self.partition)  # fmt: skip
            flush(self.partition)
            self._enter(mbr, replace(wanted, kind=MADE))

    def _found(self) -> int | None:
        """Find a file system of ours, by its spare superblock where the first is damaged."""
        start = self._start * SECTOR
        for at in (SUPERBLOCK_AT, BACKUP):
            found = file_system_sectors(os.pread(self._file, SUPERBLOCK, start + at), self._label)
            if found is not None:
                return found
        return None

    def _enter(self, mbr: bytes, partition: Partition) -> None:
        with self._path.open("r+b", buffering=0) as file:
            file.write(entered(mbr, partition))
            os.fsync(file)

    def _show(self) -> None:
        """Let the kernel know of it; the whole table cannot be read anew while the root is in use."""
        if not self.partition.exists():
            run("partx", "--add", "--nr", _NUMBER, self._path)


def flush(node: Path) -> None:
    """Bring to the card what was written to a node."""
    with node.open("rb") as file:
        os.fsync(file)


def mend(partition: Path) -> None:
    """Put right what a power cut left; where that is not enough, whatever can be.

    Raises:
        Refused: if it cannot be put right; it is left as it is.
    """
    for how in ("-p", "-y"):
        done = subprocess.run(
            ["e2fsck", how, partition],
            check=False,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",  # names in a damaged folder may be anything
        )
        if done.stdout and (how != "-p" or done.returncode):
            say(done.stdout.strip())
        if not done.returncode & ~_FSCK_MENDED:
            return
    raise Refused("its file system is damaged beyond what e2fsck can mend; it is left as it is")


def use(partition: Path) -> None:
    """Lay the partition where the box looks."""
    CARD.mkdir(mode=0o700, exist_ok=True)
    run("mount", "-t", "ext4", "-o", "noatime,nosuid,nodev,noexec,errors=remount-ro", partition, CARD)
    os.chmod(CARD, 0o700)
    user = pwd.getpwnam("scorekeeper")
    BOX.mkdir(mode=0o755, exist_ok=True)
    os.chown(BOX, user.pw_uid, user.pw_gid)
    SSH.mkdir(mode=0o700, exist_ok=True)
    run("mount", "--bind", BOX, DATA)


def run(*words: object) -> None:
    """Run a program to its end.

    Raises:
        Refused: if it fails.
    """
    done = subprocess.run([str(word) for word in words], check=False, stdout=sys.stderr)
    if done.returncode:
        raise Refused(f"{words[0]} failed with {done.returncode}")


def card_of_root() -> Path:
    """Return the node of the card that the root file system lies on."""
    device = os.stat("/").st_dev
    place = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}").resolve()
    if not (place / "partition").exists():
        raise Refused("the system does not run from a partition of a card")
    return Path("/dev") / place.parent.name


def read_layout(path: Path) -> dict[str, str]:
    """Read the assignments of the layout."""
    lines = (line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#"))
    return dict(line.split("=", 1) for line in lines)


def say(words: str) -> None:
    """Tell the journal."""
    print(f"data partition: {words}", flush=True)


def main() -> int:
    """Do it all; 1 if there is no data partition now."""
    if os.path.ismount(CARD):
        return 0
    try:
        card = Card(card_of_root(), read_layout(Path(__file__).with_name("layout")))
        card.prepare()
        mend(card.partition)
        use(card.partition)
    except (OSError, Refused) as exc:
        say(f"there is none, so nothing is saved: {exc}")
        return 1
    say(f"{card.partition} is in use")
    return 0


if __name__ == "__main__":
    sys.exit(main())

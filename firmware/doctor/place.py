"""What board, power, disk and clock say, and who else has the devices. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from firmware.doctor.finding import Finding, Topic, fault, fine, hint
from hardware.holders import Holder
from hardware.host import HostFacts

__all__ = ["Disk", "judge_disk", "judge_owner", "judge_place"]

_LITTLE_MB, _VERY_LITTLE_MB = 200, 20
_MB = 1_000_000


@dataclass(frozen=True, slots=True)
class Disk:
    """What was found out about the data folder.

    Attributes:
        folder: where it is.
        free_bytes: how much room there is; None if the disk does not tell, which refuses all else too.
        refused: why nothing can be written there; empty if a file was written and brought to the disk.
        is_read_only: the whole disk takes nothing.
        owner: the user whose folder it is, empty if it is this one's or root's.
    """

    folder: str
    free_bytes: int | None = None
    refused: str = ""
    is_read_only: bool = False
    owner: str = ""


def judge_owner(box: Holder | None, holders: Sequence[Holder]) -> Finding:
    """Say who else has the devices.

    Args:
        box: the box that runs on the data folder; None if none does; pid 0 if that is not known.
        holders: the processes that have a device file open.
    """
    one = box or (holders[0] if holders else None)
    if one is None:
        return fine(Topic.OWNER, "no second copy runs", "")
    number = f"process {one.pid}" if one.pid else "number not known"
    if box is not None:
        said = f"the box runs already ({number}), so its devices are left alone"
        cure = "sudo systemctl stop scorekeeper, and run this again; or use Home, Check on its display"
        return hint(Topic.OWNER, "box-runs", said, cure, pid=one.pid)
    said = f"another program has the devices ({number}, {one.command})"
    return fault(Topic.OWNER, "held", said, f"end it, sudo kill {one.pid}, and run this again", pid=one.pid)


def judge_place(facts: HostFacts, wall_time: str | None) -> list[Finding]:
    """Say of board, power and clock whether they are right."""
    return [_board(facts), _power(facts), _clock(facts, wall_time)]


def judge_disk(disk: Disk) -> Finding:
    """Say whether matches can be kept."""
    free_mb = (disk.free_bytes or 0) // _MB
    if disk.is_read_only:
        said = f"the disk of {disk.folder} takes no writing, as a worn card does"
        cure = "make a backup on another computer, and put in a new SD card"
        return fault(Topic.DISK, "disk-read-only", said, cure)
    if disk.free_bytes is not None and free_mb < _VERY_LITTLE_MB:
        return fault(Topic.DISK, "disk-full", *_room(disk, free_mb), mb=free_mb)
    if disk.refused and disk.owner:
        said = f"{disk.folder} belongs to {disk.owner}, and this user cannot change it"
        cure = f"give commands that change it as its owner: sudo -u {disk.owner} scorekeeper ..."
        return hint(Topic.DISK, "disk-closed", said, cure)
    if disk.refused:
        said = f"nothing can be written to {disk.folder} ({disk.refused})"
        cure = 'give it to this user, sudo chown -R "$USER" FOLDER, or name another with --data'
        return fault(Topic.DISK, "disk-closed", said, cure.replace("FOLDER", disk.folder), why=disk.refused)
    if free_mb < _LITTLE_MB:
        return hint(Topic.DISK, "disk-full", *_room(disk, free_mb), mb=free_mb)
    return fine(Topic.DISK, f"{disk.folder} takes writing, {free_mb} MB are free", f"{free_mb} MB")


def _room(disk: Disk, free_mb: int) -> tuple[str, str]:
    said = f"only {free_mb} MB are free for {disk.folder}"
    return said, "remove what is not needed, sudo apt clean and sudo journalctl --vacuum-size=50M"


def _board(facts: HostFacts) -> Finding:
    if facts.model is None:
        return fault(
            Topic.BOARD,
            "no-pi",
            "this is no Raspberry Pi",
            "run it on the Pi that reader, display and buttons are wired to",
        )
    return fine(Topic.BOARD, f"this is a {facts.model}", facts.model.removeprefix("Raspberry "))


def _power(facts: HostFacts) -> Finding:
    cure = "use the Pi's own power supply and a short, thick cable"
    if facts.power.is_low:
        said = "the board gets too little power now, at this moment (under-voltage)"
        return fault(Topic.POWER, "power-low", said, cure)
    if facts.power.was_low:
        said = "the board gets enough power now, but had too little once since its start (under-voltage)"
        return hint(Topic.POWER, "power-was-low", said, cure)
    if not facts.power.is_known:
        return fine(Topic.POWER, "this board does not tell how much power it gets", "", "power-unknown")
    return fine(Topic.POWER, "the board gets enough power", "")


def _clock(facts: HostFacts, wall_time: str | None) -> Finding:
    if wall_time is None:
        said = "the date is not set, so matches have none; play goes on without"
        return hint(
            Topic.CLOCK, "clock-unset", said, "connect the Pi to a network once, or add a clock module"
        )
    if not facts.is_clock_synchronized:
        said = f"the date ({wall_time}) may be late: it did not come from the network since the start"
        cure = "if dates matter: connect the Pi to a network; sudo timedatectl set-ntp true"
        return hint(Topic.CLOCK, "clock-stale", said, cure)
    return fine(Topic.CLOCK, f"the date is set from the network ({wall_time})", wall_time[:10])

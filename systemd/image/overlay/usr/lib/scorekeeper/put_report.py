"""Lays the doctor's report beside the settings, where every computer reads it: put_report.py REPORT WISH.

Each writing may go wrong where the power goes, so it is done only where there is something new: somebody
asked for it (there is the file WISH), there is none yet, or the one that is there has other faults and hints.
"""

import os
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

FIRMWARE = Path("/boot/firmware")
PLACE = FIRMWARE / "scorekeeper-report.txt"
MOST_BYTES = 2**20


def troubles(report: str) -> set[tuple[str, ...]]:
    """Return level and topic of each fault and hint; behind them may stand a number that always changes."""
    rows = (line.split() for line in report.partition("== Settings")[0].splitlines())
    return {tuple(row[:2]) for row in rows if row and row[0] in ("fault", "hint")}


def is_news(report: str, before: str | None) -> bool:
    """Return whether a report says what the one before does not."""
    return before is None or troubles(report) != troubles(before)


def read(path: Path) -> str | None:
    """Read a file, and nothing but a file, whoever made it; None if there is none."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    try:
        is_file = stat.S_ISREG(os.fstat(descriptor).st_mode)
        return os.read(descriptor, MOST_BYTES).decode("utf-8", "replace") if is_file else None
    finally:
        os.close(descriptor)


def put(report: str) -> None:
    """Replace the report; the partition takes writing for that moment alone.

    Raises:
        OSError: if the partition is full, or fails; the report that was there stays.
        subprocess.CalledProcessError: if it cannot be opened for writing, or closed.
    """
    remount("rw")
    new = PLACE.with_suffix(".new")
    try:
        with new.open("w", encoding="utf-8", newline="\r\n") as file:
            file.write(report)
            file.flush()
            os.fsync(file.fileno())
        new.replace(PLACE)
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)  # half of one, where there was no room
        os.sync()
        remount("ro")


def remount(how: str) -> None:
    """Let the partition take writing, or no longer."""
    subprocess.run(["mount", "-o", f"remount,{how}", FIRMWARE], check=True)


def main(report_file: Path, wish: Path) -> int:
    """Lay it down if it is worth it."""
    report, is_wanted = read(report_file), wish.exists()
    with suppress(OSError):
        wish.unlink(missing_ok=True)
    if report is None:
        print("the doctor wrote no report", file=sys.stderr)
        return 1
    if not is_wanted and not is_news(report, read(PLACE)):
        return 0
    try:
        put(report)
    except (OSError, subprocess.CalledProcessError) as exc:
        print(f"{PLACE.name} cannot be written: {exc}", file=sys.stderr)
        return 1
    print(f"wrote {PLACE.name}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))

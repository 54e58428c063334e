"""What a look at the machine needs beside its files: programs, rights, packages, groups."""

import importlib.metadata
import os
import pwd
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["NOT_IN_TIME_S", "Programs", "can_use", "pipe_folder", "run_for_a_moment"]

NOT_IN_TIME_S = 5.0
"""A program that has not answered by then is not waited for."""

Run = Callable[[Sequence[str]], str | None]


def run_for_a_moment(command: Sequence[str]) -> str | None:
    """Return what a program writes, None if it is not there or does not answer in time."""
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=NOT_IN_TIME_S)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode("utf-8", errors="replace")


def _login_name() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:  # a user that systemd made for this start alone
        return ""


def _groups() -> tuple[frozenset[int], bool]:
    return frozenset({*os.getgroups(), os.getegid()}), os.geteuid() == 0


def pipe_folder() -> Path:
    """Return the folder in which lgpio makes its pipe when it is imported."""
    return Path(os.environ.get("LG_WD") or Path.cwd())


def can_use(path: Path) -> bool:
    """Return whether this user may read and write a path."""
    return os.access(path, os.R_OK | os.W_OK)


def _installed(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _place(name: str) -> str:
    try:
        return str(importlib.metadata.distribution(name).locate_file(""))
    except importlib.metadata.PackageNotFoundError:
        return ""


def _own_pip() -> str:
    """Return the pip of the venv that this runs in, as this user can use it; empty outside of any."""
    if sys.prefix == sys.base_prefix:
        return ""
    pip = f"{sys.prefix}/bin/pip"
    return pip if os.access(sys.prefix, os.W_OK) else f"sudo {pip}"


@dataclass(frozen=True, slots=True)
class Programs:
    """What a look at the machine needs beside its files.

    Attributes:
        run: runs a program, and returns what it writes.
        can_use: whether this user may read and write a path.
        version_of: of an installed package, None if it is not installed.
        place_of: the folder of an installed package, empty if it is not installed.
        own_pip: what changes the packages of the venv that this runs in, empty outside of any.
        groups: the numbers of the groups in force, and whether this is root.
        name: of the user.
        folder: where lgpio makes its pipe.
    """

    run: Run = run_for_a_moment
    can_use: Callable[[Path], bool] = can_use
    version_of: Callable[[str], str | None] = _installed
    place_of: Callable[[str], str] = _place
    own_pip: Callable[[], str] = _own_pip
    groups: Callable[[], tuple[frozenset[int], bool]] = _groups
    name: Callable[[], str] = _login_name
    folder: Callable[[], Path] = pipe_folder

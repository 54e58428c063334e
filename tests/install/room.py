"""A Debian of its own in a folder, with the stand-ins of Raspberry Pi OS, in which install.sh runs as root.

Its mounts live in the namespace of the process that makes it, and so end with it.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stand_ins import CONFIG, make_archive

__all__ = ["CHECKOUT", "Done", "Room", "make_base"]

PROJECT = Path(__file__).parents[2]
CHECKOUT = "/root/clone of it"
"""Where the project lies in the room: with a space, as somebody's folder may have."""

_BASE = "systemd,systemd-sysv,udev,python3,ca-certificates"
_PASSED_ON = (
    "PIP_INDEX_URL",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
)
_AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt"

Done = subprocess.CompletedProcess[str]


def make_base(suite: str, tar: Path) -> None:
    """Make the tar of a bare Debian, from the mirror that this machine's apt uses.

    Raises:
        CalledProcessError: if mmdebstrap cannot.
    """
    form = "$(ORIGIN)|$(LABEL)|$(REPO_URI)"
    said = subprocess.run(
        ["apt-get", "indextargets", "--format", form], check=True, capture_output=True, encoding="utf-8"
    )
    lines = {tuple(line.split("|")) for line in said.stdout.splitlines()}
    sources = [
        f"deb {uri} {suite} main" for origin, label, uri in lines if (origin, label) == ("Debian",) * 2
    ]
    sources += [f"deb {uri} {suite}-security main" for _, label, uri in lines if label == "Debian-Security"]
    tar.parent.mkdir(parents=True, exist_ok=True)
    half = tar.with_suffix(".half.tar")
    command = ["mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", f"--include={_BASE}"]
    command += [f"--dpkgopt=path-exclude=/usr/share/{one}/*" for one in ("man", "doc", "locale")]
    subprocess.run([*command, suite, half], check=True, input="\n".join(sources), encoding="utf-8")
    half.rename(tar)


class Room:
    """The Debian, unpacked.

    Attributes:
        root: its "/", seen from outside.
        before: what lay in it before the first install, by name.
    """

    def __init__(self, root: Path, tar: Path) -> None:
        """Unpack it, with this machine's way to the network. The process must have mounts of its own."""
        self.root, self.before = root, [""]
        subprocess.run(
            ["tar", "--extract", "--file", tar, "--directory", root, "--exclude=./dev/*"], check=True
        )
        for name in ("resolv.conf", "hosts"):
            shutil.copyfile(f"/etc/{name}", self.path(f"/etc/{name}"))
        shutil.copyfile(_AUTHORITIES, self.path(_AUTHORITIES))
        subprocess.run(["mount", "-t", "proc", "proc", self.path("/proc")], check=True)
        subprocess.run(["mount", "--rbind", "/dev", self.path("/dev")], check=True)
        make_archive(self.path("/srv/archive"))
        self.write("/etc/apt/sources.list.d/stand-ins.list", "deb [trusted=yes] file:/srv/archive ./\n")
        self.write("/boot/firmware/config.txt", CONFIG)

    def path(self, inside: str) -> Path:
        """Return a path of the room as seen from outside."""
        return self.root / inside.lstrip("/")

    def write(self, inside: str, text: str, mode: int = 0o644) -> None:
        """Write a file, and the folders to it."""
        self.path(inside).parent.mkdir(parents=True, exist_ok=True)
        self.path(inside).write_text(text, "utf-8")
        self.path(inside).chmod(mode)

    def read(self, inside: str) -> str:
        """Return the text of a file, empty where there is none."""
        return self.path(inside).read_text("utf-8") if self.path(inside).exists() else ""

    def command(self, *words: str, user: str = "root", online: bool = True, folder: str = "/") -> list[str]:
        """Return the command that runs another one in the room."""
        environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
        environment |= {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
            "PIP_CERT": _AUTHORITIES,
        }
        as_user = [] if user == "root" else ["runuser", "-u", user, "--"]
        return [
            *([] if online else ["unshare", "--net"]),
            *("chroot", str(self.root), "env", "--ignore-environment", f"--chdir={folder}"),
            *(f"{name}={value}" for name, value in environment.items()),
            *as_user,
            *words,
        ]

    def run(self, *words: str, user: str = "root", online: bool = True, folder: str = "/") -> Done:
        """Run a command in the room; all that it says is in `stdout`."""
        return subprocess.run(
            self.command(*words, user=user, online=online, folder=folder),
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=1500,
        )

    def install(self, *options: str, online: bool = True) -> Done:
        """Run the script of the project that lies in the room."""
        return self.run("systemd/install.sh", *options, online=online, folder=CHECKOUT)

    def bring_project(self) -> None:
        """Lay the project as it stands into the room, anew; what git ignores stays outside."""
        shutil.rmtree(self.path(CHECKOUT), ignore_errors=True)
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=PROJECT,
            check=True,
            capture_output=True,
            encoding="utf-8",
        )
        for name in filter(None, listed.stdout.split("\0")):
            if (PROJECT / name).exists():
                self.path(f"{CHECKOUT}/{name}").parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(PROJECT / name, self.path(f"{CHECKOUT}/{name}"))

    @contextmanager
    def played_systemd(self) -> Iterator[list[str]]:
        """Make the room look as if systemd ran; yield the deeds asked of it, filled in at the end."""
        deeds: list[str] = []
        for name in ("systemctl", "udevadm"):
            real = "exec /usr/bin/systemctl" if name == "systemctl" else "exit 0"
            self.write(
                f"/usr/local/sbin/{name}",
                f'#!/bin/sh\necho "{name} $* [$(readlink /opt/scorekeeper/.venv)]" >> /root/deeds\n'
                f'case "$*" in *daemon-reload|*restart*|control*|trigger*) exit;; esac\n'
                f'for word; do shift; [ "$word" = --now ] || set -- "$@" "$word"; done\n{real} "$@"\n',
                0o755,
            )
        self.path("/run/systemd/system").mkdir(parents=True)
        try:
            yield deeds
        finally:
            deeds += self.read("/root/deeds").splitlines()
            for name in ("/usr/local/sbin/systemctl", "/usr/local/sbin/udevadm", "/root/deeds"):
                self.path(name).unlink(missing_ok=True)
            self.path("/run/systemd/system").rmdir()

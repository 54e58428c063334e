"""Installs the box for real, in a Debian of its own: `python tests/install [SUITE=trixie] [STAGE...]`.

Needs root and mmdebstrap; says so and does nothing where they are missing. Each line is a claim that was
looked at; exits 1 if one does not hold. No systemd runs in it, and nothing of it is a Pi.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import stages
from claims import Claims
from room import PROJECT, Room, make_base

BUILD = PROJECT / "build" / "install"
NAMESPACES = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation=private")
INSIDE = "--inside"


def _missing() -> str:
    """Return what keeps this from being run here, empty if nothing does."""
    if os.geteuid() != 0:
        return "it needs root: sudo make check-install"
    if shutil.which("mmdebstrap") is None:
        return "mmdebstrap is missing: sudo apt install mmdebstrap"
    if subprocess.run([*NAMESPACES, "true"], check=False, capture_output=True).returncode != 0:
        return "this machine lets nobody have a mount namespace"
    return ""


def _run(suite: str, chosen: list[str]) -> int:
    """Go through the stages in a namespace of its own, so that no mount outlives it."""
    why = _missing()
    if why:
        print(f"check-install is skipped: {why}")
        return 0
    tar = BUILD / f"{suite}.tar"
    if not tar.exists():
        print(f"Makes a bare {suite}, once; that takes a minute or two", flush=True)
        make_base(suite, tar)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # then too nothing is left behind
    root = Path(tempfile.mkdtemp(prefix=f"{suite}-", dir=BUILD))
    root.chmod(0o755)
    try:
        inside = [*NAMESPACES, sys.executable, __file__, INSIDE, str(root), str(tar), *chosen]
        return subprocess.run(inside, check=False).returncode
    finally:
        shutil.rmtree(root)


def _inside(root: Path, tar: Path, chosen: list[str]) -> int:
    claims, began = Claims(), time.monotonic()
    room = Room(root, tar)
    for name in chosen or stages.ALL:
        print(f"-- {name.replace('_', ' ')}", flush=True)
        stage_began = time.monotonic()
        stages.ALL[name](room, claims)
        print(f"   {time.monotonic() - stage_began:.0f} s", flush=True)
    print(f"{claims.summary()}, {time.monotonic() - began:.0f} s")
    return 1 if claims.broken else 0


if __name__ == "__main__":
    if sys.argv[1:2] == [INSIDE]:
        sys.exit(_inside(Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:]))
    sys.exit(_run(sys.argv[1] if len(sys.argv) > 1 else "trixie", sys.argv[2:]))

"""Does what scorekeeper.toml asks of the system: name, Wi-Fi, SSH, scoreboard. Writes to RAM alone.

What is wrong in the file the box says on its display; here it is passed over. Which files there are to be,
and what is in them, is decided in firmware/system_settings.py; the units of iwd, ssh and the scoreboard start
where they find theirs.
"""

import os
import socket
import sys
import tomllib
from pathlib import Path

from firmware.setting_rules import MOST_BYTES, SWITCH, decoded, sound_part
from firmware.system_settings import NAMES_FILE, SYSTEM_RULES, System, files, system_of

SETTINGS = Path("/boot/firmware/scorekeeper.toml")
WANTED = Path("/run/systemd/system/scorekeeper.service.wants/scorekeeper.socket")


def read(path: Path) -> System:
    """Return what a settings file asks of the system; nothing, if it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ValueError("too large for settings")
        given = tomllib.loads(decoded(data))
    except (OSError, RecursionError, ValueError) as exc:
        print(f"{path} asks for nothing: {exc.__class__.__name__}", flush=True)
        return System()
    return system_of(sound_part({**SYSTEM_RULES, "web": {"enabled": SWITCH}}, given), given)


def write(path: Path, text: str, mode: int = 0o600) -> None:
    """Write a file, which root alone may read if nothing else is said."""
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(text)


def enable_page() -> None:
    """Let systemd know that the socket is wanted, until the next start; the doctor asks it."""
    WANTED.parent.mkdir(parents=True, exist_ok=True)
    WANTED.unlink(missing_ok=True)
    WANTED.symlink_to(Path("/etc/systemd/system") / WANTED.name)


def main() -> int:
    """Do it; says what, without names and passwords."""
    system = read(SETTINGS)
    if system.host_name is not None:
        socket.sethostname(system.host_name)
    for path, text in files(system).items():
        write(Path(path), text, 0o644 if path == NAMES_FILE else 0o600)
    if system.has_page:
        enable_page()
    parts = {
        "Wi-Fi": system.wifi,
        "name": system.host_name,
        "SSH": system.ssh_key,
        "scoreboard": system.has_page,
    }
    print("asked for:", ", ".join(name for name, asked in parts.items() if asked) or "nothing", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

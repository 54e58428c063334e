"""A root shell in the guest, on a port that only QEMU has.

Nothing of the image is changed for it: systemd takes the unit that starts it from the kernel's command line,
as it would on a real Pi from whoever may write cmdline.txt on the card.
"""

import base64
import itertools
import socket
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["PATIENCE_S", "Lost", "Shell", "kernel_options"]

_UNIT = """[Unit]
DefaultDependencies=no
[Service]
ExecStart=/bin/sh -c 'set -- {port};{first} exec sh <>$1 >&0 2>&0'
Restart=always
"""
_NAME = "image-test.service"

PATIENCE_S = 900.0
"""Who has not answered by then hangs; on an idle machine nothing takes a tenth of it."""


class Lost(Exception):
    """The guest does not answer in time, or not any more."""


def kernel_options(port: str, first: str = "") -> str:
    """Return what to add to the kernel's command line.

    Args:
        port: the guest's name of it.
        first: what to do with it ($1) before a shell has it.
    """
    unit = base64.b64encode(_UNIT.format(port=port, first=first).encode()).decode()
    return f"systemd.set_credential_binary=systemd.extra-unit.{_NAME}:{unit} systemd.wants={_NAME}"


class Shell:
    """The shell, from outside.

    Args:
        address: QEMU's socket for the port.
    """

    def __init__(self, address: Path) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.connect(str(address))
        self._heard = b""
        self._numbers = itertools.count()

    def close(self) -> None:
        """Let go of the port."""
        self._socket.close()

    def wait(self, within_s: float = PATIENCE_S) -> None:
        """Wait until the shell is there.

        Raises:
            Lost: if it is not in time.
        """
        until_s = time.monotonic() + within_s
        while True:
            try:
                self.run("true", within_s=5.0)
            except Lost:
                if time.monotonic() > until_s:
                    raise
            else:
                return

    def run(
        self, script: str, within_s: float = PATIENCE_S, tell: Callable[[str], None] | None = None
    ) -> str:
        """Run a script, and return what it prints, errors too; how it ends counts for nothing.

        Args:
            script: for sh.
            within_s: how long it may take.
            tell: takes each line as it comes.

        Raises:
            Lost: if there is no answer in time, or the guest is gone.
        """
        mark = f"=={next(self._numbers)}=="
        packed = base64.b64encode(script.encode()).decode()
        lines = "\n".join(packed[at : at + 500] for at in range(0, len(packed), 500))
        # The marks are put together by the shell, so that an echo of the command is not taken for one.
        # What comes before the first are prompts, where the port is a terminal.
        self._send(f"base64 -d <<'E' >/run/image-test.sh\n{lines}\nE\n")
        say = f"printf '\\n%s%s\\n' {mark[:2]} {mark[2:]}"
        self._send(f"{say}; sh /run/image-test.sh </dev/null 2>&1; {say}\n")
        heard, until_s = [], time.monotonic() + within_s
        while self._line(until_s) != mark:
            pass
        while (line := self._line(until_s)) != mark:
            heard.append(line)
            if tell is not None:
                tell(line)
        return "\n".join(heard).strip("\n")

    def give(self, name: str, text: str) -> None:
        """Write a file."""
        packed = base64.encodebytes(text.encode()).decode()
        self.run(f"base64 -d <<'E' >{name}\n{packed}E\n")

    def _send(self, text: str) -> None:
        try:
            self._socket.sendall(text.encode())
        except OSError as exc:
            raise Lost(f"the guest is gone: {exc}") from exc

    def _line(self, until_s: float) -> str:
        while b"\n" not in self._heard:
            self._socket.settimeout(max(until_s - time.monotonic(), 0.01))
            try:
                part = self._socket.recv(65536)
            except OSError as exc:
                raise Lost(f"no answer: {exc}; heard {self._heard[-200:]!r}") from exc
            if not part:
                raise Lost("the guest is gone")
            self._heard += part
        line, self._heard = self._heard.split(b"\n", 1)
        return line.decode("utf-8", errors="replace").rstrip("\r")

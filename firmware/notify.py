"""What the service manager is told: one short datagram at a time, in the place of a library."""

import logging
import socket
from collections.abc import Callable

__all__ = ["Tell", "notifier"]

logger = logging.getLogger(__name__)

Tell = Callable[[str], None]
"""Takes a line as systemd has it: READY=1, WATCHDOG=1, STATUS=..., STOPPING=1."""

_PATIENCE_S = 1.0


def notifier(address: str | None) -> Tell:
    """Return what tells the manager.

    Args:
        address: of its socket, NOTIFY_SOCKET; `@` begins a name that is no file. None or empty: nobody
            is told.
    """
    if not address:
        return lambda _line: None
    place = "\0" + address[1:] if address.startswith("@") else address

    def tell(line: str) -> None:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.settimeout(_PATIENCE_S)
                sender.sendto(line.encode(), place)
        except OSError as exc:
            logger.warning("systemd was not told %s: %s", line, exc)

    return tell

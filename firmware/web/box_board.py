"""The scoreboard of a box: read-only, in the network that its socket belongs to."""

import ipaddress
import logging
import re
import socket

from firmware.sockets import addresses_of, has_line
from firmware.table import Table
from firmware.web.hub import Hub
from firmware.web.scoreboard import Boards, scoreboard_pages
from firmware.web.server import WebServer
from firmware.web.site import Site
from hardware import Clock, Task

__all__ = ["BoxBoard", "knows_host"]

logger = logging.getLogger(__name__)

_END_S = 0.2
"""A stop has two seconds for everything."""

_ANSWERED_TO = ".local"
"""What Raspberry Pi OS answers to after its name, where others in the network ask for it."""

_AT_HOME = (_ANSWERED_TO, ".fritz.box", ".home", ".home.arpa", ".internal", ".lan", ".localdomain")
"""What a router at home puts after the name. Nobody elsewhere can have such a name for his page."""

_NAME = re.compile(r"[a-z0-9]([a-z0-9_-]{0,61}[a-z0-9])?")
"""Linux takes any bytes for a name; no other can be asked for."""


class BoxBoard:
    """The scoreboard with its server.

    Args:
        clock: the machine's time.
        listening: the socket; whoever made it closes it.
        name: of the machine.
    """

    def __init__(self, clock: Clock, listening: socket.socket, name: str) -> None:
        self._clock = clock
        self._listening = listening
        self._name = name.partition(".")[0].lower()
        self._port = listening.getsockname()[1]
        self._tables: Hub[Table | None] = Hub(clock, None)
        boards = Boards(self._tables)
        site = Site(
            knows_host=lambda host: knows_host(host, self._name, self._port),
            pages=scoreboard_pages("/", "/score"),
            streams={"/board": boards.followed},
        )
        self._server = WebServer(clock, listening, site)
        self._serving: Task | None = None

    def begin(self) -> None:
        """Serve, in threads of its own, until `end`."""
        self._serving = self._clock.start("web", self._serve)

    def end(self) -> None:
        """Serve no longer, from this moment on."""
        self._tables.close()
        self._server.close()
        if self._serving is not None:
            self._serving.join(_END_S)

    def tell(self, table: Table) -> None:
        """Let all who follow see the table as it is now."""
        self._tables.tell(table)

    def addresses(self) -> tuple[str, ...]:
        """Return where browsers find the page, the likeliest first; nowhere without a network.

        In a network of IPv6 alone that is the name: its numbers are nothing to type.
        """
        try:
            hosts, is_online = addresses_of(self._listening), has_line(self._listening)
        except OSError as exc:
            logger.warning("the addresses of this machine are not known: %s", exc)
            return ()
        is_found = _NAME.fullmatch(self._name) and self._name != "localhost"
        names = (f"{self._name}{_ANSWERED_TO}",) if is_found and (hosts or is_online) else ()
        return tuple(f"http://{host}:{self._port}" for host in (*hosts, *names))

    def _serve(self) -> None:
        try:
            self._server.serve()
        except OSError as exc:
            logger.warning("the scoreboard cannot be seen any more: %s; the game goes on", exc)


def knows_host(host: str, name: str, port: int) -> bool:
    """Return whether a browser that asks for a host means this box.

    A page elsewhere may let its own name lead here, to read what the box answers. That name has its owner's
    domain at its end, so whatever a home's router calls the box is safe, and any other name is not.

    Args:
        host: as in the header Host.
        name: of the machine, in small letters.
        port: on which it listens.
    """
    bare, colon, number = host.rpartition(":")
    if not colon or host.endswith("]"):
        bare = host
    elif number != str(port):
        return False
    bare = bare.lower()
    names = (name, *(name + home for home in _AT_HOME)) if name else ()
    return bare in ("localhost", *names) or _is_address(bare)


def _is_address(host: str) -> bool:
    kind: type[ipaddress.IPv4Address] | type[ipaddress.IPv6Address] = ipaddress.IPv4Address
    if host.startswith("[") and host.endswith("]"):
        kind, host = ipaddress.IPv6Address, host[1:-1]
    try:
        kind(host)
    except ValueError:
        return False
    return True

"""The virtual table: a page on this machine alone, where the whole box is played in real time."""

import errno
import json
import socket
from collections.abc import Iterable
from contextlib import closing

from firmware.errors import FirmwareError
from firmware.simulation import Simulation
from firmware.web.assets import pages_of
from firmware.web.control import control
from firmware.web.live_table import Hands, LiveTable, Showing
from firmware.web.scoreboard import Boards, scoreboard_pages
from firmware.web.server import WebServer
from firmware.web.site import LOOK_ROUND_S, Reply, Request, Site, Stream, event
from hardware import Clock

__all__ = ["PortTaken", "VirtualTable", "hosts_at"]

_HERE = "127.0.0.1"
_NAMES = ("localhost", _HERE)
_USUAL_PORT = 80
"""Of all pages; browsers leave it out."""

_PARTS = (
    "table.css",
    "table-box.css",
    "table-deck.css",
    "table.js",
    "table-hands.js",
    "panel.js",
    "guide.js",
    "table-words.json",
)

_WAITING = 16
_END_S = 1.0


class PortTaken(FirmwareError, OSError):
    """Another program listens there."""


class VirtualTable:
    """The page with its server, which begins to listen at once.

    Args:
        clock: the machine's time.
        simulation: the table, of which nothing has been switched on yet.
        port: where to listen; 0 for any that is free.

    Raises:
        PortTaken: if somebody else listens there.

    Attributes:
        address: of the page.
    """

    def __init__(self, clock: Clock, simulation: Simulation, port: int) -> None:
        self._clock = clock
        self._table = LiveTable(clock, simulation)
        self._listening = _listening_at(port)
        port = self._listening.getsockname()[1]
        self.address = f"http://localhost:{port}/"
        self._hosts = hosts_at(port)
        self._server = WebServer(clock, self._listening, self._site())

    def run(self) -> None:
        """Serve until `stop`; then switch the box off and close the page.

        Raises:
            Broken: if the box failed for a reason that nobody foresaw.
        """
        serving = self._clock.start("web", self._server.serve)
        try:
            self._table.run()
        finally:
            self._server.close()
            serving.join(_END_S)
            self._listening.close()

    def stop(self) -> None:
        """End `run` soon; from any thread, or a signal."""
        self._table.stop()

    def _site(self) -> Site:
        own = {"/": "table.html", **{f"/{name}": name for name in _PARTS}}
        origins = tuple(f"http://{host}" for host in self._hosts)

        def answer(request: Request) -> Reply:
            return control(request, origins, self._table.do)

        return Site(
            knows_host=lambda host: host in self._hosts,
            pages={**pages_of(own), **scoreboard_pages("/score")},
            streams={"/table": self._followed_table, "/board": Boards(self._table.tables).followed},
            deeds={"/control": answer},
        )

    def _followed_table(self) -> Stream:
        """Give what changed of the screen and of the table; whoever leaves lets go of the buttons."""
        try:
            with closing(self._table.showing.listen(LOOK_ROUND_S)) as all_newest:
                yield from self._changes(all_newest)
        finally:
            self._table.do(Hands.let_all_go)

    def _changes(self, all_newest: Iterable[Showing | None]) -> Stream:
        shown = Showing()
        for newest in all_newest:
            if newest is None:
                yield b""
                continue
            if (newest.screen, newest.contrast) != (shown.screen, shown.contrast):
                yield event("screen", json.dumps({"pixels": newest.screen, "contrast": newest.contrast}))
            if newest.state != shown.state:
                yield event("state", newest.state)
            shown = newest


def hosts_at(port: int) -> tuple[str, ...]:
    """Return what the page's address may stand as in the header Host."""
    return tuple(f"{name}:{port}" for name in _NAMES) + (_NAMES if port == _USUAL_PORT else ())


def _listening_at(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_HERE, port))
    except OSError as exc:
        listening.close()
        if exc.errno != errno.EADDRINUSE:
            raise
        raise PortTaken(
            f"port {port} is taken, perhaps by another virtual table; end that one, or give this one another:"
            " scorekeeper simulate --port 0"
        ) from exc
    listening.listen(_WAITING)
    return listening

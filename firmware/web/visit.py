"""One visit to a web server: a request, within its limits, and the answer."""

import logging
import queue
import socket
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from io import BufferedReader, RawIOBase
from typing import Any

from firmware.web.site import Reply, Request, Site, Stream
from hardware import Clock

__all__ = ["MOST_STREAMS", "House", "Visit", "places"]

logger = logging.getLogger(__name__)

MOST_STREAMS = 8
"""So many pages may follow at a time."""

Places = queue.SimpleQueue[bool]
"""Whoever wants a place takes one out, and puts it back."""

_MOST_HEAD_BYTES = 16_384
_MOST_BODY_BYTES = 4_096
_SIGN_OF_LIFE_S = 15.0

_WAITING_BYTES = 32_768
"""No more of a stream waits for a slow visitor: what he has not taken is old by the time he does."""

_GONE_AFTER_MS = 30_000
"""Who went without a word, as a phone out of reach, has his place no longer: twice a sign of life."""

_ALWAYS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


def places(number: int) -> Places:
    """Return so many places."""
    free: Places = queue.SimpleQueue()
    for _ in range(number):
        free.put(True)
    return free


@dataclass(frozen=True, slots=True)
class House:
    """What all visits share.

    Attributes:
        site: what there is.
        clock: for the patience.
        patience_s: neither a request nor a piece of the answer takes longer.
        stream_places: for those who follow.
    """

    site: Site
    clock: Clock
    patience_s: float
    stream_places: Places = field(default_factory=lambda: places(MOST_STREAMS))


class _TooLong(OSError):
    """The request has no end."""


class _Sent(RawIOBase):
    """What a visitor sends: up to so many bytes, and up to a time for all of them together."""

    def __init__(self, connection: socket.socket, house: House) -> None:
        self._connection = connection
        self._clock = house.clock
        self._until_s = house.clock.now_s() + house.patience_s
        self._left = _MOST_HEAD_BYTES + _MOST_BODY_BYTES

    def readable(self) -> bool:
        """Return that it is for reading."""
        return True

    def readinto(self, room: Any) -> int:
        """Read what is there; wait for the first of it."""
        left_s = self._until_s - self._clock.now_s()
        if left_s <= 0:
            raise TimeoutError
        if not self._left:
            raise _TooLong
        self._connection.settimeout(left_s)
        count = self._connection.recv_into(memoryview(room)[: self._left])
        self._left -= count
        return count


class Visit(BaseHTTPRequestHandler):
    """One request and its answer; then the line is closed.

    Args:
        request: the line to the visitor.
        client_address: where he is, for the log.
        server: what all visits share.
    """

    server: House  # type: ignore[assignment]  # of http.server's server it needs nothing
    server_version = "scorekeeper"
    sys_version = ""
    error_message_format = "%(message)s\n"
    error_content_type = "text/plain; charset=utf-8"

    def setup(self) -> None:
        """Listen to so much, for so long, and no more."""
        super().setup()
        self.rfile.close()
        self.rfile: Any = BufferedReader(_Sent(self.connection, self.server))

    def handle(self) -> None:
        """Answer, unless the visitor leaves or goes on without end."""
        try:
            super().handle()
        except OSError as exc:
            self.log_message("left: %r", exc)

    def do_GET(self) -> None:
        """Give a page, or a stream."""
        if not self._is_welcome():
            return
        path = self.path.partition("?")[0]
        if (page := self.server.site.pages.get(path)) is not None:
            self._reply(page())
        elif (stream := self.server.site.streams.get(path)) is not None and self.command == "GET":
            self._follow(stream)
        else:
            self.send_error(HTTPStatus.NOT_FOUND, "There is no such page.")

    do_HEAD = do_GET  # noqa: N815 (the name in http.server)

    def do_POST(self) -> None:
        """Do what the page asks for."""
        if not self._is_welcome():
            return
        deed = self.server.site.deeds.get(self.path)
        length = self.headers.get("Content-Length", "")
        if deed is None:
            self.send_error(HTTPStatus.NOT_FOUND, "There is nothing to be done here.")
        elif not (length.isascii() and length.isdigit()):
            self.send_error(HTTPStatus.LENGTH_REQUIRED, "How long is it?")
        elif len(length) > 6 or int(length) > _MOST_BODY_BYTES:
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is too long.")
        else:
            self._do(deed, int(length))

    def _do(self, deed: Callable[[Request], Reply], length: int) -> None:
        body = self.rfile.read(length)
        if len(body) < length:
            return  # he left in the middle of it
        headers = {name.lower(): value for name, value in self.headers.items()}
        self._reply(deed(Request(headers, body)))

    def _is_welcome(self) -> bool:
        """Look whether the visitor means this site, and no page elsewhere led him here."""
        hosts = self.headers.get_all("Host", [])
        if len(hosts) == 1 and self.server.site.knows_host(hosts[0]):
            return True
        self.send_error(HTTPStatus.MISDIRECTED_REQUEST, "Open the page by the address that the box shows.")
        return False

    def _reply(self, reply: Reply) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.content_type)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body)

    def _follow(self, stream: Callable[[], Stream]) -> None:
        free = self.server.stream_places
        try:
            free.get_nowait()
        except queue.Empty:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "Too many pages are open; close one.")
            return
        try:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _WAITING_BYTES)
            self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE_AFTER_MS)
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            with closing(stream()) as pieces:
                self._pass_on(pieces)
        finally:
            free.put(True)

    def _pass_on(self, pieces: Stream) -> None:
        clock = self.server.clock
        told_s = clock.now_s()
        for piece in pieces:
            if piece:
                self.wfile.write(piece)
                told_s = clock.now_s()
            elif self._has_left():
                break
            elif clock.now_s() - told_s >= _SIGN_OF_LIFE_S:
                self.wfile.write(b":\n\n")
                told_s = clock.now_s()

    def _has_left(self) -> bool:
        """Look whether the visitor has hung up, without waiting."""
        self.connection.settimeout(0)
        try:
            return not self.connection.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        finally:
            self.connection.settimeout(self.server.patience_s)

    def end_headers(self) -> None:
        """Add what every answer says."""
        for name, value in _ALWAYS.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        self.connection.settimeout(self.server.patience_s)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name in http.server)
        """Note a visit where somebody looks for faults."""
        logger.debug(format, *args)

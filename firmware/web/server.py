"""A small web server: a few fixed addresses, few visitors, and patience with none who mean ill."""

import logging
import queue
import socket
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler
from io import BufferedIOBase
from socketserver import TCPServer, ThreadingMixIn
from typing import Any

__all__ = ["MOST_STREAMS", "Reply", "Request", "Site", "WebServer", "event"]

logger = logging.getLogger(__name__)

MOST_STREAMS = 8
"""So many pages may follow at a time."""

_MOST_VISITORS = 32
_MOST_HEAD_BYTES = 16_384
_MOST_BODY_BYTES = 4_096
_PATIENCE_S = 10.0
"""A request, or a piece of a stream, takes no longer."""

_ALWAYS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}


@dataclass(frozen=True, slots=True)
class Reply:
    """What a request is answered with."""

    body: bytes = b""
    content_type: str = "text/plain; charset=utf-8"
    status: HTTPStatus = HTTPStatus.OK


@dataclass(frozen=True, slots=True)
class Request:
    """A request with a body.

    Attributes:
        headers: by their names in small letters; of several of one name the last.
        body: at most 4,096 bytes.
    """

    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Site:
    """What there is, by path.

    Attributes:
        knows_host: whether the site goes by this name, as in the header Host.
        pages: what can be read.
        streams: what can be followed; each gives encoded events, and b"" for nothing new.
        deeds: what can be asked to be done.
    """

    knows_host: Callable[[str], bool]
    pages: Mapping[str, Callable[[], Reply]]
    streams: Mapping[str, Callable[[], Iterator[bytes]]]
    deeds: Mapping[str, Callable[[Request], Reply]] = field(default_factory=dict)


def event(name: str, data: str) -> bytes:
    """Encode one server-sent event; the data are one line."""
    return f"event: {name}\ndata: {data}\n\n".encode()


class WebServer(ThreadingMixIn, TCPServer):
    """Serves a site on a socket that listens already. `serve_forever` works until `shutdown`.

    Args:
        listening: the socket; whoever made it closes it.
        site: what there is.
    """

    daemon_threads = True
    block_on_close = False

    def __init__(self, listening: socket.socket, site: Site) -> None:
        super().__init__(("", 0), _Visit, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        self.site = site
        self.stream_places = _places(MOST_STREAMS)
        self._visitor_places = _places(_MOST_VISITORS)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Begin a visit in a thread of its own; turn the visitor away where there are too many."""
        try:
            self._visitor_places.get_nowait()
        except queue.Empty:
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """See a visit through."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._visitor_places.put(True)

    def handle_error(self, request: object, client_address: object) -> None:  # noqa: ARG002
        """Note what went wrong in a visit; the others go on."""
        logger.debug("a visit failed", exc_info=True)


class _TooLong(HTTPException):
    """The request's head has no end."""


class _Head(BufferedIOBase):
    """What a visitor sends, up to so many bytes."""

    def __init__(self, sent: Any) -> None:
        self._sent = sent
        self._left = _MOST_HEAD_BYTES + _MOST_BODY_BYTES

    def readline(self, size: int | None = -1) -> bytes:
        """Read a line that is not too long."""
        line: bytes = self._sent.readline(self._left + 1 if size is None or size < 0 else size)
        return self._counted(line)

    def read(self, size: int | None = -1) -> bytes:
        """Read so many bytes."""
        return self._counted(self._sent.read(size))

    def _counted(self, given: bytes) -> bytes:
        self._left -= len(given)
        if self._left < 0:
            raise _TooLong("too long")
        return given


class _Visit(BaseHTTPRequestHandler):
    """One request and its answer; then the line is closed."""

    server: WebServer
    server_version = "scorekeeper"
    sys_version = ""
    timeout = _PATIENCE_S
    error_message_format = "%(message)s\n"
    error_content_type = "text/plain; charset=utf-8"

    def setup(self) -> None:
        """Listen to so much, and no more."""
        super().setup()
        self.rfile: Any = _Head(self.rfile)

    def handle(self) -> None:
        """Answer, unless the visitor leaves or goes on without end."""
        try:
            super().handle()
        except (OSError, _TooLong):
            self.close_connection = True

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
            body = self.rfile.read(int(length))
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

    def _follow(self, stream: Callable[[], Iterator[bytes]]) -> None:
        places = self.server.stream_places
        try:
            places.get_nowait()
        except queue.Empty:
            self.send_error(HTTPStatus.SERVICE_UNAVAILABLE, "Too many pages are open; close one.")
            return
        try:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            for piece in stream():
                self.wfile.write(piece or b":\n\n")
        finally:
            places.put(True)

    def end_headers(self) -> None:
        """Add what every answer says."""
        for name, value in _ALWAYS.items():
            self.send_header(name, value)
        self.send_header("Connection", "close")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the name in http.server)
        """Note a visit where somebody looks for faults."""
        logger.debug(format, *args)


def _places(number: int) -> "queue.SimpleQueue[bool]":
    places: queue.SimpleQueue[bool] = queue.SimpleQueue()
    for _ in range(number):
        places.put(True)
    return places

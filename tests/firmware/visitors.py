"""Visitors for the tests of the web server: how they come, what they send, and what stays of them."""

import os
import random
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from firmware.web.server import WebServer
from firmware.web.site import Site
from hardware import SystemClock

__all__ = ["HOST", "ask", "descriptors", "line_to", "malformed", "serving", "settled"]

HOST = "scoreboard"
_WITHIN_S = 5.0
_PATHS = (
    b"/",
    b"/board",
    b"/nothing",
    b"*",
    b"//",
    b"/../etc/passwd",
    b"/%00",
    b"http://scoreboard/",
    b"/?" + b"q" * 300,
)


@contextmanager
def serving(site: Site, patience_s: float = 10.0) -> Iterator[socket.socket]:
    """Serve a site on a free port of this machine meanwhile, and give the socket on which it listens."""
    clock = SystemClock()
    with socket.create_server(("127.0.0.1", 0), backlog=64) as listening:
        server = WebServer(clock, listening, site, patience_s)
        task = clock.start("web", server.serve)
        try:
            yield listening
        finally:
            server.close()
            assert task.join(_WITHIN_S), "the server does not end"
            assert settled() == [], "a visit does not end"


def settled() -> list[str]:
    """Wait for the visits to end, and return those that do not."""
    visits = [thread for thread in threading.enumerate() if thread.name == "visit"]
    for thread in visits:
        thread.join(_WITHIN_S)
    return [thread.name for thread in visits if thread.is_alive()]


def descriptors() -> int:
    """Return how many files and sockets this process has open."""
    return len(os.listdir("/proc/self/fd"))


def line_to(listening: socket.socket) -> socket.socket:
    """Call the server."""
    return socket.create_connection(listening.getsockname(), _WITHIN_S)


def ask(listening: socket.socket, sent: bytes, *, hangs_up: bool = True) -> bytes:
    """Send something, and return all that is answered; a line that is cut off counts as its end."""
    with line_to(listening) as line:
        try:
            line.sendall(sent)
            if hangs_up:
                line.shutdown(socket.SHUT_WR)
            return b"".join(iter(lambda: line.recv(65_536), b""))
        except TimeoutError:
            raise
        except OSError:  # cut off, or closed before we hung up
            return b""


def malformed(chance: random.Random) -> bytes:
    """Return what no decent browser sends."""
    return chance.choice(_KINDS)(chance)


def _noise(chance: random.Random) -> bytes:
    return chance.randbytes(chance.randrange(1, 600))


def _noisy_line(chance: random.Random) -> bytes:
    return (
        b"GET "
        + chance.randbytes(chance.randrange(60))
        + b" HTTP/1.1\r\n"
        + chance.randbytes(40)
        + b"\r\n\r\n"
    )


def _half(chance: random.Random) -> bytes:
    whole = b"GET / HTTP/1.1\r\nHost: scoreboard\r\nAccept: */*\r\n\r\n"
    return whole[: chance.randrange(len(whole) - 1)]


def _endless_line(chance: random.Random) -> bytes:
    return b"GET /" + b"a" * chance.randrange(20_000, 90_000)


def _huge_header(chance: random.Random) -> bytes:
    return (
        b"GET / HTTP/1.1\r\nHost: scoreboard\r\nX: " + b"x" * chance.randrange(17_000, 70_000) + b"\r\n\r\n"
    )


def _many_headers(chance: random.Random) -> bytes:
    rows = b"".join(b"X-%d: y\r\n" % number for number in range(chance.randrange(101, 3_000)))
    return b"GET / HTTP/1.1\r\nHost: scoreboard\r\n" + rows + b"\r\n"


def _bad_length(chance: random.Random) -> bytes:
    length = chance.choice(
        [b"-1", b"1e9", b"99999999999", b"0x10", b"", b" ", b"4097", b"\xb2", b"5, 5", b"12"]
    )
    return b"POST /control HTTP/1.1\r\nHost: scoreboard\r\nContent-Length: " + length + b"\r\n\r\n{}"


def _chunked(chance: random.Random) -> bytes:
    head = b"POST / HTTP/1.1\r\nHost: scoreboard\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"%x\r\n" % chance.randrange(2**40) + chance.randbytes(100)


def _old(chance: random.Random) -> bytes:
    return b"GET " + chance.choice(_PATHS) + b"\r\n"


def _version(chance: random.Random) -> bytes:
    version = chance.choice(
        [b"HTTP/9.9", b"HTTP/2.0", b"HTTP/1", b"HTTP/-1.1", b"HTTP/1.1.1", b"ICAP/1.0", b"http/1.1"]
    )
    return b"GET / " + version + b"\r\nHost: scoreboard\r\n\r\n"


def _other_host(chance: random.Random) -> bytes:
    hosts = [
        b"",
        b"evil.example",
        b"scoreboard\r\nHost: evil.example",
        b"\xff",
        b"scoreboard.",
        b" ",
        b"a:b:c",
        b"[::",
    ]
    return b"GET " + chance.choice(_PATHS) + b" HTTP/1.1\r\nHost: " + chance.choice(hosts) + b"\r\n\r\n"


def _one_after_another(chance: random.Random) -> bytes:
    return b"GET / HTTP/1.1\r\nHost: scoreboard\r\nConnection: keep-alive\r\n\r\n" * chance.randrange(2, 200)


def _method(chance: random.Random) -> bytes:
    method = chance.choice(
        [b"PUT", b"DELETE", b"TRACE", b"CONNECT", b"PATCH", b"get", b"\0", b"G E T", b"OPTIONS"]
    )
    return method + b" " + chance.choice(_PATHS) + b" HTTP/1.1\r\nHost: scoreboard\r\n\r\n"


def _folded(chance: random.Random) -> bytes:
    ends = chance.choice([b"\n", b"\r", b"\r\n \t", b"\0", b":::", b"\x1f"])
    return b"GET / HTTP/1.1" + ends + b"Host" + ends + b": scoreboard" + ends + b"\r\n\r\n"


_KINDS: tuple[Callable[[random.Random], bytes], ...] = (
    _noise,
    _noisy_line,
    _half,
    _endless_line,
    _huge_header,
    _many_headers,
    _bad_length,
    _chunked,
    _old,
    _version,
    _other_host,
    _one_after_another,
    _method,
    _folded,
)

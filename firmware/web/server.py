"""A small web server: a few fixed addresses, few visitors, and patience with none who mean ill."""

import logging
import queue
import selectors
import socket
from contextlib import suppress
from functools import partial

from firmware.web.site import Site
from firmware.web.visit import House, Visit, places
from hardware import Clock

__all__ = ["WebServer"]

logger = logging.getLogger(__name__)

_MOST_VISITORS = 32
_PATIENCE_S = 10.0
_BREATH_S = 0.1
"""After a visitor could not be let in, for want of descriptors or threads."""

_PARTING_S = 1.0
_PARTING_BYTES = 65_536


class WebServer:
    """Serves a site on a socket that listens already, each visit in a thread of its own.

    It makes no socket for the network: a sandbox that has none may be handed one that has.

    Args:
        clock: for threads and patience.
        listening: the socket; whoever made it closes it, after `serve` has ended.
        site: what there is.
        patience_s: neither a request nor a piece of the answer takes longer.
    """

    def __init__(
        self, clock: Clock, listening: socket.socket, site: Site, patience_s: float = _PATIENCE_S
    ) -> None:
        self._clock = clock
        self._listening = listening
        self._house = House(site, clock, patience_s)
        self._parting_s = min(patience_s, _PARTING_S)
        self._free = places(_MOST_VISITORS)
        self._visitors: set[socket.socket] = set()
        self._is_closed = False
        self._woken, self._waking = socket.socketpair()
        listening.setblocking(False)

    def serve(self) -> None:
        """Let visitors in until `close`."""
        with self._woken, selectors.DefaultSelector() as selector:
            selector.register(self._listening, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while not self._is_closed:
                selector.select()
                self._let_in()

    def close(self) -> None:
        """End `serve` and every visit, at once; from any thread."""
        self._is_closed = True
        self._waking.close()
        for visitor in list(self._visitors):
            self._hang_up(visitor)

    def _let_in(self) -> None:
        """Begin a visit if somebody is at the door; turn him away where there are too many."""
        try:
            visitor, _ = self._listening.accept()
        except (BlockingIOError, ConnectionError):
            return
        except OSError as exc:
            logger.debug("nobody can be let in: %s", exc)
            self._clock.sleep(_BREATH_S)
            return
        try:
            self._free.get_nowait()
        except queue.Empty:
            visitor.close()
            return
        self._visitors.add(visitor)
        try:
            self._clock.start("visit", partial(self._receive, visitor))
        except RuntimeError:  # no more threads
            self._see_off(visitor)
            self._clock.sleep(_BREATH_S)
        if self._is_closed:
            self._hang_up(visitor)

    def _receive(self, visitor: socket.socket) -> None:
        try:
            with suppress(OSError):  # a line that is none of TCP's
                visitor.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
            Visit(visitor, ("visitor", 0), self._house)  # type: ignore[arg-type]
            self._part(visitor)
        except OSError as exc:
            logger.debug("a visitor left: %s", exc)
        except Exception:  # one page that fails must not take the others, or the game, with it
            logger.warning("a visit failed", exc_info=True)
        finally:
            self._see_off(visitor)

    def _part(self, visitor: socket.socket) -> None:
        """Wait a moment for the visitor to hang up: what he still sends would cut off the answer."""
        visitor.shutdown(socket.SHUT_WR)
        until_s, left = self._clock.now_s() + self._parting_s, _PARTING_BYTES
        while left > 0 and (left_s := until_s - self._clock.now_s()) > 0:
            visitor.settimeout(left_s)
            count = len(visitor.recv(left))
            if not count:
                break
            left -= count

    def _see_off(self, visitor: socket.socket) -> None:
        visitor.close()
        self._visitors.discard(visitor)
        self._free.put(True)

    def _hang_up(self, visitor: socket.socket) -> None:
        with suppress(OSError):  # he was quicker
            visitor.shutdown(socket.SHUT_RDWR)

"""The scoreboard beside the game: whether there is one, and that nothing of it stops the game."""

import errno
import logging
import socket
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from dataclasses import dataclass

from firmware.sockets import handed_in, open_to_all
from firmware.table import Table
from firmware.web import PORT
from hardware import Clock

__all__ = ["Page", "open_page"]

logger = logging.getLogger(__name__)

_TURN_ON = "sudo systemctl enable scorekeeper.socket, then sudo systemctl restart scorekeeper"
_TURN_OFF = "sudo systemctl disable --now scorekeeper.socket"


@dataclass(frozen=True, slots=True)
class Page:
    """What the game has to do with it.

    Attributes:
        is_on: whether anybody can look.
        tell: takes the table after each input.
        addresses: says where browsers find it.
    """

    is_on: bool = False
    tell: Callable[[Table], None] = lambda _table: None
    addresses: Callable[[], tuple[str, ...]] = tuple


@contextmanager
def open_page(
    clock: Clock, environment: MutableMapping[str, str], *, is_wanted: bool, port: int = PORT
) -> Iterator[Page]:
    """Serve the scoreboard meanwhile, if it is wanted and can be had; else say why not, and go on.

    Args:
        clock: for its threads.
        environment: of the process, which says what systemd has handed in.
        is_wanted: by the settings.
        port: to listen on where nothing was handed in.
    """
    listening = _listening(environment, is_wanted=is_wanted, port=port)
    if listening is None:
        yield Page()
        return
    from firmware.web.box_board import BoxBoard  # a box without the page starts sooner

    with listening:
        board = BoxBoard(clock, listening, socket.gethostname())
        board.begin()
        try:
            yield Page(is_on=True, tell=board.tell, addresses=board.addresses)
        finally:
            board.end()


def _listening(environment: MutableMapping[str, str], *, is_wanted: bool, port: int) -> socket.socket | None:
    listening = handed_in(environment)
    if listening is not None and not is_wanted:
        listening.close()
        logger.warning(
            "systemd listens for a scoreboard that is off; write enabled = true under [web], or %s", _TURN_OFF
        )
        return None
    if listening is not None or not is_wanted:
        return listening
    try:
        return open_to_all(port)
    except OSError as exc:
        logger.warning("the game goes on without its scoreboard: %s", _reason(exc, port))
        return None


def _reason(exc: OSError, port: int) -> str:
    if exc.errno == errno.EAFNOSUPPORT:  # as for every program whose unit takes the network from it
        return f"systemd hands in no socket for it; {_TURN_ON}"
    if exc.errno == errno.EADDRINUSE:
        return f"another program listens on port {port}"
    return f"port {port} cannot be had ({exc.strerror})"

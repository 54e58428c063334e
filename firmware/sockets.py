"""Sockets on which browsers are listened to: one that systemd hands in, or one that is opened here.

A box that systemd starts is in a network of its own, which has nothing but a loopback. A socket belongs for
good to the network in which it was made: one that is handed in takes visitors from there, and tells of it.
"""

import errno
import fcntl
import os
import socket
import stat
import struct
from array import array
from collections.abc import Iterator, MutableMapping
from contextlib import suppress

from firmware.web import PORT

__all__ = ["addresses_of", "handed_in", "has_line", "open_to_all"]

_FIRST_DESCRIPTOR = 3
_WAITING = 16

# Of linux/sockios.h and linux/if.h, which are the same on every board.
_NAME_OF_INTERFACE, _LIST_INTERFACES, _FLAGS_OF_INTERFACE = 0x8910, 0x8912, 0x8913
_UP, _LOOPBACK, _RUNNING = 0x1, 0x8, 0x40
_NAME_BYTES = 16
_NUMBER_AT = _NAME_BYTES
_ROW_BYTES = _NAME_BYTES + 8 + 2 * struct.calcsize("P")
_ADDRESS_AT = _NAME_BYTES + 4
_MOST_INTERFACES = 64
_LINK_LOCAL = "169.254."


def handed_in(environment: MutableMapping[str, str]) -> socket.socket | None:
    """Take the listening socket that systemd has handed to this process; nobody may take it a second time.

    Args:
        environment: of the process; LISTEN_PID, LISTEN_FDS and LISTEN_FDNAMES are taken out.

    Returns:
        The first socket that listens for browsers, None if there is none; all else is closed.
    """
    pid, count, _ = (environment.pop(name, "") for name in ("LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"))
    if pid != str(os.getpid()) or not (count.isascii() and count.isdigit()):
        return None
    taken = None
    for descriptor in range(_FIRST_DESCRIPTOR, _FIRST_DESCRIPTOR + int(count[:3])):
        if taken is None and _is_for_browsers(descriptor):
            taken = socket.socket(fileno=descriptor)
            taken.set_inheritable(False)
        else:
            _close(descriptor)
    return taken


def open_to_all(port: int = PORT) -> socket.socket:
    """Listen on every interface, for IPv4 and, where the machine has it, IPv6.

    Raises:
        OSError: if that cannot be.
    """
    if socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True, backlog=_WAITING)
    return socket.create_server(("", port), backlog=_WAITING)


def addresses_of(listening: socket.socket) -> tuple[str, ...]:
    """Return the IPv4 addresses at which a socket can be reached from other machines, in its own network.

    Args:
        listening: the socket, of IPv4 or IPv6.

    Raises:
        OSError: if the kernel does not say.
    """
    found = [address for name, address in _interfaces(listening) if _is_at_work(listening, name)]
    return tuple(sorted(found, key=lambda address: address.startswith(_LINK_LOCAL)))


def has_line(listening: socket.socket) -> bool:
    """Return whether a socket's own network has a line to other machines, whatever its addresses.

    Raises:
        OSError: if the kernel does not say.
    """
    return any(_is_at_work(listening, name) for name in _names(listening))


def _names(one: socket.socket) -> Iterator[bytes]:
    """Give the names of all interfaces; one without an address of IPv4 is in no list."""
    for number in range(1, _MOST_INTERFACES + 1):
        row = bytearray(_ROW_BYTES)
        struct.pack_into("i", row, _NUMBER_AT, number)
        try:
            yield fcntl.ioctl(one.fileno(), _NAME_OF_INTERFACE, bytes(row))[:_NAME_BYTES]
        except OSError as exc:
            if exc.errno != errno.ENODEV:
                raise


def _interfaces(one: socket.socket) -> Iterator[tuple[bytes, str]]:
    rows = array("B", bytes(_ROW_BYTES * _MOST_INTERFACES))
    place, size = rows.buffer_info()
    told = fcntl.ioctl(one.fileno(), _LIST_INTERFACES, struct.pack("iP", size, place))
    filled = struct.unpack("iP", told)[0]
    for start in range(0, filled, _ROW_BYTES):
        row = rows[start : start + _ROW_BYTES].tobytes()
        yield row[:_NAME_BYTES], socket.inet_ntoa(row[_ADDRESS_AT : _ADDRESS_AT + 4])


def _is_at_work(one: socket.socket, name: bytes) -> bool:
    """Return whether an interface has a line to others."""
    row = fcntl.ioctl(one.fileno(), _FLAGS_OF_INTERFACE, name.ljust(_ROW_BYTES, b"\0"))
    flags: int = struct.unpack_from("H", row, _NAME_BYTES)[0]
    return flags & (_UP | _RUNNING | _LOOPBACK) == _UP | _RUNNING


def _is_for_browsers(descriptor: int) -> bool:
    """Return whether a descriptor is a socket that listens in the network."""
    try:
        if not stat.S_ISSOCK(os.fstat(descriptor).st_mode):
            return False
        one = socket.socket(fileno=os.dup(descriptor))
    except OSError:
        return False
    with one:
        is_network = one.family in (socket.AF_INET, socket.AF_INET6) and one.type == socket.SOCK_STREAM
        return is_network and bool(one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))


def _close(descriptor: int) -> None:
    with suppress(OSError):  # fewer came than were announced
        os.close(descriptor)

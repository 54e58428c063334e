"""Reading from a stream socket, which hands on what came in pieces of its own."""

import socket

__all__ = ["take"]


def take(port: socket.socket, length: int) -> bytes:
    """Return the next so many bytes.

    Raises:
        EOFError: if the other side ends before.
    """
    parts = bytearray()
    while len(parts) < length:
        part = port.recv(length - len(parts))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)

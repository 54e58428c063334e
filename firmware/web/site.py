"""What a web server has to offer: pages, streams and deeds, by their paths."""

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

__all__ = ["LOOK_ROUND_S", "Reply", "Request", "Site", "Stream", "event"]

Stream = Generator[bytes, None, None]
"""Gives encoded events, and b"" where there was nothing new for `LOOK_ROUND_S`."""

LOOK_ROUND_S = 2.0
"""So often it is looked whether somebody who follows has left, while there is nothing new."""


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
        streams: what can be followed.
        deeds: what can be asked to be done.
    """

    knows_host: Callable[[str], bool]
    pages: Mapping[str, Callable[[], Reply]]
    streams: Mapping[str, Callable[[], Stream]]
    deeds: Mapping[str, Callable[[Request], Reply]] = field(default_factory=dict)


def event(name: str, data: str) -> bytes:
    """Encode one server-sent event; the data are one line."""
    return f"event: {name}\ndata: {data}\n\n".encode()
